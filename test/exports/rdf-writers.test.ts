import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PropertyValue } from "../../src/documents/markdown-document.ts";
import { exportGraph } from "../../src/exports/export-graph.ts";
import type { ExportOptions } from "../../src/exports/graph-export.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { quadsOf } from "../../src/graph/to-quads.ts";
import { countTriples } from "../../src/graph/triple-count.ts";
import { hostileTexts, turningTexts, unholdableTexts } from "./hostile-texts.ts";
import { graphOf, note, numberValue, textValue } from "./note.ts";
import {
  type LineOrBlockFormat,
  lineAndBlockFormats,
  quadSet,
  readJsonld,
  readQuads,
  readTurtle,
  tripleSet,
} from "./read-rdf.ts";

const forms = ["compacted", "expanded", "flattened"] as const;

async function textOf(graph: KnowledgeGraph, format: string, options: ExportOptions = {}): Promise<string> {
  const { content, cut } = await exportGraph({ graph, format, options: { maximumCharacters: Infinity, ...options } });
  expect(cut).toBeUndefined();
  return content;
}

/** Every format and form reads back to the triples of the graph, which are also as many as it counts. */
async function expectSameTriples(graph: KnowledgeGraph): Promise<string[]> {
  const expected = tripleSet(quadsOf(graph));
  expect(expected.length).toBe(countTriples(graph));
  for (const format of Object.keys(lineAndBlockFormats) as LineOrBlockFormat[]) {
    const quads = readQuads(await textOf(graph, format), format);
    expect(tripleSet(quads), format).toEqual(expected);
    const named = format === "nquads" || format === "trig";
    if (named) expect(quadSet(quads), format).toEqual(quadSet(quadsOf(graph, { namedGraphs: true })));
  }
  for (const form of forms) expect(await readJsonld(await textOf(graph, "jsonld", { form }))).toEqual(expected);
  return expected;
}

