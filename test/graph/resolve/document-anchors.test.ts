/** Fragments: which place of a document they name. */
import { describe, expect, it } from "vitest";
import { diagnosticsOf, graphOf, resolutionsOf } from "../graph-of.ts";
import { makeAnchor } from "../make-document.ts";

const handbook = {
  headings: [
    "# Part One",
    "## Errors",
    "## Errors",
    "# Part Two",
    "## Errors",
    "## \u2699\ufe0f Setup",
    "## Foo | Bar",
    "## C++ & C#",
  ],
  anchors: [makeAnchor("block-1", "block", 2), makeAnchor("Custom.Id", "custom", 4), makeAnchor("lead")],
};

function fragments(links: readonly string[]): (number | string | undefined)[] {
  const graph = graphOf({ "a.md": { links }, "h.md": handbook });
  return resolutionsOf(graph, "a.md").map(({ fragment }) => {
    if (fragment?.status === "section") return fragment.section;
    return fragment?.status === "anchor" ? fragment.name : fragment?.status;
  });
}

describe("fragments of Markdown links", () => {
  it("name slugs and custom anchors, ignoring case and escapes", () => {
    expect(
      fragments([
        "[x](h.md#errors)",
        "[x](h.md#errors-2)",
        "[x](h.md#PART-TWO)",
        "[x](h.md#custom.id)",
        "[x](h.md#foo--bar)",
      ]),
    ).toEqual([2, 5, 4, "Custom.Id", 7]);
  });

  it("ignore variation selectors on both sides", () => {
    expect(fragments(["[x](h.md#-setup)", "[x](h.md#\ufe0f-setup)", "[x](h.md#%EF%B8%8F-setup)"])).toEqual([6, 6, 6]);
  });

  it("do not name headings by their text", () => {
    expect(fragments(["[x](h.md#Part%20Two)", "[x](h.md#errors_1)"])).toEqual(["missing", "missing"]);
  });

  it("name the whole document when empty, top or a text directive", () => {
    expect(fragments(["[x](h.md#)", "[x](h.md#top)", "[x](h.md#:~:text=words)"])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("name blocks", () => {
    expect(fragments(["[x](h.md#^block-1)"])).toEqual(["block-1"]);
  });
});

describe("fragments of wikilinks", () => {
  it("name headings by their text, with punctuation taken as blanks", () => {
    expect(
      fragments(["[[h#Part Two]]", "[[h#part two]]", "[[h#Foo Bar]]", "[[h#Foo %7C Bar]]", "[[h#C++ & C#]]"]),
    ).toEqual([4, 4, 7, 7, 8]);
  });

  it("name headings below headings", () => {
    expect(
      fragments(["[[h#Part Two#Errors]]", "[[h#Part One#Errors]]", "[[h#Part Two#Setup]]", "[[h#Errors#Part Two]]"]),
    ).toEqual([5, 2, 6, "missing"]);
  });

  it("name slugs, custom anchors and blocks", () => {
    expect(fragments(["[[h#errors-1]]", "[[h#Custom.Id]]", "[[h#^block-1]]", "[[h#^none]]"])).toEqual([
      3,
      "Custom.Id",
      "block-1",
      "missing",
    ]);
  });
});

describe("fragments of other tools", () => {
  it("name a range of a note by its start", () => {
    expect(fragments(["![[h#part-two,1:#*]]", "![[h#errors:#part-two]]", "![[h#*]]", "![[h#none,1:#*]]"])).toEqual([
      4,
      2,
      undefined,
      "missing",
    ]);
  });

  it("name headings without letters as renderers do that give them a slug", () => {
    const graph = graphOf({
      "a.md": {
        headings: ["## $$", "## Section one", "## $?"],
        links: ["[x](#section)", "[x](#section-1)", "[x](#section-2)"],
      },
    });
    expect(resolutionsOf(graph, "a.md").map(({ fragment }) => fragment)).toEqual([
      { status: "section", section: 1 },
      { status: "section", section: 3 },
      { status: "missing" },
    ]);
  });

  it("are no anchors where they are heads of tabs", () => {
    const graph = graphOf({ "a.md": { links: ["[Windows](#tab/windows)", "[x](b.md#tab/windows)"] }, "b.md": {} });
    expect(diagnosticsOf(graph, "a.md")).toEqual(["broken-anchor"]);
  });
});

describe("fragments", () => {
  it("are reported with the document when nothing has their name", () => {
    const graph = graphOf(
      { "a.md": { links: ["[x](h.md#nope)", "[[#Nope]]", "[x](p.png#page=2)"] }, "h.md": handbook },
      ["p.png"],
    );
    expect(diagnosticsOf(graph, "a.md")).toEqual(["broken-anchor", "broken-anchor"]);
    expect(graph.diagnostics[0]?.[0]?.message).toContain('h.md has no section, block or anchor "nope"');
  });

  it("alone name a place of the own document", () => {
    const graph = graphOf({ "a.md": { headings: ["# A"], links: ["[x](#a)", "[[#A]]"] } });
    expect(resolutionsOf(graph, "a.md")).toMatchObject([
      { by: "self", path: "a.md", fragment: { section: 1 } },
      { by: "self", path: "a.md", fragment: { section: 1 } },
    ]);
  });

  it("lead edges to their section", () => {
    const graph = graphOf({ "a.md": { links: ["[x](h.md#errors-1)"] }, "h.md": handbook });
    const edge = graph.edges.find(({ kind }) => kind === "linksTo");
    expect(edge?.places[0]).toMatchObject({ fragment: "errors-1", targetSection: 3 });
    expect(graph.sectionNode(1, 3)?.iri).toBe("urn:graphdown:/h.md#errors-1");
  });
});
