/** The folders that walks of one store have gone through. */
import type { DirectoryPath } from "../../base/logical-path.ts";
import type { KnownFolder } from "./node-known-folder.ts";

/** So many names are some 50 MB. */
const defaultMaximumNames = 250_000;

/** Remembers what was in folders, by their paths. Never an answer by itself: each walk reads each folder and looks at each file again. */
export class ListingMemory {
  readonly #folders = new Map<DirectoryPath, KnownFolder>();
  readonly #maximumNames: number;
  #names = 0;

  /** @param maximumNames Names, over all folders, beyond which no further folder is remembered. Default 250,000. */
  constructor(maximumNames: number = defaultMaximumNames) {
    this.#maximumNames = maximumNames;
  }

  get(path: DirectoryPath): KnownFolder | undefined {
    return this.#folders.get(path);
  }

  /** Takes the place of what was remembered of this folder. Folders that were in it and are no longer are forgotten. */
  set(path: DirectoryPath, folder: KnownFolder): void {
    const before = this.#folders.get(path);
    if (before !== undefined) this.#forgetMissing(path, before, folder);
    const names = this.#names + folder.names.length - (before?.names.length ?? 0);
    if (names > this.#maximumNames) {
      this.#forget(path);
      return;
    }
    this.#folders.set(path, folder);
    this.#names = names;
  }

  clear(): void {
    this.#folders.clear();
    this.#names = 0;
  }

  #forgetMissing(path: DirectoryPath, before: KnownFolder, now: KnownFolder): void {
    const present = new Set(now.names.filter(isFolder));
    const missing = before.names.filter((name) => isFolder(name) && !present.has(name));
    for (const name of missing) {
      const folder = path === "" ? name : `${path}/${name}`;
      for (const known of this.#folders.keys()) if (`${known}/`.startsWith(folder)) this.#forget(known);
    }
  }

  #forget(path: DirectoryPath): void {
    this.#names -= this.#folders.get(path)?.names.length ?? 0;
    this.#folders.delete(path);
  }
}

function isFolder(name: string): boolean {
  return name.endsWith("/");
}
