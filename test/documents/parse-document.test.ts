import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnOf, lineOf, lineStarts } from "../../src/base/lines.ts";
import type { MarkdownDocument } from "../../src/documents/markdown-document.ts";
import { engineOf, paragraphEngine, parse } from "./parse.ts";

describe("a document", () => {
  it("has everything that its text says", () => {
    const text = [
      "---",
      "title: The lock",
      "description: How it works",
      "lang: en_GB",
      "aliases: [Sluice]",
      "permalink: /lock",
      "tags: canal",
      "date: 2026-01-31",
      "author: Ann",
      "up: '[[Canal]]'",
      "depth: 1.50",
      "---",
      "Lead with #water.",
      "",
      "## Gates",
      "",
      "height:: 3",
      "See [[Weir]].",
      "",
    ].join("\n");
    const document = parse({ text, path: "water/lock.md" });
    expect(document).toMatchObject({
      path: "water/lock.md",
      byteLength: text.length,
      lineCount: 18,
      text,
      title: "The lock",
      titleSource: "frontmatter",
      description: "How it works",
      language: "en-GB",
      aliases: ["Sluice"],
      addresses: ["/lock"],
      published: { type: "date", value: "2026-01-31" },
      authors: [{ name: "Ann" }],
      wordCount: 8,
      diagnostics: [],
    });
    expect(document.tags.map(({ name, source, line }) => [name, source, line])).toEqual([
      ["canal", "frontmatter", 7],
      ["water", "body", 13],
    ]);
    expect(document.properties.map(({ key, source, line, section }) => [key, source, line, section])).toEqual([
      ["depth", "frontmatter", 11, 0],
      ["height", "inline", 17, 1],
    ]);
    expect(
      document.links.map(({ syntax, relation, path, line, section }) => [syntax, relation, path, line, section]),
    ).toEqual([
      ["frontmatter", "up", "Canal", 10, 0],
      ["wikilink", undefined, "Weir", 18, 1],
    ]);
  });

  it("leaves out fields that have no value", () => {
    expect(Object.keys(parse("x"))).not.toContain("language");
    expect(Object.values(parse("x"))).not.toContain(undefined);
    expect(Object.values(parse("[a](b) [[c]]").links[0] ?? {})).not.toContain(undefined);
  });

  it.each([
    ["---\ntitle: Own\n---\n# H", "Own", "frontmatter"],
    ["---\ntitle:\n---\n## Two\n# One", "One", "heading"],
    ["---\ntitle: [a, b]\n---\n## Two\n### Three", "Two", "heading"],
    ["#\n\n## ![](x.png)\n\n## Named", "Named", "heading"],
    ["<h1>HTML</h1>\n\ntext", "river walk", "name"],
    ["---\ntitle: ''\n---\n", "river walk", "name"],
    ["", "river walk", "name"],
  ])("takes its title from %j", (text, title, titleSource) => {
    expect(parse({ text, path: "a/river-walk.md" })).toMatchObject({ title, titleSource });
  });

  it.each([
    ["notes/my_long--name.v2.md", "my long name.v2"],
    ["_.md", "_"],
    [".hidden", ".hidden"],
    ["水車.md", "水車"],
  ])("makes the file name %s readable", (path, title) => expect(parse({ text: "", path }).title).toBe(title));

  it("keeps the lines of invalid front matter as the lead, without headings, tags and links", () => {
    const text = "---\ntitle: a: b\n# no\nx: '[[no]]' #no\n---\ntext [[yes]]\n# H\n";
    const document = parse(text);
    expect(document.frontMatter?.valid).toBe(false);
    expect(document.sections.map(({ text: shown, startLine, endLine }) => [shown, startLine, endLine])).toEqual([
      ["", 1, 6],
      ["H", 7, 7],
    ]);
    expect(text.slice(document.sections[0]?.own.start, document.sections[0]?.own.end)).toContain("title: a: b");
    expect(document.links.map(({ path }) => path)).toEqual(["yes"]);
    expect(document.tags).toEqual([]);
    expect(document.title).toBe("H");
    expect(document.diagnostics.map(({ kind, line }) => [kind, line])).toEqual([["invalid-frontmatter", 2]]);
  });

  it("puts diagnostics in the order of their place", () => {
    const text = "---\ntags: [a b]\n---\n[x](file:a)\n\n| a |\n|---|\n| [[b|c]] |\n\n[y](htp:b)\n";
    expect(parse(text).diagnostics.map(({ kind, line }) => [kind, line])).toEqual([
      ["invalid-tag", 2],
      ["foreign-scheme", 4],
      ["unescaped-pipe", 8],
      ["unknown-scheme", 10],
    ]);
  });

  it("says where an engine passed over emphasis", () => {
    const engine = engineOf(() => ({ simplified: true }));
    expect(parse({ text: "---\na: 1\n---\nx", engine }).diagnostics).toEqual([
      expect.objectContaining({ kind: "depth", line: 4, column: 1 }),
    ]);
  });

  it("gives the engine the body alone", () => {
    const seen: string[] = [];
    const engine = engineOf((text) => {
      seen.push(text);
      return {};
    });
    parse({ text: "---\na: 1\n---\nbody", engine });
    parse({ text: "---\nno: map\n", engine });
    expect(seen).toEqual(["body", "---\nno: map\n"]);
  });

  it("bounds front matter by the option", () => {
    const text = `---\ntitle: ${"x".repeat(100)}\n---\nbody`;
    expect(parse({ text, options: { maximumFrontMatterBytes: 50 } })).toMatchObject({
      title: "note",
      titleSource: "name",
    });
  });
});

