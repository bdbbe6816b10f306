import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { setProperty } from "../../../src/documents/edits/set-property.ts";
import type { YamlValue } from "../../../src/documents/edits/yaml-text.ts";
import { readFrontMatter } from "../../../src/documents/front-matter/read-front-matter.ts";
import { plainValue } from "../../../src/documents/plain-value.ts";

const maximumBytes = 256 * 1024;
const set = (text: string, key: string, value: YamlValue): string =>
  setProperty(text, { key, value }, maximumBytes).text;
const block = (...lines: string[]): string => ["---", ...lines, "---", "Body\n"].join("\n");

function valuesOf(text: string): Record<string, unknown> {
  const { frontMatter } = readFrontMatter({ text, maximumBytes });
  return Object.fromEntries(Array.from(frontMatter?.values ?? [], ([key, value]) => [key, plainValue(value)]));
}

describe("setting a property", () => {
  it("adds a key at the end and keeps the rest byte for byte", () => {
    const lines = [
      "tags: [type/project, status/active]   # keep",
      "created: 2026-03-18",
      "",
      "# remark",
      "owner: 'crew'",
    ];
    expect(set(block(...lines), "status", "active")).toBe(block(...lines, "status: active"));
    expect(set("---\r\ntitle: Lock\r\n---\r\nBody\r\n", "status", "open")).toBe(
      "---\r\ntitle: Lock\r\nstatus: open\r\n---\r\nBody\r\n",
    );
    expect(set("---\n---\n", "a", 1)).toBe("---\na: 1\n---\n");
  });

  it("makes a block where there is none", () => {
    const made = set("# H\n", "title", 'V2: A "plan" #1');
    expect(made).toBe('---\ntitle: "V2: A \\"plan\\" #1"\n---\n# H\n');
    expect(valuesOf(made)).toEqual({ title: 'V2: A "plan" #1' });
    expect(set("# H\r\n", "a", true)).toBe("---\r\na: true\r\n---\r\n# H\r\n");
    expect(set("# H\n", "a", null)).toBe("# H\n");
    expect(set("---\nno block\n", "a", 1)).toBe("---\na: 1\n---\n---\nno block\n");
  });

  it("changes only the value, and keeps a comment after it", () => {
    expect(set(block("a: 1 # one", "b: 'x'"), "a", 2)).toBe(block("a: 2 # one", "b: 'x'"));
    expect(set(block("a:", "b: x"), "a", "z")).toBe(block("a: z", "b: x"));
    expect(set(block("a: x", "b: [1, 2] # list"), "b", ["p q", "r,s"])).toBe(block("a: x", 'b: [p q, "r,s"] # list'));
    expect(set(block("Status: old"), "status", "new")).toBe(block("Status: new"));
  });

  it("gives an empty value one, and keeps the comment after it", () => {
    expect(set(block("a: # todo", "b: 1"), "a", "x")).toBe(block("a: x # todo", "b: 1"));
    expect(set(block("a:    # todo"), "a", [1])).toBe(block("a: [1]    # todo"));
    expect(set(block("a: &x # todo"), "a", 1)).toBe(block("a: 1 # todo"));
    expect(set(block("a: !!str # todo"), "a", 1)).toBe(block("a: 1 # todo"));
    expect(set(block("a:", "# todo", "b: 1"), "a", 1)).toBe(block("a: 1", "# todo", "b: 1"));
    expect(set(block("a: '' # todo"), "a", 1)).toBe(block("a: 1 # todo"));
  });

  it("keeps a comment after a value over several lines that ends in a quote or bracket", () => {
    expect(set(block('a: "x', '  y" # why', "b: 1"), "a", "z")).toBe(block("a: z # why", "b: 1"));
    expect(set(block("a: 'x", "", "  y'   # why"), "a", "z")).toBe(block("a: z   # why"));
    expect(set(block("a: [1,", "  2] # why", "b: 1"), "a", "z")).toBe(block("a: z # why", "b: 1"));
    expect(set(block("a:", "  - 'x' # of x", "b: 1"), "a", "z")).toBe(block("a: z", "b: 1"));
  });

  it("says of what is too large or can't be written just that", () => {
    const large = "x".repeat(maximumBytes);
    for (const text of [block("b: 1"), "Body\n", block("a: 1")]) {
      expect(() => set(text, "a", large)).toThrow(
        expect.objectContaining({
          code: "limit_exceeded",
          details: { limit: "maximumFrontMatterBytes", maximum: maximumBytes, actual: expect.any(Number) },
        }),
      );
      for (const value of ["\ud800", ["\udc00x"], { "\ud800": 1 }, { a: { b: "\ud83d" } }]) {
        expect(() => set(text, "a", value)).toThrow(expect.objectContaining({ code: "invalid_input" }));
      }
      for (const key of ["k".repeat(1_001), "é\u0085".repeat(200), "a\ud800", large]) {
        expect(() => set(text, key, 1)).toThrow(expect.objectContaining({ code: "invalid_input" }));
      }
      expect(valuesOf(set(text, "k".repeat(1_000), "\u{1f600}"))).toMatchObject({ ["k".repeat(1_000)]: "\u{1f600}" });
    }
  });

  it("keeps text that looks like a list a text", () => {
    for (const text of ["[[1]]", "[1,2]", "{ a: 1 }", "[]", '["x"]']) {
      expect(valuesOf(set(block("b: 1"), "a", text)), text).toEqual({ b: 1, a: text });
    }
    expect(valuesOf(set(block("b: 1"), "a", [[1]]))).toEqual({ b: 1, a: [[1]] });
  });

  it("replaces values over several lines, with the comments before the next key kept", () => {
    expect(set(block("a:", "  - 1", "  - 2", "", "# about b", "b: x"), "a", [3])).toBe(
      block("a: [3]", "", "# about b", "b: x"),
    );
    expect(set(block("a: |", "  one", "  # two", "", "b: x"), "a", "z")).toBe(block("a: z", "", "b: x"));
    expect(set(block("a: [1,", "  2]", "b: x"), "a", 3)).toBe(block("a: 3", "b: x"));
  });

  it("removes a key with its value", () => {
    expect(set(block("a:", "  - 1", "# about b", "b: x"), "a", null)).toBe(block("# about b", "b: x"));
    expect(set(block("a: 1"), "a", null)).toBe(block());
    expect(set(block("a: 1"), "b", null)).toBe(block("a: 1"));
  });

  it("refuses what it can't change alone", () => {
    const invalid = "---\nname: [unclosed\ndescription: x\n---\nBody\n";
    expect(() => set(invalid, "status", "open")).toThrow(
      expect.objectContaining({
        code: "edit_conflict",
        details: expect.objectContaining({ reason: "invalid_frontmatter" }),
      }),
    );
    const entangled = { code: "edit_conflict", details: { reason: "entangled" } };
    expect(() => set(block("{ a: 1, b: 2 }"), "a", 3)).toThrow(expect.objectContaining(entangled));
    expect(() => set(block("a: &x 1", "b: *x"), "a", 3)).toThrow(expect.objectContaining(entangled));
    expect(() => set("+++\na = 1\n+++\n", "a", 3)).toThrow(
      expect.objectContaining({ details: { reason: "unsupported_format", format: "toml" } }),
    );
    expect(() => set("x", " ", 1)).toThrow(expect.objectContaining({ code: "invalid_input" }));
    expect(() => set("x", "a", Number.NaN)).toThrow(expect.objectContaining({ code: "invalid_input" }));
  });

  it("writes dates as dates and what only looks like something else in quotes", () => {
    expect(set("", "a", "2026-03-18")).toBe("---\na: 2026-03-18\n---\n");
    for (const text of [
      "no",
      "12",
      "1_000",
      "12:30",
      "0x1f",
      "~",
      "null",
      "true",
      "",
      " a",
      "a ",
      "a: b",
      "a #b",
      "- a",
      "*a",
      "\ufeff",
      "1e3",
    ]) {
      expect(set("", "a", text), text).toMatch(/^---\na: ".*"\n---\n$/);
    }
    expect(set("", "a", "v1.2 (draft)")).toBe("---\na: v1.2 (draft)\n---\n");
    expect(set("", "a: b", 1)).toBe('---\n"a: b": 1\n---\n');
  });

  it("reads back what was set, whatever it is, with all other keys as they were", () => {
    const text = fc.string({ unit: "binary", maxLength: 12 }).filter((value) => !/\p{Cs}/u.test(value));
    const value: fc.Arbitrary<YamlValue> = fc.letrec<{ value: YamlValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        text,
        fc.boolean(),
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(text, tie("value"), { maxKeys: 3 }),
      ),
    })).value;
    const key = fc.constantFrom("a", "b", "long key", "naïve", "__proto__", "x-1", "y");
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value), { minLength: 1, maxLength: 4 }), (pairs) => {
        let current = "Body\n";
        const model = new Map<string, YamlValue>();
        for (const [name, given] of pairs) {
          current = set(current, name, given);
          model.set(name, given);
        }
        expect(current.endsWith("---\nBody\n")).toBe(true);
        const { frontMatter } = readFrontMatter({ text: current, maximumBytes });
        const read = Array.from(frontMatter?.values ?? [], ([name, found]) => [name, plainValue(found)]);
        expect(JSON.stringify(read)).toBe(JSON.stringify([...model]));
      }),
      { numRuns: 300 },
    );
  });
});
