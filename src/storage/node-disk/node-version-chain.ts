/**
 * The versions of one path, numbered without a gap that matters: whoever creates the file of the next number by `link` has the right
 * to make the next change, and a second one fails. That is what makes conditional writes hold between processes, and it is history.
 */
import { createHash } from "node:crypto";
import { closeSync, constants, linkSync, lstatSync, openSync, readdirSync, readSync, unlinkSync } from "node:fs";
import { GraphdownError } from "../../base/errors.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import type { WriteMetadata } from "../file-store.ts";
import { unsupported } from "../store-errors.ts";
import { type Directories, makeFolder } from "./node-directories.ts";
import type { Directory } from "./node-directory.ts";
import { systemCodeOf } from "./node-system-errors.ts";
import { isTemporaryName } from "./node-temporary-files.ts";

/** What a version says of itself, in one line of JSON before its bytes. */
export interface VersionRecord {
  /** `adopt`: bytes that another program had written, found here and kept before they were replaced. */
  readonly action: "create" | "replace" | "delete" | "adopt";
  readonly path: LogicalPath;
  /** SHA-256 of the bytes; absent for a deletion. */
  readonly sha256?: string;
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly written: number;
  /** Whether the bytes follow; those of large files are not kept. */
  readonly kept: boolean;
  /** The temporary file that holds the bytes until it is moved to its path: who finds it there finishes what was begun. */
  readonly token?: string;
  /** What a deletion removes, so that it never removes anything newer. */
  readonly removes?: string;
  readonly metadata?: WriteMetadata;
}

/** A version as it was found. */
export interface FoundVersion {
  readonly number: number;
  /** `undefined` when its file is damaged, as a power failure can leave it. */
  readonly record: VersionRecord | undefined;
}

/** Largest file whose bytes are kept as history, and whose changes by other programs are noticed. */
export const maximumHistoryBytes: number = 8 * 1024 * 1024;

/** Longest line before the bytes. */
const maximumRecordBytes = 32 * 1024;
const digits = 10;

/** The versions of one path, held open. Close it at the end. */
export class VersionChain {
  readonly #folder: Directory;

  private constructor(folder: Directory) {
    this.#folder = folder;
  }

  /** The chain of a path, or `undefined` when there is none and none should be made. */
  static open(options: {
    readonly directories: Directories;
    readonly versions: Directory;
    readonly path: LogicalPath;
    readonly make: boolean;
  }): VersionChain | undefined {
    const { directories, versions, path, make } = options;
    const name = createHash("sha256").update(path).digest("hex");
    if (make) makeFolder(versions, name, 0o700);
    const folder = directories.enter(versions, name, ".graphdown");
    return folder && new VersionChain(folder);
  }

