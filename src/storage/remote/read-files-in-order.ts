/** Reads many files of a storage behind a network, several at a time, and tells of them in the order that is asked for. */
import { GraphdownError } from "../../base/errors.ts";
import { collectBytes } from "../byte-streams.ts";
import type { FileEntry, FileReadResult, OpenFile } from "../file-store.ts";
import { tooLarge } from "../store-errors.ts";

export interface OrderedRead {
  readonly entries: readonly FileEntry[];
  readonly open: (entry: FileEntry) => Promise<OpenFile | null>;
  /** A file that is larger is `failed` with `limit_exceeded`. */
  readonly maximumBytes: number;
  readonly signal: AbortSignal | undefined;
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
      const result = readOne(read, entry);
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

async function readOne({ open, maximumBytes, signal }: OrderedRead, listed: FileEntry): Promise<FileReadResult> {
  const { path } = listed;
  try {
    const opened = await open(listed);
    if (opened === null) return { status: "gone", path };
    const { entry, stream } = opened;
    if (entry.size > maximumBytes) {
      await stream.cancel();
      return { status: "failed", path, error: tooLarge(path, entry.size, maximumBytes) };
    }
    return { status: "read", entry, bytes: await collectBytes(stream, signal) };
  } catch (error) {
    if (GraphdownError.isInstance(error)) return { status: "failed", path, error };
    throw error;
  }
}
