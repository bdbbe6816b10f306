/** Wires a store, the pure parts and the tools to one `FileContext`. Runtime-neutral. */
import { portableSha256 } from "../base/hash.ts";
import { resolveLimits } from "../base/limits.ts";
import { parseLogicalPath } from "../base/logical-path.ts";
import type { MarkdownEngine } from "../documents/markdown-engine.ts";
import { createPrefixedStore } from "../storage/prefixed-store.ts";
import { createFileMethods } from "./file-methods.ts";
import type { FileContext, FileContextOptions } from "./file-context.ts";
import { createGraphMethods } from "./graph-methods.ts";
import { createKnowledge } from "./knowledge.ts";
import type { Toolset } from "./toolset.ts";

/**
 * Makes a file context over a store. `invalid_options` names a wrong setting, `invalid_path` a wrong prefix. Nothing is read before the
 * first question.
 *
 * @param toolset The tools that a model may call; without it there are none.
 */
export async function createFileContext(options: FileContextOptions, toolset?: Toolset): Promise<FileContext> {
  const limits = resolveLimits(options.limits);
  const store =
    options.prefix === undefined || options.prefix === ""
      ? options.store
      : createPrefixedStore(options.store, parseLogicalPath(options.prefix));
  const sha256 = options.sha256 ?? portableSha256;
  const knowledge = createKnowledge({
    store,
    limits,
    sha256,
    selection: options.selection ?? {},
    documents: options.documents ?? {},
    graph: options.graph ?? {},
    engine: engineOf(options.engine),
    onProgress: options.onProgress,
  });
  const context: FileContext = {
    limits,
    ...createFileMethods({ store, limits, sha256 }),
    ...createGraphMethods({ knowledge, limits }),
    tools: () => tools,
    runToolCall: async (call, call_context = {}) => {
      if (toolset === undefined) throw new TypeError("This context was made without tools.");
      return toolset.run(tools, call, { ...call_context, files: context });
    },
    describeStore: () => store.describe(),
    close: () => store.close(),
  };
  const tools = toolset?.create(context) ?? [];
  return context;
}

/** The given engine, or remark, loaded when the first document is parsed. */
function engineOf(given: MarkdownEngine | undefined): () => Promise<MarkdownEngine> {
  let engine: Promise<MarkdownEngine> | undefined;
  return () => {
    engine ??=
      given === undefined
        ? import("../documents/engines/remark-engine.ts").then((module) => module.createRemarkEngine())
        : Promise.resolve(given);
    return engine;
  };
}
