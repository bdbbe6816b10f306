/** Opening one file on disk as a stream. */
import { closeSync, fstatSync, read, readSync } from "node:fs";
import { promisify } from "node:util";
import { type LogicalPath, parentOf } from "../../base/logical-path.ts";
import { streamOf } from "../byte-streams.ts";
import type { FileEntry, OpenFile } from "../file-store.ts";
import { stampOf } from "../file-version.ts";
import { versionConflict } from "../store-errors.ts";
import type { DescriptorBudget, DescriptorHolder } from "./node-descriptor-budget.ts";
import type { Directories } from "./node-directories.ts";
import type { OpenedFile } from "./node-directory.ts";
import { entryOfStats, stampOfStats, trustedBefore } from "./node-file-stamp.ts";
import { storageFailure } from "./node-system-errors.ts";

/** What fits into this is read when the file is opened: most streams need no descriptor after that. */
const shortBytes = 64 * 1024;
/** Bytes of one piece of a longer stream. */
const chunkBytes = 256 * 1024;
/**
 * How often a file is read that changes in between. Several processes that replace one again and again leave it alone for less time than a
 * busy machine takes between two looks; a file that is written without end is given up after milliseconds all the same.
 */
const maximumAttempts = 16;

const readAsync = promisify(read);

/** What to open. */
export interface OpenFileRequest {
  readonly directories: Directories;
  readonly budget: DescriptorBudget;
  readonly path: LogicalPath;
  /** First byte; a place past the end gives an empty stream. */
  readonly start: number;
  /** The byte to stop before; past the end stands for the end. */
  readonly end: number;
  /** What the file must still be. */
  readonly validator?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Opens the regular file at a path, or gives `undefined` when there is nothing. */
export function openByPath(directories: Directories, path: LogicalPath): OpenedFile | undefined {
  const folder = directories.find(parentOf(path));
  try {
    return folder && directories.openFile(folder, path);
  } finally {
    folder?.close();
  }
}

/** Opens a file as a stream of exactly the bytes that its entry describes; a change while a long one is read fails the stream. */
export function openAsStream(request: OpenFileRequest): OpenFile | null {
  const { path, validator } = request;
  for (let attempt = 1; attempt <= maximumAttempts; attempt++) {
    const trustedBeforeNs = trustedBefore();
    const file = openByPath(request.directories, path);
    if (file === undefined) return null;
    let keep = false;
    try {
      const entry = entryOfStats(path, file.stats, trustedBeforeNs);
      if (validator !== undefined && stampOf(validator) !== stampOf(entry.validator)) throw versionConflict({ path });
      const start = Math.min(request.start, entry.size);
      const end = Math.max(start, Math.min(request.end, entry.size));
      if (end - start > shortBytes) {
        keep = true;
        return { entry, stream: new LongStream(request, entry, { descriptor: file.descriptor, start, end }).stream };
      }
      const bytes = new Uint8Array(end - start);
      const isWhole = fillFrom(file.descriptor, start, bytes);
      if (isWhole && isUnchanged(file.descriptor, entry)) return { entry, stream: streamOf(bytes) };
    } finally {
      if (!keep) closeSync(file.descriptor);
    }
  }
  throw versionConflict({ path });
}

/** Fills memory with the bytes of an open file from `start` on; whether the file goes on for so long. */
export function fillFrom(descriptor: number, start: number, into: Uint8Array): boolean {
  let length = 0;
  while (length < into.length) {
    const count = readSync(descriptor, into, length, into.length - length, start + length);
    if (count === 0) return false;
    length += count;
  }
  return true;
}

function isUnchanged(descriptor: number, entry: FileEntry): boolean {
  return stampOfStats(fstatSync(descriptor, { bigint: true })) === stampOf(entry.validator);
}

/** A stream that reads as it is asked, and can do without its descriptor in between. */
class LongStream implements DescriptorHolder {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #request: OpenFileRequest;
  readonly #entry: FileEntry;
  readonly #end: number;
  #position: number;
  #descriptor: number | undefined;
  #busy = false;
  #ended = false;

  constructor(
    request: OpenFileRequest,
    entry: FileEntry,
    opened: { readonly descriptor: number; readonly start: number; readonly end: number },
  ) {
    this.#request = request;
    this.#entry = entry;
    this.#descriptor = opened.descriptor;
    this.#position = opened.start;
    this.#end = opened.end;
    // A byte stream, so that a reader can have one buffer filled again and again instead of leaving a trail of chunks.
    this.stream = new ReadableStream({
      type: "bytes",
      pull: (controller) => this.#pull(controller),
      cancel: () => this.#finish(),
    });
    request.budget.use(this);
  }

  release(): void {
    if (this.#busy || this.#descriptor === undefined) return;
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  async #pull(controller: ReadableByteStreamController): Promise<void> {
    const { budget, signal, path } = this.#request;
    this.#busy = true;
    try {
      const descriptor = await budget.run(() => this.#open(), signal);
      const bytes = this.#bufferFor(controller);
      const { bytesRead } = await readAsync(descriptor, bytes, 0, bytes.length, this.#position);
      this.#position += bytesRead;
      const isLast = this.#position === this.#end;
      if (bytesRead === 0 || (isLast && !isUnchanged(descriptor, this.#entry))) throw versionConflict({ path });
      if (this.#ended) return;
      const { byobRequest } = controller;
      if (byobRequest === null) controller.enqueue(bytes.subarray(0, bytesRead));
      else byobRequest.respond(bytesRead);
      if (isLast) controller.close();
      this.#ended = isLast;
    } catch (error) {
      this.#ended = true;
      throw storageFailure(error, { operation: "read", path });
    } finally {
      this.#busy = false;
      if (this.#ended) this.#finish();
      else budget.use(this);
    }
  }

  /** The reader's own memory, or a chunk for it. */
  #bufferFor({ byobRequest }: ReadableByteStreamController): Uint8Array<ArrayBuffer> {
    const left = this.#end - this.#position;
    const view = byobRequest?.view;
    if (!view) return new Uint8Array(Math.min(chunkBytes, left));
    return new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset, Math.min(view.byteLength, left));
  }

  /** The descriptor, opened anew if it was given up; it must still be the same file in the same state. */
  #open(): number {
    if (this.#descriptor !== undefined) return this.#descriptor;
    const { directories, path } = this.#request;
    const file = openByPath(directories, path);
    if (file === undefined) throw versionConflict({ path, current: null });
    this.#descriptor = file.descriptor;
    if (!isUnchanged(file.descriptor, this.#entry)) throw versionConflict({ path });
    return file.descriptor;
  }

  /** Ends the stream; while a read is under way its descriptor must stay open, and the read closes it. */
  #finish(): void {
    this.#ended = true;
    if (this.#busy) return;
    this.#request.budget.forget(this);
    this.release();
  }
}
