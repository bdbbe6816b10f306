/** The keys of all links, to find those that a change may lead elsewhere. */
import { Regions } from "../regions.ts";
import { noKey } from "./link-keys.ts";

/** What is told of a link: its place in the document. */
type LinkVisitor = (link: number) => void;

/** Keys by the document's number in the table of files: one for each link, then pairs of a link and a further key of it. Four bytes each. */
export class LinkKeyTable {
  readonly #regions: Regions = new Regions();
  readonly #linkCounts: number[] = [];

  /** Gives the links of a document their keys. */
  set(file: number, keys: readonly (number | readonly number[])[]): void {
    const first = keys.map((key) => (typeof key === "number" ? key : (key[0] ?? noKey)));
    const further = keys.flatMap((key, link) =>
      typeof key === "number" ? [] : key.slice(1).flatMap((other) => [link, other]),
    );
    this.#linkCounts[file] = keys.length;
    this.#regions.set(file, further.length === 0 ? first : [...first, ...further]);
  }

  delete(file: number): void {
    this.#linkCounts[file] = 0;
    this.#regions.set(file, []);
  }

  /** Visits the links of a document that have one of the keys; one that has several is visited several times. */
  find(file: number, changed: KeySet, visit: LinkVisitor): void {
    const { values } = this.#regions;
    const start = this.#regions.startOf(file);
    const end = this.#regions.endOf(file);
    const firstPair = start + (this.#linkCounts[file] ?? 0);
    for (let at = start; at < firstPair; at++) if (changed.has(values[at] as number)) visit(at - start);
    for (let at = firstPair; at < end; at += 2) if (changed.has(values[at + 1] as number)) visit(values[at] as number);
  }
}

const filterSize = 4_096;

/** A set of keys that is asked for every link, and nearly always says no. */
export class KeySet {
  readonly #keys: Set<number> = new Set();
  readonly #filter: Uint8Array = new Uint8Array(filterSize);

  get size(): number {
    return this.#keys.size;
  }

  add(keys: readonly number[]): void {
    for (const key of keys) {
      this.#keys.add(key);
      this.#filter[key & (filterSize - 1)] = 1;
    }
  }

  has(key: number): boolean {
    return this.#filter[key & (filterSize - 1)] === 1 && key !== noKey && this.#keys.has(key);
  }
}
