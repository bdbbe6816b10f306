/** Puts the reference engine together from the packages of remark, however these were loaded. */
import type { Root } from "mdast";
import type { PluggableList, Processor } from "unified";
import type { MarkdownEngine } from "../markdown-engine.ts";
import { neededConstructs, withoutConstructs, withoutTransforms } from "./needed-constructs.ts";
import { createLabelsExtension, type DefinedLabels, type SyntaxExtension } from "./shared-labels.ts";
import { createTreeEngine } from "./tree-engine.ts";

/** The packages of remark: the main export of each. */
export interface RemarkLibraries {
  readonly unified: typeof import("unified").unified;
  readonly remarkParse: typeof import("remark-parse").default;
  readonly remarkGfm: typeof import("remark-gfm").default;
}

/** Where unified keeps the extensions that plugins gave. */
interface ExtensionData {
  micromarkExtensions?: SyntaxExtension[];
  fromMarkdownExtensions?: unknown[];
}

/** Makes the engine. With plugins a text is always parsed whole and with everything on, since they may expect that. */
export function engineFromLibraries(libraries: RemarkLibraries, plugins: PluggableList): MarkdownEngine {
  const { unified, remarkParse, remarkGfm } = libraries;
  const name = "remark";
  if (plugins.length > 0) {
    const processor = unified().use(remarkParse).use(remarkGfm).use(plugins).freeze();
    return createTreeEngine({ name, parseTree: (text) => processor.runSync(processor.parse(text), text) as Root });
  }
  let labels: DefinedLabels | undefined;
  const extension = createLabelsExtension(() => labels);
  const processors = new Map<number, Processor<Root>>();
  const processorFor = (needed: number): Processor<Root> => {
    const known = processors.get(needed);
    if (known !== undefined) return known;
    const lean = function (this: Processor): void {
      const data = this.data() as ExtensionData;
      data.micromarkExtensions = (data.micromarkExtensions ?? []).map((given) => withoutConstructs(given, needed));
      data.micromarkExtensions.push(extension);
      data.fromMarkdownExtensions = (data.fromMarkdownExtensions ?? []).map((given) =>
        withoutTransforms(given, needed),
      );
    };
    const processor = unified().use(remarkParse).use(remarkGfm).use(lean).freeze() as Processor<Root>;
    processors.set(needed, processor);
    return processor;
  };
  return createTreeEngine({
    name,
    parseTree(text, defined) {
      labels = defined;
      return processorFor(neededConstructs(text)).parse(text);
    },
    inSegments: true,
  });
}
