import { describe, expect, it } from "vitest";
import { type Replacement, replaceText } from "../../../src/files/edits/replace-text.ts";

const replace = (text: string, edit: Replacement | readonly Replacement[]): string =>
  replaceText(text, Array.isArray(edit) ? edit : [edit as Replacement], 10_000).text;

describe("replacing text", () => {
  it("is literal, with regard to case, and over lines", () => {
    expect(replace("a.b a.B\n", { oldString: "a.b", newString: "$& $1 $$ $`" })).toBe("$& $1 $$ $` a.B\n");
    expect(replace("one\ntwo\nthree", { oldString: "e\ntwo\nt", newString: "" })).toBe("onhree");
  });

  it("takes the file's line ending, where it uses one throughout", () => {
    const crlf = "one\r\ntwo\r\nthree\r\n";
    expect(replace(crlf, { oldString: "two", newString: "zwei\nzwo" })).toBe("one\r\nzwei\r\nzwo\r\nthree\r\n");
    expect(replace(crlf, { oldString: "one\ntwo", newString: "ONE\nTWO" })).toBe("ONE\r\nTWO\r\nthree\r\n");
    expect(replace("a\rb\r", { oldString: "a\nb", newString: "x\ny" })).toBe("x\ry\r");
    expect(replace("one\r\ntwo\nthree\r\n", { oldString: "three", newString: "a\nb" })).toBe("one\r\ntwo\na\nb\r\n");
    expect(() => replace("a\nb\n", { oldString: "a\r\nb", newString: "" })).toThrow(
      expect.objectContaining({
        code: "edit_conflict",
        details: { reason: "not_found", nearest: { line: 1, text: "a" } },
      }),
    );
  });

  it("refuses what is there more than once, overlapping places counted", () => {
    expect(() => replace("foo\nfoo\nfoo\n", { oldString: "foo\nfoo\n", newString: "bar\n" })).toThrow(
      expect.objectContaining({ code: "edit_conflict", details: { reason: "ambiguous", count: 2, lines: [1, 2] } }),
    );
    expect(replace("aaaaa", { oldString: "aa", newString: "b", replaceAll: true })).toBe("bba");
  });

  it("names the nearest line that differs only in blanks", () => {
    const text = "# A\n\n  gate:\topen\n  key: 1\n";
    expect(() => replace(text, { oldString: "gate: open", newString: "" })).toThrow(
      'Line 3 differs from it only in blanks or line endings: "  gate:\\topen".',
    );
    expect(() => replace(text, { oldString: "open\nkey: 1", newString: "" })).toThrow(/Line 3 differs/);
    expect(() => replace(text, { oldString: "nothing", newString: "" })).toThrow(/is not in the file\.$/);
  });

  it("makes a list in order on the running text, all or none", () => {
    expect(
      replace("A\nB\n", [
        { oldString: "A", newString: "C" },
        { oldString: "C\nB", newString: "D" },
      ]),
    ).toBe("D\n");
    expect(() =>
      replace("A\nB\nC\n", [
        { oldString: "A", newString: "B" },
        { oldString: "B", newString: "X" },
      ]),
    ).toThrow(/^Edit 2 of 2: The text is in the file 2 times, starting on line 1, 2\.$/);
    expect(() => replace("a", [])).toThrow(expect.objectContaining({ code: "invalid_input" }));
    expect(() => replace("a", { oldString: "", newString: "x" })).toThrow(
      expect.objectContaining({ code: "invalid_input" }),
    );
  });

  it("is bounded in time and in what it makes", () => {
    const many = "a".repeat(1_000_000);
    const started = performance.now();
    expect(() => replace(many, { oldString: `b${"a".repeat(500_000)}`, newString: "" })).toThrow(/not in the file/);
    expect(() => replace(many, { oldString: "a".repeat(500_000), newString: "" })).toThrow(/500001 times/);
    expect(() => replace(many, { oldString: "a", newString: many, replaceAll: true })).toThrow(
      expect.objectContaining({ code: "limit_exceeded" }),
    );
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
