import { describe, expect, it } from "vitest";
import type { MarkdownLink } from "../../../src/documents/markdown-document.ts";
import { metadataOf, metadataOfText } from "./reading.ts";

/** The links of a text's front matter, each with the source in its range. */
function linksOf(text: string): readonly (MarkdownLink & { readonly written: string })[] {
  const { links } = metadataOfText(text);
  return links.map((link) => ({ ...link, written: text.slice(link.range.start, link.range.end) }));
}

describe("a value that is a link", () => {
  it.each([
    ["parent: '[[Home]]'", "wikilink", "Home", "Home", undefined, "[[Home]]"],
    ["parent: [[Home]]", "wikilink", "Home", "Home", undefined, "[[Home]]"],
    ["parent: [[Home|the start]]", "wikilink", "Home", "the start", undefined, "[[Home|the start]]"],
    [
      "parent: [[folder/Home page#First steps|x]]",
      "wikilink",
      "folder/Home page",
      "x",
      "First steps",
      "[[folder/Home page#First steps|x]]",
    ],
    ["parent: [[2024-01-05]]", "wikilink", "2024-01-05", "2024-01-05", undefined, "[[2024-01-05]]"],
    ["parent: [[2024]]", "wikilink", "2024", "2024", undefined, "[[2024]]"],
    ["parent: [[Weir, lower]]", "wikilink", "Weir, lower", "Weir, lower", undefined, "[[Weir, lower]]"],
    ["parent: [[Plan: next]]", "wikilink", "Plan: next", "Plan: next", undefined, "[[Plan: next]]"],
    ['parent: "[[Home#^b1]]"', "wikilink", "Home", "Home#^b1", "^b1", "[[Home#^b1]]"],
    ["parent: '[[C#]]'", "wikilink", "C#", "C#", undefined, "[[C#]]"],
    ["parent: '[[Home]] (since May)'", "wikilink", "Home", "Home", undefined, "[[Home]]"],
    ["parent: ./a.md", "path", "./a.md", "./a.md", undefined, "./a.md"],
    ["parent: a.md", "path", "a.md", "a.md", undefined, "a.md"],
    ["parent: ../x y/a b.md", "path", "../x y/a b.md", "../x y/a b.md", undefined, "../x y/a b.md"],
    ["parent: /docs/a.mdx#part", "path", "/docs/a.mdx", "/docs/a.mdx#part", "part", "/docs/a.mdx#part"],
    ["parent: 'a.md?raw=1#x'", "path", "a.md", "a.md?raw=1#x", "x", "a.md?raw=1#x"],
    ["parent: '[the A](a.md \"title\")'", "path", "a.md", "the A", undefined, '[the A](a.md "title")'],
    ["parent: '[the A](<a b.md>)'", "path", "a b.md", "the A", undefined, "[the A](<a b.md>)"],
    ["parent: '[wiki](b_(c).md)'", "path", "b_(c).md", "wiki", undefined, "[wiki](b_(c).md)"],
  ])("%j is a typed relation", (yaml, lookup, path, text, fragment, written) => {
    const links = linksOf(`---\n${yaml}\n---\n`);
    expect(links).toHaveLength(1);
    expect(links[0]).toMatchObject({
      syntax: "frontmatter",
      embed: false,
      external: false,
      lookup,
      path,
      text,
      relation: "parent",
      written,
      line: 2,
      section: 0,
    });
    expect(links[0]?.fragment).toBe(fragment);
  });

  it.each([
    "source: https://example.org/a.md",
    "source: '[x](https://example.org/)'",
    "source: //host/a.md",
    "source: mailto:a.md",
    "file: read the a.md",
    "files: docs/**/*.md",
    "matrix: [[1, 2]]",
    "rows: [[1], [2]]",
    "strings: [['a']]",
    "empty: [[]]",
    "empty: '[[ ]]'",
    "text: 'a [b] c'",
    "picture: ./cover.png",
    "name: .md",
    "title: '[[Home]]'",
    "tags: [a.md]",
    "aliases: ['[[Home]]']",
    "slug: a.md",
    "date: a.md",
  ])("%j is none", (yaml) => {
    expect(linksOf(`---\n${yaml}\n---\n`)).toEqual([]);
  });

  it("may be in a list, quoted and bare", () => {
    const yaml =
      "related: [[[A]], '[[B]]', c.md]\nup:\n  - [[D]]\n  - \"[[E]]\"\n  - ./f.md\nsee: '[[G]], [[H]]; [i](i.md)'\nnext: a.md, b.md";
    expect(metadataOf(yaml).links.map(({ relation, path, line, column }) => [relation, path, line, column])).toEqual([
      ["related", "A", 2, 11],
      ["related", "B", 2, 19],
      ["related", "c.md", 2, 27],
      ["up", "D", 4, 5],
      ["up", "E", 5, 6],
      ["up", "./f.md", 6, 5],
      ["see", "G", 7, 7],
      ["see", "H", 7, 14],
      ["see", "i.md", 7, 21],
      ["next", "a.md", 8, 7],
      ["next", "b.md", 8, 13],
    ]);
  });

  it("may be below another key", () => {
    const { links, properties } = metadataOf("people:\n  lead: '[[Ada]]'\n  others:\n    - name: '[[Ben]]'");
    expect(links.map(({ relation, path }) => [relation, path])).toEqual([
      ["lead", "Ada"],
      ["name", "Ben"],
    ]);
    expect(properties.map(({ key }) => key)).toEqual(["people"]);
  });

  it("has no relation where it stands within other text", () => {
    const { links, properties } = metadataOf("note: 'See [[A]] and [b](b.md) first.'\ndescription: About [[C]] today");
    expect(links.map(({ relation, path }) => [relation, path])).toEqual([
      [undefined, "A"],
      [undefined, "b.md"],
      [undefined, "C"],
    ]);
    expect(properties.map(({ key }) => key)).toEqual(["note"]);
  });

  it("keeps its key as written", () => {
    expect(metadataOf('"calls(doc)": "[[b]]"\nseeAlso: "[[c]]"').links.map(({ relation }) => relation)).toEqual([
      "calls(doc)",
      "seeAlso",
    ]);
  });

  it("is understood in TOML and JSON, where brackets are lists", () => {
    expect(linksOf('+++\nup = "[[A]]"\nm = [["x"]]\n+++\n')).toMatchObject([{ path: "A", line: 2, column: 7 }]);
    expect(linksOf('{"up": "[[A]]", "m": [["x"]], "down": "[[A]]"}\n')).toMatchObject([
      { relation: "up", line: 1, column: 9 },
      { relation: "down", line: 1, column: 40 },
    ]);
  });
});

