/** Sets of code points as sorted, separate ranges: what one place of a pattern takes. */

/** First and last code point of each range in turn; ranges are in order and do not touch. */
export type CodePointSet = readonly number[];

const lastCodePoint = 0x10ffff;

/** Every code point. */
export const anyCodePoint: CodePointSet = [0, lastCodePoint];

/** The set of ranges that are given in any order and may overlap. */
export function setOf(ranges: readonly (readonly [first: number, last: number])[]): CodePointSet {
  const sorted = [...ranges].sort(([a], [b]) => a - b);
  const set: number[] = [];
  for (const [first, last] of sorted) {
    const end = set.length - 1;
    if (end > 0 && first <= (set[end] as number) + 1) set[end] = Math.max(set[end] as number, last);
    else set.push(first, last);
  }
  return set;
}

/** The ranges of a set, one by one. */
export function rangesOf(set: CodePointSet): [first: number, last: number][] {
  const ranges: [number, number][] = [];
  for (let index = 0; index < set.length; index += 2) ranges.push([set[index] as number, set[index + 1] as number]);
  return ranges;
}

/** All code points that are not in a set. */
export function complementOf(set: CodePointSet): CodePointSet {
  const ranges: [number, number][] = [];
  let next = 0;
  for (const [first, last] of rangesOf(set)) {
    if (first > next) ranges.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= lastCodePoint) ranges.push([next, lastCodePoint]);
  return setOf(ranges);
}

/** The code points of a set, or `undefined` where there are more than `maximum`. */
export function membersOf(set: CodePointSet, maximum: number): readonly number[] | undefined {
  const members: number[] = [];
  for (const [first, last] of rangesOf(set)) {
    if (last - first >= maximum - members.length) return undefined;
    for (let codePoint = first; codePoint <= last; codePoint++) members.push(codePoint);
  }
  return members;
}
