import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { showPath } from "../../src/base/show-path.ts";

describe("paths in messages", () => {
  it("leaves ordinary text as it is", () => {
    for (const text of ["a/b c.md", "\u4e2d\u6587.md", "re\u0301sume\u0301", "\u{1f600}", "a\\b", ""])
      expect(showPath(text)).toBe(text);
  });

  it("escapes what could end a line, drive a terminal, reorder text or hide", () => {
    expect(showPath("a\nb")).toBe("a\\u{a}b");
    expect(showPath("\u001b[2J")).toBe("\\u{1b}[2J");
    expect(showPath("in\u202evoice")).toBe("in\\u{202e}voice");
    expect(showPath("a\u200bb\ud800")).toBe("a\\u{200b}b\\u{d800}");
    expect(showPath("a\u{e0041}")).toBe("a\\u{e0041}");
  });

  it("cuts long text without halving a character", () => {
    expect(showPath("a".repeat(201))).toBe(`${"a".repeat(200)}\u2026`);
    expect(showPath(`${"a".repeat(199)}\u{1f600}b`)).toBe(`${"a".repeat(199)}\u2026`);
    expect(showPath("\u0000".repeat(10_000_000)).length).toBeLessThan(2_000);
  });

  it("gives only characters that are safe to show", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        expect(showPath(text)).not.toMatch(/[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u);
      }),
    );
  });
});
