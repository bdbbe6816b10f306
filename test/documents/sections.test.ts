import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineStarts } from "../../src/base/lines.ts";
import type { MarkdownDocument, Section } from "../../src/documents/markdown-document.ts";
import { parse } from "./parse.ts";

function headingsOf(text: string): unknown[] {
  return parse(text)
    .sections.slice(1)
    .map(({ level, text: shown, slug, startLine, endLine, ownEndLine }) => [
      level,
      shown,
      slug,
      startLine,
      endLine,
      ownEndLine,
    ]);
}

function ownText(document: MarkdownDocument, section: Section | undefined): string {
  return document.text.slice(section?.own.start, section?.own.end);
}

describe("sections", () => {
  it("run to the line before the next heading of their level or higher", () => {
    expect(headingsOf("intro\n\n# A\n\ntext\n\n## B\n\ntext\n\n\n# C\nend\n")).toEqual([
      [1, "A", "a", 3, 11, 6],
      [2, "B", "b", 7, 11, 11],
      [1, "C", "c", 12, 13, 13],
    ]);
  });

  it("nest where levels are skipped", () => {
    const { sections } = parse("### deep\n# A\n#### B\n## C\n###### D\n");
    expect(sections.map(({ parent, headingPath }) => [parent, headingPath.join(" / ")])).toEqual([
      [-1, ""],
      [-1, "deep"],
      [-1, "A"],
      [2, "A / B"],
      [2, "A / C"],
      [4, "A / C / D"],
    ]);
  });

  it("have a lead that may be empty", () => {
    expect(parse("# A\n").sections[0]).toMatchObject({ level: 0, startLine: 1, endLine: 0, own: { start: 0, end: 0 } });
    expect(parse("").sections).toHaveLength(1);
    expect(parse("").sections[0]).toMatchObject({ startLine: 1, endLine: 0, ownEndLine: 0 });
    expect(parse("text").sections[0]).toMatchObject({ startLine: 1, endLine: 1, ownEndLine: 1 });
  });

  it("count the lines of front matter", () => {
    const document = parse("---\ntitle: T\n---\nlead\n# A\nx\n");
    expect(document.sections.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [4, 4],
      [5, 6],
    ]);
    expect(ownText(document, document.sections[0])).toBe("lead\n");
  });

  it("keep code, and take no heading from it", () => {
    const text =
      "# One\n\n```sh\n# comment\n```\n\n~~~\n## not\n~~~\n\n    # indented\n\n<!--\n# comment\n-->\n\n# Two\n";
    const document = parse(text);
    expect(document.sections.map(({ text: shown }) => shown)).toEqual(["", "One", "Two"]);
    expect(ownText(document, document.sections[1])).toBe(text.slice(0, text.indexOf("# Two")));
  });

  it("read setext headings, and rules after blank lines as rules", () => {
    expect(headingsOf("Part one\n---\n\ntext\n\n---\n\nb: c\n===\n")).toEqual([
      [2, "Part one", "part-one", 1, 7, 7],
      [1, "b: c", "b-c", 8, 9, 9],
    ]);
  });

  it("show wikilinks by their alias, and keep code and emphasis as plain text", () => {
    expect(headingsOf("## Meet [[board|the *board*]] on `x` with [[Ann]] and \\[\\[no\\]\\] **now** ##\n")[0]).toEqual([
      2,
      expect.stringContaining("on x with Ann and [[no]] now"),
      expect.any(String),
      1,
      1,
      1,
    ]);
    expect(headingsOf("## Meet [[board|the board]]\n")[0]).toEqual([2, "Meet the board", "meet-the-board", 1, 1, 1]);
  });

  it("leave comments out of headings, and headings in comments and math out", () => {
    expect(headingsOf("# A %% later %% B\n\n%%\n\n# Hidden\n\n%%\n\n$$\n\n# x\n\n$$\n")).toEqual([
      [1, "A B", "a-b", 1, 13, 13],
    ]);
    const { sections } = parse({ text: "%%\n\n# Shown\n\n%%\n", options: { comments: "include" } });
    expect(sections.map(({ text }) => text)).toEqual(["", "Shown"]);
  });

  it.each([
    ["## Setup {#install}", "Setup", "install"],
    ["## Setup {#install .wide data=1}", "Setup", "install"],
    ["## Setup {: #install}", "Setup", "install"],
    ["## Setup \\{#install}", "Setup", "install"],
    ["## {#only}", "", "only"],
  ])("take the custom id out of %s", (text, shown, name) => {
    const document = parse(`x\n\n${text}\n`);
    expect(document.sections[1]?.text).toBe(shown);
    expect(document.anchors).toEqual([{ name, kind: "custom", line: 3, section: 1 }]);
  });

  it.each(["## Set {a}", "## Set {#a b} c", "## a {#}", "## }"])("keep braces that are no id in %s", (text) => {
    const document = parse(text);
    expect(document.anchors).toEqual([]);
    expect(document.sections[1]?.text).toBe(text.slice(3));
  });

  it("split texts with any line ends without gaps", () => {
    const piece = fc.constantFrom(
      "# a",
      "## b",
      "a\n---",
      "text",
      "\n",
      "\r\n",
      "\r",
      "> # q",
      "- # l",
      "```",
      "",
      "😀",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const document = parse(pieces.join(""));
        const starts = lineStarts(document.text);
        const offsetOf = (line: number): number => starts[line - 1] ?? document.text.length;
        let end = 0;
        for (const { own, startLine, ownEndLine, endLine, index } of document.sections) {
          expect(own.start).toBe(end);
          expect(own.start).toBe(offsetOf(startLine));
          expect(own.end).toBe(offsetOf(ownEndLine + 1));
          const following = document.sections
            .slice(index + 1)
            .find(({ level }) => level <= (document.sections[index]?.level ?? 0));
          const last = index === 0 ? ownEndLine : (following?.startLine ?? document.lineCount + 1) - 1;
          expect(endLine).toBe(last);
          end = own.end;
        }
        expect(end).toBe(document.text.length);
      }),
    );
  });
});
