import { describe, expect, it } from "vitest";
import { exportGraph } from "../../src/exports/export-graph.ts";
import type { ExportOptions } from "../../src/exports/graph-export.ts";
import { exportFormats } from "../../src/exports/graph-export.ts";
import { resolveExportOptions } from "../../src/exports/resolve-export-options.ts";
import { selectSubgraph } from "../../src/exports/select-subgraph.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { graphOf, note } from "./note.ts";
import { readJsonld, readTurtle } from "./read-rdf.ts";

const graph = graphOf(
  [
    note("guides/start.md", { title: "Start", links: ["middle"], tags: ["Guide/First"], headings: [[1, "One"]] }),
    note("guides/middle.md", {
      title: "Middle",
      links: [{ target: "end", relation: "next" }],
      authors: [{ name: "Ann" }],
    }),
    note("guides/end.md", { title: "The End", tags: ["guide"] }),
    note("other/far.md", { title: "Far", links: ["end", "picture.png", "nowhere"], tags: ["guidebook"] }),
    note("other/alone.md", {
      title: "Alone",
      observations: [{ category: "c", text: "t", tags: [], line: 1, section: 0 }],
    }),
  ],
  { otherPaths: ["picture.png"] },
);

function paths(options: ExportOptions, of: KnowledgeGraph = graph): string[] {
  const { documents } = selectSubgraph({ graph: of, options: resolveExportOptions("json", options) });
  return documents.map((index) => of.documents[index]?.path ?? "");
}

interface Links {
  nodes: { id: string; kind: string; label: string }[];
  edges: { source: string; target: string; kind: string }[];
}

async function linksOf(options: ExportOptions): Promise<Links> {
  const { content } = await exportGraph({ graph, format: "json", options });
  return JSON.parse(content) as Links;
}

