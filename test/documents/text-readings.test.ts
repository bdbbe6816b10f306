import { describe, expect, it } from "vitest";
import { decodeEntity } from "../../src/documents/decode-entity.ts";
import { parse } from "./parse.ts";

/** The text with every reading in its place. */
function readingOf(text: string): string {
  const document = parse(text);
  let read = document.text;
  for (const { start, end, text: seen } of [...(document.readings ?? [])].reverse())
    read = read.slice(0, start) + seen + read.slice(end);
  return read;
}

describe("the reading of a text", () => {
  it.each([
    ["caf&eacute; AT&amp;T &#233;t&#xE9; co&shy;op", "caf\u00e9 AT&T \u00e9t\u00e9 co\u00adop"],
    ["# A&ntilde;o\n\n> stra&szlig;e\n", "# A\u00f1o\n\n> stra\u00dfe\n"],
    ["<p>caf&eacute;</p>\n\na <b>caf&eacute;</b>", "<p>caf\u00e9</p>\n\na <b>caf\u00e9</b>"],
    ["a&#10;b&NewLine;c&#x85;d", "a b c d"],
    ["&#0;&#xD800;&#x110000;", "\ufffd\ufffd\ufffd"],
    ["max\\_retry\\_count C\\# node\\.js", "max_retry_count C# node.js"],
    ["zo**rk** **zo**rk z*or*k z***or***k fo~~o~~", "zork** **zork zork zork foo~~"],
    ["**a *b*c** d*e\nf*g", "**a *bc** de\nfg"],
  ])("decodes %j", (text, read) => {
    expect(readingOf(text)).toBe(read);
  });

  it.each([
    "`caf&eacute;`",
    "```\ncaf&eacute; max\\_count z*or*k\n```",
    "    caf&eacute; zo**rk**",
    "[x](caf&eacute;.md)",
    "\\&eacute; &nosuch; &eacute &;",
    "$a*b*c &eacute;$",
    "a * b * c 2*3",
    "a**b*c",
    "- a*b\n- c*d",
    "a*b\n\nc*d",
    "| a*b | c*d |\n|---|---|",
    "snake_case_name \\* \\[x\\] 1\\) x",
    "z\\*or\\*k",
    "---\ntitle: caf&eacute;\n---\nx",
    "%% caf&eacute; %%",
  ])("leaves %j as it is written", (text) => {
    expect(parse(text).readings).toBeUndefined();
  });

  it("never holds a line break, is in order, and takes time that grows with the text", () => {
    for (const piece of ["&amp;", "&#10;", "a\\_", "a*b", "a**b*c", "a~~b", "a*b\\", "&&amp;", "\\\\&amp;"]) {
      const text = piece.repeat(60_000 / piece.length);
      const started = performance.now();
      const { readings = [] } = parse(text);
      expect(performance.now() - started, piece).toBeLessThan(30_000);
      readings.forEach(({ start, end, text: seen }, index) => {
        expect(start).toBeGreaterThanOrEqual(readings[index - 1]?.end ?? 0);
        expect(text.slice(start, end) + seen).not.toMatch(/[\r\n]/);
      });
    }
  });
});

describe("decodeEntity", () => {
  it.each([
    ["eacute", "\u00e9"],
    ["Ccaron", "\u010c"],
    ["idot", undefined],
    ["Idot", "\u0130"],
    ["uring", "\u016f"],
    ["oslash", "\u00f8"],
    ["omega", "\u03c9"],
    ["zhcy", "\u0436"],
    ["nbsp", "\u00a0"],
    ["apos", "'"],
    ["qacute", undefined],
    ["constructor", undefined],
    ["#x1F600", "\u{1f600}"],
    ["#9", " "],
  ])("reads %j as %j", (entity, character) => {
    expect(decodeEntity(entity)).toBe(character);
  });
});
