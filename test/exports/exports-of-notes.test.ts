/** From Markdown text to every format: the whole way, with the reference parser. */
import { describe, expect, it } from "vitest";
import { sha256OfText } from "../../src/base/hash.ts";
import { type LogicalPath, parseLogicalPath } from "../../src/base/logical-path.ts";
import { createRemarkEngine } from "../../src/documents/engines/remark-engine.ts";
import { parseDocument } from "../../src/documents/parse-document.ts";
import { exportGraph } from "../../src/exports/export-graph.ts";
import { buildGraph } from "../../src/graph/build-graph.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { hostileTexts } from "./hostile-texts.ts";
import { drawDot } from "./read-dot.ts";
import { readMermaid } from "./read-mermaid.ts";
import { readJsonld, readTurtle } from "./read-rdf.ts";

const engine = createRemarkEngine();

/** Other tests go through all of them. */
const titles = hostileTexts.filter((_, index) => index % 3 === 0);

function graphFrom(files: Readonly<Record<string, string>>): KnowledgeGraph {
  const documents = Object.entries(files).map(([path, text]) =>
    parseDocument({
      path: parseLogicalPath(path),
      text,
      sha256: sha256OfText(text),
      byteLength: new TextEncoder().encode(text).length,
      engine,
    }),
  );
  return buildGraph({ documents, otherPaths: [] as LogicalPath[] });
}

async function textOf(graph: KnowledgeGraph, format: string): Promise<string> {
  return (await exportGraph({ graph, format, options: { maximumCharacters: Infinity } })).content;
}

/** The triples, which both RDF formats agree on. */
async function triplesOf(graph: KnowledgeGraph): Promise<string[]> {
  const triples = readTurtle(await textOf(graph, "turtle"));
  expect(await readJsonld(await textOf(graph, "jsonld"))).toEqual(triples);
  return triples;
}

describe("exports of notes", () => {
  it("draw and say the same whatever the titles are", async () => {
    const files = (title: (index: number) => string): Record<string, string> =>
      Object.fromEntries(
        titles.map((_, index) => [
          `n${index}.md`,
          `---\ntitle: ${JSON.stringify(title(index))}\n---\n\n# Heading\n\n[[n0]] and [next](n${(index + 1) % titles.length}.md)\n`,
        ]),
      );
    const hostile = graphFrom(files((index) => titles[index] as string));
    const plain = graphFrom(files((index) => `plain title ${index}`));
    expect(await triplesOf(hostile)).toHaveLength((await triplesOf(plain)).length);
    const drawn = await readMermaid(await textOf(hostile, "mermaid"));
    const expected = await readMermaid(await textOf(plain, "mermaid"));
    expect([drawn.labels.size, drawn.edges.length]).toEqual([expected.labels.size, expected.edges.length]);
    expect([...drawn.labels.keys()]).toEqual([...expected.labels.keys()]);
    expect([...drawn.labels.values()].sort()).toEqual(hostile.documents.map(({ title }) => title).sort());
    const { nodeCount, edgeCount } = await exportGraph({ graph: hostile, format: "dot" });
    expect([nodeCount, edgeCount]).toEqual([expected.labels.size, expected.edges.length]);
  });

  it("hold hostile names of files, targets, headings and keys", async () => {
    const graph = graphFrom({
      'Café <x> "q" {y}.md': "# C\n\n## ]]> & `x`\n",
      "a b.md": '[[Café <x> "q" {y}|z]] [[gone "x" <y>]] [l](<https://example.org/{a}|b> "t")\n',
      "a%20b.md": "[up](<../out.md>) [[a b]]\n",
      "end.md": '---\n"@id": evil\n"odd key!": x\n"schema:name": y\n"calls(doc)": "[[a b]]"\n---\n',
    });
    const triples = await triplesOf(graph);
    const subjects = new Set(triples.map((triple) => (JSON.parse(triple) as string[])[0]));
    for (const path of ["Caf%C3%A9%20%3Cx%3E%20%22q%22%20%7By%7D.md", "a%20b.md", "a%2520b.md", "end.md"])
      expect(subjects).toContain(`urn:graphdown:/${path}`);
    expect(subjects).not.toContain("evil");
    const { labels, edges } = await readMermaid(await textOf(graph, "mermaid"));
    expect([labels.size, edges.length]).toEqual([4, 3]);
    expect(edges.map(({ label }) => label)).toContain("calls(doc)");
    const dot = await drawDot(await textOf(graph, "dot"));
    expect([dot.labels.size, dot.edges.length]).toEqual([4, 3]);
  });

  it("keep values with their types and never shift a date", async () => {
    const graph = graphFrom({
      "a.md":
        "---\ndate: 2024-03-05\nwhen: 2024-03-05T10:30:00+02:00\npriority: 12\nversion: 1.10\ndone: true\nweight: .inf\nscore: .nan\nratio: 1e3\nlang: en_US\ntitle: Gate\n---\n",
    });
    const values = (await triplesOf(graph)).map((triple) => JSON.parse(triple) as string[]);
    const of = (key: string): unknown =>
      values
        .filter(([, predicate]) => predicate?.endsWith(key))
        .map(([, , value, language, datatype]) => [value, language || datatype?.split("#")[1]]);
    expect(of("~property/when")).toEqual([["2024-03-05T10:30:00+02:00", "dateTime"]]);
    expect(of("datePublished")).toEqual([["2024-03-05", "date"]]);
    expect(of("~property/priority")).toEqual([["12", "integer"]]);
    expect(of("~property/done")).toEqual([["true", "boolean"]]);
    expect(of("~property/weight")).toEqual([["INF", "float"]]);
    expect(of("~property/score")).toEqual([["NaN", "float"]]);
    expect(of("~property/ratio")).toEqual([["1.0E3", "double"]]);
    expect(of("schema.org/name")).toContainEqual(["Gate", "en-us"]);
  });
});