describe("selectSubgraph", () => {
  it("selects all documents by default", () => {
    expect(paths({})).toHaveLength(5);
    expect(selectSubgraph({ graph, options: resolveExportOptions("json") }).whole).toBe(true);
    expect(selectSubgraph({ graph, options: resolveExportOptions("mermaid") }).whole).toBe(false);
  });

  it("selects by folder, which is matched by whole segments", () => {
    expect(paths({ directory: "other" })).toEqual(["other/alone.md", "other/far.md"]);
    expect(paths({ directory: "other/" })).toHaveLength(2);
    expect(paths({ directory: "oth" })).toEqual([]);
    expect(paths({ directory: "." })).toHaveLength(5);
    expect(() => paths({ directory: "../x" })).toThrow(expect.objectContaining({ code: "invalid_path" }));
  });

  it("selects by tag, without case and with nested tags", () => {
    expect(paths({ tags: ["guide"] })).toEqual(["guides/end.md", "guides/start.md"]);
    expect(paths({ tags: ["#GUIDE/first"] })).toEqual(["guides/start.md"]);
    expect(paths({ tags: ["guidebook", "guide/first"] })).toEqual(["guides/start.md", "other/far.md"]);
    expect(paths({ tags: [] })).toEqual([]);
  });

  it("selects what is near a document, in either direction and to any depth", () => {
    const focus = "guides/middle.md";
    expect(paths({ focus })).toEqual(["guides/end.md", "guides/middle.md", "guides/start.md"]);
    expect(paths({ focus, depth: 0 })).toEqual(["guides/middle.md"]);
    expect(paths({ focus, direction: "out" })).toEqual(["guides/end.md", "guides/middle.md"]);
    expect(paths({ focus, direction: "in" })).toEqual(["guides/middle.md", "guides/start.md"]);
    expect(paths({ focus, depth: 2 })).toHaveLength(4);
    expect(paths({ focus, kinds: ["relation"] })).toEqual(["guides/end.md", "guides/middle.md"]);
    expect(paths({ focus, depth: 2, directory: "other" })).toEqual(["other/far.md"]);
  });

  it("takes the IRI of any node as the focus", () => {
    expect(paths({ focus: "urn:graphdown:/guides/end.md", depth: 0 })).toEqual(["guides/end.md"]);
    expect(paths({ focus: "urn:graphdown:/guides/start.md#part-1", depth: 0 })).toEqual(["guides/start.md"]);
    expect(paths({ focus: "urn:graphdown:/~tag/guide" })).toEqual(["guides/end.md", "guides/start.md"]);
    expect(paths({ focus: "urn:graphdown:/~tag/guide/first" })).toEqual(["guides/start.md"]);
    expect(paths({ focus: "urn:graphdown:/guides/", depth: 0 })).toHaveLength(3);
    expect(paths({ focus: "urn:graphdown:/~id/Ann" })).toEqual(["guides/middle.md"]);
    expect(paths({ focus: "picture.png" })).toEqual(["other/far.md"]);
  });

  it("takes whatever names a node in other questions", () => {
    expect(paths({ focus: "#GUIDE" })).toEqual(["guides/end.md", "guides/start.md"]);
    expect(paths({ focus: "guides/start.md#one", depth: 0 })).toEqual(["guides/start.md"]);
    expect(paths({ focus: "guides", depth: 0 })).toEqual(["guides/end.md", "guides/middle.md", "guides/start.md"]);
    expect(paths({ focus: "guides/" })).toEqual([
      "guides/end.md",
      "guides/middle.md",
      "guides/start.md",
      "other/far.md",
    ]);
    expect(paths({ focus: "/", depth: 0 })).toHaveLength(5);
    expect(paths({ focus: "Ann" })).toEqual(["guides/middle.md"]);
    expect(paths({ focus: "[[nowhere]]" })).toEqual(["other/far.md"]);
  });

  it("finds no unknown focus, and says what may have been meant", () => {
    const unknown = (focus: string): unknown =>
      expect.objectContaining({ code: "not_found", next: `Did you mean "${focus}"?` });
    expect(() => paths({ focus: "start.md" })).toThrow(unknown("guides/start.md"));
    expect(() => paths({ focus: "guides/Start" })).toThrow(unknown("guides/start.md"));
    expect(() => paths({ focus: "the end" })).toThrow(unknown("guides/end.md"));
    expect(() => paths({ focus: "guides/midle.md" })).toThrow(unknown("guides/middle.md"));
    expect(() => paths({ focus: "entirely-unrelated-words-here.txt" })).toThrow(
      expect.objectContaining({ code: "not_found", next: expect.stringContaining("as ls or search shows it") }),
    );
    expect(() => paths({ focus: "../up.md" })).toThrow(expect.objectContaining({ code: "not_found" }));
    expect(() => paths({ focus: "\u001b[31m.md" })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining("\u001b") }),
    );
  });

  it("refuses options that make no sense, and names the nearest word", () => {
    const invalid = (options: object): void => {
      expect(() => paths(options as ExportOptions)).toThrow(expect.objectContaining({ code: "invalid_input" }));
    };
    invalid({ depth: -1 });
    invalid({ depth: 1.5 });
    invalid({ direction: "up" });
    invalid({ detail: "everything" });
    invalid({ kinds: ["linkTo"] });
    invalid({ maximumCharacters: 0 });
    invalid({ maximumEdges: Number.NaN });
    invalid({ form: "framed" });
    expect(() => paths({ kinds: ["linkTo" as "linksTo"] })).toThrow(
      expect.objectContaining({ next: "Did you mean linksTo?" }),
    );
  });
});

describe("an unknown format", () => {
  it.each([
    ["turtel", "turtle"],
    ["json-ld", "jsonld"],
    ["Mermaid", "mermaid"],
  ])("%s is invalid input, and %s is offered", async (format, nearest) => {
    await expect(exportGraph({ graph, format })).rejects.toMatchObject({
      code: "invalid_input",
      details: { known: exportFormats, nearest },
    });
  });
});

