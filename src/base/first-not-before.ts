/** Finds a place in a list that is sorted by path. */
import { compareCodePoints } from "./compare-code-points.ts";

/** The index of the first item at `from` or after it whose path is `path` or comes after it; the length where there is none. */
export function firstNotBefore(items: readonly { readonly path: string }[], path: string, from: number = 0): number {
  let low = from;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareCodePoints((items[middle] as { readonly path: string }).path, path) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
