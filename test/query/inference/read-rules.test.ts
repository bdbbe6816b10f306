/** What rules may say, and how what they may not say is refused. */
import { describe, expect, it } from "vitest";
import { readRules } from "../../../src/query/inference/read-rules.ts";
import { parseRdf } from "../../../src/query/rdf/parse-rdf.ts";
import { TermTable } from "../../../src/query/rdf/term-table.ts";

function read(text: string) {
  const quads = parseRdf({ text, format: "n3", baseIri: "urn:graphdown:/", name: "rules", maximumCharacters: 5_000 });
  return readRules(quads, new TermTable());
}

const prefix = "@prefix : <urn:x:> .\n";

describe("rules in N3", () => {
  it("are read in both directions, with facts beside them", () => {
    const { rules, facts } = read(
      `${prefix}{ ?a :p ?b . ?b :p ?c } => { ?a :p ?c } . { ?x :q ?y } <= { ?y :r ?x } . :a :p :b .`,
    );
    expect(rules.map(({ premises, conclusions }) => [premises.length, conclusions.length])).toEqual([
      [2, 1],
      [1, 1],
    ]);
    expect(facts).toHaveLength(1);
  });

  it("take a blank node of a premise for something that has to be there", () => {
    const { rules } = read(`${prefix}{ ?a :p [ :q ?b ] } => { ?a :r ?b } .`);
    expect(rules[0]?.variableCount).toBe(3);
  });

  it.each([
    ["{ ?a :p ?b } => { ?a :q [] } .", "unsupported", "makes a new node"],
    ["{ ?a :p ?b } => { ?a :q ?c } .", "invalid_input", "?c stands in a conclusion"],
    ["?a :p :b .", "invalid_input", "?a stands outside a rule"],
    [
      "@prefix math: <http://www.w3.org/2000/10/swap/math#> . { ?a math:greaterThan 1 } => { ?a :q 1 } .",
      "unsupported",
      "built-in",
    ],
    ["{ ?a :p { ?b :q ?c } } => { ?a :q ?b } .", "unsupported", "formula within a formula"],
    ["{ ?a :p ?b } => false .", "unsupported", "where a formula in braces should"],
    [":a :says { :b :c :d } .", "unsupported", "a statement about a formula"],
    ["{ ?a :p ?b } => { ?a :q ?b ", "invalid_input", "no N3 at line"],
    [`{ ${"?a :p ?b . ".repeat(17)} } => { ?a :q ?b } .`, "limit_exceeded", "17 premises"],
    [`# ${"x".repeat(5_000)}`, "limit_exceeded", "more than 5000"],
  ])("refuses %s", (text, code, words) => {
    let caught: unknown;
    try {
      read(prefix + text);
    } catch (cause) {
      caught = cause;
    }
    expect(caught).toMatchObject({ code, message: expect.stringContaining(words), next: expect.any(String) });
  });

  it("names the line of what is wrong, whatever prefixes are known", () => {
    expect(() => read("{ ?a schema:about ?b }\n=> { ?a nope:q ?b } .")).toThrow(/no N3 at line 2: Undefined prefix/);
  });
});
