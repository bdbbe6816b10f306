/** The result formats, by what their specifications say, and read back by parsers of others. */

import fc from "fast-check";
import { JSDOM } from "jsdom";
import { Parser } from "n3";
import { describe, expect, it } from "vitest";
import { shortTerm } from "../../../../src/query/sparql/results/short-term.ts";
import type { Solutions } from "../../../../src/query/sparql/results/solutions.ts";
import { writeResultsCsv } from "../../../../src/query/sparql/results/write-results-csv.ts";
import { writeResultsJson } from "../../../../src/query/sparql/results/write-results-json.ts";
import { writeResultsTsv } from "../../../../src/query/sparql/results/write-results-tsv.ts";
import { writeResultsXml } from "../../../../src/query/sparql/results/write-results-xml.ts";
import type { SparqlRow, SparqlTerm } from "../../../../src/query/sparql/sparql-answer.ts";

const xsd = "http://www.w3.org/2001/XMLSchema#";

/** One of each kind, and a row where one is unbound. */
const solutions: Solutions = {
  variables: ["x", "literal"],
  rows: [
    { x: { type: "uri", value: "http://example/x" }, literal: { type: "literal", value: "String" } },
    { x: { type: "uri", value: "http://example/x" }, literal: { type: "literal", value: 'String-with-dquote"' } },
    { x: { type: "bnode", value: "b0" }, literal: { type: "literal", value: "Blank node" } },
    { literal: { type: "literal", value: "Missing 'x'" } },
    {},
    { x: { type: "uri", value: "http://example/x" } },
    { x: { type: "bnode", value: "b1" }, literal: { type: "literal", value: "String-with-lang", language: "en" } },
    { x: { type: "bnode", value: "b1" }, literal: { type: "literal", value: "123", datatype: `${xsd}integer` } },
  ],
};

const empty: Solutions = { variables: ["a", "b"], rows: [] };

describe("JSON", () => {
  it("has the variables, the bound ones of each row, and each kind of term", () => {
    expect(JSON.parse(writeResultsJson(solutions))).toEqual({
      head: { vars: ["x", "literal"] },
      results: {
        bindings: [
          { x: { type: "uri", value: "http://example/x" }, literal: { type: "literal", value: "String" } },
          { x: { type: "uri", value: "http://example/x" }, literal: { type: "literal", value: 'String-with-dquote"' } },
          { x: { type: "bnode", value: "b0" }, literal: { type: "literal", value: "Blank node" } },
          { literal: { type: "literal", value: "Missing 'x'" } },
          {},
          { x: { type: "uri", value: "http://example/x" } },
          {
            x: { type: "bnode", value: "b1" },
            literal: { type: "literal", value: "String-with-lang", "xml:lang": "en" },
          },
          {
            x: { type: "bnode", value: "b1" },
            literal: { type: "literal", value: "123", datatype: `${xsd}integer` },
          },
        ],
      },
    });
    expect(JSON.parse(writeResultsJson(empty))).toEqual({ head: { vars: ["a", "b"] }, results: { bindings: [] } });
    expect(JSON.parse(writeResultsJson({ boolean: false }))).toEqual({ head: {}, boolean: false });
  });

  it("has a place for a variable of any name", () => {
    const row = Object.fromEntries([["__proto__", { type: "uri", value: "urn:x" }]]) as SparqlRow;
    expect(writeResultsJson({ variables: ["__proto__", "constructor"], rows: [row] })).toBe(
      '{"head":{"vars":["__proto__","constructor"]},"results":{"bindings":[{"__proto__":{"type":"uri","value":"urn:x"}}]}}',
    );
  });
});

/** The results of an XML text, read by a parser of XML. */
function readXml(text: string): { readonly variables: string[]; readonly rows: SparqlRow[]; readonly truth?: string } {
  const { DOMParser } = new JSDOM("").window;
  const root = new DOMParser().parseFromString(text, "application/xml").documentElement;
  expect(root.namespaceURI).toBe("http://www.w3.org/2005/sparql-results#");
  const rows = [...root.querySelectorAll("results > result")].map((result) =>
    Object.fromEntries(
      [...result.querySelectorAll("binding")].map((binding) => {
        const term = binding.firstElementChild as Element;
        const [language, datatype] = [term.getAttribute("xml:lang"), term.getAttribute("datatype")];
        return [
          binding.getAttribute("name"),
          {
            type: term.localName,
            value: term.textContent ?? "",
            ...(language === null ? {} : { language }),
            ...(datatype === null ? {} : { datatype }),
          },
        ];
      }),
    ),
  ) as SparqlRow[];
  const truth = root.querySelector("boolean")?.textContent;
  const variables = [...root.querySelectorAll("head > variable")].map((each) => each.getAttribute("name") as string);
  return { variables, rows, ...(truth == null ? {} : { truth }) };
}

describe("XML", () => {
  it("has the variables, the bound ones of each row, and each kind of term", () => {
    expect(readXml(writeResultsXml(solutions))).toEqual(solutions);
    expect(readXml(writeResultsXml(empty))).toEqual(empty);
    expect(readXml(writeResultsXml({ boolean: true }))).toEqual({ variables: [], rows: [], truth: "true" });
  });

  it("replaces what XML can't hold, and keeps every other character", () => {
    const value = ' <a href="x">&amp;]]></a>\r\n\t\u0000\u0008\uffff\ud800 💧 ';
    const { rows } = readXml(writeResultsXml({ variables: ["x"], rows: [{ x: { type: "literal", value } }] }));
    expect(rows[0]?.["x"]?.value).toBe(' <a href="x">&amp;]]></a>\r\n\t\ufffd\ufffd\ufffd\ufffd 💧 ');
  });
});

