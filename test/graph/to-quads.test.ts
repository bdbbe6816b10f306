/** Quads: what is said of each part, that every format can hold it, and that the count tells their number. */
import fc from "fast-check";
import { DataFactory, type NamedNode, type Quad as ParsedQuad, Parser, Store, Writer } from "n3";
import { describe, expect, it } from "vitest";
import { jsonldContext } from "../../src/graph/context.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { iriOf, prefixes } from "../../src/graph/prefixes.ts";
import type { Quad } from "../../src/graph/terms.ts";
import { quadsOf, quadsOfDocument, sharedQuads } from "../../src/graph/to-quads.ts";
import { countDocumentTriples, countTriples } from "../../src/graph/triple-count.ts";
import { vocabulary } from "../../src/graph/vocabulary.ts";
import { documentSet } from "./arbitrary-documents.ts";
import { graphOf } from "./graph-of.ts";
import { makeAnchor, textProperty } from "./make-document.ts";
import { isValidIri } from "./valid-iri.ts";

/** Triples as `subject predicate object`, with prefixes and without the base. */
function statements(quads: Iterable<Quad>): string[] {
  return Array.from(quads, ({ subject, predicate, object }) => [subject, predicate, object].map(short).join(" "));
}

function short(term: Quad["object"]): string {
  if (term.termType === "Literal") {
    const type = term.language === "" ? short(term.datatype) : `@${term.language}`;
    return type === "xsd:string" ? JSON.stringify(term.value) : `${JSON.stringify(term.value)}${type}`;
  }
  for (const [prefix, namespace] of prefixes) {
    if (term.value.startsWith(namespace)) return `${prefix}:${term.value.slice(namespace.length)}`;
  }
  return term.value.replace("urn:graphdown:/", "/");
}

function about(graph: KnowledgeGraph, subject: string): string[] {
  const start = `${subject} `;
  return statements(quadsOf(graph))
    .filter((statement) => statement.startsWith(start))
    .map((statement) => statement.slice(start.length));
}

