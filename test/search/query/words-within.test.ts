/** Near words of a sorted list against comparing with each. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareCodePoints } from "../../../src/base/compare-code-points.ts";
import { editDistance } from "../../../src/base/nearest-name.ts";
import { wordsWithin } from "../../../src/search/query/words-within.ts";

const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "é", "水", "𠀋"), maxLength: 9 });

describe("words within a distance", () => {
  it("are those of all words that are no farther", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { maxLength: 40 }),
        word,
        fc.integer({ min: 1, max: 3 }),
        (words, asked, distance) => {
          const sorted = words.toSorted(compareCodePoints);
          const expected = sorted.flatMap((candidate) => {
            const difference = editDistance(asked, candidate, distance + 1);
            return difference <= distance ? [[candidate, difference] as const] : [];
          });
          expect([...wordsWithin(sorted, asked, distance)]).toEqual(expected);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("are none of an empty list", () => {
    expect(wordsWithin([], "lock", 2).size).toBe(0);
  });
});