describe("CSV", () => {
  it("has the values only, quoted where they have to be, and lines that end as in RFC 4180", () => {
    expect(writeResultsCsv(solutions)).toBe(
      [
        "x,literal",
        "http://example/x,String",
        'http://example/x,"String-with-dquote"""',
        "_:b0,Blank node",
        ",Missing 'x'",
        ",",
        "http://example/x,",
        "_:b1,String-with-lang",
        "_:b1,123",
        "",
      ].join("\r\n"),
    );
    expect(writeResultsCsv(empty)).toBe("a,b\r\n");
    const row = { a: { type: "literal", value: "x,\ny" } } as const;
    expect(writeResultsCsv({ variables: ["a"], rows: [row] })).toBe('a\r\n"x,\ny"\r\n');
  });
});

describe("TSV", () => {
  it("has terms as Turtle writes them", () => {
    expect(writeResultsTsv(solutions)).toBe(
      [
        "?x\t?literal",
        '<http://example/x>\t"String"',
        '<http://example/x>\t"String-with-dquote\\""',
        '_:b0\t"Blank node"',
        "\t\"Missing 'x'\"",
        "\t",
        "<http://example/x>\t",
        '_:b1\t"String-with-lang"@en',
        "_:b1\t123",
        "",
      ].join("\n"),
    );
    expect(writeResultsTsv(empty)).toBe("?a\t?b\n");
  });

  it("shortens only numbers whose form tells their datatype", () => {
    const text = (value: string, datatype: string): string =>
      writeResultsTsv({ variables: ["n"], rows: [{ n: { type: "literal", value, datatype: xsd + datatype } }] }).split(
        "\n",
      )[1] as string;
    expect(text("-12", "integer")).toBe("-12");
    expect(text("1.5", "decimal")).toBe("1.5");
    expect(text("1.5E3", "double")).toBe("1.5E3");
    expect(text("12", "decimal")).toBe(`"12"^^<${xsd}decimal>`);
    expect(text("INF", "double")).toBe(`"INF"^^<${xsd}double>`);
    expect(text("1\n", "integer")).toBe(`"1\\n"^^<${xsd}integer>`);
  });
});

const term: fc.Arbitrary<SparqlTerm> = fc.oneof(
  fc.webUrl().map((value) => ({ type: "uri" as const, value })),
  fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,8}$/).map((value) => ({ type: "bnode" as const, value })),
  fc.string({ unit: "binary" }).map((value) => ({ type: "literal" as const, value })),
  fc
    .tuple(fc.string(), fc.constantFrom("en", "de-ch"))
    .map(([value, language]) => ({ type: "literal" as const, value, language })),
  fc
    .tuple(fc.constantFrom("1", "-2.5", "1e9", "x"), fc.constantFrom("integer", "decimal", "double", "date"))
    .map(([value, type]) => ({ type: "literal" as const, value, datatype: xsd + type })),
);

describe("whatever the terms are", () => {
  it("JSON and TSV keep them, and CSV and TSV keep one line a row", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ a: term, b: term }, { requiredKeys: [] }), { maxLength: 4 }), (given) => {
        const rows = given as SparqlRow[];
        const results = { variables: ["a", "b"], rows };
        const { results: read } = JSON.parse(writeResultsJson(results)) as {
          results: { bindings: Record<string, Record<string, string>>[] };
        };
        expect(
          read.bindings.map((row) =>
            Object.fromEntries(
              Object.entries(row).map(([name, { "xml:lang": language, ...rest }]) => [
                name,
                language === undefined ? rest : { ...rest, language },
              ]),
            ),
          ),
        ).toEqual(rows);
        const lines = writeResultsTsv(results).split("\n").slice(1, -1);
        expect(lines.map((line) => line.split("\t").map(readTerm))).toEqual(
          rows.map((row) => ["a", "b"].map((name) => sane(row[name]))),
        );
        expect(writeResultsCsv(results)).toMatch(/\r\n$/);
      }),
    );
  });
});

interface ReadTerm {
  readonly termType: string;
  readonly value: string;
  readonly language: string;
  readonly datatype: { readonly value: string };
}

/** A term as a parser of Turtle reads it. */
function readTerm(text: string): SparqlTerm | undefined {
  if (text === "") return undefined;
  const [quad] = new Parser({ format: "text/turtle", blankNodePrefix: "" }).parse(`<urn:s> <urn:p> ${text} .`);
  const { termType, value, language, datatype } = (quad as unknown as { object: ReadTerm }).object;
  if (termType !== "Literal") return { type: termType === "NamedNode" ? "uri" : "bnode", value };
  if (language) return { type: "literal", value, language };
  const type = datatype.value;
  return { type: "literal", value, ...(type === `${xsd}string` ? {} : { datatype: type }) };
}

/** Halves of surrogate pairs are no characters. */
function sane(given: SparqlTerm | undefined): SparqlTerm | undefined {
  return given === undefined ? undefined : { ...given, value: given.value.replace(/\p{Surrogate}/gu, "\ufffd") };
}

describe("short terms for people", () => {
  it.each([
    [{ type: "uri", value: "urn:graphdown:/guides/a.md" }, "<guides/a.md>"],
    [{ type: "uri", value: "https://schema.org/name" }, "schema:name"],
    [{ type: "uri", value: "urn:graphdown:vocab:Document" }, "md:Document"],
    [{ type: "uri", value: "https://schema.org/a/b" }, "<https://schema.org/a/b>"],
    [{ type: "literal", value: "Fähre", language: "de" }, "Fähre@de"],
    [{ type: "literal", value: "3", datatype: `${xsd}integer` }, "3"],
    [{ type: "bnode", value: "b1" }, "_:b1"],
  ] as const)("%o is %s", (given, shown) => {
    expect(shortTerm(given)).toBe(shown);
  });
});