describe("RDF formats", () => {
  it("read back to the same triples whatever titles, headings, tags, keys, relations and targets are", async () => {
    const texts = [...hostileTexts, ...turningTexts, ...unholdableTexts].filter((text) => !/[^\S\n\t ]/.test(text));
    const documents = texts.map((text, index) =>
      note(`notes/${index}.md`, {
        title: text,
        description: text,
        aliases: [text, `${text} too`],
        language: index % 2 === 0 ? "pt-BR" : "en",
        headings: [[2, text]],
        tags: [text.replaceAll("/", "-")],
        links: ["1", text, { target: "1#part-1", relation: text, section: 1 }, { target: `x ${text}`, relation: text }],
        properties: { [text]: textValue(text) },
        observations: [{ category: text, text, tags: [text], context: text, line: 3, section: 1 }],
        tasks: [{ text, done: index % 2 === 0, line: 4, section: 0, due: "2026-01-31" }],
        anchors: [{ name: text, kind: "block", line: 5, section: 1 }],
        authors: [{ name: text, url: text }],
      }),
    );
    await expectSameTriples(graphOf(documents));
  });

  it("hold keys with blanks of any script, which are encoded in all alike", async () => {
    const keys = ["a\u00a0b", "a\u2003b", "a\u3000b", "\ufeffmark", "a\u2028b"];
    const graph = graphOf([note("a.md", { properties: Object.fromEntries(keys.map((key) => [key, textValue(key)])) })]);
    const turtle = readTurtle(await textOf(graph, "turtle"));
    expect(turtle.filter((triple) => triple.includes("~property/"))).toHaveLength(keys.length);
    for (const form of forms) expect(await readJsonld(await textOf(graph, "jsonld", { form }))).toEqual(turtle);
  });

  it("keep every kind of value with its lexical form", async () => {
    const values: Readonly<Record<string, PropertyValue>> = {
      integer: numberValue("integer", 12),
      zeros: numberValue("integer", 1234, "01234"),
      signed: numberValue("integer", 5, "+5"),
      huge: numberValue("integer", 2 ** 60, "1152921504606846977"),
      decimal: numberValue("decimal", 1.1, "1.10"),
      point: numberValue("decimal", 5, "5."),
      double: numberValue("double", 1.5e300, "1.5e300"),
      million: numberValue("double", 1e6, "1e6"),
      tiny: numberValue("double", -1e-7, "-1e-7"),
      infinite: numberValue("float", Number.POSITIVE_INFINITY, ".inf"),
      negative: numberValue("float", Number.NEGATIVE_INFINITY, "-.inf"),
      undefined: numberValue("float", Number.NaN, ".nan"),
      yes: { type: "boolean", value: true, text: "True" },
      date: { type: "date", value: "2024-03-05", text: "2024-03-05" },
      time: { type: "dateTime", value: "2024-03-05T10:30:00+02:00", text: "2024-03-05T10:30:00+02:00" },
      list: { type: "list", text: "", items: [numberValue("integer", 1), textValue("1"), textValue("1")] },
      map: { type: "map", text: "", entries: new Map([["in/side", textValue("x")]]) },
      nothing: { type: "null", value: null, text: "" },
    };
    const triples = await expectSameTriples(graphOf([note("a.md", { properties: values })]));
    const lexical = (key: string): unknown[] =>
      triples
        .map((triple) => JSON.parse(triple) as string[])
        .filter(([, predicate]) => predicate?.endsWith(`~property/${key}`))
        .map(([, , value, , datatype]) => [value, datatype?.slice(datatype.indexOf("#") + 1)]);
    expect(lexical("zeros")).toEqual([["01234", "integer"]]);
    expect(lexical("huge")).toEqual([["1152921504606846977", "integer"]]);
    expect(lexical("decimal")).toEqual([["1.10", "decimal"]]);
    expect(lexical("million")).toEqual([["1.0E6", "double"]]);
    expect(lexical("infinite")).toEqual([["INF", "float"]]);
    expect(lexical("undefined")).toEqual([["NaN", "float"]]);
    expect(lexical("yes")).toEqual([["true", "boolean"]]);
    expect(lexical("time")).toEqual([["2024-03-05T10:30:00+02:00", "dateTime"]]);
    expect(lexical("list")).toHaveLength(2);
  });

  it("tell addresses whose scheme is a prefix or a term of the context from compact IRIs", async () => {
    const schemes = ["schema", "md", "property", "xsd", "name", "text", "url", "urn", "https"];
    const links = schemes.map((scheme) => ({
      target: `${scheme}:thing`,
      external: true,
      syntax: "markdown" as const,
      lookup: "path" as const,
    }));
    const related = links.map((link) => ({ ...link, relation: "see_also" }));
    const triples = await expectSameTriples(graphOf([note("a.md", { links: [...links, ...related] })]));
    for (const scheme of schemes)
      expect(triples.filter((triple) => triple.includes(`"${scheme}:thing"`))).toHaveLength(2);
  });

  it.each(["https://example.org/kb", "schema:kb", "md:kb", "property:x", "urn:example:x"])(
    "hold every base IRI: %s",
    async (baseIri) => {
      const documents = [
        note("a.md", { links: ["b"], properties: { key: textValue("value") }, tags: ["t/u"], headings: [[1, "A"]] }),
        note("b b.md", { aliases: ["b"], links: [{ target: "a", relation: "up" }] }),
      ];
      await expectSameTriples(graphOf(documents, { options: { baseIri } }));
    },
  );

  it("hold documents that say very much", async () => {
    const many = Array.from({ length: 400 }, (_, index) => `${(index * 77) % 400}`);
    const properties = Object.fromEntries(many.map((key) => [`key ${key}`, textValue(key)]));
    const list = { type: "list", text: "", items: many.map(textValue) } as const;
    const graph = graphOf([
      note("a.md", { properties: { ...properties, list }, links: many.map((name) => `gone ${name}`) }),
    ]);
    await expectSameTriples(graph);
    const turtle = await textOf(graph, "turtle");
    const predicates = [...turtle.matchAll(/^ {2}<(urn:graphdown:\/~property\/key%20\d+)>/gm)].map(
      ([, predicate]) => predicate,
    );
    expect(predicates).toEqual(predicates.toSorted());
    expect(predicates).toHaveLength(400);
  });

  it("read back for any values", async () => {
    const text = fc.string({ unit: "binary", maxLength: 8 });
    const value = fc.oneof(
      text.map(textValue),
      fc.integer().map((number) => numberValue("integer", number)),
      fc.double({ noNaN: true, min: -1e308, max: 1e308 }).map((number) => numberValue("double", number)),
    );
    const documents = fc.array(fc.record({ title: text, value, link: text }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(documents, async (given) => {
        const notes = given.map(({ title, value: property, link }, index) =>
          note(`${index}.md`, { title, properties: { key: property }, links: [link], language: "uk" }),
        );
        await expectSameTriples(graphOf(notes));
      }),
      { numRuns: 60 },
    );
  });
});

describe("Turtle", () => {
  it("is sorted, has its prefixes, and gives each object a line", async () => {
    const graph = graphOf([
      note("b.md", { links: ["a", "c"], tags: ["x"] }),
      note("a.md", { title: "A", headings: [[1, "Part"]] }),
      note("c/c.md", {}),
    ]);
    const text = await textOf(graph, "turtle");
    expect(text).toMatch(/^@prefix dcterms: <http:\/\/purl\.org\/dc\/terms\/> \.\n/);
    expect(text).toContain(
      "\n<urn:graphdown:/b.md> a schema:Article, md:Document ;\n  dcterms:references <urn:graphdown:/a.md>,\n    <urn:graphdown:/c/c.md> ;\n",
    );
    expect(text).toContain("  schema:wordCount 3 ;\n");
    const subjects = [...text.matchAll(/^<([^>]*)>/gm)].map(([, subject]) => subject);
    expect(subjects).toEqual([
      "urn:graphdown:/a.md",
      "urn:graphdown:/a.md#part-1",
      "urn:graphdown:/b.md",
      "urn:graphdown:/c/c.md",
      "urn:graphdown:/~tags",
      "urn:graphdown:/~tag/x",
      "urn:graphdown:/",
      "urn:graphdown:/c/",
    ]);
  });

  it("changes only where the notes change", async () => {
    const documents = [note("a.md", { links: ["c"], tags: ["x"] }), note("c.md", { headings: [[1, "C"]] })];
    const before = await textOf(graphOf(documents), "turtle");
    const after = await textOf(graphOf([...documents, note("b.md", { links: ["a"], tags: ["y"] })]), "turtle");
    const lines = new Set(after.split("\n"));
    expect(before.split("\n").filter((line) => !lines.has(line))).toEqual([]);
    expect(await textOf(graphOf(documents.toReversed()), "turtle")).toBe(before);
  });
});

describe("N-Triples and N-Quads", () => {
  it("are lines that can be sorted, with one triple each, and everything written in full", async () => {
    const graph = graphOf([
      note("a.md", {
        title: 'say "hi"\n\ttwice\b\f\u0007\u007f\uffff \\ é 😀',
        language: "pt-BR",
        properties: { n: numberValue("integer", 12), d: numberValue("decimal", 0.5) },
        links: [{ target: "b", relation: "up" }],
      }),
      note("b.md", { tags: ["t"] }),
    ]);
    const triples = await textOf(graph, "ntriples");
    const lines = triples.split("\n");
    expect(lines.pop()).toBe("");
    expect(lines).toHaveLength(countTriples(graph));
    for (const line of lines) expect(line).toMatch(/^<[^<>"]+> <[^<>"]+> .+ \.$/);
    expect(lines).toContain(
      '<urn:graphdown:/a.md> <https://schema.org/name> "say \\"hi\\"\\n\\ttwice\\b\\f\\u0007\\u007F\\uFFFF \\\\ é 😀"@pt-br .',
    );
    expect(triples).toContain(' <urn:graphdown:/~property/n> "12"^^<http://www.w3.org/2001/XMLSchema#integer> .\n');
    const quads = await textOf(graph, "nquads");
    expect(quads).toContain(
      "\n<urn:graphdown:/a.md> <http://www.w3.org/2004/02/skos/core#broader> <urn:graphdown:/b.md> <urn:graphdown:/a.md> .\n",
    );
    expect(quads).toContain(
      "\n<urn:graphdown:/~tag/t> <http://www.w3.org/2004/02/skos/core#inScheme> <urn:graphdown:/~tags> .\n",
    );
  });

  it("change only where the notes change", async () => {
    const documents = [note("a.md", { links: ["c"], tags: ["x"] }), note("c.md", { headings: [[1, "C"]] })];
    for (const format of ["ntriples", "nquads", "trig"]) {
      const before = await textOf(graphOf(documents), format);
      const after = await textOf(graphOf([...documents, note("b.md", { links: ["a"], tags: ["y"] })]), format);
      const lines = new Set(after.split("\n"));
      expect(before.split("\n").filter((line) => !lines.has(line))).toEqual([]);
      expect(await textOf(graphOf(documents.toReversed()), format)).toBe(before);
    }
  });
});

describe("TriG", () => {
  it("has one block for each document and closes the one that a bound cuts", async () => {
    const graph = graphOf([
      note("a.md", {
        title: "A",
        headings: [
          [1, "One"],
          [2, "Two"],
        ],
        tags: ["t"],
      }),
      note("b.md", { title: "B", headings: [[1, "One"]] }),
    ]);
    const whole = await textOf(graph, "trig");
    expect(whole.match(/^<[^>]+> \{$/gm)).toEqual(["<urn:graphdown:/a.md> {", "<urn:graphdown:/b.md> {"]);
    const all = new Set(quadSet(readQuads(whole, "trig")));
    let most = 0;
    for (let maximumCharacters = 1; maximumCharacters < whole.length; maximumCharacters += 37) {
      const { content, cut } = await exportGraph({ graph, format: "trig", options: { maximumCharacters } });
      expect(content.length).toBeLessThanOrEqual(maximumCharacters);
      expect(cut).toEqual({ reason: "characters" });
      const kept = quadSet(readQuads(content, "trig"));
      expect(kept.every((quad) => all.has(quad))).toBe(true);
      expect(kept.length).toBeGreaterThanOrEqual(most);
      most = kept.length;
    }
    expect(most).toBeGreaterThan(20);
  });
});

describe("JSON-LD", () => {
  it("embeds its context and asks for no other", async () => {
    const text = await textOf(graphOf([note("a.md", { title: "A" })]), "jsonld");
    const document = JSON.parse(text) as { "@context": object; "@graph": Record<string, unknown>[] };
    expect(document["@context"]).toBeTypeOf("object");
    expect(document["@graph"][0]).toMatchObject({
      "@id": "urn:graphdown:/a.md",
      "@type": ["schema:Article", "md:Document"],
      name: "A",
      wordCount: 3,
      isPartOf: "urn:graphdown:/",
    });
  });

  it("never takes a key of front matter for one of its own", async () => {
    const keys = ["@id", "@type", "@context", "odd key!", "schema:name", "__proto__", "name", "id"];
    const properties = new Map(keys.map((key) => [key, textValue("evil")]));
    const graph = graphOf([note("a.md", { title: "A", properties })]);
    const text = await textOf(graph, "jsonld");
    const { "@graph": nodes } = JSON.parse(text) as { "@graph": Record<string, unknown>[] };
    expect(nodes[0]).toMatchObject({ "@id": "urn:graphdown:/a.md", name: "A" });
    expect(Object.keys(nodes[0] as object).filter((key) => key.startsWith("property:"))).toHaveLength(keys.length);
    await expectSameTriples(graph);
  });

  it("has no context when it is expanded, and is sorted when it is flattened", async () => {
    const graph = graphOf([note("b.md", { tags: ["t"] }), note("a.md", { headings: [[1, "A"]] })]);
    const expanded = JSON.parse(await textOf(graph, "jsonld", { form: "expanded" })) as { "@id": string }[];
    const flattened = JSON.parse(await textOf(graph, "jsonld", { form: "flattened" })) as { "@id": string }[];
    expect(Object.keys(expanded[0] as object)).toContain("https://schema.org/name");
    const ids = flattened.map((node) => node["@id"]);
    expect(ids).toEqual([...ids].sort());
    expect(flattened).toEqual(expanded.toSorted((a, b) => (a["@id"] < b["@id"] ? -1 : 1)));
  });
});
