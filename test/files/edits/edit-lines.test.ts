import { describe, expect, it } from "vitest";
import { appendText, insertLines, replaceLines } from "../../../src/files/edits/edit-lines.ts";

describe("replacing lines", () => {
  it("keeps the terminator of a line, removes a line, inserts lines", () => {
    expect(replaceLines("line1\nline2\nline3", [{ lineNumber: 2, newLine: "CHANGED\n" }])).toBe(
      "line1\nCHANGED\nline3",
    );
    expect(replaceLines("line1\r\nline2\r\n", [{ lineNumber: 1, newLine: "x" }])).toBe("x\r\nline2\r\n");
    expect(replaceLines("line1\nline2\nline3\n", [{ lineNumber: 2, newLine: "" }])).toBe("line1\nline3\n");
    expect(replaceLines("line1\nline2", [{ lineNumber: 2, newLine: "" }])).toBe("line1\n");
    expect(
      replaceLines("a\nb\nc\n", [
        { lineNumber: 3, newLine: "C\n" },
        { lineNumber: 1, newLine: "" },
      ]),
    ).toBe("b\nC\n");
    expect(replaceLines("a\r\nb\r\n", [{ lineNumber: 1, newLine: "x\ny" }])).toBe("x\r\ny\r\nb\r\n");
  });

  it("adds no newline at the end of the file that the caller does not write", () => {
    expect(replaceLines("a\nb", [{ lineNumber: 2, newLine: "x" }])).toBe("a\nx");
    expect(replaceLines("a\nb", [{ lineNumber: 2, newLine: "x\n" }])).toBe("a\nx\n");
  });

  it("keeps lines apart where endings are mixed", () => {
    expect(replaceLines("a\rb\n\nc", [{ lineNumber: 2, newLine: "" }])).toBe("a\r\n\nc");
    const both = [2, 3].map((lineNumber) => ({ lineNumber, newLine: "" }));
    expect(replaceLines("a\rb\rc\n\nd", both)).toBe("a\r\n\nd");
    expect(replaceLines("a\rb\nc\r\nd", [{ lineNumber: 2, newLine: "\n" }])).toBe("a\r\r\nc\r\nd");
    expect(replaceLines("a\r\nb\n\nc", [{ lineNumber: 2, newLine: "x\r" }])).toBe("a\r\nx\r\n\nc");
  });

  it("checks everything before it changes anything", () => {
    for (const lineNumber of [0, -1, 1.5, 1e21, 2 ** 53, 4]) {
      expect(() => replaceLines("a\nb\nc\n", [{ lineNumber, newLine: "x" }]), String(lineNumber)).toThrow(
        expect.objectContaining({ code: "invalid_input", message: expect.stringContaining("from 1 to 3") }),
      );
    }
    expect(() => replaceLines("", [{ lineNumber: 1, newLine: "x" }])).toThrow(/The file has no lines\./);
    expect(() => replaceLines("a\n", [])).toThrow(expect.objectContaining({ code: "invalid_input" }));
    const twice = [{ lineNumber: 1, newLine: "x" }];
    expect(() => replaceLines("a\n", [...twice, ...twice])).toThrow(
      expect.objectContaining({ code: "invalid_input", details: { reason: "duplicate_line", lineNumber: 1 } }),
    );
    expect(() => replaceLines("a\nb\n", [{ lineNumber: 2, newLine: "x", expectedLine: "a" }])).toThrow(
      expect.objectContaining({
        code: "edit_conflict",
        details: { reason: "unexpected_line", lineNumber: 2, line: "b" },
      }),
    );
    expect(replaceLines("a\r\nb", [{ lineNumber: 1, newLine: "x", expectedLine: "a\n" }])).toBe("x\r\nb");
  });
});

describe("inserting lines", () => {
  it("puts whole lines after a line", () => {
    expect(insertLines("one\ntwo\n", 0, "X")).toBe("X\none\ntwo\n");
    expect(insertLines("one\ntwo\n", 2, "X")).toBe("one\ntwo\nX\n");
    expect(insertLines("one\ntwo\n", 1, "X\nY\n")).toBe("one\nX\nY\ntwo\n");
    expect(insertLines("one\r\ntwo\r\n", 1, "X\nY")).toBe("one\r\nX\r\nY\r\ntwo\r\n");
    expect(insertLines("", 0, "X")).toBe("X\n");
  });

  it("keeps a missing last newline missing", () => {
    expect(insertLines("one\ntwo", 2, "X")).toBe("one\ntwo\nX");
    expect(insertLines("one", 1, "X\n")).toBe("one\nX\n");
  });

  it("refuses a line that is not there, and nothing", () => {
    for (const after of [-1, 3, 0.5]) {
      expect(() => insertLines("one\ntwo\n", after, "X")).toThrow(
        expect.objectContaining({ code: "invalid_input", message: expect.stringContaining("from 0 to 2") }),
      );
    }
    expect(() => insertLines("a", 1, "")).toThrow(expect.objectContaining({ code: "invalid_input" }));
  });
});

describe("appending", () => {
  it("adds a line break where one is missing, and none twice", () => {
    expect(appendText("- one", "- two\n")).toBe("- one\n- two\n");
    expect(appendText("- one\n", "- two\n")).toBe("- one\n- two\n");
    expect(appendText("", "- two\n")).toBe("- two\n");
    expect(appendText("- one", "\n- two")).toBe("- one\n- two");
    expect(appendText("a\r\nb", "c\nd")).toBe("a\r\nb\r\nc\r\nd");
    expect(appendText("a", "")).toBe("a");
  });
});
