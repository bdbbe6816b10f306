/** The default shapes hold for every graph, also with what follows from it; and they do not hold for what breaks them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { KnowledgeGraph } from "../../../src/graph/knowledge-graph.ts";
import { iriOf } from "../../../src/graph/prefixes.ts";
import { quadsOf } from "../../../src/graph/to-quads.ts";
import { inferTriples } from "../../../src/query/inference/infer-triples.ts";
import { type RulesetName, rulesetNames } from "../../../src/query/inference/ruleset-names.ts";
import { parseRdf } from "../../../src/query/rdf/parse-rdf.ts";
import { TermTable } from "../../../src/query/rdf/term-table.ts";
import { termText } from "../../../src/query/rdf/term-text.ts";
import { TripleSet } from "../../../src/query/rdf/triple-set.ts";
import { defaultShapes } from "../../../src/query/shacl/default-shapes.ts";
import { validateGraph } from "../../../src/query/shacl/validate-graph.ts";
import { claimingNotes } from "../../graph/arbitrary-claims.ts";
import { documentSet } from "../../graph/arbitrary-documents.ts";
import { graphOf } from "../../graph/graph-of.ts";
import { graphOfTexts } from "../../graph/markdown-ld/graph-of-texts.ts";
import { freeGuard } from "../guard.ts";

function shapesOf(text: string) {
  return parseRdf({ text, format: "turtle", baseIri: "urn:graphdown:/", name: "shapes", maximumCharacters: 100_000 });
}

function reportOf(graph: KnowledgeGraph, names: readonly RulesetName[] = []) {
  return validateGraph({
    graph,
    shapes: shapesOf(defaultShapes),
    name: "shapes",
    directory: "",
    names,
    maximumInferred: 1_000_000,
    count: 10,
    guard: freeGuard(),
  });
}

describe("the default shapes", () => {
  it("hold for every graph, before and after inference", async () => {
    await fc.assert(
      fc.asyncProperty(documentSet, async (sketches) => {
        const graph = graphOf(sketches, ["p.png"]);
        expect((await reportOf(graph)).results).toEqual([]);
        expect((await reportOf(graph, rulesetNames)).results).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it("hold whatever notes claim of vocabularies, of the graph and of one another", async () => {
    await fc.assert(
      fc.asyncProperty(claimingNotes, async (texts) => {
        const graph = graphOfTexts(texts, { others: ["picture.png"] });
        expect((await reportOf(graph)).results).toEqual([]);
        expect((await reportOf(graph, rulesetNames)).results).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it("are about what is there: each kind of node is a focus node of them", async () => {
    const graph = graphOf({ "a.md": { headings: ["# One"], links: ["[[a#One]]"], tags: ["x/y"] } });
    const broken = defaultShapes
      .replace(/sh:minCount 1/g, "sh:minCount 2")
      .replace(/sh:or \(.*\)/, "sh:nodeKind sh:Literal");
    const report = await validateGraph({
      graph,
      shapes: shapesOf(broken),
      name: "shapes",
      directory: "",
      names: [],
      maximumInferred: 0,
      count: 100,
      guard: freeGuard(),
    });
    const shapes = new Set(report.results.map(({ focusNode }) => focusNode));
    expect([...shapes].sort()).toEqual([
      "urn:graphdown:/a.md",
      "urn:graphdown:/a.md#one",
      "urn:graphdown:/~tag/x",
      "urn:graphdown:/~tag/x/y",
    ]);
  });
});

describe("domains and ranges of the vocabulary", () => {
  it("tell nothing that is not said: inference gives no node a class of ours", async () => {
    await fc.assert(
      fc.asyncProperty(documentSet, async (sketches) => {
        const terms = new TermTable();
        const triples = new TripleSet().addQuads(quadsOf(graphOf(sketches, ["p.png"])), terms);
        const maximum = 1_000_000;
        const inferred = await inferTriples({
          names: ["rdfs"],
          rules: [],
          triples,
          terms,
          maximum,
          guard: freeGuard(),
        });
        const type = terms.numberOfIri(iriOf("rdf:type"));
        const classes = inferred.triples
          .filter(([, predicate]) => predicate === type)
          .map(([, , object]) => termText(terms.termOf(object)));
        expect(classes.filter((name) => !name.startsWith("schema:"))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
