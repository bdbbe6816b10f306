/** The package on Node: everything of `index.ts`, and locations on disk, the native parser and the runtime's own hashing. */
import { createFileContexts as createAll } from "./context/create-file-contexts.ts";
import type { FileContext } from "./context/file-context.ts";
import type { NodeFileContextOptions } from "./context/node-context-options.ts";
import { createNodeFileContext } from "./context/node-create-file-context.ts";
import { toolset } from "./tools/toolset.ts";

export type { NodeFileContextOptions } from "./context/node-context-options.ts";
export { loadDefaultEngine } from "./documents/engines/node-default-engine.ts";
export * from "./public-api.ts";
export { openDiskStore } from "./storage/node-disk-store.ts";
export { type LocationSettings, openLocation } from "./storage/node-open-location.ts";
export type { S3Access } from "./storage/s3/parse-s3-location.ts";

/** Makes a file context over a folder (`location`) or a store, with all our tools. A folder that does not exist is an error. */
export function createFileContext(options: NodeFileContextOptions): Promise<FileContext> {
  return createNodeFileContext(options, toolset);
}

/** Makes named file contexts, one for each entry; all or none. */
export function createFileContexts<Name extends string>(
  workspaces: Readonly<Record<Name, NodeFileContextOptions>>,
): Promise<Record<Name, FileContext>> {
  return createAll(workspaces, createFileContext);
}
