/** What a file context takes on Node besides what it takes everywhere. */
import type { FileStore } from "../storage/file-store.ts";
import type { FileContextOptions } from "./context-options.ts";

/** How a file context is made on Node. Give `location` or `store`. */
export interface NodeFileContextOptions extends Omit<FileContextOptions, "store"> {
  /** A folder, or `memory:`. */
  readonly location?: string | undefined;
  readonly store?: FileStore | undefined;
  /**
   * Answer questions about the graph in a thread of its own, so that a server stays free for others meanwhile. Without effect where there is
   * no folder that another thread could open, or an `engine` or `visibleFolders` that it could not get. Default `false`.
   */
  readonly thread?: boolean | undefined;
}
