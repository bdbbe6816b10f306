/** Reads many files of a storage behind a network, several at a time, and tells of them in the order that is asked for. */
import type { FileEntry, FileReadResult } from "../file-store.ts";
import { readWholeFile, type WholeRead } from "../read-whole-file.ts";

export interface OrderedRead extends WholeRead {
  readonly entries: readonly FileEntry[];
  /** Files that are read at the same time. */
  readonly concurrency: number;
}

/** Bytes that may be in memory at one time, by what the listing told of sizes; one file always is. */
const maximumHeldBytes = 64 * 1024 * 1024;

/** Reads each entry's file as it is now. A failure that is not about one file is thrown. */
export async function readFilesInOrder(
  read: OrderedRead,
  visit: (result: FileReadResult, index: number) => void,
): Promise<void> {
  const { entries, maximumBytes, signal, concurrency } = read;
  const pending: { readonly result: Promise<FileReadResult>; readonly size: number }[] = [];
  let next = 0;
  let heldBytes = 0;
  for (let index = 0; index < entries.length; index++) {
    while (next < entries.length && pending.length < concurrency) {
      const entry = entries[next] as FileEntry;
      const size = Math.min(entry.size, maximumBytes);
      if (pending.length > 0 && heldBytes + size > maximumHeldBytes) break;
      const result = readWholeFile(read, entry);
      // It is awaited in its turn; one before it may fail first.
      result.catch(() => undefined);
      pending.push({ result, size });
      heldBytes += size;
      next++;
    }
    signal?.throwIfAborted();
    const first = pending.shift() as (typeof pending)[number];
    visit(await first.result, index);
    heldBytes -= first.size;
  }
}
