/** Terms as sorted bytes, and packed postings, against plain arrays. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PostingsReader, PostingsWriter } from "../../../src/search/index/packed-postings.ts";
import { sortTerms } from "../../../src/search/index/sort-terms.ts";
import { SortedTerms } from "../../../src/search/index/sorted-terms.ts";
import { ByteLog, bytesOfTerm, termOfBytes } from "../../../src/search/words/term-bytes.ts";

/** Long equal beginnings, every length of a character, and lone surrogates. */
const unit = fc.constantFrom("a", "b", "\x7f", "\x80", "é", "水", "\ud7ff", "\ue000", "𠀋", "\ud800", "\udfff");
const term = fc.oneof(
  fc.string({ unit, minLength: 1, maxLength: 4 }),
  fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 12 }),
);

function pooled(terms: readonly string[]): { readonly bytes: Uint8Array; readonly starts: Uint32Array } {
  const log = new ByteLog();
  const starts = new Uint32Array(terms.length + 1);
  terms.forEach((text, index) => {
    log.pushTerm(text);
    starts[index + 1] = log.length;
  });
  return { bytes: log.toBytes(), starts };
}

describe("terms as bytes", () => {
  it("come back as they were", () => {
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 8 }), (text) => {
        const bytes = bytesOfTerm(text);
        expect(termOfBytes(bytes, 0, bytes.length)).toBe(text);
      }),
    );
    expect(bytesOfTerm("é水𠀋")).toEqual(new TextEncoder().encode("é水𠀋"));
  });

  it("are sorted as buffers are, and found by themselves and by their beginnings", () => {
    fc.assert(
      fc.property(fc.uniqueArray(term, { maxLength: 60 }), term, (terms, asked) => {
        const { bytes, starts } = pooled(terms);
        const sorted = Array.from(sortTerms(bytes, starts), (index) => terms[index] as string);
        const expected = terms.toSorted((left, right) => Buffer.compare(bytesOfTerm(left), bytesOfTerm(right)));
        expect(sorted).toEqual(expected);
        const pool = pooled(sorted);
        const found = new SortedTerms(pool.bytes, pool.starts);
        expect(found.find(asked)).toBe(sorted.indexOf(asked));
        sorted.forEach((text, index) => {
          expect(found.find(text)).toBe(index);
          expect(found.textOf(index)).toBe(text);
        });
        const [first, end] = found.rangeOf(asked);
        const hex = (text: string): string => Buffer.from(bytesOfTerm(text)).toString("hex");
        expect(sorted.slice(first, end)).toEqual(sorted.filter((text) => hex(text).startsWith(hex(asked))));
      }),
      { numRuns: 500 },
    );
  });
});

describe("packed postings", () => {
  it("give what was written", () => {
    const owner = fc.oneof(fc.nat({ max: 200 }), fc.nat({ max: 2 ** 31 - 1 }));
    const lists = fc.array(fc.array(fc.tuple(owner, fc.nat({ max: 0xffff })), { maxLength: 20 }), { maxLength: 5 });
    fc.assert(
      fc.property(lists, (given) => {
        const writer = new PostingsWriter(0);
        const sorted = given.map((list) => list.toSorted(([left], [right]) => left - right));
        for (const list of sorted)
          writer.write(
            {
              owners: Uint32Array.from(list, ([one]) => one),
              values: Uint16Array.from(list, ([, value]) => value),
            },
            0,
            list.length,
          );
        const reader = new PostingsReader(writer.log.toBytes());
        reader.moveTo(0);
        for (const list of sorted) {
          expect(reader.beginList()).toBe(list.length);
          for (const [one, value] of list) {
            reader.next();
            expect([reader.owner, reader.value]).toEqual([one, value]);
          }
        }
      }),
    );
  });
});
