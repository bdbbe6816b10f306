/** A long list of which a changed copy costs little. */

/** Items of one chunk, as a power of two: a copy of the list copies its chunks' references and the chunks that change. */
const chunkBits = 8;
const chunkSize = 1 << chunkBits;

/** What a list gives by number. */
export interface NumberedList<Item> {
  get(id: number): Item;
}

/** A list by number. A fork is changed while the list that it comes from stays as it is. */
export class ChunkedList<Item> implements NumberedList<Item> {
  readonly #chunks: Item[][];
  readonly #own: Set<number> = new Set();
  readonly #none: Item;

  /** A list in which every number has `none` until it is set. */
  constructor(none: Item, chunks: Item[][] = []) {
    this.#none = none;
    this.#chunks = chunks;
  }

  fork(): ChunkedList<Item> {
    return new ChunkedList(this.#none, this.#chunks.slice());
  }

  get(id: number): Item {
    return this.#chunks[id >> chunkBits]?.[id & (chunkSize - 1)] ?? this.#none;
  }

  set(id: number, item: Item): void {
    const at = id >> chunkBits;
    while (this.#chunks.length <= at) this.#chunks.push([]);
    if (!this.#own.has(at)) {
      const chunk = (this.#chunks[at] as Item[]).slice();
      while (chunk.length < chunkSize) chunk.push(this.#none);
      this.#chunks[at] = chunk;
      this.#own.add(at);
    }
    (this.#chunks[at] as Item[])[id & (chunkSize - 1)] = item;
  }
}
