/** The keys of all links, to find those that a change may lead elsewhere. */
import { Regions } from "../regions.ts";
import { type LinkKeys, noKey } from "./link-keys.ts";

/** Keys by the document's number in the table of files: one for each link, then the further ones. Four bytes each. */
export class LinkKeyTable {
  readonly #regions: Regions = new Regions();
  readonly #linkCounts: number[] = [];

  /** Gives the links of a document their keys. */
  set(file: number, { first, further }: LinkKeys): void {
    this.#linkCounts[file] = first.length;
    this.#regions.set(file, further.length === 0 ? first : [...first, ...further]);
  }

  delete(file: number): void {
    this.set(file, { first: [], further: [] });
  }

  /** Visits the links that have one of the keys, of these documents; one that has several is visited several times. */
  find(files: Int32Array, changed: KeySet, visit: (place: number, link: number) => void): void {
    const { values } = this.#regions;
    const { filter } = changed;
    for (let place = 0; place < files.length; place++) {
      const file = files[place] as number;
      const start = this.#regions.startOf(file);
      const end = this.#regions.endOf(file);
      for (let at = start; at < end; at++) {
        const key = values[at] as number;
        if (filter[key & filterMask] === 0 || !changed.has(key)) continue;
        const link = this.#linkAt(at - start, this.#linkCounts[file] as number, values[at - 1] as number);
        if (link !== undefined) visit(place, link);
      }
    }
  }

  /** The link that a value is a key of; `undefined` where the value is no key but the place of a link. */
  #linkAt(index: number, count: number, valueBefore: number): number | undefined {
    if (index < count) return index;
    return (index - count) % 2 === 1 ? valueBefore : undefined;
  }
}

const filterSize = 4_096;
const filterMask = filterSize - 1;

/** A set of keys that is asked for every link, and nearly always says no. */
export class KeySet {
  readonly #keys: Set<number> = new Set();
  /** By the lowest bits of a key: 0 where no key has them. */
  readonly filter: Uint8Array = new Uint8Array(filterSize);

  get size(): number {
    return this.#keys.size;
  }

  add(keys: readonly number[]): void {
    for (const key of keys) {
      this.#keys.add(key);
      this.filter[key & filterMask] = 1;
    }
  }

  has(key: number): boolean {
    return key !== noKey && this.#keys.has(key);
  }
}
