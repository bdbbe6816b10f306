/**
 * Metadata about the graph in the keys of the Markdown-LD knowledge bank, with the values that are right here. The numbers are those of the
 * list of its thirty facts that the project works from.
 */
import { describe, expect, it } from "vitest";
import type { EdgeKind } from "../../../src/graph/knowledge-graph.ts";
import { findNode } from "../../../src/graph/questions/find-node.ts";
import { neighborsOf } from "../../../src/graph/questions/neighbors/neighbors.ts";
import { quadsOf } from "../../../src/graph/to-quads.ts";
import { parse } from "../../documents/parse.ts";
import { faultsOf, graphOfTexts, noteOf, objectsOf, saidOf } from "./graph-of-texts.ts";

describe("types and properties of the document", () => {
  it("come from the kind of entry, whose words stay a property (13)", () => {
    const graph = graphOfTexts({ "a.md": noteOf("entryType: TechArticle", "sourceProject: AI Memex") });
    expect(saidOf(graph, "a.md")).toEqual(
      expect.arrayContaining([
        "rdf:type schema:Article",
        "rdf:type schema:TechArticle",
        '/~property/entrytype "TechArticle"',
        '/~property/sourceproject "AI Memex"',
      ]),
    );
    for (const written of ["blog posting", "schema:BlogPosting", "https://schema.org/BlogPosting"]) {
      const types = objectsOf(graphOfTexts({ "a.md": noteOf(`entry_type: ${written}`) }), "a.md", "rdf:type");
      expect(types).toEqual(["md:Document", "schema:Article", "schema:BlogPosting"]);
    }
    const other = graphOfTexts({ "a.md": noteOf("entry_type: field note") });
    expect(objectsOf(other, "a.md", "rdf:type")).toEqual(["md:Document", "schema:Article"]);
  });

  it("are given by IRI, as values, and as values of a datatype (14)", () => {
    const text = noteOf(
      "rdf_types: [schema:HowTo, skos:ConceptScheme]",
      "rdf_properties:",
      "  schema:isBasedOn: {id: https://source.example/a}",
      "  schema:citation: [{value: One}, {value: Two}]",
      "  schema:dateCreated: {value: 2026-04-21, datatype: xsd:date}",
    );
    const graph = graphOfTexts({ "a.md": text });
    expect(objectsOf(graph, "a.md", "rdf:type")).toEqual([
      "md:Document",
      "schema:Article",
      "schema:HowTo",
      "skos:ConceptScheme",
    ]);
    expect(objectsOf(graph, "a.md", "schema:isBasedOn")).toEqual(["https://source.example/a"]);
    expect(objectsOf(graph, "a.md", "schema:citation")).toEqual(['"One"', '"Two"']);
    expect(objectsOf(graph, "a.md", "schema:dateCreated")).toEqual(['"2026-04-21"^^xsd:date']);
    expect(faultsOf(text)).toEqual([]);
  });

  it("keep the type of plain values, and what is no value of its datatype stays text (14)", () => {
    const text = noteOf(
      "rdf_properties:",
      "  schema:numberOfPages: 12",
      "  schema:isAccessibleForFree: true",
      "  schema:version: {value: soon, datatype: xsd:integer}",
      "  schema:size: {value: 1e3, datatype: xsd:double}",
    );
    const graph = graphOfTexts({ "a.md": text });
    expect(objectsOf(graph, "a.md", "schema:numberOfPages")).toEqual(['"12"^^xsd:integer']);
    expect(objectsOf(graph, "a.md", "schema:isAccessibleForFree")).toEqual(['"true"^^xsd:boolean']);
    expect(objectsOf(graph, "a.md", "schema:version")).toEqual(['"soon"']);
    expect(objectsOf(graph, "a.md", "schema:size")).toEqual(['"1.0E3"^^xsd:double']);
    expect(faultsOf(text)).toEqual(['rdf_properties.schema:version: "soon" is no value of xsd:integer.']);
  });

  it("with an unknown prefix are a diagnostic, and the rest is read (14)", () => {
    const text = noteOf("rdf_types: [shcema:HowTo, schema:HowTo]", "rdf_properties: {ex:a: 1, schema:b: 2}");
    const graph = graphOfTexts({ "a.md": text });
    expect(objectsOf(graph, "a.md", "rdf:type")).toContain("schema:HowTo");
    expect(objectsOf(graph, "a.md", "schema:b")).toEqual(['"2"^^xsd:integer']);
    expect(faultsOf(text)).toEqual([
      'rdf_types[0]: "shcema:HowTo" is no class of schema.org and no IRI with a known prefix.',
      'rdf_properties.ex:a needs a supported predicate: "ex:a" is no known name and no IRI with a known prefix.',
    ]);
  });

  it("can use prefixes of the file, which give no known one another meaning (14)", () => {
    const text = noteOf(
      "rdf_types: [ex:Runbook]",
      "rdf_prefixes: {ex: 'https://ex.example/', schema: 'https://evil.example/', bad: relative}",
    );
    expect(objectsOf(graphOfTexts({ "a.md": text }), "a.md", "rdf:type")).toContain("https://ex.example/Runbook");
    expect(faultsOf(text)).toEqual([
      "rdf_prefixes.schema is https://schema.org/ everywhere and can't be another IRI.",
      "rdf_prefixes.bad is no absolute IRI.",
    ]);
  });

  it("can't claim what every graph relies on", () => {
    const text = noteOf(
      "rdf_types: md:Section",
      "rdf_properties: {schema:name: Other, md:path: x, rdf:type: schema:Event}",
    );
    const graph = graphOfTexts({ "a.md": text });
    expect(objectsOf(graph, "a.md", "schema:name")).toEqual(['"a"']);
    expect(objectsOf(graph, "a.md", "md:path")).toEqual(['"a.md"']);
    expect(objectsOf(graph, "a.md", "rdf:type")).toEqual(["md:Document", "schema:Article"]);
    expect(faultsOf(text).length).toBe(4);
  });
});

