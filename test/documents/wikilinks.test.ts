import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRanges } from "../../src/documents/opaque-ranges.ts";
import { findWikilinks } from "../../src/documents/wikilinks.ts";
import { linksOf, parse } from "./parse.ts";

describe("wikilinks", () => {
  it.each([
    ["[[Harbour]]", "Harbour", undefined, "Harbour"],
    ["[[Harbour|the port]]", "Harbour", undefined, "the port"],
    ["[[ Harbour | the port ]]", "Harbour", undefined, "the port"],
    ["[[places/Harbour.md#Ships]]", "places/Harbour.md", "Ships", "places/Harbour.md#Ships"],
    ["[[#Ships]]", "", "Ships", "#Ships"],
    ["[[Harbour#^crane-2]]", "Harbour", "^crane-2", "Harbour#^crane-2"],
    ["[[Harbour#Ships#Small]]", "Harbour", "Ships#Small", "Harbour#Ships#Small"],
    ["[[Harbour # Ships|x]]", "Harbour", "Ships", "x"],
    ["[[C#]]", "C#", undefined, "C#"],
    ["[[Why not?]]", "Why not?", undefined, "Why not?"],
    ["[[Salt & Vinegar]]", "Salt & Vinegar", undefined, "Salt & Vinegar"],
    ["[[Standup: Monday]]", "Standup: Monday", undefined, "Standup: Monday"],
    ["[[a\\_b]]", "a_b", undefined, "a\\_b"],
    ["[[Harbour|]]", "Harbour", undefined, "Harbour"],
  ])("reads %s", (text, path, fragment, shown) => {
    const [link] = parse(text).links;
    expect([link?.path, link?.fragment, link?.text]).toEqual([path, fragment, shown]);
    expect(link).toMatchObject({ syntax: "wikilink", lookup: "wikilink", embed: false, external: false });
  });

  it("keeps single brackets in a target", () => {
    expect(linksOf("[[a [draft] note]] and [[minutes [by Ann]]] and [[[old] plan]] and [[b]]")).toEqual([
      "wikilink a [draft] note [a [draft] note]",
      "wikilink minutes [by Ann] [minutes [by Ann]]",
      "wikilink [old] plan [[old] plan]",
      "wikilink b [b]",
    ]);
  });

  it("takes brackets around a wikilink for text", () => {
    const [link] = parse("see [[[Harbour]]] now").links;
    expect(link).toMatchObject({ target: "Harbour", column: 6 });
  });

  it("restarts at the inner brackets when the outer ones do not close", () => {
    expect(linksOf("[[Harbour and [[Weir]] here\n\nnext [[Race]]")).toEqual([
      "wikilink Weir [Weir]",
      "wikilink Race [Race]",
    ]);
  });

  it("never goes over a line break", () => {
    expect(linksOf("[[Har\nbour]] [[a\r\nb]] [[a\rb]]")).toEqual([]);
  });

  it.each([
    "[[]]",
    "[[ ]]",
    "[[|x]]",
    "[[#]]",
    "[[:alpha:]]",
    "\\[[a]]",
    "\\[\\[a\\]\\]",
    "[\\[a]]",
    "[[a\\]]",
    "[[a]",
  ])("takes %s for text", (text) => expect(linksOf(text)).toEqual([]));

  it("reads a wikilink after an escaped backslash", () => {
    expect(linksOf("\\\\[[a]]")).toEqual(["wikilink a [a]"]);
  });

  it("reads embeds, and their sizes not as text", () => {
    expect(linksOf("![[chart.png]] ![[chart.png|300]] ![[chart.png|300x80]] ![[Note#Part|Shown]] \\![[Note]]")).toEqual(
      [
        "embed chart.png [chart.png]",
        "embed chart.png [chart.png]",
        "embed chart.png [chart.png]",
        "embed Note#Part [Shown]",
        "wikilink Note [Note]",
      ],
    );
  });

  it("separates the alias by an escaped pipe in a table, and repairs a bare one", () => {
    const document = parse(
      "| a | b |\n|---|---|\n| [[Hall\\|the hall]] | x |\n| [[Inn|the inn]] | y |\n\n[[Barn|the barn]]\n",
    );
    expect(document.links.map(({ path, text, within }) => [path, text, within])).toEqual([
      ["Hall", "the hall", "table"],
      ["Inn", "the inn", "table"],
      ["Barn", "the barn", undefined],
    ]);
    expect(document.diagnostics).toEqual([
      {
        kind: "unescaped-pipe",
        line: 4,
        column: 3,
        message: expect.stringContaining("\\|") as string,
        text: "[[Inn|the inn]]",
      },
    ]);
  });

  it("steps over code and HTML within a wikilink", () => {
    expect(linksOf("[[a `]]` b]] [[c <b title=']]'> d]]")).toEqual([
      "wikilink a `]]` b [a `]]` b]",
      "wikilink c <b title=']]'> d [c <b title=']]'> d]",
    ]);
    expect(linksOf("[[a `b\nc` d]] [[[e](f.md)]]")).toEqual(["markdown f.md [e]"]);
  });

  it("finds none in code, HTML, math, comments, destinations and addresses", () => {
    const text = [
      "`[[a]]` ``[[b]] ` [[c]]``",
      "<!-- [[d]] --> <i title='[[e]]'>x</i>",
      "$[[f]]$ %% [[g]] %% [x](<y [[h]].md>) [x](y.md '[[i]]')",
      "",
      "    [[j]]",
      "",
      "```",
      "[[k]]",
      "```",
      "[[real]]",
      "",
      "$$",
      "[[l]]",
      "$$",
    ].join("\n");
    expect(
      parse(text)
        .links.filter(({ lookup }) => lookup === "wikilink")
        .map(({ target }) => target),
    ).toEqual(["real"]);
  });

  it("leaves brackets to Markdown where it takes them", () => {
    const text = "[[1]](page.md) [[2]][ref] [[3]] [[4]]\n\n[ref]: other.md\n[3]: https://example.org/3\n";
    expect(linksOf(text)).toEqual([
      "markdown page.md [[1]]",
      "reference other.md [[2]]",
      "reference https://example.org/3 [3] (external)",
      "wikilink 4 [4]",
    ]);
  });

  it("takes the file of a wikilink from a definition of it", () => {
    const [link, ...others] = parse("See [[weir|the weir]] now.\n\n[weir|the weir]: ../water/weir.md 'Weir'\n").links;
    expect(link).toMatchObject({ syntax: "wikilink", path: "../water/weir.md", text: "the weir", column: 5 });
    expect(others).toEqual([]);
  });

  it("keeps a wikilink within the text of a link, and an address within a wikilink", () => {
    expect(linksOf("[see [[b]] there](c.md) [[d|https://example.org]]")).toEqual([
      "markdown c.md [see [[b]] there]",
      "wikilink b [b]",
      "wikilink d [https://example.org]",
    ]);
  });

  it("takes a target with an address for an external link", () => {
    expect(linksOf("[[https://example.org/a#b|x]]")).toEqual(["wikilink https://example.org/a#b [x] (external)"]);
  });

  it("gives the range, line and column of the whole link", () => {
    const text = "---\na: 1\n---\n# T\n\n😀é ![[x]]";
    const [link] = parse(text).links;
    expect(link).toMatchObject({ line: 6, column: 4, section: 1 });
    expect(text.slice(link?.range.start, link?.range.end)).toBe("![[x]]");
  });

  it("finds what a slow reading of each line finds", () => {
    const piece = fc.constantFrom("[[", "]]", "[", "]", "|", "a", "b ", "#", "\n", "!", "\\|");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join("");
        const found = findWikilinks(text, 0, createRanges());
        let last = 0;
        for (const { start, end, target } of found) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(text.slice(start, end)).toMatch(/^!?\[\[[^\r\n]+\]\]$/);
          expect(text.slice(start, end)).toContain(target);
          last = end;
        }
        // Links without brackets in them are found by a pattern too: each has to be among those that were found.
        for (const match of text.matchAll(/(?<![[\\])\[\[([^[\]|\\\n]*[^[\]|\\\n\s#][^[\]|\\\n]*)\]\](?!\])/g)) {
          expect(found.some(({ end }) => end === match.index + match[0].length)).toBe(true);
        }
      }),
    );
  });
});
