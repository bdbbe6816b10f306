/** Nodes and edges of a built graph: kinds, order, uniqueness, places and look-ups. */
import { describe, expect, it } from "vitest";
import { GraphdownError } from "../../src/base/errors.ts";
import type { GraphEdge, KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { backlinksOf, looseDocuments } from "../../src/graph/questions/backlinks.ts";
import { graphOf } from "./graph-of.ts";

const sketches = {
  "b.md": { headings: ["# B", "## Part", "## Other", "# Last"], tags: ["water/lock"] },
  "d/a.md": {
    links: [
      "[[b]]",
      "[[b]]",
      "[b](../b.md)",
      "[[b#Part]]",
      "![[b]]",
      "fed by:: [[b]]",
      "[x](https://example.org/)",
      "[[Later]]",
      "[x](p.png)",
    ],
    tags: ["Water", "water/lock"],
    authors: [{ name: "Kim" }],
  },
};

function edgesFrom(graph: KnowledgeGraph, path: string): string[] {
  return graph.outgoing(graph.nodeOf(path)?.index ?? -1).map((edge) => describeEdge(graph, edge));
}

function describeEdge(graph: KnowledgeGraph, { kind, relation, syntax, target, places }: GraphEdge): string {
  return [kind, relation, syntax, graph.nodes[target]?.label, places.length]
    .filter((part) => part !== undefined)
    .join(" ");
}

describe("nodes", () => {
  const graph = graphOf(sketches, ["d/p.png", "unused.png"]);

  it("are ordered by kind and key, documents first", () => {
    expect(graph.nodes.map(({ kind, iri }) => `${kind} ${iri.replace("urn:graphdown:/", "/")}`)).toEqual([
      "document /b.md",
      "document /d/a.md",
      "section /b.md#b",
      "section /b.md#part",
      "section /b.md#other",
      "section /b.md#last",
      "tag /~tag/water",
      "tag /~tag/water/lock",
      "entity /~id/Kim",
      "folder /",
      "folder /d/",
      "external https://example.org/",
      "asset /d/p.png",
      "missing /~missing/later",
    ]);
    expect(graph.nodes.map(({ index }) => index)).toEqual([...graph.nodes.keys()]);
  });

  it("have different IRIs and are found by them", () => {
    expect(new Set(graph.nodes.map(({ iri }) => iri)).size).toBe(graph.nodes.length);
    for (const node of graph.nodes) expect(graph.nodeByIri(node.iri)).toBe(node);
    expect(graph.nodeByIri("urn:none")).toBeUndefined();
  });

  it("are found by path and by section", () => {
    expect(graph.nodeOf("d/a.md")?.kind).toBe("document");
    expect(graph.nodeOf("d/p.png")?.kind).toBe("asset");
    expect([graph.nodeOf("d")?.kind, graph.nodeOf("d/")?.kind, graph.nodeOf("")?.kind]).toEqual([
      "folder",
      "folder",
      "folder",
    ]);
    expect([graph.nodeOf("gone.md"), graph.nodeOf("unused.png")]).toEqual([undefined, undefined]);
    expect(graph.sectionNode(0, 2)).toMatchObject({ kind: "section", label: "Part", section: 2, path: "b.md" });
    expect([graph.sectionNode(0, 0), graph.sectionNode(0, 9), graph.sectionNode(7, 1)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("show a tag as it was first written", () => {
    const labels = graphOf({
      "a.md": { tags: ["Canal/Lock"] },
      "b.md": { tags: ["canal", "CANAL/lock"] },
    }).nodes.filter(({ kind }) => kind === "tag");
    expect(labels.map(({ label }) => label)).toEqual(["Canal", "Canal/Lock"]);
  });
});

describe("edges", () => {
  const graph = graphOf(sketches, ["d/p.png"]);

  it("are unique by source, target, kind, relation and syntax, and keep every place", () => {
    expect(edgesFrom(graph, "d/a.md")).toEqual([
      "partOf d 0",
      "taggedWith water 1",
      "taggedWith water/lock 1",
      "mentions Kim 1",
      "linksTo wikilink B 3",
      "linksTo markdown B 1",
      "embeds embed B 1",
      "relation fed by inline B 1",
      "cites markdown https://example.org/ 1",
      "linksTo wikilink Later 1",
      "linksTo markdown d/p.png 1",
    ]);
  });

  it("nest sections as their levels do", () => {
    expect(edgesFrom(graph, "b.md").slice(0, 2)).toEqual(["contains B 0", "contains Last 0"]);
    const section = graph.sectionNode(0, 1)?.index ?? -1;
    expect(graph.outgoing(section).map((edge) => describeEdge(graph, edge))).toEqual([
      "contains Part 0",
      "contains Other 0",
    ]);
  });

  it("lead from nested tags to their parents and from folders upwards", () => {
    const parts = graph.edges
      .filter(({ kind }) => kind === "partOf")
      .map(({ source, target }) => [source, target].map((node) => graph.nodes[node]?.label));
    expect(parts).toEqual([
      ["B", "/"],
      ["a", "d"],
      ["water/lock", "water"],
      ["d", "/"],
    ]);
  });

  it("are sorted by source and the same from both ends", () => {
    const sources = graph.edges.map(({ source }) => source);
    expect(sources).toEqual(sources.toSorted((a, b) => a - b));
    expect(graph.edges.map(({ index }) => index)).toEqual([...graph.edges.keys()]);
    for (const node of graph.nodes.keys()) {
      expect(graph.outgoing(node)).toEqual(graph.edges.filter(({ source }) => source === node));
      expect(graph.incoming(node)).toEqual(graph.edges.filter(({ target }) => target === node));
    }
  });

  it("tell where they were written", () => {
    const edge = graph.edges.find(({ relation }) => relation === "fed by");
    expect(edge?.places).toEqual([{ path: "d/a.md", line: 6, column: 1, text: "b", target: "b", section: 0 }]);
  });
});

describe("backlinks and documents without links", () => {
  it("leave out what a document says of itself, assets and addresses", () => {
    const graph = graphOf(
      {
        "a.md": { headings: ["# A"], links: ["[[a]]", "[[#A]]", "![p](p.png)", "[x](https://example.org)"] },
        "b.md": { links: ["[[c]]"] },
        "c.md": {},
      },
      ["p.png"],
    );
    expect(backlinksOf(graph, 0)).toEqual([]);
    expect(backlinksOf(graph, 2).map(({ source, places }) => [source, places.length])).toEqual([[1, 1]]);
    expect(looseDocuments(graph)).toEqual({ orphans: [0], noIncoming: [0, 1], deadEnds: [0, 2] });
  });
});

describe("options", () => {
  it("complete the base and are refused when they make no sense", () => {
    const graph = graphOf({ "a b.md": {} }, [], { baseIri: "https://example.org/notes" });
    expect(graph.nodes[0]?.iri).toBe("https://example.org/notes/a%20b.md");
    for (const options of [
      { baseIri: "notes" },
      { baseIri: "https://example.org/?x" },
      { baseIri: "http://a b/" },
      { baseIri: "http://e.org/a/../b" },
      { contentRoots: ["../x"] },
    ]) {
      expect(() => graphOf({}, [], options)).toThrowError(GraphdownError);
    }
  });

  it.each([
    ["http://e.org/a/../b/", "http://e.org/b/"],
    ["http://e.org/./b", "http://e.org/b/"],
    ["http://e.org/b/..", "http://e.org/"],
    ["urn:x/a/../b/", "urn:x/b/"],
  ])("refuse the base %s, which is read as another, and name that", (baseIri, folded) => {
    const refusal = expect.objectContaining({ code: "invalid_options", next: expect.stringMatching(folded) });
    expect(() => graphOf({}, [], { baseIri })).toThrowError(refusal);
    expect(() => graphOf({}, [], { baseIri: folded })).not.toThrow();
  });
});

describe("an empty graph", () => {
  it("has no nodes and no edges", () => {
    const graph = graphOf({});
    expect([graph.nodes, graph.edges, graph.links, graph.diagnostics]).toEqual([[], [], [], []]);
  });
});