describe("terms", () => {
  const prefixes = "rdf_prefixes: {x: 'https://x.example/', mine: 'urn:graphdown:vocab:'}";
  const edge = (subject: string, predicate: string, object: string): string =>
    `graph_edges: [{subject: '${subject}', predicate: '${predicate}', object: '${object}'}]`;
  const shared = (term: string, predicate: string): string =>
    `what ${term} means is the same in all notes, so none can say its ${predicate}. Say it of a term of your own.`;
  const below = (term: string, predicate: string): string =>
    `nothing can be put below ${term} with ${predicate}, since every graph promises what it stands for. Put it below a term of your own.`;

  it.each([
    [
      edge("schema:Article", "rdfs:subClassOf", "x:Page"),
      `graph_edges[0]: ${shared("schema:Article", "rdfs:subClassOf")}`,
    ],
    [edge("md:Section", "rdfs:subClassOf", "x:Page"), `graph_edges[0]: ${shared("md:Section", "rdfs:subClassOf")}`],
    [
      edge("dcterms:references", "rdfs:range", "x:Page"),
      `graph_edges[0]: ${shared("dcterms:references", "rdfs:range")}`,
    ],
    [edge("skos:broader", "owl:inverseOf", "x:over"), `graph_edges[0]: ${shared("skos:broader", "owl:inverseOf")}`],
    [
      edge("http://www.w3.org/ns/shacl#path", "owl:sameAs", "x:path"),
      `graph_edges[0]: ${shared("http://www.w3.org/ns/shacl#path", "owl:sameAs")}`,
    ],
    [
      "graph_entities: {id: 'schema:about', type: 'owl:SymmetricProperty'}",
      `graph_entities[0].type: ${shared("schema:about", "rdf:type")}`,
    ],
    [
      "graph_entities: {id: 'schema:Article', same_as: 'https://x.example/Page'}",
      `graph_entities[0].same_as: ${shared("schema:Article", "owl:sameAs")}`,
    ],
    [edge("x:Topic", "rdfs:subClassOf", "skos:Concept"), `graph_edges[0]: ${below("skos:Concept", "rdfs:subClassOf")}`],
    [edge("x:says", "rdfs:range", "mine:Section"), `graph_edges[0]: ${below("md:Section", "rdfs:range")}`],
    [
      edge("x:says", "rdfs:subPropertyOf", "schema:name"),
      `graph_edges[0]: ${below("schema:name", "rdfs:subPropertyOf")}`,
    ],
    [
      edge("x:isA", "rdfs:subPropertyOf", "rdfs:subClassOf"),
      `graph_edges[0]: ${below("rdfs:subClassOf", "rdfs:subPropertyOf")}`,
    ],
    [
      "rdf_properties: {'rdfs:subClassOf': 'md:Section'}",
      `rdf_properties.rdfs:subClassOf: ${below("md:Section", "rdfs:subClassOf")}`,
    ],
  ])("that all notes rely on keep their meaning: %s", (line, fault) => {
    const text = noteOf(line, prefixes);
    const { diagnostics } = parse(text);
    expect(diagnostics.map(({ kind, line: at, message }) => [kind, at, message])).toEqual([
      ["graph-metadata", 2, fault],
    ]);
    const predicates = Array.from(quadsOf(graphOfTexts({ "a.md": text })), ({ predicate }) => predicate.value);
    expect(predicates.filter((iri) => /#(?:sub|domain|range|inverseOf|sameAs)/.test(iri))).toEqual([]);
  });

  it("of one's own may have a meaning, and remarks are free", () => {
    const text = noteOf(
      prefixes,
      "graph_edges:",
      "  - {subject: 'x:Runbook', predicate: 'rdfs:subClassOf', object: 'schema:HowTo'}",
      "  - {subject: 'x:owns', predicate: 'rdfs:range', object: 'schema:Person'}",
      "  - {subject: 'schema:Article', predicate: 'rdfs:seeAlso', object: 'https://x.example/'}",
      "graph_entities: [{label: Concept, same_as: 'skos:Concept'}]",
    );
    const graph = graphOfTexts({ "a.md": text });
    expect(faultsOf(text)).toEqual([]);
    expect(objectsOf(graph, "https://x.example/Runbook", "rdfs:subClassOf")).toEqual(["schema:HowTo"]);
    expect(objectsOf(graph, "https://x.example/owns", "rdfs:range")).toEqual(["schema:Person"]);
    expect(objectsOf(graph, "https://schema.org/Article", "rdfs:seeAlso")).toEqual(["https://x.example/"]);
    expect(objectsOf(graph, "~id/Concept", "owl:sameAs")).toEqual(["skos:Concept"]);
  });

  it("keep their meaning in bodies too, where the link stays a plain one", () => {
    const text = "rdfs:subPropertyOf:: <https://schema.org/name>\n";
    const graph = graphOfTexts({ "a.md": text });
    expect(objectsOf(graph, "a.md", "rdfs:subPropertyOf")).toEqual([]);
    expect(objectsOf(graph, "a.md", "schema:citation")).toEqual(["schema:name"]);
    expect(faultsOf(text)).toEqual([`rdfs:subPropertyOf: ${below("schema:name", "rdfs:subPropertyOf")}`]);
  });

  it("are never IRIs of notes, which is said where one is named by its IRI", () => {
    const text = noteOf(
      "rdf_properties: {'urn:graphdown:/b.md': v, 'urn:graphdown:/~property/status': open}",
      "graph_related: 'urn:graphdown:/b.md'",
    );
    const graph = graphOfTexts({ "a.md": text, "b.md": "" });
    const own = saidOf(graph, "a.md").filter((statement) => statement.startsWith("/") || statement.startsWith("skos"));
    expect(own).toEqual(['/~property/status "open"']);
    expect(graph.diagnostics[0]?.map(({ kind, message }) => [kind, message])).toEqual([
      [
        "graph-metadata",
        "<urn:graphdown:/b.md> is an IRI of the graph itself: name the note by its path, name or title.",
      ],
    ]);
  });
});

describe("things", () => {
  it("are concepts, groups and entities, each with its name and types (15)", () => {
    const text = noteOf(
      "about: [Knowledge Graph]",
      "graph_groups: [Semantic Operations]",
      "graph_entities: [{label: Federated Queries, type: schema:DefinedTerm, same_as: https://fq.example/}]",
    );
    const graph = graphOfTexts({ "a.md": text });
    const concept = (label: string): string[] => [
      "rdf:type skos:Concept",
      `schema:name "${label}"`,
      "skos:inScheme /~concepts",
      `skos:prefLabel "${label}"`,
    ];
    expect(saidOf(graph, "~id/Knowledge%20Graph")).toEqual(concept("Knowledge Graph"));
    expect(saidOf(graph, "~id/Semantic%20Operations")).toEqual(
      ["rdf:type schema:DefinedTerm", ...concept("Semantic Operations")].sort(),
    );
    expect(saidOf(graph, "~id/Federated%20Queries")).toEqual([
      "owl:sameAs https://fq.example/",
      "rdf:type schema:DefinedTerm",
      'schema:name "Federated Queries"',
    ]);
    expect(saidOf(graph, "~concepts")).toEqual(["rdf:type skos:ConceptScheme"]);
    expect(objectsOf(graph, "a.md", "schema:about")).toEqual(["/~id/Knowledge%20Graph"]);
    expect(objectsOf(graph, "a.md", "md:memberOf")).toEqual(["/~id/Semantic%20Operations"]);
    expect(objectsOf(graph, "a.md", "schema:mentions")).toEqual(["/~id/Federated%20Queries"]);
  });

  it("that are concepts match what they are the same as (15)", () => {
    const text = noteOf("about: {label: Graphs, same_as: [https://g.example/, not an iri]}");
    const graph = graphOfTexts({ "a.md": text });
    expect(objectsOf(graph, "~id/Graphs", "skos:exactMatch")).toEqual(["https://g.example/"]);
    expect(faultsOf(text)).toEqual(['about[0].same_as: "not an iri" is no IRI.']);
  });

  it("keep the types that they are given, with their capitals", () => {
    const text = noteOf("graph_entities: [{label: App, type: SoftwareApplication}, {label: Set, type: data set}]");
    const graph = graphOfTexts({ "a.md": text });
    expect(objectsOf(graph, "~id/App", "rdf:type")).toEqual(["schema:SoftwareApplication"]);
    expect(objectsOf(graph, "~id/Set", "rdf:type")).toEqual(["schema:DataSet"]);
  });

  it("of different names are different in every script, and case counts (2)", () => {
    const names = ["C", "C#", "C++", "c", "Київ", "知識庫", "Граф знань", "Český Graph!!", "Cesky Graph"];
    const graph = graphOfTexts({ "a.md": noteOf(`about: ${JSON.stringify(names)}`) });
    expect(objectsOf(graph, "a.md", "schema:about").length).toBe(names.length);
    expect(objectsOf(graph, "~id/Český%20Graph!!", "schema:name")).toEqual(['"Český Graph!!"']);
  });

  it("are hinted at in all forms (26)", () => {
    const hints = '[text, 42, "", null, {value: v, type: Person, same_as: https://v.example/}, {label: null}, {}]';
    const graph = graphOfTexts({ "a.md": noteOf(`entity_hints: ${hints}`) });
    expect(objectsOf(graph, "a.md", "schema:mentions")).toEqual(["/~id/42", "/~id/text", "/~id/v"]);
    expect(objectsOf(graph, "~id/v", "rdf:type")).toEqual(["schema:Person"]);
  });

  it("that are the same as one address stay apart, and say so (20)", () => {
    const entities = [
      "{id: urn:e:a, label: .NET RDF, type: Thing, same_as: urn:e:x}",
      "{id: urn:e:b, label: dotNetRDF, type: SoftwareApplication, same_as: urn:e:x}",
    ];
    const text = noteOf(
      `graph_entities: [${entities.join(", ")}]`,
      "graph_edges: [{subject: urn:e:b, predicate: mentions, object: urn:e:q}]",
    );
    const graph = graphOfTexts({ "a.md": text });
    expect(saidOf(graph, "urn:e:a")).toEqual(["owl:sameAs urn:e:x", "rdf:type schema:Thing", 'schema:name ".NET RDF"']);
    expect(saidOf(graph, "urn:e:b")).toEqual(
      [
        "owl:sameAs urn:e:x",
        "rdf:type schema:SoftwareApplication",
        'schema:name "dotNetRDF"',
        "schema:mentions urn:e:q",
      ].sort(),
    );
  });

  it("with several names have one of them, and the others beside it", () => {
    const graph = graphOfTexts({
      "a.md": noteOf("about: {id: urn:e:a, label: First}"),
      "b.md": noteOf("about: {id: urn:e:a, label: Second}", "author: First"),
    });
    expect(saidOf(graph, "urn:e:a")).toEqual(
      [
        "rdf:type skos:Concept",
        'schema:alternateName "Second"',
        'schema:name "First"',
        "skos:inScheme /~concepts",
        'skos:altLabel "Second"',
        'skos:prefLabel "First"',
      ].sort(),
    );
  });

  it("that are authors are the notes that links to them lead to, else people of that name", () => {
    const graph = graphOfTexts({
      "a.md": noteOf("author: [[Ada]]"),
      "b.md": noteOf("authors: [[[people/Ada|Countess]], 'Bob', '[[Cy]]']"),
      "c.md": noteOf("author: people/ada.md", "rdf_types: [TechArticle]"),
      "d.md": "Body.\n\nauthor:: [[Ada]]\n",
      "people/ada.md": noteOf("title: Ada"),
    });
    const authorsOf = (path: string): string[] => objectsOf(graph, path, "schema:author");
    expect(["a.md", "b.md", "c.md", "d.md"].map(authorsOf)).toEqual([
      ["/people/ada.md"],
      ["/people/ada.md", "/~id/Bob", "/~id/Cy"],
      ["/people/ada.md"],
      ["/people/ada.md"],
    ]);
    expect(graph.nodes.filter(({ kind }) => kind === "entity").map(({ label }) => label)).toEqual(["Bob", "Cy"]);
    expect(objectsOf(graph, "people/ada.md", "schema:name")).toEqual(['"Ada"']);
    expect(graph.documents[1]?.authors.map(({ name }) => name)).toEqual(["Countess", "Bob", "Cy"]);
  });

  it("that are the author of one note and the subject of another are one", () => {
    const graph = graphOfTexts({ "a.md": noteOf("author: Ada"), "b.md": noteOf("about: Ada") });
    expect(objectsOf(graph, "~id/Ada", "rdf:type")).toEqual(["schema:Person", "skos:Concept"]);
    expect(objectsOf(graph, "~id/Ada", "schema:name")).toEqual(['"Ada"']);
    expect(graph.nodes.filter(({ kind }) => kind === "entity").map(({ label }) => label)).toEqual(["Ada"]);
  });
});

describe("faults", () => {
  it("name the key, the index and the reason (16)", () => {
    const text = noteOf('graph_edges: ["x", {object: y}, {predicate: relatedto}]', 'graph_related: [""]');
    expect(faultsOf(text)).toEqual([
      "graph_edges[0] needs a mapping with predicate and object.",
      "graph_edges[1] needs a predicate.",
      "graph_edges[2] needs an object.",
      "graph_related[0] needs a label or an id.",
    ]);
    expect(faultsOf(noteOf("graph_entities: [{}]", "graph_groups: {}"))).toEqual([
      "graph_entities[0] needs a label or an id.",
      "graph_groups[0] needs a label or an id.",
    ]);
    expect(faultsOf(noteOf("graph_edges: [{predicate: unsupported, object: y}]"))).toEqual([
      'graph_edges[0] needs a supported predicate: "unsupported" is no known name and no IRI with a known prefix.',
    ]);
    expect(faultsOf(noteOf("rdf_properties: [a]", "rdf_prefixes: x"))).toEqual([
      "rdf_prefixes needs a mapping of prefixes to IRIs.",
      "rdf_properties needs a mapping of predicates to values.",
    ]);
  });
});

describe("relations", () => {
  it("are those of the document where it is named as such (17)", () => {
    const text = noteOf(
      "graph_edges: [{subject: article, predicate: relatedto, object: urn:capability:manual}]",
      "graph_next_steps: Follow Up Step",
      "graph_entities: [{id: urn:only:id}]",
    );
    const graph = graphOfTexts({ "a.md": text });
    expect(objectsOf(graph, "a.md", "skos:related")).toEqual(["urn:capability:manual"]);
    expect(saidOf(graph, "urn:capability:manual")).toEqual([]);
    expect(objectsOf(graph, "a.md", "schema:nextItem")).toEqual(["/~id/Follow%20Up%20Step"]);
    expect(objectsOf(graph, "urn:only:id", "schema:name")).toEqual(['"urn:only:id"']);
  });

  it("lead to the note of that path, name or title", () => {
    const graph = graphOfTexts({
      "a.md": noteOf("graph_related: [other.md, '[[second]]', A third note, Nothing here]"),
      "other.md": "",
      "second.md": "",
      "third.md": noteOf("title: A third note"),
    });
    expect(objectsOf(graph, "a.md", "skos:related")).toEqual([
      "/other.md",
      "/second.md",
      "/third.md",
      "/~id/Nothing%20here",
    ]);
    const links = graph.edges.filter(({ kind }) => kind === "relation");
    expect(links.map(({ target }) => graph.nodes[target]?.label)).toEqual([
      "other",
      "second",
      "A third note",
      "Nothing here",
    ]);
  });

  it("lead to a path from the folder of the note, and from the top", () => {
    const related = noteOf(
      "graph_related: [b.md, tools/c.md, ../d.md]",
      "graph_edges: [{predicate: about, object: d.md}]",
    );
    const graph = graphOfTexts({ "tools/a.md": related, "tools/b.md": "", "tools/c.md": "", "d.md": "" });
    expect(objectsOf(graph, "tools/a.md", "skos:related")).toEqual(["/d.md", "/tools/b.md", "/tools/c.md"]);
    expect(objectsOf(graph, "tools/a.md", "schema:about")).toEqual(["/d.md"]);
    expect(graph.diagnostics.flat()).toEqual([]);
  });

  it("to a note that is missing say so, and make no thing of it", () => {
    const graph = graphOfTexts({ "a.md": noteOf("graph_related: ['[[gone]]', lost.md]") });
    expect(objectsOf(graph, "a.md", "md:unresolved")).toEqual(['"gone"', '"lost.md"']);
    expect(objectsOf(graph, "a.md", "skos:related")).toEqual([]);
    expect(graph.diagnostics[0]?.map(({ kind }) => kind)).toEqual(["broken", "broken"]);
    expect(graph.nodes.some(({ kind }) => kind === "entity")).toBe(false);
  });

  it("of other notes are said of these, each once", () => {
    const edge = "{subject: '[[b]]', predicate: relatedTo, object: Cache}";
    const graph = graphOfTexts({
      "a.md": noteOf(`graph_edges: [${edge}, ${edge}, {subject: b.md, predicate: about, object: Cache}]`),
      "b.md": noteOf("about: Cache"),
    });
    expect(objectsOf(graph, "b.md", "skos:related")).toEqual(["/~id/Cache"]);
    expect(objectsOf(graph, "b.md", "schema:about")).toEqual(["/~id/Cache"]);
  });

  it("of a note that is called a concept give it a label", () => {
    const own = graphOfTexts({ "a.md": noteOf("rdf_types: skos:Concept", "title: Own", "lang: en") });
    expect(objectsOf(own, "a.md", "skos:prefLabel")).toEqual(['"Own"^^@en']);
    const called = graphOfTexts({
      "a.md": noteOf("graph_entities: [{id: b.md, type: skos:Concept}]"),
      "b.md": noteOf("title: Other"),
    });
    expect(objectsOf(called, "b.md", "rdf:type")).toEqual(["md:Document", "schema:Article", "skos:Concept"]);
    expect(objectsOf(called, "b.md", "skos:prefLabel")).toEqual(['"Other"']);
  });

  it("follow a note that comes and goes", () => {
    const related = noteOf("graph_related: Later");
    const before = graphOfTexts({ "a.md": related });
    const after = graphOfTexts({ "a.md": related, "later.md": "# Later\n" });
    expect(objectsOf(before, "a.md", "skos:related")).toEqual(["/~id/Later"]);
    expect(objectsOf(after, "a.md", "skos:related")).toEqual(["/later.md"]);
    expect(saidOf(after, "~id/Later")).toEqual([]);
  });

  it("are found from the thing as from the note", () => {
    const graph = graphOfTexts({
      "a.md": noteOf("about: [Graphs, '[[b]]']", "author: Graphs"),
      "b.md": noteOf("about: Graphs"),
    });
    const from = (node: string, direction: "in" | "out"): string[] => {
      const kinds = new Set<EdgeKind>(["relation", "mentions"]);
      const found = neighborsOf({ graph, key: findNode(graph, node), direction, depth: 1, kinds });
      return found.page(0, 10).map(({ kind, label }) => `${kind} ${label}`);
    };
    expect(from("Graphs", "in")).toEqual(["document a", "document b"]);
    expect(from("b.md", "out")).toEqual(["entity Graphs"]);
    expect(from("a.md", "out")).toEqual(["document b", "entity Graphs"]);
  });

  it("by the key same_as lead to addresses too", () => {
    const graph = graphOfTexts({ "a.md": noteOf("same_as: https://www.wikidata.org/entity/Q1") });
    expect(objectsOf(graph, "a.md", "owl:sameAs")).toEqual(["https://www.wikidata.org/entity/Q1"]);
  });
});
