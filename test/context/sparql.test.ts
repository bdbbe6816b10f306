/** SPARQL asked of a context: what it answers, what it refuses, and that the answers are those of the files as they are. */
import { describe, expect, it } from "vitest";
import type { GraphdownError } from "../../src/base/errors.ts";
import type { FileContext, SparqlRows } from "../../src/context/file-context.ts";
import { writeSparqlAnswer } from "../../src/context/sparql-text.ts";
import { createDirectEngine } from "../query/sparql/direct-engine.ts";
import { openNotes } from "./notes.ts";

const open = (files?: Readonly<Record<string, string>>, limits = {}): Promise<FileContext> =>
  openNotes({ sparql: async () => createDirectEngine(), permissions: { write: true, delete: true }, limits }, files);

async function valuesOf(context: FileContext, query: string): Promise<string[][]> {
  const { variables, rows } = (await context.sparql(query)) as SparqlRows;
  return rows.map((row) => variables.map((name) => row[name]?.value ?? ""));
}

const refusalOf = (work: Promise<unknown>): Promise<GraphdownError> =>
  work.then(
    () => expect.unreachable("it was answered"),
    (cause: GraphdownError) => cause,
  );

describe("questions in SPARQL", () => {
  it("knows our prefixes, keeps kinds, datatypes and languages, and the order of the query's variables", async () => {
    const context = await open({ "a.md": "---\ntitle: Fähre\nlang: de\nsize: 2\n---\n[[b]]", "b.md": "# B" });
    const answer = await context.sparql(
      "SELECT ?note ?name ?n ?none { ?note a md:Document ; schema:name ?name . OPTIONAL { ?note <~property/size> ?n } OPTIONAL { ?note md:nothing ?none } } ORDER BY ?note",
    );
    expect(answer).toEqual({
      snapshot: expect.stringMatching(/./),
      form: "select",
      variables: ["note", "name", "n", "none"],
      rows: [
        {
          note: { type: "uri", value: "urn:graphdown:/a.md" },
          name: { type: "literal", value: "Fähre", language: "de" },
          n: { type: "literal", value: "2", datatype: "http://www.w3.org/2001/XMLSchema#integer" },
        },
        { note: { type: "uri", value: "urn:graphdown:/b.md" }, name: { type: "literal", value: "B" } },
      ],
    });
    expect((await context.sparql("SELECT * { ?zebra schema:name ?ant }")) as SparqlRows).toMatchObject({
      variables: ["zebra", "ant"],
    });
  });

  it("says yes or no, and gives graphs as text", async () => {
    const context = await open({ "a.md": "[[b]]", "b.md": "" });
    expect(await context.sparql("ASK { <a.md> dcterms:references <b.md> }")).toMatchObject({
      form: "ask",
      boolean: true,
    });
    expect(await context.sparql("ASK { <b.md> dcterms:references <a.md> }")).toMatchObject({ boolean: false });
    const query = "CONSTRUCT { ?b md:from ?a } { ?a dcterms:references ?b }";
    expect(await context.sparql(query, { format: "ntriples" })).toMatchObject({
      form: "construct",
      tripleCount: 1,
      format: "ntriples",
      content: "<urn:graphdown:/b.md> <urn:graphdown:vocab:from> <urn:graphdown:/a.md> .\n",
    });
    const described = await context.sparql("DESCRIBE <b.md>");
    expect(described).toMatchObject({ form: "describe", format: "turtle" });
    expect(writeSparqlAnswer(described, "turtle")).toContain("<urn:graphdown:/b.md> a md:Document");
  });

  it("knows documents by the letters of their names", async () => {
    const context = await open({
      "a/用語集.md": "---\nвласник: Аня\n---\n# 用語\n\n#тег\n",
      "Київ.md": "# Київ",
    });
    const base = "urn:graphdown:/";
    for (const query of [
      "ASK { <a/用語集.md> a md:Document }",
      `ASK { <${base}a/用語集.md> a md:Document }`,
      "ASK { <./a/用語集.md> a md:Document }",
      "ASK { <a/\\u7528\\u8A9E\\u96C6.md> a md:Document }",
      "ASK { <a/用語集.md#用語> a md:Section }",
      "BASE <a/> ASK { <用語集.md> a md:Document }",
      "PREFIX a: <a/> ASK { a:用語集.md a md:Document }",
      "PREFIX я: <> ASK { я:Київ.md a md:Document }",
      "ASK FROM <Київ.md> { ?note a md:Document }",
      `ASK FROM NAMED <${base}Київ.md> { GRAPH <Київ.md> { ?note a md:Document } }`,
      "ASK { ?note <~property/власник> ?name }",
      "BASE <~property/> ASK { ?note <власник> ?name }",
      "ASK { <~tag/тег> a skos:Concept }",
      "ASK { ?note schema:name 'Київ' } # <Київ.md>",
    ]) {
      expect([query, ((await context.sparql(query)) as { boolean?: boolean }).boolean]).toEqual([query, true]);
    }
    for (const graph of ["Київ.md", `${base}Київ.md`]) {
      const answer = await context.sparql("SELECT ?n { ?n a md:Document }", { defaultGraphs: [graph] });
      expect(answer).toMatchObject({ rows: [{ n: { value: `${base}${encodeURIComponent("Київ")}.md` } }] });
    }
    // Text that looks like an IRI is text, and IRIs of others keep their letters.
    expect(await valuesOf(context, "SELECT (STR(<https://example.org/Ї>) AS ?a) ('<Київ.md>' AS ?b) {}")).toEqual([
      ["https://example.org/Ї", "<Київ.md>"],
    ]);
    // Places are those of the query as it was asked.
    const placed = (name: string): Promise<GraphdownError> =>
      refusalOf(context.sparql(`ASK { <${name}.md> a md:Document . ?x ?y }`));
    expect((await placed("Київ")).details).toEqual((await placed("Kyiv")).details);
  });

  it("knows documents by their paths, however they are written", async () => {
    const files = {
      "a/b c & d.md": "# One",
      "100%.md": "# Two",
      "C#.md": "# Three\n\n## Part",
      "what?.md": "# Four",
      "[x] (y).md": "# Five",
      "a%20b.md": "# Six",
      "cafe\u0301/u\u0308ber.md": "# Seven\n\n## Fu\u0308r",
      "über.md": "# Eight",
    };
    const named = async (context: FileContext, iri: string): Promise<string[][]> =>
      valuesOf(
        context,
        `SELECT ?n { ${iri.startsWith("p:") ? iri : `<${iri}>`} schema:name ?n }`.replace(/^/, "PREFIX p: <a/> "),
      );
    const context = await open(files);
    for (const [iri, name] of [
      ["a/b%20c%20&%20d.md", "One"],
      ["a/b%20c%20%26%20d.md", "One"],
      ["./a/../a/b%20c%20%26%20d.md", "One"],
      ["urn:graphdown:/a/./x/../b%20c%20%26%20d.md", "One"],
      ["p:b%20c%20\\&%20d.md", "One"],
      ["100%25.md", "Two"],
      ["100%.md", "Two"],
      ["C%23.md", "Three"],
      ["C#.md", "Three"],
      ["C%23.md#part", "Part"],
      ["C#.md#part", "Part"],
      ["what%3F.md", "Four"],
      ["what?.md", "Four"],
      ["%5Bx%5D%20(y).md", "Five"],
      ["[x]%20(y).md", "Five"],
      ["a%2520b.md", "Six"],
      ["a%20b.md", "Six"],
      ["cafe\u0301/u\u0308ber.md", "Seven"],
      ["café/über.md", "Seven"],
      ["café/über.md#für", "Fu\u0308r"],
      ["über.md", "Eight"],
      ["u\u0308ber.md", "Eight"],
    ] as const) {
      expect([iri, await named(context, iri)]).toEqual([iri, [[name]]]);
    }
    for (const iri of [
      "../a/b%20c%20%26%20d.md",
      "/a/b%20c%20%26%20d.md",
      "a/b%20c%20%26%20d.md/",
      "a%2Fb%20c%20%26%20d.md",
      "~id/nobody",
      "?query",
    ]) {
      expect([iri, await named(context, iri)]).toEqual([iri, []]);
    }
    const folder = "ASK { ?note schema:isPartOf <café/> }";
    expect(await context.sparql(folder)).toMatchObject({ boolean: true });
    expect(await context.sparql("ASK FROM <x/../café/über.md> { ?d a md:Document }")).toMatchObject({ boolean: true });
    const based = "BASE <café/> ASK FROM <über.md> { ?d a md:Document }";
    expect(await context.sparql(based)).toMatchObject({ boolean: true });
  });

  it.each(["urn:graphdown:/", "https://example.org/notes/"])(
    "knows documents with ids by their paths, below %s",
    async (baseIri) => {
      const context = await openNotes(
        { sparql: async () => createDirectEngine(), graph: { baseIri, iri: "id" } },
        { "guides/start.md": "---\nid: start\n---\n# Start\n\n## Install\n\n[[other]]", "guides/other.md": "# Other" },
      );
      for (const query of [
        "ASK { <guides/start.md> schema:name 'Start' }",
        `ASK { <${baseIri}guides/start.md> schema:name 'Start' }`,
        `ASK { <${baseIri}~doc/start> schema:name 'Start' }`,
        "ASK { <guides/start.md#install> schema:name 'Install' }",
        "ASK { <~doc/start#install> schema:name 'Install' }",
        "PREFIX g: <guides/> ASK { g:start.md dcterms:references g:other.md }",
        "PREFIX s: <guides/start.md> ASK { s: schema:name 'Start' }",
        "ASK FROM <guides/start.md> { ?n schema:name 'Start' }",
        "ASK FROM NAMED <guides/start.md> { GRAPH <guides/start.md> { ?n schema:name 'Start' } }",
      ]) {
        expect([query, ((await context.sparql(query)) as { boolean?: boolean }).boolean]).toEqual([query, true]);
      }
      const given = { defaultGraphs: ["guides/start.md"] };
      expect(await context.sparql("ASK { ?n schema:name 'Start' }", given)).toMatchObject({ boolean: true });
    },
  );

  it("describes from the graphs that are named", async () => {
    const context = await open({ "a.md": "# A #x", "b.md": "# B #x\n\n[[a]]" });
    const triples = async (query: string): Promise<number> =>
      ((await context.sparql(query)) as { tripleCount: number }).tripleCount;
    const all = await triples("DESCRIBE <b.md>");
    expect(all).toBeGreaterThan(5);
    expect(await triples("DESCRIBE <b.md> FROM <b.md>")).toBe(all);
    expect(await triples("DESCRIBE <b.md> FROM <a.md>")).toBe(0);
    expect(await triples("DESCRIBE ?d FROM <b.md> { ?d a md:Document }")).toBe(all);
    expect(await triples("DESCRIBE ?d FROM <b.md> WHERE { ?d a md:Document } ORDER BY ?d LIMIT 1")).toBe(all);
  });

  it("makes graphs of variables of any name", async () => {
    const context = await open({ "a.md": "# A" });
    const query = "CONSTRUCT { ?solution a ?solution2 } { ?solution a ?solution2 ; md:path 'a.md' }";
    expect(await context.sparql(query)).toMatchObject({ form: "construct", tripleCount: 2 });
    expect(await context.sparql("DESCRIBE ?solution { ?solution a md:Document }")).toMatchObject({ form: "describe" });
  });

  it("says what was cut", async () => {
    const context = await open(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${n}.md`, `# ${n}`])));
    const all = "SELECT ?s { ?s a md:Document }";
    expect(await context.sparql(all)).not.toHaveProperty("cut");
    const cut = (await context.sparql(all, { maximumRows: 7 })) as SparqlRows;
    expect(cut.rows).toHaveLength(7);
    expect(cut.cut).toEqual({ reason: "count" });
    expect(await context.sparql(`${all} LIMIT 7`, { maximumRows: 7 })).not.toHaveProperty("cut");
    expect(await context.sparql(`${all} LIMIT 99999999999999999999`, { maximumRows: 7 })).toHaveProperty("cut");
    const graph = "CONSTRUCT { ?s a ?t } { ?s a ?t }";
    expect(await context.sparql(graph, { maximumRows: 5 })).toMatchObject({ tripleCount: 5, cut: { reason: "count" } });
    expect(await context.sparql(graph)).not.toHaveProperty("cut");
    // Three hundred solutions that say the same thing: the bound on solutions is reached, and whether there is more is not known.
    const same = "CONSTRUCT { <urn:x> <urn:y> <urn:z> } { ?a a md:Document . ?b a md:Document }";
    expect(await context.sparql(same, { maximumRows: 30 })).toMatchObject({ tripleCount: 1, cut: { reason: "count" } });
    expect(await context.sparql(same, { maximumRows: 90 })).not.toHaveProperty("cut");
  });

  it("answers values in one form each, doubles in that of the exports, and finds them in any", async () => {
    const values = {
      a: "007",
      b: "1.50",
      c: "+5",
      d: "1.5e3",
      e: "1e-7",
      f: "2024-01-31T10:30:00.500+00:00",
      g: "2024-01-31",
    };
    const text = Object.entries(values).map(([key, value]) => `${key}: ${value}`);
    const context = await open({ "a.md": `---\n${text.join("\n")}\n---\n# A` });
    const exported = (await context.export("ntriples")).content;
    const told = async (form: "exported" | "answered"): Promise<Record<string, string | undefined>> => {
      const { rows } = (await context.sparql(
        "SELECT ?p ?o { <a.md> ?p ?o FILTER(STRSTARTS(STR(?p), STR(<~property/>))) }",
      )) as SparqlRows;
      return Object.fromEntries(
        rows.map(({ p, o }) => {
          const written = exported.split(`<${p?.value}> "`)[1]?.split('"')[0];
          return [p?.value.at(-1), form === "exported" ? written : o?.value];
        }),
      );
    };
    const doubles = { d: "1.5E3", e: "1.0E-7" };
    expect(await told("exported")).toEqual({ ...values, ...doubles });
    const forms = { a: "7", b: "1.5", c: "5", f: "2024-01-31T10:30:00.5Z" };
    expect(await told("answered")).toEqual({ ...values, ...forms, ...doubles });
    for (const written of ["7", "007", "'+7'^^xsd:integer"])
      expect(await context.sparql(`ASK { <a.md> <~property/a> ${written} }`)).toMatchObject({ boolean: true });
  });

  it("has each document as a graph, and all of them as one", async () => {
    const context = await open({ "a.md": "# A #x", "b.md": "# B #x" });
    const names = "SELECT ?n { ?d a md:Document ; schema:name ?n } ORDER BY ?n";
    expect(await valuesOf(context, names)).toEqual([["A #x"], ["B #x"]]);
    expect(await valuesOf(context, "SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g")).toEqual([
      ["urn:graphdown:/a.md"],
      ["urn:graphdown:/b.md"],
    ]);
    const from = "SELECT ?n FROM <urn:graphdown:/b.md> { ?d a md:Document ; schema:name ?n }";
    expect(await valuesOf(context, from)).toEqual([["B #x"]]);
    expect(await valuesOf(context, from.replace("urn:graphdown:/b.md", "b.md"))).toEqual([["B #x"]]);
    const named = "SELECT ?n FROM NAMED <a.md> { GRAPH ?g { ?d a md:Document ; schema:name ?n } }";
    expect(await valuesOf(context, named)).toEqual([["A #x"]]);
    // The protocol's data go before the query's.
    const given = { defaultGraphs: ["urn:graphdown:/a.md"] };
    expect(((await context.sparql(from, given)) as SparqlRows).rows).toMatchObject([{ n: { value: "A #x" } }]);
    for (const graph of ["<http://127.0.0.1/x>", "<no.md>", "<urn:graphdown:/~tags>"]) {
      const refusal = await refusalOf(context.sparql(`SELECT * FROM ${graph} { ?s ?p ?o }`));
      expect(refusal).toMatchObject({ code: "invalid_query", details: { reason: "dataset" } });
    }
    const refusal = await refusalOf(context.sparql(names, { namedGraphs: ["http://127.0.0.1/"] }));
    expect(refusal).toMatchObject({ code: "invalid_query", details: { reason: "dataset" } });
  });

  it("answers from the files as they are", async () => {
    const context = await open({ "a.md": "# A\n\n[[b]]", "b.md": "# B" });
    const links = "SELECT ?from ?to { ?from a md:Document ; dcterms:references ?to } ORDER BY ?from ?to";
    const first = await context.sparql(links);
    expect(await valuesOf(context, links)).toEqual([["urn:graphdown:/a.md", "urn:graphdown:/b.md"]]);
    await context.write("c.md", "# C\n\n[[a]]");
    expect(await valuesOf(context, links)).toHaveLength(2);
    await context.delete("b.md");
    expect(await valuesOf(context, links)).toEqual([["urn:graphdown:/c.md", "urn:graphdown:/a.md"]]);
    expect(await valuesOf(context, "SELECT ?t { ?d md:unresolved ?t }")).toEqual([["b"]]);
    expect((await context.sparql(links)).snapshot).not.toBe(first.snapshot);
  });

  it("has no name of a variable that would be lost", async () => {
    const context = await open({ "a.md": "" });
    const answer = (await context.sparql("SELECT (1 AS ?__proto__) (2 AS ?constructor) {}")) as SparqlRows;
    expect(writeSparqlAnswer(answer, "csv")).toBe("__proto__,constructor\r\n1,2\r\n");
  });
});

describe("what is no query", () => {
  it.each([
    ["SELECT * { ?s ?p ", 1, 10, '"{" is never closed'],
    ["SELECT * {\n  ?s ?p ?o .\n  } }", 3, 5, 'Nothing is open that "}" could close'],
    ["SELECT * {\n  FILTER((?s = 1 } ?s ?p ?o", 2, 18, 'since "(" of line 2 is still open'],
    ["SELECT * { ?s ?p ?o FLITER(?s = 1) }", 1, 21, 'SPARQL 1.1 has no word "FLITER"'],
    ["SELECT (foo(1) AS ?x) { ?x ?p ?o }", 1, 9, 'SPARQL 1.1 has no word "foo"'],
    ["SELECT * { LATERAL { SELECT * {} } }", 1, 12, 'no word "LATERAL"'],
    ["SELECT * { ?s ?p ?o } & {}", 1, 23, 'but got "&"'],
    ["ASK", 1, 4, "got the end of the query"],
    ["SELECT ?x ?x { ?x ?p ?o }", 1, 26, "Duplicated variable name in SELECT"],
    ["SELECT ?x { ?x ?p ?o } GROUP BY ?p", 1, 35, "The SELECT contains a variable that is unbound"],
    ["SELECT ?s WHERE ?s ?p ?o", 1, 17, 'got "?s", expected {'],
    ["SELECT * { ?s ?p ?o } LIMIT -1", 1, 29, 'got "-"'],
    ["SELECT (SUM(?n) AS ?m) (?m + 1 AS ?k) { ?s ?p ?n }", 1, 51, "an expression with a variable that is unbound"],
    ["SELECT * { ?s ?p ?o } VALUES ?s { nothing }", 1, 35, 'no word "nothing"'],
  ])("%j is refused with its place", async (query, line, column, words) => {
    const context = await open({ "a.md": "" });
    const refusal = await refusalOf(context.sparql(query));
    expect(refusal).toMatchObject({ code: "invalid_query", details: { reason: "syntax", line, column } });
    expect(refusal.message).toContain(words);
    expect(refusal.message).toMatch(/\.$/);
    expect(refusal.message.length).toBeLessThan(250);
  });

  it("is told that IRIs hold no blanks", async () => {
    const context = await open({ "a.md": "" });
    for (const query of ["DESCRIBE <in by as>", "ASK { <a path.md> ?p ?o }", "ASK { <1 2.md> ?p ?o }"]) {
      const refusal = await refusalOf(context.sparql(query));
      expect(refusal).toMatchObject({
        code: "invalid_query",
        details: { reason: "blank", column: query.indexOf("<") + 1 },
      });
      expect(refusal.next).toContain("%20");
    }
    expect(await context.sparql("ASK { ?s ?p ?o . FILTER(1 < 2 && 3 > 2) }")).toMatchObject({ boolean: true });
  });

  it("names a function that there is not", async () => {
    const context = await open({ "a.md": "" });
    const refusal = await refusalOf(context.sparql("PREFIX f: <urn:f:> SELECT (f:x(1) AS ?x) {}"));
    expect(refusal).toMatchObject({ code: "invalid_query", details: { reason: "function" } });
    expect(refusal.message).toContain("urn:f:x");
  });

  it("is refused before a file is read", async () => {
    const context = await openNotes({ sparql: async () => createDirectEngine() }, {});
    expect((await refusalOf(context.sparql("DROP ALL"))).code).toBe("invalid_query");
    expect((await refusalOf(context.sparql("ASK {}"))).code).toBe("no_documents");
  });

  it("may be a wrong option", async () => {
    const context = await open({ "a.md": "" });
    const ask = (options: object): Promise<GraphdownError> => refusalOf(context.sparql("ASK {}", options));
    expect(await ask({ maximumRows: 0 })).toMatchObject({
      code: "invalid_input",
      details: { parameter: "maximumRows" },
    });
    expect(await ask({ timeoutMs: 1.5 })).toMatchObject({ code: "invalid_input", details: { parameter: "timeoutMs" } });
    expect(await ask({ format: "jsonld" })).toMatchObject({ code: "invalid_input", details: { parameter: "format" } });
    expect(await ask({ maximumRow: 1 })).toMatchObject({ code: "invalid_input", details: { nearest: "maximumRows" } });
  });

  it("is unsupported where nothing runs it", async () => {
    const context = await openNotes({}, { "a.md": "" });
    const refusal = await refusalOf(context.sparql("ASK {}"));
    expect(refusal).toMatchObject({ code: "unsupported", details: { reason: "no_sparql_engine" } });
  });
});

describe("answers as texts", () => {
  it("come only in formats that can hold them", async () => {
    const context = await open({ "a.md": "" });
    const yes = await context.sparql("ASK {}");
    expect(JSON.parse(writeSparqlAnswer(yes, "json"))).toEqual({ head: {}, boolean: true });
    expect(() => writeSparqlAnswer(yes, "csv")).toThrow(expect.objectContaining({ code: "not_acceptable" }));
    const graph = await context.sparql("DESCRIBE <a.md>");
    expect(() => writeSparqlAnswer(graph, "json")).toThrow(/DESCRIBE can't be written as json/);
    expect(() => writeSparqlAnswer(graph, "ntriples")).toThrow(
      expect.objectContaining({ details: { offered: ["turtle"] } }),
    );
  });
});
