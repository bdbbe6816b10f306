/** The bytes of a whole file, or its chunks, exactly as its entry describes them. */
import { chunksOf } from "../storage/byte-streams.ts";
import type { FileEntry, FileStore } from "../storage/file-store.ts";
import { changedWhileReading } from "./file-errors.ts";

interface ReadRequest {
  readonly store: FileStore;
  /** What `stat` or a listing told; a file that is no longer so is a `version_conflict`. */
  readonly entry: FileEntry;
  readonly signal?: AbortSignal | undefined;
}

/** All bytes of a file. The caller has compared `entry.size` with its bound: so much is allocated. */
export async function readBytes({ store, entry, signal }: ReadRequest): Promise<Uint8Array> {
  const bytes = new Uint8Array(entry.size);
  let length = 0;
  for await (const chunk of readChunks({ store, entry, signal, start: 0 })) {
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return bytes;
}

/** The chunks of a file from `start` up to, not including, `end`. Ending the iteration early closes the file. */
export async function* readChunks(
  request: ReadRequest & { readonly start: number; readonly end?: number | undefined },
): AsyncGenerator<Uint8Array, void, undefined> {
  const { store, entry, signal, start, end } = request;
  if (start >= entry.size) return;
  const opened = await store.open(entry.path, {
    validator: entry.validator,
    signal,
    ...(start === 0 && end === undefined ? {} : { range: end === undefined ? { start } : { start, end } }),
  });
  if (opened === null) throw changedWhileReading(entry.path);
  let left = Math.min(end ?? entry.size, entry.size) - start;
  for await (const chunk of chunksOf(opened.stream, signal)) {
    left -= chunk.length;
    if (left < 0) throw changedWhileReading(entry.path);
    yield chunk;
  }
  // Never padded: a file that ended early is another file.
  if (left > 0) throw changedWhileReading(entry.path);
}
