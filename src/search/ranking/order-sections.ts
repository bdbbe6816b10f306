/** The best sections first, without sorting all of them. */
import type { ScoredSections } from "./section-scores.ts";

/** Candidates are sorted in steps: this many at first, then all that are left. Most answers end in the first. */
const firstStep = 1_000;

/** Positions in `found`, by descending score, then by section number, which is path and line. */
export function* orderSections(found: ScoredSections): Generator<number, void> {
  const { count, scores, sections } = found;
  const better = (left: number, right: number): number =>
    (scores[right] as number) - (scores[left] as number) || (sections[left] as number) - (sections[right] as number);
  const threshold = count <= firstStep ? Number.NEGATIVE_INFINITY : nthGreatest(scores.slice(0, count), firstStep);
  yield* positionsWhere(count, (position) => (scores[position] as number) >= threshold).sort(better);
  if (count > firstStep)
    yield* positionsWhere(count, (position) => (scores[position] as number) < threshold).sort(better);
}

function positionsWhere(count: number, test: (position: number) => boolean): number[] {
  const positions: number[] = [];
  for (let position = 0; position < count; position++) if (test(position)) positions.push(position);
  return positions;
}

/** The `n`th greatest value, in time that grows with their number (quickselect by the middle of three). Reorders them. */
function nthGreatest(values: Float64Array, n: number): number {
  let low = 0;
  let high = values.length - 1;
  const wanted = n - 1;
  while (low < high) {
    const pivot = middleOfThree(values[low] as number, values[(low + high) >> 1] as number, values[high] as number);
    let left = low;
    let right = high;
    while (left <= right) {
      while ((values[left] as number) > pivot) left++;
      while ((values[right] as number) < pivot) right--;
      if (left > right) break;
      const swapped = values[left] as number;
      values[left++] = values[right] as number;
      values[right--] = swapped;
    }
    if (wanted <= right) high = right;
    else if (wanted >= left) low = left;
    else break;
  }
  return values[wanted] as number;
}

function middleOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
