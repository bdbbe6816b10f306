import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  appendRange,
  createRanges,
  firstRangeAfter,
  mergeRanges,
  type OpaqueRanges,
  opaqueEndAt,
  sortRanges,
} from "../../src/documents/opaque-ranges.ts";

const length = 60;

/** A sorted list without overlap from gaps and widths. */
const anyRanges = fc
  .array(fc.tuple(fc.nat(6), fc.nat(6), fc.constantFrom(1, 2, 4)), { maxLength: 6 })
  .map((steps): OpaqueRanges => {
    const ranges = createRanges();
    let at = 0;
    for (const [gap, width, kind] of steps) {
      appendRange(ranges, at + gap, at + gap + width, kind);
      at += gap + width;
    }
    return ranges;
  });

function covered({ starts, ends }: OpaqueRanges): boolean[] {
  return Array.from({ length }, (_, offset) =>
    starts.some((start, index) => start <= offset && offset < (ends[index] ?? 0)),
  );
}

describe("opaque ranges", () => {
  it("merge to what either covers, sorted and without overlap", () => {
    fc.assert(
      fc.property(anyRanges, anyRanges, (left, right) => {
        const merged = mergeRanges(left, right);
        const [a, b] = [covered(left), covered(right)];
        expect(covered(merged)).toEqual(a.map((value, offset) => value || b[offset]));
        for (let index = 1; index < merged.count; index++) {
          expect(merged.starts[index]).toBeGreaterThanOrEqual(merged.ends[index - 1] ?? 0);
        }
      }),
    );
  });

  it("answer for each offset", () => {
    fc.assert(
      fc.property(anyRanges, fc.nat(length - 1), (ranges, offset) => {
        expect(opaqueEndAt(ranges, offset) !== -1).toBe(covered(ranges)[offset]);
        expect(opaqueEndAt(ranges, offset, 8)).toBe(-1);
        const first = ranges.ends.findIndex((end) => end > offset);
        expect(firstRangeAfter(ranges, offset)).toBe(first === -1 ? ranges.count : first);
      }),
    );
  });

  it("are sorted only where they have to be", () => {
    const ranges = createRanges();
    appendRange(ranges, 5, 6, 1);
    appendRange(ranges, 7, 7, 1);
    appendRange(ranges, 1, 3, 2);
    expect(sortRanges(ranges)).toEqual({ count: 2, starts: [1, 5], ends: [3, 6], kinds: [2, 1] });
    const sorted = sortRanges(ranges);
    expect(sortRanges(sorted)).toBe(sorted);
  });
});
