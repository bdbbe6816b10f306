import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnOf, lineOf, lineStarts } from "../../src/base/lines.ts";
import { TextPlaces } from "../../src/documents/text-places.ts";

describe("places in a text", () => {
  it("equal those that are counted from the start, in any order of asking", () => {
    const piece = fc.constantFrom(
      "a",
      "é",
      "😀",
      "\ud800",
      "\n",
      "\r\n",
      "\r",
      "long line ".repeat(80),
      "😀".repeat(300),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), fc.array(fc.nat(4_000), { maxLength: 20 }), (pieces, wanted) => {
        const text = pieces.join("");
        const starts = lineStarts(text);
        const places = new TextPlaces(text, starts);
        for (const number of wanted) {
          const offset = Math.min(number, text.length);
          const line = places.line(offset);
          expect(line).toBe(lineOf(starts, offset));
          // Between the two halves of a character both ways count it as begun or not; nothing of ours stands there.
          const inPair = /[\ud800-\udbff]/.test(text[offset - 1] ?? "") && /[\udc00-\udfff]/.test(text[offset] ?? "");
          if (!inPair) expect(places.column(offset, line)).toBe(columnOf(text, starts, offset));
        }
      }),
    );
  });

  it("are found fast on one endless line", () => {
    const text = "😀 ".repeat(200_000);
    const places = new TextPlaces(text, lineStarts(text));
    let last = 0;
    for (let offset = 0; offset < text.length; offset += 3) last = places.column(offset, places.line(offset));
    expect(last).toBe(399_999);
  });

  it("know where lines start, the one after the last too", () => {
    const places = new TextPlaces("a\nb", lineStarts("a\nb"));
    expect([places.startOf(1), places.startOf(2), places.startOf(3)]).toEqual([0, 2, 3]);
  });
});
