import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLogicalPath } from "../../src/base/logical-path.ts";
import { nonPortableReason } from "../../src/base/portable-name.ts";

function reasonFor(path: string): string | undefined {
  return nonPortableReason(parseLogicalPath(path));
}

describe("portable names", () => {
  it("refuses device names of Windows in any case, with any extension", () => {
    const names = [
      "CON",
      "con",
      "Prn.txt",
      "AUX",
      "nul.tar.gz",
      "CONIN$",
      "conout$.md",
      "CLOCK$",
      "COM0",
      "com9.md",
      "COM\u00b9",
    ];
    for (const name of [
      ...names,
      "LPT\u00b2.md",
      "lpt\u00b3",
      "LPT0",
      "CON .txt",
      "a/aux/b.md",
      "con .",
      "NUL\u00a0.x",
    ]) {
      expect(reasonFor(name), name).toContain("device name");
    }
  });

  it("takes names that only resemble devices", () => {
    for (const name of [
      "Console.md",
      "auxiliary/con-text.md",
      "COM10",
      "LPT",
      "COM",
      "xCON",
      "CON-1.md",
      "nullable",
      "CLOCK",
    ]) {
      expect(reasonFor(name), name).toBeUndefined();
    }
  });

  it("refuses characters that Windows does not allow", () => {
    for (const character of '<>:"|?*') expect(reasonFor(`a/b${character}c.md`), character).toContain(character);
    expect(reasonFor("Q: why.md")).toContain(":");
  });

  it("refuses blanks and dots at the ends of a segment", () => {
    for (const path of [
      " x",
      "x ",
      "x.",
      "x. .",
      "a /b",
      "a./b",
      "dir. /x.md",
      "a/ b",
      "x\u3000",
      "x.\u200d",
      "%2e./x",
    ]) {
      expect(reasonFor(path), JSON.stringify(path)).toBeDefined();
    }
    for (const path of ["a b", "a. b", ".hidden", "..a", "a/.b/c d.md"]) expect(reasonFor(path), path).toBeUndefined();
  });

  it("refuses invisible characters", () => {
    const characters =
      "\u00ad\u034f\u115f\u17b4\u180e\u200b\u2060\u2061\u2064\u2065\u206c\u3164\ufeff\uffa0\ufff0\ufff9\ufffc\ufffd\ufdd0\uffff";
    for (const character of [...characters, "\u{1d173}", "\u{e0041}", "\u{1bca0}", "\u{1fffe}", "\u{10ffff}"]) {
      expect(reasonFor(`a${character}b.md`), character.codePointAt(0)?.toString(16)).toContain("invisible");
    }
  });

  it("takes joiners and variation selectors beside what can be seen", () => {
    const names = [
      "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}.md",
      "\u2764\ufe0f\u200d\u{1f525}.md",
      "\u06a9\u062a\u0627\u0628\u200c\u0647\u0627.md",
    ];
    for (const name of [...names, "\u8fbb\u{e0100}.md", "\u1820\u180b.md"])
      expect(reasonFor(name), name).toBeUndefined();
  });

  it("refuses joiners that stand among invisible characters", () => {
    for (const path of ["a\u200d\u200d\u200db.md", "a\u200c\u200b\u200c\u200bb", "a/\u200b\u200db"]) {
      expect(reasonFor(path), JSON.stringify(path)).toContain("invisible");
    }
  });

  it("shows the segment escaped", () => {
    expect(reasonFor("a\u200bb.md")).toBe('the segment "a\\u{200b}b.md" holds the invisible character U+200B');
  });

  it("takes every name of letters, digits and a few signs", () => {
    const letters = fc.constantFrom(..."abcXYZ019_-\u00e9\u4e2d\u044f\u{1f600}");
    const segment = fc.array(letters, { minLength: 5, maxLength: 20 }).map((parts) => parts.join(""));
    fc.assert(fc.property(segment, segment, (a, b) => reasonFor(`${a}/${b}.md`) === undefined));
  });
});
