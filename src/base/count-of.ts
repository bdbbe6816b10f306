/** A number of things, as people write it. */

/** `1 match`, `3 matches`; the plural is the word with an `s` unless it is given. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