describe("the triples of a document", () => {
  it("describe it and its folder", () => {
    const graph = graphOf({
      "d/a.md": {
        title: "Comporta",
        language: "pt-BR",
        description: "Uma porta",
        aliases: ["Gate", "Gate"],
        addresses: ["https://example.org/gate", "/gate/"],
        authors: [{ name: "Kim Lee", url: "https://kim.example/" }],
        published: { type: "date", value: "2024-03-05", text: "2024-03-05" },
        tags: ["Canal/Lock"],
        wordCount: 7,
      },
    });
    expect(about(graph, "/d/a.md")).toEqual([
      "rdf:type schema:Article",
      "rdf:type md:Document",
      'schema:name "Comporta"@pt-br',
      'schema:description "Uma porta"@pt-br',
      'schema:inLanguage "pt-BR"',
      'schema:datePublished "2024-03-05"xsd:date',
      "schema:isPartOf /d/",
      'schema:encodingFormat "text/markdown"',
      'md:path "d/a.md"',
      `md:sha256 "${"0".repeat(64)}"`,
      'schema:wordCount "7"xsd:integer',
      'schema:alternateName "Gate"@pt-br',
      'schema:keywords "Canal/Lock"',
      "schema:about /~tag/canal/lock",
      "schema:author /~id/Kim%20Lee",
      "schema:url https://example.org/gate",
    ]);
    expect(statements(sharedQuads(graph))).toEqual([
      "/~tags rdf:type skos:ConceptScheme",
      "/~tag/canal rdf:type skos:Concept",
      '/~tag/canal skos:prefLabel "Canal"',
      "/~tag/canal skos:inScheme /~tags",
      "/~tag/canal/lock rdf:type skos:Concept",
      '/~tag/canal/lock skos:prefLabel "Canal/Lock"',
      "/~tag/canal/lock skos:broader /~tag/canal",
      "/~tag/canal/lock skos:inScheme /~tags",
      "/ rdf:type md:Folder",
      "/ rdf:type schema:Collection",
      '/ schema:name "/"',
      '/ md:path ""',
      "/d/ rdf:type md:Folder",
      "/d/ rdf:type schema:Collection",
      '/d/ schema:name "d"',
      '/d/ md:path "d"',
      "/d/ schema:isPartOf /",
      "/~id/Kim%20Lee rdf:type schema:Person",
      '/~id/Kim%20Lee schema:name "Kim Lee"',
      "/~id/Kim%20Lee schema:url https://kim.example/",
    ]);
  });

  it("describe its sections, nested as they are, with their anchors", () => {
    const graph = graphOf({ "a.md": { headings: ["# One", "### Deep"], anchors: [makeAnchor("x", "custom", 2)] } });
    expect(about(graph, "/a.md#deep")).toEqual([
      "rdf:type md:Section",
      "rdf:type schema:CreativeWork",
      'schema:name "Deep"',
      "schema:isPartOf /a.md#one",
      'schema:position "2"xsd:integer',
      'md:level "3"xsd:integer',
      'md:startLine "5"xsd:integer',
      'md:endLine "6"xsd:integer',
      'md:anchor "x"',
    ]);
    expect(about(graph, "/a.md#one")).toContain("schema:hasPart /a.md#deep");
    expect(about(graph, "/a.md")).toContain("schema:hasPart /a.md#one");
  });

  it("say what links lead to, from the document and the section", () => {
    const graph = graphOf(
      {
        "a.md": {
          headings: ["# One"],
          linksIn: 1,
          links: [
            "[[b]]",
            "[x](b.md)",
            "[[b#Part]]",
            "![[b]]",
            "![x](p.png)",
            "[x](p.png)",
            "[x](https://example.org/{x})",
            "[[gone]]",
            "[x](http://h:port/)",
          ],
        },
        "b.md": { headings: ["# Part"] },
      },
      ["p.png"],
    );
    const both = [
      "dcterms:references /b.md",
      "dcterms:references /b.md#part",
      "md:embeds /b.md",
      "md:embeds /p.png",
      "md:linksToAsset /p.png",
    ];
    expect(about(graph, "/a.md#one").slice(-5)).toEqual(both);
    expect(about(graph, "/a.md").slice(-8)).toEqual([
      ...both,
      "schema:citation https://example.org/%7Bx%7D",
      'md:unresolved "gone"',
      'schema:citation "http://h:port/"',
    ]);
    expect(about(graph, "/p.png")).toEqual(["rdf:type md:Asset", "rdf:type schema:MediaObject", 'md:path "p.png"']);
  });

  it("name typed relations by a mapped name, a compact IRI or their own property", () => {
    const names = [
      "up",
      "parent",
      "See Also",
      "seeAlso",
      "next",
      "previous",
      "part_of",
      "same_as",
      "supersedes",
      "depends-on",
      "foaf:knows",
      "md:path",
      "rdf:type",
      "nope:x",
      "fed by",
    ];
    const graph = graphOf({ "a.md": { links: names.map((name) => `${name}:: [[b]]`) }, "b.md": {} });
    const predicates = about(graph, "/a.md")
      .filter((statement) => statement.endsWith(" /b.md"))
      .map((statement) => statement.split(" ")[0]);
    expect(predicates).toEqual([
      "skos:broader",
      "skos:related",
      "schema:nextItem",
      "schema:previousItem",
      "schema:isPartOf",
      "owl:sameAs",
      "dcterms:replaces",
      "dcterms:requires",
      "foaf:knows",
      "/~property/md%3Apath",
      "/~property/rdf%3Atype",
      "/~property/nope%3Ax",
      "/~property/fed%20by",
    ]);
  });

  it("type properties and never let a key be more than a property", () => {
    const graph = graphOf({
      "a.md": {
        properties: [
          textProperty("@id", "evil"),
          textProperty("schema:name", "y"),
          { ...textProperty("n", ""), value: { type: "integer", value: 1, text: "01234" } },
          { ...textProperty("ratio", ""), value: { type: "decimal", value: 1.1, text: "1.10" } },
          { ...textProperty("big", ""), value: { type: "double", value: 1e21, text: "1e21" } },
          { ...textProperty("huge", ""), value: { type: "double", value: Number.POSITIVE_INFINITY, text: "1e400" } },
          { ...textProperty("inf", ""), value: { type: "float", value: Number.NEGATIVE_INFINITY, text: "-.inf" } },
          {
            ...textProperty("when", ""),
            value: { type: "dateTime", value: "2024-03-05T10:30:00+02:00", text: "2024-03-05T10:30:00+02:00" },
          },
          {
            ...textProperty("map", ""),
            value: {
              type: "map",
              text: "",
              entries: new Map([
                [
                  "k",
                  {
                    type: "list",
                    text: "",
                    items: [
                      { type: "boolean", value: true, text: "true" },
                      { type: "null", value: null, text: "" },
                    ],
                  },
                ],
              ]),
            },
          },
        ],
      },
    });
    expect(about(graph, "/a.md").filter((statement) => statement.startsWith("/~property"))).toEqual([
      '/~property/%40id "evil"',
      '/~property/schema%3Aname "y"',
      '/~property/n "01234"xsd:integer',
      '/~property/ratio "1.10"xsd:decimal',
      '/~property/big "1.0E21"xsd:double',
      '/~property/huge "1e400"',
      '/~property/inf "-INF"xsd:float',
      '/~property/when "2024-03-05T10:30:00+02:00"xsd:dateTime',
      '/~property/map/k "true"xsd:boolean',
    ]);
  });

  it("give observations and tasks an IRI made of their words", () => {
    const observation = {
      category: "fact",
      text: "It leaks",
      tags: ["Water"],
      context: "north gate",
      line: 4,
      section: 0,
    };
    const task = { text: "Mend it", done: true, line: 6, section: 0, due: "2026-01-31" };
    const sketch = {
      observations: [observation],
      tasks: [task, { text: "Mend it", done: false, line: 9, section: 0 }],
    };
    const quads = statements(quadsOf(graphOf({ "a.md": sketch })));
    const node = quads.find((statement) => statement.includes("md:observation "))?.split(" ")[2] as string;
    expect(node).toMatch(/^\/a\.md#~observation-[0-9a-f]{16}$/);
    expect(
      quads
        .filter((statement) => statement.startsWith(`${node} `))
        .map((statement) => statement.slice(node.length + 1)),
    ).toEqual([
      "rdf:type md:Observation",
      'md:category "fact"',
      'schema:text "It leaks"',
      'md:context "north gate"',
      "schema:about /~tag/water",
      'md:line "4"xsd:integer',
      "schema:isPartOf /a.md",
    ]);
    expect(
      quads
        .filter((statement) => statement.includes("#~task-"))
        .map((statement) => statement.replace(/task-[0-9a-f]{16}/, "task")),
    ).toEqual([
      "/a.md#~task rdf:type schema:Action",
      "/a.md#~task schema:actionStatus schema:CompletedActionStatus",
      '/a.md#~task schema:name "Mend it"',
      '/a.md#~task md:due "2026-01-31"xsd:date',
      '/a.md#~task md:line "6"xsd:integer',
      "/a.md#~task schema:isPartOf /a.md",
      "/a.md#~task-2 rdf:type schema:Action",
      "/a.md#~task-2 schema:actionStatus schema:PotentialActionStatus",
      '/a.md#~task-2 schema:name "Mend it"',
      '/a.md#~task-2 md:line "9"xsd:integer',
      "/a.md#~task-2 schema:isPartOf /a.md",
    ]);
  });

  it("can be in a named graph each", () => {
    const graph = graphOf({ "a.md": {}, "b.md": {} });
    const names = new Set(Array.from(quadsOf(graph, { namedGraphs: true }), (quad) => quad.graph.value));
    expect([...names]).toEqual(["urn:graphdown:/a.md", "urn:graphdown:/b.md", ""]);
  });
});

/** Writes quads as Turtle with a library that knows nothing of ours and reads them back. */
async function throughTurtle(quads: readonly Quad[]): Promise<ParsedQuad[]> {
  const writer = new Writer();
  // Our terms follow RDF/JS; n3's types ask for its own classes.
  writer.addQuads(quads as unknown as ParsedQuad[]);
  const turtle = await new Promise<string>((resolve, reject) => {
    writer.end((error: Error | null, text: string) => (error ? reject(error) : resolve(text)));
  });
  return new Parser().parse(turtle);
}

describe("all triples of any graph", () => {
  it("are distinct, valid, free of blank nodes, and as many as are counted", () => {
    fc.assert(
      fc.property(documentSet, (documents) => {
        const graph = graphOf(documents, ["p.png"]);
        const quads = [...quadsOf(graph)];
        const lines = quads.map(({ subject, predicate, object }) =>
          [
            subject.value,
            predicate.value,
            object.termType,
            object.value,
            "datatype" in object ? object.datatype.value + object.language : "",
          ].join("\n"),
        );
        expect(new Set(lines).size).toBe(lines.length);
        expect(countTriples(graph)).toBe(lines.length);
        for (const index of graph.documents.keys()) {
          expect(countDocumentTriples(graph, index)).toBe(quadsOfDocument(graph, index).length);
        }
        const iris = new Set<string>();
        for (const { subject, predicate, object } of quads) {
          for (const term of [subject, predicate, object]) if (term.termType === "NamedNode") iris.add(term.value);
        }
        expect([...iris].filter((iri) => !isValidIri(iri))).toEqual([]);
      }),
      { numRuns: 150, seed: 1 },
    );
  });

  it("read back from Turtle as they were written", async () => {
    await fc.assert(
      fc.asyncProperty(documentSet, async (documents) => {
        const quads = [...quadsOf(graphOf(documents, ["p.png"]))];
        const parsed = await throughTurtle(quads);
        expect(parsed.length).toBe(quads.length);
        const store = new Store(parsed);
        const lost = quads.filter(({ subject, predicate, object }) => {
          const asParsed =
            object.termType === "NamedNode"
              ? DataFactory.namedNode(object.value)
              : DataFactory.literal(object.value, object.language || DataFactory.namedNode(object.datatype.value));
          const [subjectNode, predicateNode] = [subject, predicate].map(({ value }) => DataFactory.namedNode(value));
          return !store.has(DataFactory.quad(subjectNode as NamedNode, predicateNode as NamedNode, asParsed));
        });
        expect(lost).toEqual([]);
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  it("do not depend on the order of the documents", () => {
    fc.assert(
      fc.property(documentSet, (documents) => {
        const turned = new Map([...documents].reverse());
        expect(statements(quadsOf(graphOf(turned)))).toEqual(statements(quadsOf(graphOf(documents))));
      }),
      { numRuns: 60, seed: 1 },
    );
  });
});

describe("the vocabulary", () => {
  it("describes every term of ours that a graph uses, and no other", () => {
    const used = new Set<string>();
    fc.assert(
      fc.property(documentSet, (documents) => {
        for (const { predicate, object } of quadsOf(graphOf(documents, ["p.png"]))) {
          for (const term of [predicate, object]) {
            if (term.termType === "NamedNode" && term.value.startsWith("urn:graphdown:vocab:")) used.add(term.value);
          }
        }
      }),
      { numRuns: 40, seed: 1 },
    );
    expect([...used].sort()).toEqual([...vocabulary.keys()].sort());
    for (const { label, comment } of vocabulary.values())
      expect([label.length > 0, comment.endsWith(".")]).toEqual([true, true]);
  });

  it("has a name in the context for every predicate of a graph but properties and other vocabularies' relations", () => {
    const context = jsonldContext({ baseIri: "urn:graphdown:/" });
    const named = new Set(
      Object.values(context).flatMap((term) => (typeof term === "object" ? [iriOf(term["@id"])] : [])),
    );
    const type = iriOf("rdf:type");
    fc.assert(
      fc.property(documentSet, (documents) => {
        const predicates = new Set(
          Array.from(quadsOf(graphOf(documents, ["p.png"])), ({ predicate }) => predicate.value),
        );
        const unnamed = [...predicates].filter(
          (iri) => iri !== type && !named.has(iri) && !iri.startsWith("urn:graphdown:/~property/"),
        );
        expect(unnamed).toEqual([]);
      }),
      { numRuns: 40, seed: 1 },
    );
    expect(context["property"]).toBe("urn:graphdown:/~property/");
  });
});

describe("terms", () => {
  it("are equal to terms of other libraries by kind and value", () => {
    const [quad] = quadsOf(graphOf({ "a.md": {} }));
    expect(quad?.subject.equals(DataFactory.namedNode("urn:graphdown:/a.md"))).toBe(true);
    expect(quad?.subject.equals(DataFactory.literal("urn:graphdown:/a.md"))).toBe(false);
    expect(quad?.equals(quad)).toBe(true);
    expect(quad?.equals(null)).toBe(false);
    expect(quad?.graph.equals(DataFactory.defaultGraph())).toBe(true);
    const name = [...quadsOf(graphOf({ "a.md": { title: "A", language: "en" } }))][2]?.object;
    expect(name?.equals(DataFactory.literal("A", "en"))).toBe(true);
    expect(name?.equals(DataFactory.literal("A"))).toBe(false);
  });
});
