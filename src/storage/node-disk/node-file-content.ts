/** Moving bytes between streams and descriptors, hashing them on the way. */
import { createHash } from "node:crypto";
import { read, write } from "node:fs";
import { promisify } from "node:util";
import { chunksOf } from "../byte-streams.ts";

const chunkBytes = 256 * 1024;
const readAsync = promisify(read);
const writeAsync = promisify(write);

/** How many bytes there were, and their SHA-256. */
export interface ContentSummary {
  readonly size: number;
  readonly sha256: string;
}

/** Writes all bytes from the start of an empty file. */
export async function writeContent(
  descriptor: number,
  content: Uint8Array | ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): Promise<ContentSummary> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of content instanceof Uint8Array ? [content] : chunksOf(content, signal)) {
    await writeFully(descriptor, chunk, size);
    hash.update(chunk);
    size += chunk.length;
  }
  signal?.throwIfAborted();
  return { size, sha256: hash.digest("hex") };
}

/** Copies `size` bytes from the start of one file to a place in another. */
export async function copyContent(
  from: number,
  to: { readonly descriptor: number; readonly position: number; readonly size: number },
): Promise<void> {
  let copied = 0;
  for await (const chunk of chunksOfFile(from, 0)) {
    if (copied >= to.size) break;
    await writeFully(to.descriptor, chunk, to.position + copied);
    copied += chunk.length;
  }
}

/** The SHA-256 of a file from `start` on. */
export async function hashFile(descriptor: number, start: number = 0): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of chunksOfFile(descriptor, start)) hash.update(chunk);
  return hash.digest("hex");
}

/** The chunks share one buffer: each is only valid until the next. */
async function* chunksOfFile(descriptor: number, start: number): AsyncGenerator<Uint8Array, void, undefined> {
  const buffer = new Uint8Array(chunkBytes);
  for (let position = start; ; ) {
    const { bytesRead } = await readAsync(descriptor, buffer, 0, buffer.length, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Writes bytes at a place, however many calls it takes. */
export async function writeFully(descriptor: number, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await writeAsync(descriptor, bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}
