/** Finds a path in a list that is sorted by path. */
import { compareCodePoints } from "../base/compare-code-points.ts";

/** The place of the item with this path; `undefined` where there is none. */
export function placeOfPath<Item>(
  items: readonly Item[],
  path: string,
  pathOf: (item: Item) => string,
): number | undefined {
  const place = firstPlaceFrom(items, path, pathOf);
  return place < items.length && pathOf(items[place] as Item) === path ? place : undefined;
}

/** The place of the first item whose path is this one or comes behind it; the number of items where all come before. */
export function firstPlaceFrom<Item>(items: readonly Item[], path: string, pathOf: (item: Item) => string): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareCodePoints(pathOf(items[middle] as Item), path) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
