/** The folder of packs in the user's cache: private to the user, bounded, safe under processes that use it at the same time. */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  type Stats,
  unlinkSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { GraphdownError } from "../../base/errors.ts";
import { labelBytes, type PackSource, readLabel } from "./pack-container.ts";

/** A pack as `graphdown cache status` tells of it. */
export interface PackStatus {
  readonly file: string;
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly lastUsed: number;
  /** The place that it is about; absent where the file is no pack of this version. */
  readonly location?: string;
}

/** A pack file that is open. */
export interface OpenedPackFile extends PackSource {
  close(): void;
}

const suffix = ".pack";
const temporary = /^\.[0-9a-f]{16}\.tmp$/;
const privateFolder = 0o700;
const privateFile = 0o600;
const othersMayWrite = 0o022;

/** Packs that are not used for so long go. */
const maximumAgeMs = 30 * 24 * 60 * 60 * 1000;
/** Packs of together more than this go, least recently used first. */
const maximumBytes = 2 * 1024 ** 3;
/** What a process that was killed left behind is older than this. */
const temporaryAgeMs = 60 * 60 * 1000;

export class PackFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** A pack that is read by need; `undefined` when there is none. It stays what it was when another takes its place. */
  open(key: string): OpenedPackFile | undefined {
    if (!this.#isTrusted()) return undefined;
    const file = this.#fileOf(key);
    const descriptor = openExisting(file);
    if (descriptor === undefined) return undefined;
    const stats = fstatSync(descriptor);
    if (!isOurs(stats) || !stats.isFile()) {
      closeSync(descriptor);
      return undefined;
    }
    markUsed(file);
    return {
      size: stats.size,
      read: (start, end) => readPart(descriptor, start, end),
      close: () => closeSync(descriptor),
    };
  }

  /** Writes a pack in place of the one before. What the system refuses is thrown as it is; nothing is left behind then. */
  write(key: string, pieces: readonly Uint8Array[]): void {
    this.#make();
    const unfinished = join(this.path, `.${randomBytes(8).toString("hex")}.tmp`);
    const descriptor = openSync(unfinished, "wx", privateFile);
    try {
      try {
        for (const piece of pieces) writeWhole(descriptor, piece);
      } finally {
        closeSync(descriptor);
      }
      renameSync(unfinished, this.#fileOf(key));
    } catch (cause) {
      unlinkIfThere(unfinished);
      throw cause;
    }
    this.#sweep(key);
  }

  remove(key: string): void {
    unlinkIfThere(this.#fileOf(key));
  }

  /** All packs, most recently used first. */
  status(): readonly PackStatus[] {
    return this.#packs()
      .map(({ name, stats }) => ({
        file: join(this.path, name),
        bytes: stats.size,
        lastUsed: stats.mtimeMs,
        ...locationOf(join(this.path, name)),
      }))
      .sort((a, b) => b.lastUsed - a.lastUsed);
  }

  /** Removes every pack; how many there were and their bytes. */
  clear(): { readonly packs: number; readonly bytes: number } {
    const packs = this.#packs();
    for (const { name } of packs) unlinkIfThere(join(this.path, name));
    this.#removeUnfinished(0);
    return { packs: packs.length, bytes: packs.reduce((sum, { stats }) => sum + stats.size, 0) };
  }

  #fileOf(key: string): string {
    return join(this.path, key + suffix);
  }

  #make(): void {
    mkdirSync(this.path, { recursive: true, mode: privateFolder });
    if (!this.#isTrusted()) throw untrusted(this.path);
  }

  /** Whether the folder is a folder, ours, and nobody else may put something into it. */
  #isTrusted(): boolean {
    const stats = lookAt(this.path);
    return stats?.isDirectory() === true && isOurs(stats);
  }

  #packs(): { readonly name: string; readonly stats: Stats }[] {
    const packs: { readonly name: string; readonly stats: Stats }[] = [];
    for (const name of this.#names()) {
      const stats = name.endsWith(suffix) ? lookAt(join(this.path, name)) : undefined;
      if (stats?.isFile() === true) packs.push({ name, stats });
    }
    return packs;
  }

  #names(): readonly string[] {
    try {
      return readdirSync(this.path);
    } catch (cause) {
      if (isMissing(cause)) return [];
      if (codeOf(cause) === "ENOTDIR") throw untrusted(this.path);
      throw cause;
    }
  }

  /** Keeps the folder within its bounds; the pack that was just written stays. */
  #sweep(key: string): void {
    const youngest = Date.now() - maximumAgeMs;
    let total = 0;
    for (const { name, stats } of this.#packs().sort((a, b) => b.stats.mtimeMs - a.stats.mtimeMs)) {
      total += stats.size;
      const isStale = stats.mtimeMs < youngest || total > maximumBytes;
      if (isStale && name !== key + suffix) unlinkIfThere(join(this.path, name));
    }
    this.#removeUnfinished(temporaryAgeMs);
  }

  #removeUnfinished(ageMs: number): void {
    for (const name of this.#names()) {
      if (!temporary.test(name)) continue;
      const file = join(this.path, name);
      if (Date.now() - (lookAt(file)?.mtimeMs ?? 0) >= ageMs) unlinkIfThere(file);
    }
  }
}

/** Whether nobody but this user could have written it. Where there are no user numbers, folders of users are private by themselves. */
function isOurs(stats: Stats): boolean {
  const user = process.getuid?.();
  return user === undefined || (stats.uid === user && (stats.mode & othersMayWrite) === 0);
}

function lookAt(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** A descriptor, or `undefined` for what is missing or a link. */
function openExisting(file: string): number | undefined {
  try {
    return openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (cause) {
    const code = codeOf(cause);
    if (code === "ENOENT" || code === "ELOOP" || code === "EACCES") return undefined;
    throw cause;
  }
}

function readPart(descriptor: number, start: number, end: number): Uint8Array {
  // Memory of its own, so that its columns of numbers are aligned.
  const bytes = new Uint8Array(Math.max(0, end - start));
  let length = 0;
  try {
    while (length < bytes.length) {
      const count = readSync(descriptor, bytes, length, bytes.length - length, start + length);
      if (count === 0) break;
      length += count;
    }
  } catch (cause) {
    // What can't be read is as good as damaged: who compares the sum will begin again without it.
    if (codeOf(cause) === undefined) throw cause;
  }
  return bytes.subarray(0, length);
}

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(descriptor, bytes, written);
}

/** So that the least recently used can be told; who may not is no worse off. */
function markUsed(file: string): void {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch (cause) {
    if (codeOf(cause) === undefined) throw cause;
  }
}

function locationOf(file: string): { readonly location?: string } {
  const descriptor = openExisting(file);
  if (descriptor === undefined) return {};
  try {
    const head = new Uint8Array(labelBytes);
    const length = readSync(descriptor, head, 0, head.length, 0);
    const label = readLabel(head.subarray(0, length));
    return label === undefined ? {} : { location: label.location };
  } finally {
    closeSync(descriptor);
  }
}

function unlinkIfThere(file: string): void {
  try {
    unlinkSync(file);
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
  }
}

function isMissing(cause: unknown): boolean {
  return codeOf(cause) === "ENOENT";
}

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error ? (cause as NodeJS.ErrnoException).code : undefined;
}

function untrusted(path: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_options",
    message: `The cache folder "${path}" is not a folder that only this user can write to.`,
    details: { option: "cacheFolder", path },
    next: "Remove it, or take the rights of others away (chmod 700), or name another folder.",
  });
}
