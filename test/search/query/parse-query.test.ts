import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ParsedQuery, parseQuery } from "../../../src/search/query/parse-query.ts";

function parse(query: string): ParsedQuery {
  return parseQuery({ query, maximumCharacters: 1_000, allowBlank: true });
}

describe("words and phrases", () => {
  it.each([
    ["lock  gate\tmill", { words: ["lock", "gate", "mill"] }],
    ['a "lock gate" b', { words: ["a", "b"], phrases: ["lock gate"], text: "a lock gate b" }],
    ['mill"lock gate"', { words: ["mill"], phrases: ["lock gate"] }],
    ['"open end', { words: ["open", "end"], phrases: [] }],
    ['"" x', { words: ["x"], phrases: [] }],
    ["AND OR NOT NEAR/3 (x)", { words: ["AND", "OR", "NOT", "NEAR/3", "(x)"] }],
    ["https://example.org/a:b", { words: ["https://example.org/a:b"] }],
  ])("%j", (query, expected) => {
    expect(parse(query)).toMatchObject(expected);
  });
});

describe("exclusions", () => {
  it.each([
    ["mill -lock", ["mill"], ["lock"]],
    ['-lock mill -"lock gate"', ["mill"], ["lock", "lock gate"]],
    ["ADR-016 a - b --help", ["ADR-016", "a", "-", "b", "--help"], []],
    ["-heron", [], ["heron"]],
    ['-a -"b c" -tag:d', [], ["a", "b c"]],
    ["-40", ["40"], []],
    ["-1.5% -40°C -tag:x", ["1.5%", "40°C"], []],
    ["-40 -heron", [], ["40", "heron"]],
    ["tag:x -40", [], ["40"]],
    ["-2026-04-15", [], ["2026-04-15"]],
    ["tag:x -b", [], ["b"]],
  ])("%j", (query, words, excluded) => {
    expect(parse(query)).toMatchObject({ words, excluded });
  });
});

describe("filters", () => {
  it.each([
    ["tag:water", "tag", "water"],
    ["TAG:#water/lock", "tag", "water/lock"],
    ['tag:"Lock Gate"', "tag", "Lock Gate"],
    ["path:docs/", "path", "docs/"],
    ['title:"Ferry plan"', "title", "Ferry plan"],
    ["prop:status=open", "property", "status=open"],
    ['prop:status="in work"', "property", "status=in work"],
    ["prop:status", "property", "status"],
    ["prop:owner=[[Paul Lindqvist|Paul]]", "property", "owner=[[Paul Lindqvist|Paul]]"],
    ["prop:owner=[[Paul", "property", "owner=[[Paul"],
    ["link:[[Ferry plan]]", "link", "Ferry plan"],
    ["link:ferry", "link", "ferry"],
  ])("%j", (query, kind, value) => {
    const filter = { kind, value, negated: false };
    expect(parse(query)).toMatchObject({ words: [], filters: [filter], text: "" });
    expect(parse(`mill -${query} x`)).toMatchObject({ words: ["mill", "x"], filters: [{ ...filter, negated: true }] });
  });

  it.each(["tag:", "tag:#", "prop:=x", "other:x", ":x", "title:"])("%j is a word", (query) => {
    expect(parse(query)).toMatchObject({ words: [query], filters: [] });
  });
});

it("takes any text without an error, and loses none of its words", () => {
  const parts = fc.constantFrom(
    "a",
    "-a",
    '"',
    ":",
    "tag:",
    "tag:x",
    "[[",
    "]]",
    "link:",
    "prop:k=",
    " ",
    "=",
    "é",
    "🚀",
    "\\",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(parts).map((list) => list.join("")),
        fc.string({ unit: "binary" }),
      ),
      (query) => {
        const { words, phrases, excluded, filters } = parse(query);
        const kept = [...words, ...phrases, ...excluded, ...filters.map(({ value }) => value)].join("");
        const letters = query.replaceAll(/(?:tag|link|prop|path|title):/gi, "").replaceAll(/[^\p{L}]/gu, "");
        expect(kept.replaceAll(/(?:tag|link|prop|path|title):/gi, "").replaceAll(/[^\p{L}]/gu, "")).toHaveLength(
          letters.length,
        );
      },
    ),
  );
});
