import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exportGraph } from "../../src/exports/export-graph.ts";
import type { ExportOptions } from "../../src/exports/graph-export.ts";
import { isolateDirection } from "../../src/exports/isolate-direction.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { hostileTexts, turningTexts, unholdableTexts } from "./hostile-texts.ts";
import { graphOf, note, numberValue, textValue } from "./note.ts";
import { type ReadNetwork, readGexf, readGraphml } from "./read-xml.ts";

const readers = { graphml: readGraphml, gexf: readGexf };

type Format = keyof typeof readers;

const formats = Object.keys(readers) as Format[];

async function networkOf(graph: KnowledgeGraph, format: Format, options: ExportOptions = {}): Promise<ReadNetwork> {
  const { content } = await exportGraph({ graph, format, options: { maximumCharacters: Infinity, ...options } });
  return readers[format](content);
}

/** Notes with these titles, each with a relation and a property of that name. */
function titled(titles: readonly string[]): KnowledgeGraph {
  return graphOf(
    titles.map((title, index) =>
      note(`${String(index).padStart(4, "0")}.md`, {
        title,
        tags: ["t"],
        links: [{ target: "0000", relation: title }],
        properties: { [title]: textValue(title) },
      }),
    ),
  );
}

describe.each(formats)("%s", (format) => {
  it("reads back every hostile title, relation, key and value as it is", async () => {
    const graph = titled(hostileTexts);
    const { content, warnings, nodeCount, edgeCount } = await exportGraph({
      graph,
      format,
      options: { maximumCharacters: Infinity },
    });
    expect(warnings).toBeUndefined();
    const { nodes, edges } = readers[format](content);
    expect([nodes.length, edges.length]).toEqual([nodeCount, edgeCount]);
    expect([nodes.length, edges.length]).toEqual([graph.nodes.length, graph.edges.length]);
    const documents = nodes.filter(({ values }) => values["kind"] === "document");
    expect(documents.map(({ label }) => label)).toEqual(hostileTexts.map(isolateDirection));
    for (const [index, text] of hostileTexts.entries())
      expect(Object.values(documents[index]?.values ?? {})).toContain(text);
    const relations = edges.flatMap(({ values }) => values["relation"] ?? []);
    expect(new Set(relations)).toEqual(new Set(graph.edges.flatMap(({ relation }) => relation ?? [])));
  });

  it("isolates labels that turn the direction of writing, and keeps values exact", async () => {
    const { nodes } = await networkOf(titled(turningTexts), format);
    const documents = nodes.filter(({ values }) => values["kind"] === "document");
    expect(documents.map(({ label }) => label)).toEqual(turningTexts.map(isolateDirection));
    for (const [index, text] of turningTexts.entries())
      expect(Object.values(documents[index]?.values ?? {})).toContain(text);
  });

  it("holds U+FFFD for what XML can't, and warns once", async () => {
    const graph = titled(unholdableTexts);
    const { content, warnings } = await exportGraph({ graph, format, options: { maximumCharacters: Infinity } });
    const { nodes } = readers[format](content);
    const labels = nodes.filter(({ values }) => values["kind"] === "document").map(({ label }) => label);
    expect(labels).toEqual(unholdableTexts.map((text) => text.replace(/[\u0000-\u001f\ufffe\uffff]/g, "\ufffd")));
    expect(warnings).toEqual([expect.stringMatching(/^\d+ characters that XML can't hold became U\+FFFD\.$/)]);
  });

  it("types properties by all of their values, with XML Schema's own words for what is no number", async () => {
    const graph = graphOf([
      note("a.md", {
        properties: {
          weight: numberValue("float", Number.POSITIVE_INFINITY, ".inf"),
          score: numberValue("float", Number.NaN, ".nan"),
          mixed: numberValue("integer", 1),
          text: numberValue("integer", 1),
          done: { type: "boolean", value: true, text: "True" },
          count: numberValue("integer", 7),
          huge: numberValue("integer", 2 ** 70, "1180591620717411303424"),
          kind: textValue("mine"),
          list: { type: "list", text: "", items: [textValue("a, b"), textValue("c")] },
          map: { type: "map", text: "", entries: new Map([["inner", numberValue("decimal", 0.5, "0.50")]]) },
        },
      }),
      note("b.md", {
        properties: {
          weight: numberValue("float", Number.NEGATIVE_INFINITY, "-.inf"),
          mixed: numberValue("double", 1.5),
          text: textValue("x"),
        },
      }),
    ]);
    const { nodes, types } = await networkOf(graph, format);
    expect(types).toMatchObject({
      weight: "double",
      score: "double",
      mixed: "double",
      text: "string",
      done: "boolean",
      count: "long",
      huge: "double",
      list: "string",
      "map/inner": "double",
      "kind (property)": "string",
      words: "long",
    });
    expect(nodes[0]?.values).toMatchObject({
      kind: "document",
      "kind (property)": "mine",
      weight: "INF",
      score: "NaN",
      mixed: "1",
      done: "true",
      count: "7",
      list: '["a, b","c"]',
      "map/inner": "0.50",
      path: "a.md",
    });
    expect(nodes[1]?.values).toMatchObject({ weight: "-INF", mixed: "1.5E0", text: "x" });
  });

  it("tells edges by kind, relation and syntax, with the number of places as weight", async () => {
    const graph = graphOf([
      note("a.md", { links: ["b", "b", "b", { target: "b", relation: "supports" }], headings: [[1, "Part"]] }),
      note("b.md", {}),
    ]);
    const { nodes, edges } = await networkOf(graph, format, { detail: "documents" });
    expect(nodes.map(({ values }) => values["iri"])).toEqual(["urn:graphdown:/a.md", "urn:graphdown:/b.md"]);
    expect(edges.map(({ values: { id: _, ...values } }) => values)).toEqual([
      { kind: "linksTo", syntax: "wikilink", weight: "3" },
      { kind: "relation", relation: "supports", syntax: "wikilink", weight: "1" },
    ]);
    const whole = await networkOf(graph, format);
    const section = whole.nodes.find(({ values }) => values["kind"] === "section");
    expect(section).toMatchObject({ label: "Part", values: { level: "1", line: "11" } });
  });

  it("changes no id when a note comes", async () => {
    const documents = [note("a.md", { links: ["c"], properties: { k: textValue("v") } }), note("c.md", {})];
    const { nodes } = await networkOf(graphOf(documents), format);
    const more = await networkOf(graphOf([...documents, note("b.md", { properties: { a: textValue("v") } })]), format);
    const ids = new Set(more.nodes.map(({ id }) => id));
    for (const { id } of nodes) expect(ids.has(id)).toBe(true);
  });

  it("is well formed and has both ends of every edge when it is empty and wherever it is cut", async () => {
    const graph = graphOf([
      note("a.md", { title: 'a "quoted" <title>', links: ["b", "f/c"], properties: { status: textValue("draft") } }),
      note("b.md", { links: [{ target: "a", relation: "knows" }] }),
      note("f/c.md", {}),
    ]);
    expect(await networkOf(graph, format, { directory: "none" })).toMatchObject({ nodes: [], edges: [] });
    const whole = (await exportGraph({ graph, format })).content;
    const { content: smallest } = await exportGraph({ graph, format, options: { maximumCharacters: 500 } });
    expect(readers[format](smallest).nodes).toEqual([]);
    let most = 0;
    for (let maximumCharacters = 500; maximumCharacters < whole.length; maximumCharacters += 43) {
      const { content, cut } = await exportGraph({ graph, format, options: { maximumCharacters } });
      expect(content.length).toBeLessThanOrEqual(maximumCharacters);
      expect(cut).toEqual({ reason: "characters" });
      const { nodes, edges } = readers[format](content);
      expect(nodes.length + edges.length).toBeGreaterThanOrEqual(most);
      most = nodes.length + edges.length;
    }
    expect(most).toBeGreaterThan(6);
    await expect(exportGraph({ graph, format, options: { maximumCharacters: 100 } })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  it("reads back for any titles and values", async () => {
    const text = fc.string({ unit: "binary", maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ title: text, value: text }), { maxLength: 6 }), async (given) => {
        const graph = graphOf(
          given.map(({ title, value }, index) => note(`${index}.md`, { title, properties: { key: textValue(value) } })),
        );
        const { nodes } = await networkOf(graph, format, { detail: "documents" });
        const held = (value: string): string =>
          value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd");
        expect(nodes.map(({ label }) => label)).toEqual(given.map(({ title }) => isolateDirection(held(title))));
        expect(nodes.map(({ values }) => values["key"])).toEqual(given.map(({ value }) => held(value)));
      }),
      { numRuns: 60 },
    );
  });
});
