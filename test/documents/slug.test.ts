import fc from "fast-check";
import GithubSlugger from "github-slugger";
import { describe, expect, it } from "vitest";
import { comparableAnchor, comparableHeading, createSlugger, slugOf } from "../../src/documents/slug.ts";

describe("slugs", () => {
  it.each([
    ["Opening hours", "opening-hours"],
    ["std::vector", "stdvector"],
    ["Redis (cached)", "redis-cached"],
    ["Ways [(two)] of it", "ways-two-of-it"],
    ["C++ & C#", "c--c"],
    ["a  b", "a--b"],
    ["under_score-dash", "under_score-dash"],
    ["Café Ünder", "café-ünder"],
    ["Київ 知識庫", "київ-知識庫"],
    ["🚀 Launch", "-launch"],
    ["⚙️ Setup", "\ufe0f-setup"],
    ["", ""],
  ])("makes %j to %j", (text, slug) => expect(slugOf(text)).toBe(slug));

  it("numbers duplicates as GitHub does", () => {
    const slug = createSlugger();
    expect(["Notes", "Notes", "Notes-1", "Notes", "constructor", "constructor", "__proto__"].map(slug)).toEqual([
      "notes",
      "notes-1",
      "notes-1-1",
      "notes-2",
      "constructor",
      "constructor-1",
      "__proto__",
    ]);
  });

  it("equals github-slugger on any run of headings", () => {
    const heading = fc.oneof(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.string({ unit: "grapheme", maxLength: 12 }),
      fc.constantFrom("a", "a-1", "A 1", "a-1-1", "b"),
    );
    fc.assert(
      fc.property(fc.array(heading, { maxLength: 12 }), (headings) => {
        const reference = new GithubSlugger();
        const slug = createSlugger();
        expect(headings.map(slug)).toEqual(headings.map((text) => reference.slug(text)));
      }),
    );
  });

  it("stays fast with thousands of equal headings", () => {
    const slug = createSlugger();
    for (let count = 0; count < 50_000; count++) slug(`a-${count}`);
    let last = "";
    for (let count = 0; count < 50_000; count++) last = slug("a");
    expect(last).toBe("a-99998");
  });
});

describe("anchors that are compared", () => {
  it.each([
    ["-setup", "\ufe0f-setup"],
    ["Caf%C3%A9", "cafe\u0301"],
    ["A-B", "a-b"],
    ["50%-off", "50%-OFF"],
    ["%zz%C3", "%ZZ%c3"],
    ["a%20b", "A b"],
  ])("takes %j and %j for one", (left, right) => expect(comparableAnchor(left)).toBe(comparableAnchor(right)));

  it("decodes only once", () => expect(comparableAnchor("100%2525")).toBe("100%25"));

  it("takes punctuation in headings for blanks", () => {
    expect(comparableHeading("Foo %7C Bar")).toBe(comparableHeading("Foo | Bar"));
    expect(comparableHeading("Why, then?")).toBe("why then");
    expect(comparableHeading("a:b")).not.toBe(comparableHeading("ab"));
  });
});