/** What has to hold for every text. */
function expectValid(document: MarkdownDocument): void {
  const { text, sections, links, hidden, lineCount } = document;
  const starts = lineStarts(text);
  expect(lineCount).toBe(starts.length);
  const lastLine = Math.max(1, lineCount);
  const body = links.filter(({ syntax }) => syntax !== "frontmatter");
  for (const [index, link] of body.entries()) {
    const { start, end } = link.range;
    expect(start).toBeGreaterThanOrEqual(body[index - 1]?.range.start ?? 0);
    expect(end).toBeGreaterThan(start);
    expect(end).toBeLessThanOrEqual(text.length);
    expect([link.line, link.column]).toEqual([lineOf(starts, start), columnOf(text, starts, start)]);
    const section = sections[link.section];
    expect(start).toBeGreaterThanOrEqual(section?.own.start ?? Number.NaN);
    expect(start).toBeLessThan(section?.own.end ?? Number.NaN);
  }
  let end = sections[0]?.own.start ?? Number.NaN;
  for (const section of sections) {
    expect(section.own.start).toBe(end);
    expect(section.ownEndLine).toBeGreaterThanOrEqual(section.startLine - 1);
    expect(section.endLine).toBeGreaterThanOrEqual(section.ownEndLine);
    expect(section.endLine).toBeLessThanOrEqual(lastLine);
    end = section.own.end;
  }
  expect(end).toBe(text.length);
  for (const part of [...document.anchors, ...document.tasks, ...document.observations, ...document.properties]) {
    expect(part.line).toBeGreaterThanOrEqual(1);
    expect(part.line).toBeLessThanOrEqual(lastLine);
    expect(sections[part.section]).toBeDefined();
  }
  for (const { line, column } of [...document.diagnostics, ...document.tags]) {
    expect(line).toBeLessThanOrEqual(lastLine);
    expect(column).toBeGreaterThanOrEqual(1);
  }
  for (const [index, range] of hidden.entries()) {
    expect(range.start).toBeGreaterThanOrEqual(hidden[index - 1]?.end ?? 0);
    expect(range.end).toBeLessThanOrEqual(text.length);
  }
  expect(new Set(document.tags.map(({ name }) => name.toLowerCase())).size).toBe(document.tags.length);
}

describe("every text", () => {
  const piece = fc.constantFrom(
    ..."[[ ]] ![[ | \\ # ## - * 1. > ` ``` ~~~ $ $$ %% :: (key:: [k:: ) ] [ ]( ^id --- +++ {#id} <a href='x'> <b </b> <!-- --> - [ ] - [x] [cat] & &#35; 😀 é 字 \u0301 \ud800 \0 \r \t".split(
      " ",
    ),
    "\n",
    "\n\n",
    "\r\n",
    " ",
    "    ",
    "word",
    "| a | b |\n|---|---|\n| ",
    "---\ntitle: x\n---\n",
    "---\n: : :\n---\n",
    "[r]: u.md\n",
    "due:: 2026-01-31",
    "https://example.org/a",
  );
  const anyText = fc.oneof(
    fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join("")),
    fc.string({ unit: "binary", maxLength: 200 }),
  );

  it("gives a document whose parts agree with the text", () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom("a.md", "a.mdx"), (text, path) => expectValid(parse({ text, path }))),
      { numRuns: 400 },
    );
  });

  it("gives a document whatever the engine finds", () => {
    const range = fc.tuple(fc.nat(60), fc.nat(20)).map(([start, length]) => ({ start, end: start + length + 1 }));
    const ranges = fc
      .array(range, { maxLength: 8 })
      .map((all) => all.sort((a, b) => a.start - b.start || b.end - a.end));
    fc.assert(
      fc.property(anyText, ranges, ranges, (text, spans, blocks) => {
        const within = (all: { start: number; end: number }[]): { start: number; end: number }[] =>
          all.filter(({ end }) => end <= text.length);
        const engine = engineOf(() => ({
          links: within(spans).map((at, index) => ({
            ...at,
            type: index % 3 === 0 ? ("image" as const) : ("link" as const),
            form: (["inline", "reference", "autolink"] as const)[index % 3] ?? "inline",
            url: "u",
            title: null,
            text: "t",
          })),
          opaque: within(blocks).map((at, index) => ({
            ...at,
            kind: index % 2 === 0 ? ("code" as const) : ("html" as const),
          })),
          containers: within(blocks).map((at, index) => ({
            ...at,
            kind: index % 2 === 0 ? ("listItem" as const) : ("paragraph" as const),
            checked: null,
          })),
        }));
        const document = parse({ text: `x ${text.replaceAll("---", "")}`, engine });
        expect(document.sections.at(-1)?.own.end).toBe(document.text.length);
      }),
      { numRuns: 300 },
    );
  });

  it("gives the same document again", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(parse({ text, engine: paragraphEngine })).toEqual(parse({ text, engine: paragraphEngine }));
      }),
    );
  });
});
