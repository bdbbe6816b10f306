/** Wires a store, the pure parts and the tools to one `FileContext`. Runtime-neutral. */
import { portableSha256 } from "../base/hash.ts";
import { resolveLimits } from "../base/limits.ts";
import { parseLogicalPath } from "../base/logical-path.ts";
import type { MarkdownEngine } from "../documents/markdown-engine.ts";
import { createPrefixedStore } from "../storage/prefixed-store.ts";
import type { FileContext, FileContextOptions } from "./file-context.ts";
import { createFileMethods } from "./file-methods.ts";
import { createGraphMethods } from "./graph-methods.ts";
import { createKnowledge } from "./knowledge.ts";
import { noTools, type Toolset } from "./toolset.ts";

/** Gives the engine when the first document is parsed, since loading one is dear. */
export type EngineSource = () => Promise<MarkdownEngine>;

/** What a runtime or a face adds to the options. */
export interface ContextParts {
  /** Default: remark. */
  readonly engine?: EngineSource | undefined;
  /** The tools that a model may call. Default: none. */
  readonly toolset?: Toolset | undefined;
}

/**
 * Makes a file context over a store. `invalid_options` names a wrong setting, `invalid_path` a wrong prefix. Nothing is read before the
 * first question.
 */
export async function createFileContext(options: FileContextOptions, parts: ContextParts = {}): Promise<FileContext> {
  const limits = resolveLimits(options.limits);
  const store =
    options.prefix === undefined || options.prefix === ""
      ? options.store
      : createPrefixedStore(options.store, parseLogicalPath(options.prefix));
  const sha256 = options.sha256 ?? portableSha256;
  const { engine: given } = options;
  const knowledge = createKnowledge({
    store,
    limits,
    sha256,
    selection: options.selection ?? {},
    documents: options.documents ?? {},
    graph: options.graph ?? {},
    engine: given === undefined ? (parts.engine ?? createRemarkSource()) : () => Promise.resolve(given),
    onProgress: options.onProgress,
  });
  const toolset = parts.toolset ?? noTools;
  const context: FileContext = {
    limits,
    ...createFileMethods({ store, limits, sha256 }),
    ...createGraphMethods({ knowledge, limits }),
    tools: () => tools,
    runToolCall: (call, about = {}) => toolset.run(tools, call, { ...about, files: context }),
    describeStore: () => store.describe(),
    close: () => store.close(),
  };
  const tools = toolset.create(context);
  return context;
}

/** remark, loaded once, when it is first needed. */
function createRemarkSource(): EngineSource {
  let engine: Promise<MarkdownEngine> | undefined;
  return () =>
    (engine ??= import("../documents/engines/remark-engine.ts").then(({ createRemarkEngine }) => createRemarkEngine()));
}
