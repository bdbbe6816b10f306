/** What is run where nothing could stop a query. */
import { describe, expect, it } from "vitest";
import { requireBoundedPlan } from "../../../src/query/sparql/bounded-plan.ts";
import { checkQuery } from "../../../src/query/sparql/check-query.ts";
import { createSparql } from "../../../src/sparql.ts";
import { openNotes } from "../../context/notes.ts";
import { oxigraph } from "./direct-engine.ts";

const require = (query: string): void => requireBoundedPlan(checkQuery(query, 65_536));

describe("queries of a bounded form", () => {
  it.each([
    "SELECT * { ?note a md:Document }",
    "SELECT DISTINCT ?path { ?note a md:Document ; md:path ?path . OPTIONAL { ?note schema:description ?text } FILTER(!BOUND(?text)) } ORDER BY ?path",
    "SELECT ?tag (COUNT(?note) AS ?n) WHERE { ?note schema:about ?t . ?t skos:prefLabel ?tag } GROUP BY ?tag ORDER BY DESC(?n) LIMIT 5",
    "ASK { <a.md> dcterms:references <b.md> }",
    "SELECT ?p { ?a dcterms:references ?b . ?b dcterms:references ?c . ?c md:path ?p }",
    'SELECT ?a { ?a schema:name "Fähre"@de ; schema:wordCount "3"^^xsd:integer ; md:path ?p . FILTER CONTAINS(?p, "x") }',
  ])("%s", (query) => {
    expect(() => require(query)).not.toThrow();
  });

  it.each([
    ["SELECT * { ?s ?p ?o }", "only a predicate that is named"],
    ["SELECT * { ?s dcterms:references+ ?o }", "plain terms"],
    ["SELECT * { ?s dcterms:references/md:path ?o }", "plain terms"],
    ["SELECT * { ?s ^dcterms:references ?o }", "only a predicate that is named"],
    ["SELECT * { ?a md:path ?p . ?b md:path ?q }", "begins at nothing"],
    ["SELECT * { ?a schema:about ?t . ?b schema:about ?t }", "begins at nothing"],
    ["SELECT * { ?a schema:about ?t ; schema:keywords ?t }", "meet in one variable"],
    [
      "SELECT * { ?a dcterms:references ?b . ?b dcterms:references ?c . ?c dcterms:references ?d . ?d md:path ?p }",
      "links in a row",
    ],
    ["SELECT * { { ?a md:path ?p } { ?b md:path ?q } }", "groups"],
    ["SELECT * { { ?a md:path ?p } UNION { ?b md:path ?q } }", "UNION"],
    ["SELECT * { ?a md:path ?p MINUS { ?a schema:name ?n } }", "MINUS"],
    ["SELECT * { ?a md:path ?p FILTER NOT EXISTS { ?a schema:name ?n } }", "EXISTS"],
    ["SELECT * { ?a md:path ?p FILTER(REGEX(?p, 'x')) }", "REGEX"],
    ["SELECT * { GRAPH ?g { ?a md:path ?p } }", "GRAPH"],
    ["SELECT * { VALUES ?x { 1 2 } }", "VALUES"],
    ["SELECT * { { SELECT * { ?a md:path ?p } } }", "a query within a query"],
    ["CONSTRUCT { ?a md:path ?p } { ?a md:path ?p }", "CONSTRUCT"],
    ["SELECT * { ?a md:path ?p, ?q }", "one object a pattern"],
    ["SELECT * { ?a md:path [] }", "plain terms"],
    [
      `SELECT * { ${Array.from({ length: 9 }, (_, number) => `?a md:path ?p${number} .`).join(" ")} }`,
      "more than 8 patterns",
    ],
  ])("are not %s", (query, words) => {
    expect(() => require(query)).toThrow(
      expect.objectContaining({ code: "unsupported", message: expect.stringContaining(words) }),
    );
  });
});

describe("an engine in the isolate itself", () => {
  it("answers bounded queries from the files as they are, and refuses others", async () => {
    const context = await openNotes(
      { sparql: createSparql(oxigraph), permissions: { write: true } },
      { "a.md": "# A\n\n[[b]]", "b.md": "# B" },
    );
    const query = "SELECT ?name { ?note a md:Document ; dcterms:references ?to . ?to schema:name ?name }";
    expect(await context.sparql(query)).toMatchObject({ rows: [{ name: { value: "B" } }] });
    await context.write("b.md", "# C", { overwrite: true } as never);
    expect(await context.sparql(query)).toMatchObject({ rows: [{ name: { value: "C" } }] });
    await expect(context.sparql("SELECT * { ?a ?b ?c . ?d ?e ?f }")).rejects.toMatchObject({
      code: "unsupported",
      details: { reason: "unbounded_query", line: 1, column: 15 },
    });
    await expect(context.sparql("SELECT ?x ?x { ?x a md:Document }")).rejects.toMatchObject({ code: "invalid_query" });
  });
});