describe("an export of a part of the graph", () => {
  it("holds the edges whose two ends are shown", async () => {
    const { nodes, edges } = await linksOf({ directory: "guides", detail: "documents" });
    expect(nodes.map(({ label }) => label)).toEqual(["The End", "Middle", "Start"]);
    expect(edges.map(({ kind }) => kind)).toEqual(["relation", "linksTo"]);
  });

  it("holds in full detail what its documents name, and nothing of others", async () => {
    const { nodes, edges } = await linksOf({ directory: "guides" });
    expect(nodes.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
      "document The End",
      "document Middle",
      "document Start",
      "section One",
      "tag guide",
      "tag Guide/First",
      "entity Ann",
      "folder /",
      "folder guides",
    ]);
    const ids = new Set(nodes.map(({ id }) => id));
    expect(edges.every(({ source, target }) => ids.has(source) && ids.has(target))).toBe(true);
  });

  it("holds nodes that the kinds of edges lead to", async () => {
    const { nodes, edges } = await linksOf({ detail: "documents", kinds: ["mentions", "taggedWith"] });
    expect(nodes.filter(({ kind }) => kind !== "document").map(({ label }) => label)).toEqual([
      "guide",
      "Guide/First",
      "guidebook",
      "Ann",
    ]);
    expect(edges.map(({ kind }) => kind).sort()).toEqual(["mentions", "taggedWith", "taggedWith", "taggedWith"]);
  });

  it.each([
    { directory: "guides" },
    { focus: "other/far.md" },
    { detail: "documents" },
    { detail: "sections" },
    { kinds: ["linksTo", "contains"] },
    { tags: ["guide"], detail: "sections" },
  ] as ExportOptions[])("says in RDF only what it shows: %j", async (options) => {
    const turtle = await exportGraph({ graph, format: "turtle", options });
    const triples = readTurtle(turtle.content);
    const jsonld = await exportGraph({ graph, format: "jsonld", options });
    expect(await readJsonld(jsonld.content)).toEqual(triples);
    expect(turtle.tripleCount).toBe(triples.length);
    const { nodes, edges } = await linksOf(options);
    expect([turtle.nodeCount, turtle.edgeCount]).toEqual([nodes.length, edges.length]);
    const shown = new Set(nodes.map(({ id }) => id));
    const hidden = new Set(graph.nodes.map(({ iri }) => iri).filter((iri) => !shown.has(iri)));
    for (const triple of triples) {
      const [subject, , kind, object] = JSON.parse(triple) as string[];
      expect(hidden).not.toContain(subject);
      if (kind === "NamedNode") expect(hidden).not.toContain(object);
    }
  });

  it("says of documents what their sections say, where sections are not shown", async () => {
    const sections = graphOf([
      note("a.md", { headings: [[1, "A"]], links: [{ target: "b#part-1", section: 1 }, "a#part-1"] }),
      note("b.md", { headings: [[1, "B"]] }),
    ]);
    const { content } = await exportGraph({ graph: sections, format: "turtle", options: { detail: "documents" } });
    expect(readTurtle(content).filter((triple) => triple.includes("references"))).toEqual([
      JSON.stringify([
        "urn:graphdown:/a.md",
        "http://purl.org/dc/terms/references",
        "NamedNode",
        "urn:graphdown:/b.md",
      ]),
    ]);
  });

  it("is the valid empty document of the format when nothing is selected", async () => {
    const empty = async (format: string): Promise<string> => {
      const { content, nodeCount, edgeCount, tripleCount, cut } = await exportGraph({
        graph,
        format,
        options: { tags: ["none"] },
      });
      expect([nodeCount, edgeCount, tripleCount, cut]).toEqual([0, 0, 0, undefined]);
      return content;
    };
    expect(readTurtle(await empty("turtle"))).toEqual([]);
    expect(await readJsonld(await empty("jsonld"))).toEqual([]);
    expect(JSON.parse(await empty("json"))).toEqual({ snapshot: "", nodes: [], edges: [], problems: [] });
  });
});
