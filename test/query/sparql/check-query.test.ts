/** What may be asked: queries are told from updates, and from what reaches out, by their tokens. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GraphdownError } from "../../../src/base/errors.ts";
import { boundQuery } from "../../../src/query/sparql/bound-query.ts";
import { type CheckedQuery, checkQuery, maximumNesting } from "../../../src/query/sparql/check-query.ts";
import { knownPrefixes } from "../../../src/query/sparql/known-prefixes.ts";
import { queryTokens } from "../../../src/query/sparql/query-tokens.ts";

const check = (query: string): CheckedQuery => checkQuery(query, 65_536);

function refusalOf(query: string): GraphdownError {
  try {
    check(query);
  } catch (cause) {
    return cause as GraphdownError;
  }
  throw new Error(`was not refused: ${query.slice(0, 80)}`);
}

describe("tokens", () => {
  const shown = (query: string): string[] => queryTokens(query).map(({ kind, text }) => `${kind} ${text}`);

  it("tells words from strings, IRIs, names, variables and comments", () => {
    expect(shown('SELECT ?s{?s a:b\\-c <urn:x#y>,"a \\" b"@en-GB;:p """x"y""" . # DROP\n_:b $v ^^ .5e3}')).toEqual([
      "word SELECT",
      "variable ?s",
      "mark {",
      "variable ?s",
      "name a:b\\-c",
      "iri <urn:x#y>",
      "mark ,",
      'string "a \\" b"',
      "language @en-GB",
      "mark ;",
      "name :p",
      'string """x"y"""',
      "mark .",
      "blank _:b",
      "variable $v",
      "mark ^^",
      "number .5e3",
      "mark }",
    ]);
  });

  it("takes < as an operator where no IRI ends", () => {
    expect(shown("?a<?b && ?c>1")).toEqual([
      "variable ?a",
      "mark <",
      "variable ?b",
      "mark &&",
      "variable ?c",
      "mark >",
      "number 1",
    ]);
  });

  it("gives every character to a token or to what is between them", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (query) => {
        let end = 0;
        for (const { start, text } of queryTokens(query)) {
          expect(query.slice(end, start)).toMatch(/^(?:[ \t\r\n]+|#[^\r\n]*)*$/);
          expect(query.slice(start, start + text.length)).toBe(text);
          end = start + text.length;
        }
        expect(query.slice(end)).toMatch(/^(?:[ \t\r\n]+|#[^\r\n]*)*$/);
      }),
    );
  });
});

describe("queries that are refused", () => {
  it.each([
    ["INSERT DATA { <urn:a> <urn:b> 1 }", "update"],
    ["delete where { ?s ?p ?o }", "update"],
    ["PREFIX a: <urn:a> WITH a:g DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }", "update"],
    ["LOAD <http://127.0.0.1/>", "update"],
    ["CLEAR ALL", "update"],
    ["DROP ALL", "update"],
    ["CREATE GRAPH <urn:g>", "update"],
    ["COPY DEFAULT TO <a:a>", "update"],
    ["SELECT * {} ; DROP ALL", "update"],
    ["SELECT * {} ; SELECT * {}", "syntax"],
    ["SELECT * { SERVICE <http://x/> { ?s ?p ?o } }", "service"],
    ["SELECT * {SERVICE SILENT <http://x/> {?s ?p ?o}}", "service"],
    ["SELECT * { { SELECT ?s { ?s ?p ?o . SeRvIcE ?where { ?s ?p ?o } } } }", "service"],
    ["ASK { ?s ?p ?o FILTER EXISTS { SERVICE <http://x/> { ?s ?p ?o } } }", "service"],
    ["SELECT * { ?s ?p 1SERVICE<http://x/>{?s ?p ?o} }", "service"],
    ["SELECT * { ?s unknown:name ?o }", "prefix"],
    ["SELECT * { << ?s ?p ?o >> ?q ?r }", "triple_term"],
    ["SELECT (TRIPLE(?s, ?p, ?o) AS ?t) { ?s ?p ?o }", "triple_term"],
    [`SELECT * { FILTER(${"(".repeat(10_000)}1${")".repeat(10_000)}) }`, "nesting"],
    [`SELECT * ${"{".repeat(10_000)}`, "nesting"],
    [`SELECT * { ?s ?p ${"[ ?p ".repeat(10_000)} }`, "nesting"],
    ["CONSTRUCT { ?s ?p ?n } WHERE { ?s ?p ?n } GROUP BY ?s ?p ?n", "group"],
    ["CONSTRUCT WHERE { ?s ?p ?n } HAVING (COUNT(?s) > 1)", "group"],
    ["ASK { ?s ?p ?o } GROUP BY ?s HAVING (COUNT(?o) > 1)", "group"],
    ["SELECT * { <my notes/a.md> ?p ?o }", "blank"],
    ["DESCRIBE <a b>", "blank"],
    ["", "syntax"],
    ["# only a comment", "syntax"],
    ["PREFIX schema <urn:x> SELECT * {}", "syntax"],
    ["BASE SELECT * {}", "syntax"],
    ["what is there", "syntax"],
  ])("%.60s is refused for its %s", (query, reason) => {
    const refusal = refusalOf(query);
    expect(refusal.code).toBe("invalid_query");
    expect(refusal.details).toMatchObject({ reason });
    expect(refusal.next).toBeTruthy();
  });

  it("says where", () => {
    const refusal = refusalOf("SELECT *\n{ ?s ?p ?o .\n  SERVICE <http://x/> {} }");
    expect(refusal.message).toBe(
      "SERVICE would ask another server, and queries never leave this graph (line 3, column 3).",
    );
    expect(refusal.details).toEqual({ reason: "service", line: 3, column: 3 });
  });

  it("counts columns by characters", () => {
    expect(refusalOf('ASK { ?s ?p "💧日本" . ?s no:where ?o }').details).toMatchObject({ line: 1, column: 24 });
  });

  it("names the limit of one that is too long", () => {
    const refusal = refusalOf(`SELECT * { ?s ?p "${"x".repeat(65_536)}" }`);
    expect(refusal.code).toBe("limit_exceeded");
    expect(refusal.details).toMatchObject({ limit: "maximumSparqlCharacters", maximum: 65_536 });
  });
});

describe("queries that are taken", () => {
  it.each([
    'SELECT * { ?s ?p "DELETE" }',
    "SELECT * { ?s ?p <urn:x/INSERT/SERVICE> }",
    "SELECT * { ?s ?p ?o } # DROP ALL; SERVICE <http://x/>",
    "PREFIX service: <urn:s> SELECT * { ?SERVICE service:LOAD ?load }",
    "SELECT * { ?s ?p '''a ; DROP ALL''' }",
    "SELECT ?s { ?s a md:Document ; schema:name ?n }",
    "base <urn:x/> prefix : <urn:y> ask { :a :b 'c'@en }",
    "CONSTRUCT WHERE { ?s dcterms:references ?o }",
    "CONSTRUCT { ?s md:n ?n } WHERE { SELECT ?s (COUNT(?o) AS ?n) { ?s ?p ?o } GROUP BY ?s HAVING (COUNT(?o) > 1) }",
    "ASK { FILTER(1 <2 && 3> 2) }",
    "DESCRIBE <urn:x>",
    `SELECT * ${"{".repeat(maximumNesting)}${"}".repeat(maximumNesting)}`,
  ])("%.70s", (query) => {
    expect(check(query).query).toBe(query);
  });

  it("knows their form and their data", () => {
    const { form, tokens, datasetAt } = check(
      "PREFIX d: <urn:d:> SELECT * FROM d:a.md FROM NAMED <urn:g> FROM <b.md> { }",
    );
    const named = (places: readonly number[] = []): unknown => places.map((at) => tokens[at]?.text);
    expect(form).toBe("select");
    expect(named(datasetAt?.defaultGraphs)).toEqual(["d:a.md", "<b.md>"]);
    expect(named(datasetAt?.namedGraphs)).toEqual(["<urn:g>"]);
    expect(check("ASK { GRAPH ?g { } }").datasetAt).toBeUndefined();
    expect(refusalOf("SELECT * FROM 'a.md' {}").details).toMatchObject({ reason: "syntax" });
  });
});

describe("bounds", () => {
  const bounded = (query: string, rows = 10): string => {
    const { text } = boundQuery(check(query), rows);
    expect(text.startsWith(`${knownPrefixes}\n`)).toBe(true);
    return text.slice(knownPrefixes.length + 1);
  };

  it.each([
    ["SELECT * {}", "SELECT * {}\nLIMIT 11\n"],
    ["SELECT * {} # end", "SELECT * {} # end\nLIMIT 11\n"],
    ["SELECT * {} LIMIT 5", "SELECT * {} LIMIT 5"],
    ["SELECT * {} LIMIT 10", "SELECT * {} LIMIT 10"],
    ["SELECT * {} LIMIT 11 OFFSET 2", "SELECT * {} LIMIT 11 OFFSET 2"],
    ["SELECT * {} OFFSET 2 limit 99999999999999999999", "SELECT * {} OFFSET 2 limit 11"],
    ["SELECT * { { SELECT * {} LIMIT 500 } }", "SELECT * { { SELECT * {} LIMIT 500 } }\nLIMIT 11\n"],
    ["SELECT ?x {} VALUES ?x { 1 2 }", "SELECT ?x {} \nLIMIT 11\nVALUES ?x { 1 2 }"],
    ["SELECT ?x {} LIMIT 20 VALUES ?x { 1 }", "SELECT ?x {} LIMIT 11 VALUES ?x { 1 }"],
    ["ASK { ?s ?p ?o }", "ASK { ?s ?p ?o }"],
    ["CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }", "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }\nLIMIT 101\n"],
    ["DESCRIBE <urn:x>", "DESCRIBE <urn:x>\nLIMIT 101\n"],
  ])("%s", (query, expected) => {
    expect(bounded(query)).toBe(expected);
  });

  it("counts the solutions of what makes graphs", () => {
    const solutions = (query: string): string | undefined =>
      boundQuery(check(query), 10).solutionsText?.slice(knownPrefixes.length + 1);
    expect(solutions("CONSTRUCT { ?s ?p 'LIMIT 3' } FROM <urn:a> WHERE { ?s ?p ?o } ORDER BY ?s")).toBe(
      "SELECT (1 AS ?solution) FROM <urn:a> WHERE { ?s ?p ?o } ORDER BY ?s\nLIMIT 101\n",
    );
    expect(solutions("CONSTRUCT WHERE { ?s ?p ?o }")).toBe("SELECT (1 AS ?solution) WHERE { ?s ?p ?o }\nLIMIT 101\n");
    expect(solutions("DESCRIBE ?s { ?s ?p ?o }")).toBe("SELECT (1 AS ?solution) { ?s ?p ?o }\nLIMIT 101\n");
    expect(solutions("CONSTRUCT WHERE { ?solution ?p $solution2 }")).toBe(
      "SELECT (1 AS ?solution3) WHERE { ?solution ?p $solution2 }\nLIMIT 101\n",
    );
    expect(solutions("DESCRIBE <urn:x>")).toBeUndefined();
    expect(solutions("CONSTRUCT { ?s ?p ?o } { ?s ?p ?o } LIMIT 100")).toBeUndefined();
  });
});
