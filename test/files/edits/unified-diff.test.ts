import { applyPatch } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unifiedDiff } from "../../../src/files/edits/unified-diff.ts";

const diff = (before: string | null, after: string | null): string => unifiedDiff({ path: "a.md", before, after }).diff;

describe("the difference of two texts", () => {
  it("shows what changed with three lines around it", () => {
    const lines = Array.from({ length: 20 }, (_, index) => `${index + 1}\n`);
    expect(diff(lines.join(""), lines.with(9, "ten\n").join(""))).toBe(
      "--- a/a.md\n+++ b/a.md\n@@ -7,7 +7,7 @@\n 7\n 8\n 9\n-10\n+ten\n 11\n 12\n 13\n",
    );
  });

  it("says of files that come and go, and of last lines without a newline", () => {
    expect(diff(null, "a\n")).toBe("--- /dev/null\n+++ b/a.md\n@@ -0,0 +1 @@\n+a\n");
    expect(diff("a\n", null)).toBe("--- a/a.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n");
    expect(diff("a", "a\n")).toBe("--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
    expect(diff("a\r\nb\r\n", "a\r\nc\r\n")).toBe("--- a/a.md\n+++ b/a.md\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n");
    expect(diff("a", "a")).toBe("");
  });

  it("says where it is cut", () => {
    const before = "x\n".repeat(5_000);
    const long = unifiedDiff({ path: "a.md", before, after: before.replaceAll("x", "y"), maximumCharacters: 200 });
    expect(long.cut).toEqual({ reason: "characters" });
    expect(long.diff.length).toBeLessThanOrEqual(200);
    expect(long.diff).toContain("@@ -1,5000 +1,5000 @@");
    const wide = unifiedDiff({ path: "a.md", before: "", after: "z".repeat(10_000) });
    expect(wide.cut).toEqual({ reason: "characters" });
    expect(wide.diff).toContain("… (9600 more characters)");
  });

  it("is quick on large files", () => {
    const before = "line\n".repeat(1_500_000);
    const started = performance.now();
    unifiedDiff({ path: "a.md", before, after: `${before.slice(0, 4_000_000)}x${before.slice(4_000_000)}` });
    unifiedDiff({ path: "a.md", before, after: before.replaceAll("e", "ee") });
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  it("applied to the old text gives the new one", () => {
    const text = fc
      .array(fc.constantFrom("a\n", "b\n", "c\n", "\n", "d"), { maxLength: 30 })
      .map((lines) => lines.join(""));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const patch = diff(before, after);
        expect(patch === "" ? before : applyPatch(before, patch)).toBe(after);
      }),
    );
  });
});
