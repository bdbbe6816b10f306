/** Reads many files of a store whole, by the fastest way that the store has, and says which are no longer what a listing told. */
import type { FileEntry, FileReadResult, FileStore } from "./file-store.ts";
import { readWholeFile } from "./read-whole-file.ts";

/** Called once for each entry, not necessarily in order. `bytes` are only valid during the call. */
export type EntryVisitor = (result: FileReadResult, index: number) => void;

export interface ReadEntriesRequest {
  readonly store: FileStore;
  readonly entries: readonly FileEntry[];
  /** A file that has grown beyond this is `failed` with `limit_exceeded`. */
  readonly maximumBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** Files that are open at the same time where a store has no way of its own to read many. */
const concurrency = 16;

/** Reads every entry's file as it is now; the caller compares what was read with what was listed. */
export async function readEntries(request: ReadEntriesRequest, visit: EntryVisitor): Promise<void> {
  const { store, entries, maximumBytes, signal } = request;
  if (store.readFiles !== undefined) return store.readFiles(entries, { maximumBytes, signal }, visit);
  const read = { open: ({ path }: FileEntry) => store.open(path, { signal }), maximumBytes, signal };
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < entries.length) {
      signal?.throwIfAborted();
      const index = next++;
      visit(await readWholeFile(read, entries[index] as FileEntry), index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, entries.length) }, work));
}
