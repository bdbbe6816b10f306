/** Names with how often each is there. */

/** A set of names in which one can be several times. */
export class CountedNames {
  readonly #counts: Map<string, number> = new Map();

  has(name: string): boolean {
    return this.#counts.has(name);
  }

  /** Whether the name was not there before. */
  add(name: string): boolean {
    const count = this.#counts.get(name) ?? 0;
    this.#counts.set(name, count + 1);
    return count === 0;
  }

  /** Removes a name that is there once. Whether it is not there any more. */
  remove(name: string): boolean {
    const count = this.#counts.get(name) ?? 0;
    if (count > 1) this.#counts.set(name, count - 1);
    else this.#counts.delete(name);
    return count <= 1;
  }
}
