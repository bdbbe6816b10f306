/** The package on any runtime: give a store. On Node the package also opens locations; see `node-index.ts`. */
import type { FileContextOptions } from "./context/context-options.ts";
import { createFileContext as create } from "./context/create-file-context.ts";
import { createFileContexts as createAll } from "./context/create-file-contexts.ts";
import type { FileContext } from "./context/file-context.ts";
import { toolset } from "./tools/toolset.ts";

export * from "./public-api.ts";

/** Makes a file context over a store, with all our tools. Nothing is read before the first question. */
export function createFileContext(options: FileContextOptions): Promise<FileContext> {
  return create(options, { toolset });
}

/** Makes named file contexts, one for each entry; all or none. */
export function createFileContexts<Name extends string>(
  workspaces: Readonly<Record<Name, FileContextOptions>>,
): Promise<Record<Name, FileContext>> {
  return createAll(workspaces, createFileContext);
}
