/** Finds a path in a list that is sorted by path. */
import { compareCodePoints } from "../base/compare-code-points.ts";

/** The place of the item with this path; `undefined` where there is none. */
export function placeOfPath<Item>(
  items: readonly Item[],
  path: string,
  pathOf: (item: Item) => string,
): number | undefined {
  let low = 0;
  let high = items.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = compareCodePoints(pathOf(items[middle] as Item), path);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}
