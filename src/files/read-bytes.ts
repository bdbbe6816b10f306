/** The bytes of a whole file, or its chunks, exactly as its entry describes them. */
import type { GraphdownError } from "../base/errors.ts";
import { chunksOf } from "../storage/byte-streams.ts";
import type { FileEntry, FileStore } from "../storage/file-store.ts";
import { stampOf } from "../storage/file-version.ts";
import { changedWhileReading } from "./file-errors.ts";

interface ReadRequest {
  readonly store: FileStore;
  /** What `stat` or a listing told; a file that is no longer so is a `version_conflict`. */
  readonly entry: FileEntry;
  readonly signal?: AbortSignal | undefined;
}

/** A file from a byte on. */
export interface ChunkRequest extends ReadRequest {
  readonly start: number;
}

/** What is read at once where the store can do that: a moment's work, which spares the way through a stream. */
const atOnceBytes = 1024 * 1024;

/** All bytes of a file. The caller has compared `entry.size` with its bound: so much is allocated. */
export async function readBytes(request: ReadRequest): Promise<Uint8Array> {
  const { entry, store } = request;
  if (store.readFiles !== undefined && entry.size <= atOnceBytes) return readAtOnce(request);
  const bytes = new Uint8Array(entry.size);
  let length = 0;
  for await (const chunk of readChunks({ ...request, start: 0 })) {
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return bytes;
}

async function readAtOnce({ store, entry, signal }: ReadRequest): Promise<Uint8Array> {
  let bytes: Uint8Array | undefined;
  let failure: GraphdownError | undefined;
  await store.readFiles?.([entry], { maximumBytes: entry.size, signal }, (result) => {
    if (result.status === "failed") failure = result.error;
    // The memory is the store's, and only for now.
    else if (result.status === "read" && isSame(entry, result)) bytes = result.bytes.slice();
  });
  if (failure !== undefined && failure.code !== "limit_exceeded") throw failure;
  // Gone, grown or otherwise another file than the one that was looked at.
  if (bytes === undefined) throw changedWhileReading(entry.path);
  return bytes;
}

function isSame(entry: FileEntry, read: { readonly entry: FileEntry; readonly bytes: Uint8Array }): boolean {
  return read.bytes.length === entry.size && stampOf(read.entry.validator) === stampOf(entry.validator);
}

/**
 * The chunks of a file from `start` up to, not including, `end`. Each is valid only until the next is asked for. Ending the iteration
 * early closes the file.
 */
export async function* readChunks(
  request: ChunkRequest & { readonly end?: number | undefined },
): AsyncGenerator<Uint8Array, void, undefined> {
  const { store, entry, signal, start, end = entry.size } = request;
  if (start >= entry.size) return;
  if (end - start <= partBytes && store.readPart !== undefined) {
    const part = takeBuffer();
    try {
      const bytes = fillPart({ ...request, end }, part);
      if (bytes !== undefined) return yield bytes;
    } finally {
      giveBack(part);
    }
  }
  const opened = await store.open(entry.path, {
    validator: entry.validator,
    signal,
    ...(start === 0 && end >= entry.size ? {} : { range: { start, end } }),
  });
  if (opened === null) throw changedWhileReading(entry.path);
  let left = Math.min(end, entry.size) - start;
  for await (const chunk of passingChunks(opened.stream, signal)) {
    left -= chunk.length;
    if (left < 0) throw changedWhileReading(entry.path);
    yield chunk;
  }
  // Never padded: a file that ended early is another file.
  if (left > 0) throw changedWhileReading(entry.path);
}

/** As short as this, a part of a file is read at once too. */
export const partBytes: number = 64 * 1024;

/** Memory that parts are read into: never given away, so that many short reads leave nothing behind. */
const partBuffers: Uint8Array[] = [];
const maximumPartBuffers = 4;

/**
 * Reads at most {@link partBytes} of a file at once, from `start` up to, not including, `end` or where it ends, and hands them on: they
 * are valid only during the call. `undefined` where the store has no such way, or it leads nowhere now.
 */
export function readPart<Result>(
  request: ChunkRequest & { readonly end: number },
  use: (bytes: Uint8Array) => Result,
): Result | undefined {
  const part = takeBuffer();
  try {
    const bytes = fillPart(request, part);
    return bytes && use(bytes);
  } finally {
    giveBack(part);
  }
}

function fillPart(
  { store, entry, signal, start, end }: ChunkRequest & { readonly end: number },
  buffer: Uint8Array,
): Uint8Array | undefined {
  signal?.throwIfAborted();
  const part = buffer.subarray(0, Math.max(0, Math.min(end, entry.size) - start));
  return store.readPart?.(entry, start, part) === part.length ? part : undefined;
}

function takeBuffer(): Uint8Array {
  return partBuffers.pop() ?? new Uint8Array(partBytes);
}

function giveBack(buffer: Uint8Array): void {
  if (partBuffers.length < maximumPartBuffers) partBuffers.push(buffer);
}

/** Bytes of the buffer that chunks are read into: few at first, since most windows are small, then as many as make a long scan fast. */
const firstBufferBytes = 64 * 1024;
const laterBufferBytes = 256 * 1024;
const firstChunks = 4;

/** The chunks of a stream, in one piece of memory that is used again and again where the stream can fill what it is given. */
async function* passingChunks(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = byteReader(stream);
  if (reader === undefined) return yield* chunksOf(stream, signal);
  let buffer = new ArrayBuffer(firstBufferBytes);
  let ended = false;
  try {
    for (let chunks = 1; ; chunks++) {
      signal?.throwIfAborted();
      const { done, value } = await reader.read(new Uint8Array(buffer));
      ended = done;
      if (value === undefined || done) return;
      if (value.length > 0) yield value;
      buffer = chunks === firstChunks ? new ArrayBuffer(laterBufferBytes) : value.buffer;
    }
  } finally {
    // A stream that has failed repeats its failure here; read() has thrown it already.
    if (!ended) await reader.cancel().catch(() => undefined);
  }
}

/** `undefined` for a stream that only hands out chunks of its own. */
function byteReader(stream: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | undefined {
  try {
    return stream.getReader({ mode: "byob" });
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
