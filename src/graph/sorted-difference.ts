/** What differs between two lists that are sorted by path. */
import { compareCodePoints } from "../base/compare-code-points.ts";

/** The way from one list to another. Places are indices into the lists. */
export interface SortedDifference<Item> {
  readonly before: readonly Item[];
  /** In order, whatever order it was given in. */
  readonly after: readonly Item[];
  /** Places in `before` of what has no item with its path in `after`. */
  readonly removed: readonly number[];
  /** Places in `after` of what is new. */
  readonly added: readonly number[];
  /** Places in `after` of other items with a path that was there before. */
  readonly changed: readonly number[];
  /** For each place in `after` the place before, −1 for what is new. Absent where nothing was added or removed, so that all places are the same. */
  readonly origins: Int32Array | undefined;
}

/** Compares by identity first: what is the same item is not looked at, so that lists with few differences cost little. */
export function differenceOf<Item>(
  before: readonly Item[],
  given: readonly Item[],
  pathOf: (item: Item) => string,
): SortedDifference<Item> {
  let start = 0;
  const shorter = Math.min(before.length, given.length);
  while (start < shorter && before[start] === given[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === given[given.length - 1 - end]) end++;
  // Equal ends are as sorted as before.
  const after = isSorted(given, Math.max(0, start - 1), given.length - Math.max(0, end - 1), pathOf)
    ? given
    : given.toSorted((a, b) => compareCodePoints(pathOf(a), pathOf(b)));
  if (after !== given) start = end = 0;
  return compareBetween({ before, after, start, end, pathOf });
}

/** The list itself where it is in order, which it is when a snapshot gives it. */
export function sortedBy<Item>(items: readonly Item[], pathOf: (item: Item) => string): readonly Item[] {
  if (isSorted(items, 0, items.length, pathOf)) return items;
  return items.toSorted((a, b) => compareCodePoints(pathOf(a), pathOf(b)));
}

/** Moves what stands beside each item to the item's new place, in `into`; new items keep what stands there. */
export function carried<List extends Int32Array | Uint32Array | Uint8Array>(
  before: List,
  origins: Int32Array,
  into: List,
): List {
  for (let place = 0; place < origins.length; place++) {
    const origin = origins[place] as number;
    if (origin !== -1) into[place] = before[origin] as number;
  }
  return into;
}

function isSorted<Item>(items: readonly Item[], start: number, end: number, pathOf: (item: Item) => string): boolean {
  for (let index = start + 1; index < end; index++) {
    if (compareCodePoints(pathOf(items[index - 1] as Item), pathOf(items[index] as Item)) > 0) return false;
  }
  return true;
}

function compareBetween<Item>(lists: {
  readonly before: readonly Item[];
  readonly after: readonly Item[];
  readonly start: number;
  readonly end: number;
  readonly pathOf: (item: Item) => string;
}): SortedDifference<Item> {
  const { before, after, start, end, pathOf } = lists;
  const removed: number[] = [];
  const added: number[] = [];
  const changed: number[] = [];
  const beforeEnd = before.length - end;
  const afterEnd = after.length - end;
  let place = start;
  for (let index = start; index < afterEnd; ) {
    const item = after[index] as Item;
    const old = place < beforeEnd ? (before[place] as Item) : undefined;
    const order = old === undefined ? 1 : old === item ? 0 : compareCodePoints(pathOf(old), pathOf(item));
    if (order < 0) removed.push(place++);
    else if (order > 0) added.push(index++);
    else {
      if (old !== item) changed.push(index);
      place++;
      index++;
    }
  }
  while (place < beforeEnd) removed.push(place++);
  const isSameShape = removed.length === 0 && added.length === 0;
  return {
    before,
    after,
    removed,
    added,
    changed,
    origins: isSameShape ? undefined : originsOf(before.length, after.length, removed, added),
  };
}

function originsOf(
  beforeCount: number,
  afterCount: number,
  removed: readonly number[],
  added: readonly number[],
): Int32Array {
  const origins = new Int32Array(afterCount);
  let place = 0;
  let nextRemoved = 0;
  let nextAdded = 0;
  for (let index = 0; index < afterCount; index++) {
    if (added[nextAdded] === index) {
      origins[index] = -1;
      nextAdded++;
      continue;
    }
    while (removed[nextRemoved] === place && place < beforeCount) {
      place++;
      nextRemoved++;
    }
    origins[index] = place++;
  }
  return origins;
}
