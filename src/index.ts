/** The package on any runtime: give a store. On Node the package also opens locations; see `node-index.ts`. */
import { createFileContext as create } from "./context/create-file-context.ts";
import type { FileContext, FileContextOptions } from "./context/file-context.ts";
import { toolset } from "./tools/toolset.ts";

export * from "./public-api.ts";

/** Makes a file context over a store, with all our tools. Nothing is read before the first question. */
export function createFileContext(options: FileContextOptions): Promise<FileContext> {
  return create(options, { toolset });
}
