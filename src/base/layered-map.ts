/** A large map of which a changed copy costs little. */

/** Changes above this number become part of a new base. */
const mostChanges = 1_024;

/** A map whose copies share one base and differ in a few entries. An entry is never taken away; it may be set to a value that says so. */
export class LayeredMap<Key, Value> {
  #base: Map<Key, Value>;
  #changes: Map<Key, Value>;

  constructor(base: Map<Key, Value> = new Map(), changes: Map<Key, Value> = new Map()) {
    this.#base = base;
    this.#changes = changes;
  }

  /** A copy that can be changed while this one stays as it is. */
  fork(): LayeredMap<Key, Value> {
    if (this.#changes.size <= mostChanges) return new LayeredMap(this.#base, new Map(this.#changes));
    return new LayeredMap(new Map([...this.#base, ...this.#changes]));
  }

  get(key: Key): Value | undefined {
    return this.#changes.get(key) ?? this.#base.get(key);
  }

  set(key: Key, value: Value): void {
    this.#changes.set(key, value);
  }

  /** Every key that was ever set, in no order that means anything. */
  *keys(): IterableIterator<Key> {
    yield* this.#base.keys();
    for (const key of this.#changes.keys()) if (!this.#base.has(key)) yield key;
  }
}
