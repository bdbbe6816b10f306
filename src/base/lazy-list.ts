/** A list whose items are made when they are first asked for. */

const position = /^(?:0|[1-9]\d*)$/;

/** Reads like an array of `length` items; each is made once. Not for lists that are gone through item by item again and again. */
export function lazyList<Item>(length: number, make: (index: number) => Item): readonly Item[] {
  const made: Item[] = new Array(length);
  return new Proxy(made, {
    get(target, key, receiver) {
      if (typeof key !== "string" || !position.test(key)) return Reflect.get(target, key, receiver);
      const index = Number(key);
      if (index >= length) return undefined;
      target[index] ??= make(index);
      return target[index];
    },
    // What goes through a list asks whether there is an item before it takes it.
    has: (target, key) =>
      typeof key === "string" && position.test(key) ? Number(key) < length : Reflect.has(target, key),
  });
}
