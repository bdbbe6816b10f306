/** The vocabulary as it is published: the ontology, the page about it, and the context. */
import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { Parser, Store } from "n3";
import { describe, expect, it } from "vitest";
import { vocabularyTurtle } from "../../src/exports/vocabulary-turtle.ts";
import { contextDocument } from "../../src/graph/context.ts";
import { iriOf, prefixes } from "../../src/graph/prefixes.ts";
import { quadsOf } from "../../src/graph/to-quads.ts";
import { ontology, vocabulary } from "../../src/graph/vocabulary.ts";
import { defaultShapes } from "../../src/query/shacl/default-shapes.ts";
import { documentSet } from "../graph/arbitrary-documents.ts";
import { graphOf } from "../graph/graph-of.ts";

const fileOf = (path: string): URL => new URL(`../../${path}`, import.meta.url);
const page = readFileSync(fileOf("docs/vocabulary.md"), "utf8");
const parsed = new Store(new Parser().parse(vocabularyTurtle()));

function objectsOf(subject: string, predicate: string): string[] {
  return parsed.getObjects(subject, iriOf(predicate), null).map(({ value }) => value);
}

describe("the ontology", () => {
  it("says of itself what it is", () => {
    const namespace = iriOf("md:");
    expect(objectsOf(namespace, "rdf:type")).toEqual([iriOf("owl:Ontology")]);
    expect(objectsOf(namespace, "rdfs:label")).toEqual([ontology.label]);
    expect(objectsOf(namespace, "rdfs:comment")).toEqual([ontology.comment]);
  });

  it.each([...vocabulary])("describes %s", (iri, { type, label, comment, subClassOf, domain, range }) => {
    expect(objectsOf(iri, "rdf:type")).toEqual([iriOf(type)]);
    expect(objectsOf(iri, "rdfs:label")).toEqual([label]);
    expect(objectsOf(iri, "rdfs:comment")).toEqual([comment]);
    expect(objectsOf(iri, "rdfs:isDefinedBy")).toEqual([iriOf("md:")]);
    const given = (curie: string | undefined): string[] => (curie === undefined ? [] : [iriOf(curie)]);
    expect(objectsOf(iri, "rdfs:subClassOf")).toEqual(given(subClassOf));
    expect(objectsOf(iri, "rdfs:domain")).toEqual(given(domain));
    expect(objectsOf(iri, "rdfs:range")).toEqual(given(range));
  });

  it("speaks only of terms that it has or that other vocabularies define", () => {
    const described = new Set([iriOf("md:"), ...vocabulary.keys()]);
    const own = [...parsed].flatMap(({ subject, object }) => [subject.value, object.value]);
    expect(own.filter((iri) => iri.startsWith(iriOf("md:")) && !described.has(iri))).toEqual([]);
  });

  it("is true of every graph: a reasoner that takes it at its word learns nothing new", () => {
    fc.assert(
      fc.property(documentSet, (documents) => {
        const quads = [...quadsOf(graphOf(documents, ["p.png"]))];
        const types = new Set<string>();
        for (const { subject, predicate, object } of quads) {
          if (predicate.value === iriOf("rdf:type")) types.add(`${subject.value} ${object.value}`);
        }
        const untrue: string[] = [];
        const requireType = (iri: string, type: string): void => {
          if (!types.has(`${iri} ${iriOf(type)}`)) untrue.push(`${iri} is no ${type}`);
        };
        for (const { subject, predicate, object } of quads) {
          const { domain, range } = vocabulary.get(predicate.value) ?? {};
          if (domain !== undefined) requireType(subject.value, domain);
          if (range !== undefined) {
            if (object.termType === "NamedNode") requireType(object.value, range);
            else if (object.datatype.value !== iriOf(range)) untrue.push(`${object.value} is no ${range}`);
          }
          const { subClassOf } = predicate.value === iriOf("rdf:type") ? (vocabulary.get(object.value) ?? {}) : {};
          if (subClassOf !== undefined) requireType(subject.value, subClassOf);
        }
        expect(untrue).toEqual([]);
      }),
      { numRuns: 100, seed: 1 },
    );
  });
});

describe("docs/vocabulary.md", () => {
  it("has a row for every term of ours, and no other", () => {
    const rows = [...page.matchAll(/^\| `(md:\w+)` \| (\w+) \| (.*?) \| (.*?) \|$/gm)].map(([row]) => row);
    const expected = Array.from(vocabulary.values(), ({ name, type, comment, subClassOf, domain, range }) => {
      const kind = { "rdfs:Class": "class", "owl:ObjectProperty": "relation", "owl:DatatypeProperty": "value" }[type];
      const ends = type === "rdfs:Class" ? [subClassOf] : [domain, "→", range];
      const said = ends.map((end) => (end === undefined || end === "→" ? (end ?? "any") : `\`${end}\``)).join(" ");
      return `| \`${name}\` | ${kind} | ${said} | ${comment} |`;
    });
    expect(rows).toEqual(expected);
  });

  it("has every prefix with its namespace", () => {
    const rows = [...page.matchAll(/^\| `(\w+)` \| `(\S+[#/:])` \|$/gm)].map(([, prefix, namespace]) => [
      prefix,
      namespace,
    ]);
    expect(rows).toEqual([...prefixes]);
  });
});

describe("what the build publishes", () => {
  const published = (name: string): string => readFileSync(fileOf(`dist/${name}`), "utf8");
  const isBuilt = existsSync(fileOf("dist/vocabulary.ttl"));

  it.skipIf(!isBuilt)("is the ontology and the context of the default base", () => {
    expect(published("vocabulary.ttl")).toBe(vocabularyTurtle());
    expect(published("shapes.ttl")).toBe(defaultShapes);
    expect(published("context.jsonld")).toBe(contextDocument("urn:graphdown:/"));
  });

  it("is a context as JSON-LD has it", () => {
    const { "@context": context } = JSON.parse(contextDocument("urn:graphdown:/"));
    expect(context).toMatchObject({ "@version": 1.1, name: { "@id": "schema:name" }, md: "urn:graphdown:vocab:" });
  });
});
