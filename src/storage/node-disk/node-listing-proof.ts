/** What a walk found, as bytes by which another process can tell whether it would find the same: cheaper than walking again. */
import { type Dirent, lstatSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { GraphdownError } from "../../base/errors.ts";
import { type DirectoryPath, isBelow, type LogicalPath, nameOf, parentOf } from "../../base/logical-path.ts";
import type { FileEntry } from "../file-store.ts";
import type { Directories } from "./node-directories.ts";
import type { Directory } from "./node-directory.ts";
import { exactly, isStampOf, type KnownFolder, numbersPerFile, toldBy, uncounted } from "./node-known-folder.ts";
import { readDirents } from "./node-read-folder.ts";
import { systemCodeOf } from "./node-system-errors.ts";

/** Longest time that other work has to wait for its turn. */
const turnMs = 10;

/** Looks at files between two looks at the clock. */
const looksPerClock = 64;

/** How many folders, from the root downwards, are kept open. */
const heldFolders = 64;

const alignment = BigUint64Array.BYTES_PER_ELEMENT;

/** Collects what is to be compared. */
export class ListingProof {
  readonly #folders: { readonly path: DirectoryPath; readonly known: KnownFolder }[] = [];
  readonly #told = new Set<FileEntry>();
  readonly #counts: (file: LogicalPath) => boolean;
  #isWhole = true;

  /** @param counts As in `ListOptions.prove`. */
  constructor(counts: (file: LogicalPath) => boolean) {
    this.#counts = counts;
  }

  /** Each folder that is entered, before those below it. */
  add(path: DirectoryPath, known: KnownFolder): void {
    this.#folders.push({ path, known });
  }

  /** Each entry of the listing. */
  tell(entry: FileEntry): void {
    this.#told.add(entry);
  }

  /** Something was met that another walk may find otherwise though no name and no stamp is another. */
  spoil(): void {
    this.#isWhole = false;
  }

  /** Names of folders with what is in them, then stamps of files; `undefined` where something can't be compared later. */
  toBytes(): Uint8Array | undefined {
    if (!this.#isWhole) return undefined;
    const lines: string[] = [];
    const stamps: BigUint64Array[] = [];
    for (const { path, known } of this.#folders) {
      const found = known.stampsAsTold(this.#told, (name) => this.#counts(pathIn(path, name)));
      if (found === undefined) return undefined;
      lines.push(path, String(known.told.length));
      // A folder may hold more names than a call takes arguments.
      for (const name of known.told) lines.push(name);
      stamps.push(found);
    }
    const text = new TextEncoder().encode(JSON.stringify(lines));
    const start = Math.ceil((alignment + text.length) / alignment) * alignment;
    const bytes = new Uint8Array(start + stamps.reduce((sum, { byteLength }) => sum + byteLength, 0));
    new DataView(bytes.buffer).setUint32(0, text.length, true);
    bytes.set(text, alignment);
    let end = start;
    for (const { buffer, byteLength } of stamps) {
      bytes.set(new Uint8Array(buffer, 0, byteLength), end);
      end += byteLength;
    }
    return bytes;
  }
}

/** A name that is listed is part of a path. */
function pathIn(folder: DirectoryPath, name: string): LogicalPath {
  return (folder === "" ? name : `${folder}/${name}`) as LogicalPath;
}

/**
 * Whether each folder holds the names that it held, and each file that counts is the very same with all its times. `false` also where that can't be
 * seen: a walk then tells why. About every 10 ms other work gets its turn, and an abort is seen.
 */
export async function isProved(directories: Directories, proof: Uint8Array, signal?: AbortSignal): Promise<boolean> {
  signal?.throwIfAborted();
  const comparison = new Comparison(directories, proof);
  try {
    let lastTurn = performance.now();
    for (const isSame of comparison.steps()) {
      if (!isSame) return false;
      if (performance.now() - lastTurn < turnMs) continue;
      await turn();
      signal?.throwIfAborted();
      lastTurn = performance.now();
    }
    return true;
  } catch (cause) {
    if (GraphdownError.isInstance(cause) || systemCodeOf(cause) !== undefined) return false;
    throw cause;
  } finally {
    comparison.close();
  }
}

class Comparison {
  readonly #directories: Directories;
  readonly #lines: readonly string[];
  readonly #stamps: BigUint64Array;
  /** The folders above the present one, the root first. */
  readonly #above: { readonly path: DirectoryPath; readonly folder: Directory }[] = [];
  #nextStamp = 0;

  constructor(directories: Directories, proof: Uint8Array) {
    const { buffer, byteOffset, byteLength } = proof;
    const length = new DataView(buffer, byteOffset).getUint32(0, true);
    const start = Math.ceil((alignment + length) / alignment) * alignment;
    this.#directories = directories;
    this.#lines = JSON.parse(new TextDecoder().decode(proof.subarray(alignment, alignment + length))) as string[];
    this.#stamps = new BigUint64Array(buffer, byteOffset + start, (byteLength - start) / alignment);
  }

  /** Whether all is the same so far, now and then. */
  *steps(): Generator<boolean, void, undefined> {
    const lines = this.#lines;
    for (let at = 0; at < lines.length; ) {
      const path = lines[at] as DirectoryPath;
      const count = Number(lines[at + 1]);
      yield* this.#compare(path, at + 2, count);
      at += 2 + count;
    }
  }

  close(): void {
    for (const { folder } of this.#above) folder.close();
    this.#above.length = 0;
  }

  *#compare(path: DirectoryPath, from: number, count: number): Generator<boolean, void, undefined> {
    const folder = this.#enter(path);
    if (folder === undefined) return yield false;
    const isHeld = this.#above.length < heldFolders;
    if (isHeld) this.#above.push({ path, folder });
    try {
      const dirents = readDirents(folder);
      if (dirents.length !== count) return yield false;
      for (let at = 0; at < count; at++) {
        if (!this.#isSame(folder, dirents[at] as Dirent, this.#lines[from + at] as string)) return yield false;
        if (at % looksPerClock === 0) yield true;
      }
    } finally {
      if (!isHeld) folder.close();
    }
  }

  #enter(path: DirectoryPath): Directory | undefined {
    for (;;) {
      const last = this.#above.at(-1);
      if (last === undefined || (path !== "" && isBelow(path, last.path))) break;
      last.folder.close();
      this.#above.pop();
    }
    const parent = this.#above.at(-1);
    if (path === "" || parent?.path !== parentOf(path)) return this.#directories.find(path);
    return this.#directories.enter(parent.folder, nameOf(path), path);
  }

  #isSame({ plainPrefix }: Directory, dirent: Dirent, told: string): boolean {
    if (!dirent.isFile()) return toldBy(dirent) === told;
    if (dirent.name !== told) return false;
    const first = this.#nextStamp;
    this.#nextStamp += numbersPerFile;
    if (this.#stamps[first] === uncounted) return true;
    // As in a walk: the plain path is shorter, and what is found there counts only if it is that very file.
    const stats = lstatSync(plainPrefix + told, exactly);
    return stats !== undefined && isStampOf(stats, this.#stamps, first);
  }
}
