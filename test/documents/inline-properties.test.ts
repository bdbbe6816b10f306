import { describe, expect, it } from "vitest";
import { linksOf, parse } from "./parse.ts";

function propertiesOf(text: string): unknown[] {
  return parse(text).properties.map(({ key, value }) => [key, value.type, value.text]);
}

describe("inline properties", () => {
  it("are read from lines, items, quotes and tasks", () => {
    const text =
      "rating:: 4\n- due date:: 2026-01-31\n- [ ] **Owner**:: Ann B\n> 1. done:: true\n* a/b:: x ^id\n\tc:: 1.50";
    expect(propertiesOf(text)).toEqual([
      ["rating", "integer", "4"],
      ["due date", "date", "2026-01-31"],
      ["Owner", "text", "Ann B"],
      ["done", "boolean", "true"],
      ["a/b", "text", "x"],
      ["c", "decimal", "1.50"],
    ]);
  });

  it("are read within text in brackets and parentheses", () => {
    expect(propertiesOf("It took [time:: 3] hours (mood:: rather [good] (so)) and | [cell:: x] |")).toEqual([
      ["time", "integer", "3"],
      ["mood", "text", "rather [good] (so)"],
      ["cell", "text", "x"],
    ]);
  });

  it("may have a known prefix in their key", () => {
    const text = "- foaf:nick:: ada\n**schema:version**:: 2\n[dcterms:rights:: mine] nope:x:: 1\n\nxfoaf:nick:: no";
    expect(propertiesOf(text)).toEqual([
      ["foaf:nick", "text", "ada"],
      ["schema:version", "integer", "2"],
      ["dcterms:rights", "text", "mine"],
    ]);
    expect(linksOf("foaf:knows:: [[Kim]]")).toEqual(["{foaf:knows} inline Kim [Kim]"]);
  });

  it("have their line and section", () => {
    expect(parse("---\na: 1\n---\n# H\n\nkey:: value\n").properties[1]).toEqual({
      key: "key",
      value: { type: "text", value: "value", text: "value" },
      source: "inline",
      line: 6,
      section: 1,
    });
  });

  it.each([
    "std::vector is a type",
    "call `a:: b` now",
    "some words, key:: value",
    "key :: value",
    "key::value",
    "key::",
    ":: value",
    "a::: b",
    "12:: value",
    "[concurrency:: for_each](x.md) here",
    "see [a:: b][r]\n\n[r]: x",
    "\\[a:: b]",
    "[a:: b",
    "[[a:: b]]",
    "```\nkey:: value\n```",
    "%% key:: value %%",
    "# key:: value",
    `${"k".repeat(80)}:: value`,
  ])("are not found in %j", (text) => expect(parse(text).properties).toEqual([]));

  it("are typed relations where their value holds links", () => {
    const text =
      "author:: [[Ann]], [[Ben|B.]]\nsee (source:: [paper](paper.md)) and [via:: <https://example.org>] and [[plain]]\n";
    expect(linksOf(text)).toEqual([
      "{author} inline Ann [Ann]",
      "{author} inline Ben [B.]",
      "{source} inline paper.md [paper]",
      "{via} inline https://example.org [https://example.org] (external)",
      "wikilink plain [plain]",
    ]);
    expect(parse(text).properties).toEqual([]);
  });

  it("belong to the innermost key", () => {
    expect(linksOf("outer:: [[a]] and [inner:: [[b]]]")).toEqual(["{outer} inline a [a]", "{inner} inline b [b]"]);
  });
});
