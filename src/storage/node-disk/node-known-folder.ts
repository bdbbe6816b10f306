/** What a walk found in one folder, so that the next one need not tell anew what is still the same. */
import { type BigIntStats, type Dirent, lstatSync } from "node:fs";
import { compareCodePoints } from "../../base/compare-code-points.ts";
import { type FileEntry, isTrusted } from "../file-store.ts";
import type { FolderContent } from "./node-folder-content.ts";

/** With nanoseconds; what is gone is no error. */
export const exactly = { bigint: true, throwIfNoEntry: false } as const;

/** Device, inode, size and both times: as long as none of them differs, a trusted entry stands for the same bytes. */
export const numbersPerFile = 5;

/** Stands for each number of a file that need not be looked at: no system tells it as a time. */
export const uncounted: bigint = 2n ** 64n - 1n;

/** The names in a folder in the order of a walk, and the entries of those files that have been looked at. */
export class KnownFolder {
  /** In the order of a recursive walk; the name of a folder ends in `/`. */
  readonly names: readonly string[];
  /** As in {@link FolderContent}. */
  readonly unlisted: FolderContent["unlisted"];
  /** All that the system told, in its order; see {@link toldBy}. */
  readonly told: readonly string[];
  readonly #entries: (FileEntry | undefined)[];
  readonly #numbers: BigUint64Array;

  /**
   * @param dirents What the system told.
   * @param content What of it is listed, with its names in order.
   * @param before What was known of the same folder: what it knows of files that are still there is taken over.
   */
  constructor(dirents: readonly Dirent[], { names, unlisted }: FolderContent, before?: KnownFolder) {
    this.names = names;
    this.unlisted = unlisted;
    this.told = dirents.map(toldBy);
    this.#entries = new Array(names.length).fill(undefined);
    this.#numbers = new BigUint64Array(names.length * numbersPerFile);
    if (before !== undefined) this.#takeOver(before);
  }

  /** How many names are remembered, those that are not listed included. */
  get size(): number {
    return this.told.length;
  }

  /** Whether the system tells the same names of the same kinds, in the same order. */
  isToldBy(dirents: readonly Dirent[]): boolean {
    return dirents.length === this.told.length && dirents.every((dirent, at) => this.told[at] === toldBy(dirent));
  }

  /**
   * The entry of a file that was remembered, if the file is still the same; `undefined` asks for an exact look.
   *
   * @param path The plain one: it is shorter than the way through a descriptor, and will do though somebody may lead it elsewhere meanwhile.
   *   What is found there counts only if it is the very file that was remembered, with all its times.
   */
  recall(at: number, path: string): FileEntry | undefined {
    const entry = this.#entries[at];
    if (entry === undefined) return undefined;
    try {
      const stats = lstatSync(path, exactly);
      return stats !== undefined && isStampOf(stats, this.#numbers, at * numbersPerFile) ? entry : undefined;
    } catch {
      // A folder that may not be searched, a path that is too long: the exact look says what it is.
      return undefined;
    }
  }

  /** Remembers a file, unless it is too young to be told from what it becomes next. */
  remember(at: number, entry: FileEntry, { dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): void {
    this.#entries[at] = isTrusted(entry) ? entry : undefined;
    this.#numbers.set([dev, ino, size, mtimeNs, ctimeNs], at * numbersPerFile);
  }

  /**
   * The numbers of all files in the order of `told`, {@link uncounted} ones where the name is enough; `undefined` if one that counts is not
   * remembered.
   *
   * @param entries What a walk gave: another one may have found a file otherwise since.
   * @param counts Whether it matters what is told of a file besides its name.
   */
  stampsAsTold(entries: ReadonlySet<FileEntry>, counts: (name: string) => boolean): BigUint64Array | undefined {
    const places = new Map(this.names.map((name, at) => [name, at]));
    const files = this.told.filter((name) => !name.includes("/"));
    const stamps = new BigUint64Array(files.length * numbersPerFile).fill(uncounted);
    for (const [index, name] of files.entries()) {
      const at = places.get(name);
      // Names of our own are in no listing.
      if (at === undefined || !counts(name)) continue;
      const entry = this.#entries[at];
      if (entry === undefined || !entries.has(entry)) return undefined;
      const first = at * numbersPerFile;
      stamps.set(this.#numbers.subarray(first, first + numbersPerFile), index * numbersPerFile);
    }
    return stamps;
  }

  /** Both lists of names are in the same order. */
  #takeOver(before: KnownFolder): void {
    let earlier = 0;
    for (let at = 0; at < this.names.length; at++) {
      const name = this.names[at] as string;
      while (earlier < before.names.length && compareCodePoints(before.names[earlier] as string, name) < 0) earlier++;
      if (before.names[earlier] !== name) continue;
      this.#entries[at] = before.#entries[earlier];
      const first = earlier * numbersPerFile;
      this.#numbers.set(before.#numbers.subarray(first, first + numbersPerFile), at * numbersPerFile);
    }
  }
}

/** Whether a file has the numbers that begin at `first`. */
export function isStampOf(
  { dev, ino, size, mtimeNs, ctimeNs }: BigIntStats,
  numbers: BigUint64Array,
  first: number,
): boolean {
  return (
    numbers[first + 4] === BigInt.asUintN(64, ctimeNs) &&
    // Times before 1970 are kept as they wrap.
    numbers[first + 3] === BigInt.asUintN(64, mtimeNs) &&
    numbers[first + 2] === size &&
    numbers[first + 1] === ino &&
    numbers[first] === dev
  );
}

/** Name and kind as one text: a file has its name alone, since no name holds a `/`. */
export function toldBy(dirent: Dirent): string {
  if (dirent.isFile()) return dirent.name;
  if (dirent.isDirectory()) return `${dirent.name}/`;
  return `${dirent.name}/${dirent.isSymbolicLink() ? "link" : "other"}`;
}
