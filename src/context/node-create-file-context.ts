/** Makes a file context on Node: locations, the native parser where it loads, the runtime's own hashing. */
import { hash } from "node:crypto";
import type { HashFunction } from "../base/hash.ts";
import { loadDefaultEngine } from "../documents/engines/node-default-engine.ts";
import type { MarkdownEngine } from "../documents/markdown-engine.ts";
import type { FileStore } from "../storage/file-store.ts";
import { openLocation } from "../storage/node-open-location.ts";
import { createFileContext, type EngineSource } from "./create-file-context.ts";
import type { FileContext, FileContextOptions } from "./file-context.ts";
import type { Toolset } from "./toolset.ts";

/** How a file context is made on Node. Give `location` or `store`. */
export interface NodeFileContextOptions extends Omit<FileContextOptions, "store"> {
  /** A folder, or `memory:`. */
  readonly location?: string | undefined;
  readonly store?: FileStore | undefined;
}

const sha256: HashFunction = (bytes) => hash("sha256", bytes, "hex");

/** The engine of this process: loading it costs more than parsing most files. */
let sharedEngine: Promise<MarkdownEngine> | undefined;
const nodeEngine: EngineSource = () => (sharedEngine ??= loadDefaultEngine());

/** Makes a file context over a location or a store; a location that does not exist is an error. */
export async function createNodeFileContext(options: NodeFileContextOptions, toolset?: Toolset): Promise<FileContext> {
  const { location, prefix, store, ...rest } = options;
  if (store !== undefined)
    return createFileContext({ sha256, ...rest, store, prefix }, { engine: nodeEngine, toolset });
  const opened = await openLocation({ location: location ?? ".", prefix });
  return createFileContext({ sha256, ...rest, store: opened }, { engine: nodeEngine, toolset });
}
