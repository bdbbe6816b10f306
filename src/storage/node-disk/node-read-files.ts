/** Reading many files in a row: synchronously, into one buffer, the folder held open between files that share it. */
import { closeSync, fstatSync, readSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { GraphdownError } from "../../base/errors.ts";
import { type LogicalPath, parentOf } from "../../base/logical-path.ts";
import { type FileEntry, type FileReadResult, unseenValidator } from "../file-store.ts";
import { stampOf } from "../file-version.ts";
import { tooLarge, versionConflict } from "../store-errors.ts";
import type { DescriptorBudget } from "./node-descriptor-budget.ts";
import type { Directories } from "./node-directories.ts";
import type { Directory } from "./node-directory.ts";
import { entryOfStats, stampOfStats, trustedBefore } from "./node-file-stamp.ts";
import { isOutOfDescriptors, storageFailure, systemCodeOf } from "./node-system-errors.ts";

/** Longest time that other work has to wait for its turn. */
const turnMs = 10;

/** The buffer holds at least this, and more once a larger file has been met. */
const usualBytes = 256 * 1024;

/** How often a file that changes while it is read is read again. */
const maximumAttempts = 3;

/** What to read, and what to do with it. */
export interface ReadFilesRequest {
  readonly directories: Directories;
  readonly budget: DescriptorBudget;
  readonly entries: readonly FileEntry[];
  readonly maximumBytes: number;
  readonly signal?: AbortSignal | undefined;
  readonly visit: (result: FileReadResult, index: number) => void;
}

/**
 * Reads files in the given order, fastest when that is the order of a listing. About every 10 ms other work gets its turn, and an
 * abort is seen.
 *
 * A file is taken as it is when its stamp after reading is the one that was listed: then the descriptor was that very file all the
 * time, a regular one, and nobody changed it between the listing and the end of the read. Anything else is looked at with care.
 */
export async function readFilesInOrder(request: ReadFilesRequest): Promise<void> {
  const { entries, budget, signal, visit } = request;
  const reader = new SerialReader(request);
  try {
    let lastTurn = performance.now();
    for (let index = 0; index < entries.length; index++) {
      const entry = entries[index] as FileEntry;
      let result: FileReadResult;
      try {
        result = reader.read(entry);
      } catch (error) {
        if (!isOutOfDescriptors(error)) throw error;
        reader.close();
        result = await budget.run(() => reader.read(entry), signal);
      }
      visit(result, index);
      if (index % 16 === 0 && performance.now() - lastTurn > turnMs) {
        await turn();
        signal?.throwIfAborted();
        lastTurn = performance.now();
        reader.trustedBeforeNs = trustedBefore();
      }
    }
  } finally {
    reader.close();
  }
}

class SerialReader {
  readonly #directories: Directories;
  readonly #maximumBytes: number;
  /** Set before files are opened; see {@link trustedBefore}. */
  trustedBeforeNs: bigint = trustedBefore();
  #buffer: Buffer;
  /** The folder that is open, by its path; `undefined` when none is. */
  #path: string | undefined;
  #folder: Directory | undefined;

  constructor({ directories, entries, maximumBytes }: ReadFilesRequest) {
    this.#directories = directories;
    this.#maximumBytes = maximumBytes;
    const largest = entries.reduce((size, entry) => Math.max(size, entry.size), usualBytes);
    this.#buffer = Buffer.allocUnsafeSlow(Math.min(largest, maximumBytes));
  }

  /** Reads one file. What is wrong with it is a result; only a lack of descriptors is thrown. */
  read(entry: FileEntry): FileReadResult {
    const { path } = entry;
    try {
      const folder = this.#folderOf(path);
      if (folder === undefined) return { status: "gone", path };
      if (entry.size > this.#maximumBytes) {
        return { status: "failed", path, error: tooLarge(path, entry.size, this.#maximumBytes) };
      }
      const isUnseen = entry.validator === unseenValidator;
      const result = isUnseen ? this.#readUnseen(folder, path) : this.#readListed(folder, entry);
      return result ?? this.#readWithCare(folder, path);
    } catch (error) {
      if (isOutOfDescriptors(error)) throw error;
      const failure = storageFailure(error, { operation: "read", path });
      if (!GraphdownError.isInstance(failure)) throw failure;
      return { status: "failed", path, error: failure };
    }
  }

  close(): void {
    this.#folder?.close();
    this.#folder = undefined;
    this.#path = undefined;
  }

  /** The folder of a file, kept open for the next one. */
  #folderOf(path: LogicalPath): Directory | undefined {
    const slash = path.lastIndexOf("/");
    const isSame = this.#path !== undefined && slash === this.#path.length && path.startsWith(this.#path);
    if (this.#folder !== undefined && (isSame || (slash === -1 && this.#path === ""))) return this.#folder;
    this.close();
    const parent = parentOf(path);
    this.#folder = this.#directories.find(parent);
    this.#path = parent;
    return this.#folder;
  }

  /** The bytes, if the file is still what was listed. */
  #readListed(folder: Directory, entry: FileEntry): FileReadResult | undefined {
    return this.#tryRead(folder, entry.path, (descriptor) => {
      const length = this.#fill(descriptor, entry.size);
      const stats = fstatSync(descriptor, { bigint: true });
      if (length !== entry.size || stampOfStats(stats) !== stampOf(entry.validator)) return undefined;
      return { status: "read", entry, bytes: this.#buffer.subarray(0, length) };
    });
  }

  /**
   * The bytes of a file of which only the name is known. One look after reading is enough where the last change lies well before
   * the file was opened: then it did not change in between, and the bytes are what the stamp stands for.
   */
  #readUnseen(folder: Directory, path: LogicalPath): FileReadResult | undefined {
    return this.#tryRead(folder, path, (descriptor) => {
      const length = readSync(descriptor, this.#buffer, 0, this.#buffer.length, null);
      const stats = fstatSync(descriptor, { bigint: true });
      if (!stats.isFile() || stats.ctimeNs >= this.trustedBeforeNs || Number(stats.size) !== length) return undefined;
      const entry = entryOfStats(path, stats, this.trustedBeforeNs);
      return { status: "read", entry, bytes: this.#buffer.subarray(0, length) };
    });
  }

  /** Reads a file while it is open; `undefined` where it can't be, so that it is not what was listed. */
  #tryRead(
    folder: Directory,
    path: LogicalPath,
    read: (descriptor: number) => FileReadResult | undefined,
  ): FileReadResult | undefined {
    const descriptor = this.#directories.tryOpen(folder, path);
    if (descriptor === undefined) return undefined;
    try {
      return read(descriptor);
    } catch (error) {
      if (systemCodeOf(error) === "EIO") throw error;
      return undefined;
    } finally {
      closeSync(descriptor);
    }
  }

  /** The file as it is now, whole. */
  #readWithCare(folder: Directory, path: LogicalPath): FileReadResult {
    for (let attempt = 1; attempt <= maximumAttempts; attempt++) {
      const before = trustedBefore();
      const file = this.#directories.openFile(folder, path);
      if (file === undefined) return { status: "gone", path };
      try {
        const entry = entryOfStats(path, file.stats, before);
        if (entry.size > this.#maximumBytes) throw tooLarge(path, entry.size, this.#maximumBytes);
        const length = this.#fill(file.descriptor, entry.size);
        const after = fstatSync(file.descriptor, { bigint: true });
        if (length === entry.size && stampOfStats(after) === stampOf(entry.validator)) {
          return { status: "read", entry, bytes: this.#buffer.subarray(0, length) };
        }
      } finally {
        closeSync(file.descriptor);
      }
    }
    throw versionConflict({ path });
  }

  /** Reads up to `size` bytes into the buffer; how many there were. */
  #fill(descriptor: number, size: number): number {
    if (size > this.#buffer.length) this.#buffer = Buffer.allocUnsafeSlow(size);
    let length = 0;
    while (length < size) {
      const count = readSync(descriptor, this.#buffer, length, size - length, null);
      if (count === 0) break;
      length += count;
    }
    return length;
  }
}
