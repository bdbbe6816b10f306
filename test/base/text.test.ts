import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareCodePoints } from "../../src/base/compare-code-points.ts";
import { decodeText, encodingOf, isBinary } from "../../src/base/decode-text.ts";
import { portableSha256, sha256OfText } from "../../src/base/hash.ts";
import { columnOf, isPairAt, lineOf, lineStarts } from "../../src/base/lines.ts";
import { utf8Length } from "../../src/base/utf8-length.ts";

const anyText = fc.string({ unit: "binary", maxLength: 40 });

describe("the order of code points", () => {
  it("equals the order of UTF-32", () => {
    const slow = (a: string, b: string): number => {
      const [left, right] = [[...a], [...b]];
      for (let index = 0; index < Math.min(left.length, right.length); index++) {
        const difference = (left[index]?.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? 0);
        if (difference !== 0) return Math.sign(difference);
      }
      return Math.sign(left.length - right.length);
    };
    fc.assert(fc.property(anyText, anyText, (a, b) => Math.sign(compareCodePoints(a, b)) === slow(a, b)));
    expect(["\u{1f600}", "\uff5e", "a"].sort(compareCodePoints)).toEqual(["a", "\uff5e", "\u{1f600}"]);
  });
});

describe("the length in UTF-8", () => {
  it("equals that of the encoded text", () => {
    fc.assert(fc.property(anyText, (text) => utf8Length(text) === new TextEncoder().encode(text).length));
    for (const text of ["\ud800", "a\udc00b", "\ud800\ud800\udc00"]) {
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
    }
  });
});

describe("decoding", () => {
  it("reads UTF-8 and both orders of UTF-16 by their marks, without the marks", () => {
    expect(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe("a");
    expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x61, 0x00))).toBe("a");
    expect(decodeText(Uint8Array.of(0xfe, 0xff, 0x00, 0x61))).toBe("a");
    expect(encodingOf(Uint8Array.of(0x61))).toEqual({ encoding: "utf-8", skip: 0 });
  });

  it("keeps a second mark, and replaces what is broken", () => {
    expect(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf))).toBe("\ufeff");
    expect(decodeText(Uint8Array.of(0x61, 0xff, 0x62))).toBe("a\ufffdb");
  });

  it("takes a NUL in the first 8 KiB for binary, unless the text is UTF-16", () => {
    expect(isBinary(Uint8Array.of(0x61, 0, 0x62))).toBe(true);
    expect(isBinary(Uint8Array.of(0xff, 0xfe, 0x61, 0))).toBe(false);
    const late = new Uint8Array(9_000).fill(0x61);
    late[8_192] = 0;
    expect(isBinary(late)).toBe(false);
    late[8_191] = 0;
    expect(isBinary(late)).toBe(true);
  });
});

describe("lines", () => {
  const lineText = fc.array(fc.constantFrom("a", "\u{1f600}", "\n", "\r", "\r\n", " "), { maxLength: 20 });

  it("start where a split at all three terminators starts them", () => {
    fc.assert(
      fc.property(lineText, (parts) => {
        const text = parts.join("");
        const lines = text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
        let offset = 0;
        const starts = lines.map((line) => {
          offset += line.length;
          return offset - line.length;
        });
        expect(lineStarts(text)).toEqual(starts);
      }),
    );
  });

  it("tell line and column of an offset in code points", () => {
    const text = "ab\r\n\u{1f600}c\rd";
    const starts = lineStarts(text);
    expect(starts).toEqual([0, 4, 8]);
    const places = [0, 1, 4, 6, 8, 9].map((offset) => [lineOf(starts, offset), columnOf(text, starts, offset)]);
    expect(places).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
      [2, 2],
      [3, 1],
      [3, 2],
    ]);
    expect([lineOf([], 0), columnOf("", [], 0)]).toEqual([1, 1]);
    expect([isPairAt(text, 4), isPairAt(text, 5), isPairAt(text, 0)]).toEqual([true, false, false]);
  });
});

describe("hashing", () => {
  it("equals the runtime's own SHA-256", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        return portableSha256(bytes) === createHash("sha256").update(bytes).digest("hex");
      }),
    );
    expect(sha256OfText("\u00e9")).toBe(createHash("sha256").update("\u00e9").digest("hex"));
  });
});
