import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FileOperation, findContradiction } from "./linearizable.ts";

const read = (start: number, end: number, value: string | undefined): FileOperation => ({
  shown: `read ${value}`,
  start,
  end,
  apply: (before) => (before === value ? { after: before } : "impossible"),
  isPure: true,
});
const write = (start: number, end: number, value: string | undefined, isOptional = false): FileOperation => ({
  shown: `write ${value}`,
  start,
  end,
  apply: () => ({ after: value }),
  isOptional,
});
const replace = (start: number, end: number, from: string | undefined, value: string): FileOperation => ({
  shown: `replace ${from} by ${value}`,
  start,
  end,
  apply: (before) => (before === from ? { after: value } : "impossible"),
});

describe("a checker of histories", () => {
  it.each<[string, boolean, FileOperation[]]>([
    ["one after the other", true, [write(0, 1, "a"), read(2, 3, "a"), write(4, 5, undefined), read(6, 7, undefined)]],
    ["a read of what was not written yet", false, [read(0, 1, "a"), write(2, 3, "a")]],
    ["a read of what was replaced", false, [write(0, 1, "a"), write(2, 3, "b"), read(4, 5, "a")]],
    ["a read while it is replaced", true, [write(0, 1, "a"), write(2, 5, "b"), read(3, 4, "a"), read(6, 7, "b")]],
    ["new, then old", false, [write(0, 1, "a"), write(2, 9, "b"), read(3, 4, "b"), read(5, 6, "a")]],
    ["two who replace the same", false, [write(0, 1, "a"), replace(2, 5, "a", "b"), replace(3, 4, "a", "c")]],
    [
      "an older value that comes back",
      false,
      [write(0, 9, "a"), read(1, 2, "a"), write(3, 4, "b"), read(5, 6, "b"), read(7, 8, "a")],
    ],
    ["what was perhaps done, and was not", true, [write(0, 1, "a"), write(2, 3, "b", true), read(4, 5, "a")]],
    ["what was perhaps done, and was", true, [write(0, 1, "a"), write(2, 3, "b", true), read(4, 5, "b")]],
    ["what was perhaps done, and only later", false, [write(0, 1, "b", true), read(2, 3, undefined), read(4, 5, "b")]],
  ])("judges %s", (_, isSound, operations) => {
    expect(findContradiction(operations, undefined) === undefined).toBe(isSound);
  });

  it("judges as one who tries all orders", () => {
    const value = fc.constantFrom(undefined, "a", "b");
    const kinds = fc.record({ kind: fc.constantFrom("read", "write", "replace", "perhaps"), value, from: value });
    const history = fc.integer({ min: 1, max: 5 }).chain((count) =>
      fc.tuple(
        fc.array(kinds, { minLength: count, maxLength: count }),
        fc.shuffledSubarray(
          Array.from({ length: 2 * count }, (_, moment) => moment),
          { minLength: 2 * count },
        ),
      ),
    );
    let sound = 0;
    let all = 0;
    fc.assert(
      fc.property(history, ([each, moments]) => {
        const operations = each.map(({ kind, value: to, from }, index) => {
          const [a, b] = [moments[2 * index] as number, moments[2 * index + 1] as number];
          const [start, end] = [Math.min(a, b), Math.max(a, b)];
          if (kind === "read") return read(start, end, to);
          return kind === "replace" ? replace(start, end, from, to ?? "c") : write(start, end, to, kind === "perhaps");
        });
        const expected = someOrder(operations, undefined);
        all++;
        if (expected) sound++;
        expect(findContradiction(operations, undefined) === undefined).toBe(expected);
      }),
      { numRuns: 1_500, seed: 1 },
    );
    expect(Math.min(sound, all - sound)).toBeGreaterThan(100);
  });
});

/** Whether some order explains all: each is next that nothing else must come before. */
function someOrder(left: readonly FileOperation[], value: string | undefined): boolean {
  if (left.every(({ isOptional }) => isOptional === true)) return true;
  return left.some((next) => {
    if (left.some((other) => other !== next && other.end < next.start && other.isOptional !== true)) return false;
    // What was perhaps done and has ended before was not done.
    const others = left.filter((other) => other !== next && (other.end > next.start || other.isOptional !== true));
    const applied = next.apply(value);
    return applied !== "impossible" && someOrder(others, applied.after);
  });
}
