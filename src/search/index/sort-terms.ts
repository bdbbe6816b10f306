/** Sorts terms by their bytes without making a string of any. */

/** So many bytes are compared at once: with the number of a term they fit into one exact double. */
const bytesOfKey = 3;
const numbersOfKey = 2 ** 29;
/** Groups up to this size are sorted by insertion. */
const few = 12;

/**
 * The numbers of the terms in ascending order of their bytes; a term comes before those that it begins. Term `t` is `bytes[starts[t]]` to
 * `bytes[starts[t + 1]]`; no two are equal, and there are fewer than 2^29.
 */
export function sortTerms(bytes: Uint8Array, starts: Uint32Array): Uint32Array {
  const order = Uint32Array.from({ length: starts.length - 1 }, (_, term) => term);
  sortGroup({ bytes, starts, order }, 0, order.length, 0);
  return order;
}

interface Sorting {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly order: Uint32Array;
}

/** Sorts the terms at `from` to `to`, which are equal in their first `depth` bytes. */
function sortGroup(sorting: Sorting, from: number, to: number, depth: number): void {
  if (to - from <= few) {
    insertAll(sorting, from, to, depth);
    return;
  }
  const { order } = sorting;
  const keys = new Float64Array(to - from);
  for (let at = from; at < to; at++) {
    const term = order[at] as number;
    keys[at - from] = keyOf(sorting, term, depth) * numbersOfKey + term;
  }
  keys.sort();
  let groupStart = from;
  let groupKey = -1;
  for (let at = from; at < to; at++) {
    const key = Math.floor((keys[at - from] as number) / numbersOfKey);
    order[at] = (keys[at - from] as number) % numbersOfKey;
    if (key === groupKey) continue;
    if (at - groupStart > 1) sortGroup(sorting, groupStart, at, depth + bytesOfKey);
    groupStart = at;
    groupKey = key;
  }
  if (to - groupStart > 1) sortGroup(sorting, groupStart, to, depth + bytesOfKey);
}

/** The next bytes of a term as one number. What follows its end counts as 0, which no term holds but in a key of equal terms. */
function keyOf({ bytes, starts }: Sorting, term: number, depth: number): number {
  const end = starts[term + 1] as number;
  let key = 0;
  for (let at = (starts[term] as number) + depth, count = 0; count < bytesOfKey; at++, count++)
    key = key * 256 + (at < end ? (bytes[at] as number) : 0);
  return key;
}

function insertAll(sorting: Sorting, from: number, to: number, depth: number): void {
  const { order } = sorting;
  for (let at = from + 1; at < to; at++) {
    const term = order[at] as number;
    let place = at;
    while (place > from && isBefore(sorting, term, order[place - 1] as number, depth)) {
      order[place] = order[place - 1] as number;
      place--;
    }
    order[place] = term;
  }
}

function isBefore({ bytes, starts }: Sorting, left: number, right: number, depth: number): boolean {
  const leftEnd = starts[left + 1] as number;
  const rightEnd = starts[right + 1] as number;
  let leftAt = (starts[left] as number) + depth;
  let rightAt = (starts[right] as number) + depth;
  for (; leftAt < leftEnd && rightAt < rightEnd; leftAt++, rightAt++) {
    const difference = (bytes[leftAt] as number) - (bytes[rightAt] as number);
    if (difference !== 0) return difference < 0;
  }
  return leftEnd - leftAt < rightEnd - rightAt;
}