describe("the place of a link", () => {
  it("is found behind remarks, the same text and escapes", () => {
    const text =
      "---\r\n# up: [[A]]\r\nup:\r\n  # not [[A]]\r\n  - '[[A]]'\r\n  - '[[A]]'\r\nbob: '[[Bob''s note]]'\r\nq: \"[[say \\\"x\\\"]]\"\r\n\"😀\": [[B]]\r\n---\r\n";
    expect(linksOf(text).map(({ line, column, written }) => [line, column, written])).toEqual([
      [5, 6, "[[A]]"],
      [6, 6, "[[A]]"],
      [7, 7, "[[Bob''s note]]"],
      [8, 5, '[[say \\"x\\"]]'],
      [9, 6, "[[B]]"],
    ]);
  });

  it("is that of its key where the source does not show it", () => {
    const links = linksOf('---\nx: 1\nup: "[[\\u0041]]"\nanchor: &a "[[B]]"\nagain: *a\n---\n');
    expect(links.map(({ line, column, path }) => [line, column, path])).toEqual([
      [3, 1, "A"],
      [4, 13, "B"],
      [5, 1, "B"],
    ]);
  });

  it("is found among many keys", () => {
    const keys = Array.from({ length: 60 }, (_, index) => `key${index}:\n  # [[A]]\n  - "[[A]]"`);
    const { links } = metadataOf(keys.join("\n"));
    expect(links.map(({ relation, line, column }) => [relation, line, column])).toEqual(
      keys.map((_, index) => [`key${index}`, index * 3 + 4, 6]),
    );
  });

  it("is found for tens of thousands of links in linear time", () => {
    const yaml = `many: "${"[[x]] ".repeat(40_000)}"\nodd: ["${'[[\\u0041]]", "'.repeat(1_000)}"]`;
    expect(metadataOf(yaml).links).toHaveLength(41_000);
  });

  it.each([
    ["brackets", "[".repeat(200_000)],
    ["open links", "[x](".repeat(50_000)],
    ["open wikilinks", "[[a".repeat(60_000)],
    ["open destinations", "[](<".repeat(50_000)],
    ["a run of blanks", `[x](a ${" ".repeat(200_000)}`],
  ])("costs linear time in %s", (_name, value) => {
    expect(metadataOf(`note: '${value}'`).links).toEqual([]);
  });
});