  /** The numbers that are there, lowest first. */
  numbers(): number[] {
    const numbers: number[] = [];
    for (const name of readdirSync(this.#folder.prefix)) if (/^\d{10}$/.test(name)) numbers.push(Number(name));
    return numbers.sort((a, b) => a - b);
  }

  /** The newest version; number 0 when there is none. */
  head(): FoundVersion {
    const number = this.numbers().at(-1) ?? 0;
    return { number, record: number === 0 ? undefined : this.read(number) };
  }

  /** What a version says of itself; `undefined` when it is missing or damaged. */
  read(number: number): VersionRecord | undefined {
    const opened = this.open(number);
    if (opened === undefined) return undefined;
    closeSync(opened.descriptor);
    return opened.record;
  }

  /** Opens a version: its record, and where its bytes begin. The caller closes the descriptor. */
  open(
    number: number,
  ): { readonly descriptor: number; readonly record: VersionRecord; readonly start: number } | undefined {
    let descriptor: number;
    try {
      descriptor = openSync(this.#nameOf(number), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    } catch (error) {
      if (systemCodeOf(error) === "ENOENT") return undefined;
      throw error;
    }
    const head = Buffer.alloc(maximumRecordBytes);
    const length = readSync(descriptor, head, 0, head.length, 0);
    const end = head.subarray(0, length).indexOf(0x0a);
    const record = end === -1 ? undefined : parseRecord(head.toString("utf8", 0, end));
    if (record !== undefined) return { descriptor, record, start: end + 1 };
    closeSync(descriptor);
    return undefined;
  }

  /**
   * Tries to make a prepared file the version of this number. `false` when somebody else was first; then the chain has moved on and
   * must be looked at again.
   */
  claim(number: number, prepared: { readonly folder: Directory; readonly name: string }): boolean {
    try {
      linkSync(prepared.folder.prefix + prepared.name, this.#nameOf(number));
    } catch (error) {
      const code = systemCodeOf(error);
      if (code === "EEXIST") return false;
      if (code === "EPERM" || code === "ENOSYS" || code === "EOPNOTSUPP" || code === "ENOTSUP") throw noLinks();
      throw error;
    }
    let isNewest = false;
    try {
      // A writer that was stopped for long could claim a number that has been pruned since; the head tells.
      isNewest = this.numbers().at(-1) === number;
      return isNewest;
    } finally {
      if (!isNewest) this.forget(number);
    }
  }

  /** Takes a version out of the chain. */
  forget(number: number): void {
    try {
      unlinkSync(this.#nameOf(number));
    } catch (error) {
      if (systemCodeOf(error) !== "ENOENT") throw error;
    }
  }

  /** Drops versions beyond the newest `versions`, and those older than `days`; the newest one stays, since it holds the number. */
  prune({ versions, days }: HistoryBounds): void {
    const numbers = this.numbers();
    if (numbers.length <= 1) return;
    const oldest = Date.now() - days * dayMs;
    for (const [index, number] of numbers.entries()) {
      if (index === numbers.length - 1) return;
      const excess = numbers.length - index > versions;
      if (!excess && (lstatSync(this.#nameOf(number), { throwIfNoEntry: false })?.mtimeMs ?? 0) >= oldest) return;
      this.forget(number);
    }
  }

  close(): void {
    this.#folder.close();
  }

  #nameOf(number: number): string {
    return this.#folder.prefix + String(number).padStart(digits, "0");
  }
}

/** How much history is kept of each path. */
export interface HistoryBounds {
  /** Versions, the present one included. */
  readonly versions: number;
  readonly days: number;
}

/** What is kept where nothing else is asked for. */
export const defaultHistory: HistoryBounds = { versions: 20, days: 30 };

/** Milliseconds of a day. */
export const dayMs: number = 24 * 60 * 60 * 1_000;

/** A record as the line that stands before the bytes. */
export function recordLine(record: VersionRecord): Buffer {
  const line = Buffer.from(`${JSON.stringify(record)}\n`, "utf8");
  if (line.length <= maximumRecordBytes) return line;
  throw new GraphdownError({
    code: "limit_exceeded",
    message: `The metadata of this write takes ${line.length} bytes, and at most ${maximumRecordBytes} are kept beside a file.`,
    path: record.path,
    details: { reason: "metadata", maximum: maximumRecordBytes, actual: line.length },
    next: "Write with shorter metadata.",
  });
}

/** Reads a record with mistrust: who can write below the root can write here too. */
function parseRecord(line: string): VersionRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const record = value as Partial<Record<keyof VersionRecord, unknown>>;
  const sound =
    (record.action === "create" ||
      record.action === "replace" ||
      record.action === "delete" ||
      record.action === "adopt") &&
    typeof record.path === "string" &&
    Number.isSafeInteger(record.size) &&
    Number.isFinite(record.written) &&
    typeof record.kept === "boolean" &&
    isTextOrAbsent(record.sha256) &&
    isTextOrAbsent(record.removes) &&
    (record.token === undefined || (typeof record.token === "string" && isTemporaryName(record.token)));
  return sound ? (value as VersionRecord) : undefined;
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function noLinks(): Error {
  return unsupported(
    "no_hard_links",
    "This file system has no hard links, so writes could not be kept from overwriting each other.",
    "Keep the files on a file system with hard links, or use them read-only here.",
  );
}
