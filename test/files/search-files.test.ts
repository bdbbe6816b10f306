import { describe, expect, it } from "vitest";
import { GraphdownError } from "../../src/base/errors.ts";
import { resolveLimits } from "../../src/base/limits.ts";
import { infoOf } from "../../src/files/info-of.ts";
import { searchFiles, searchPages } from "../../src/files/search-files.ts";
import type { FileStore } from "../../src/storage/file-store.ts";
import { createMemoryStore } from "../../src/storage/memory-store.ts";
import { createTestStore } from "./test-store.ts";

describe("searching files", () => {
  const files = {
    "b.md": "nothing\nThe LOCK is shut\r\nlock lock\n",
    "a.md": "a.c is not abc\n",
    "docs/c.md": "Schloß\nLOCK",
    "x.png": new Uint8Array([0, 108, 111, 99, 107]),
    ".hidden/d.md": "lock",
    ".env": "lock",
  };

  it("finds lines without case, each once, by path", async () => {
    const store = createMemoryStore({ files });
    const found = await searchFiles({ store, pattern: "lock" });
    expect(found.files).toEqual([
      {
        path: "b.md",
        version: (await infoVersion(store, "b.md")) as string,
        snippet: "The LOCK is shut",
        matchingLines: [
          { lineNumber: 2, line: "The LOCK is shut" },
          { lineNumber: 3, line: "lock lock" },
        ],
      },
      {
        path: "docs/c.md",
        version: await infoVersion(store, "docs/c.md"),
        snippet: "LOCK",
        matchingLines: [{ lineNumber: 2, line: "LOCK" }],
      },
    ]);
    expect(found.filesSearched).toBe(3);
    expect(found.skipped).toEqual({ count: 1, first: [{ path: "x.png", reason: "binary" }] });
    expect((await searchFiles({ store, pattern: "a.c", literal: true })).files[0]?.matchingLines).toEqual([
      { lineNumber: 1, line: "a.c is not abc" },
    ]);
    expect((await searchFiles({ store, pattern: "lock", directory: "docs", glob: "*.md" })).files).toHaveLength(1);
    expect((await searchFiles({ store, pattern: "lock", directory: "missing" })).files).toEqual([]);
  });

  it("searches one file that is named, whatever the glob", async () => {
    const store = createMemoryStore({ files });
    const paths = async (directory: string, options: object = {}) =>
      (await searchFiles({ store, pattern: "lock", directory, ...options })).files.map(({ path }) => path);
    expect(await paths("docs/c.md")).toEqual(["docs/c.md"]);
    expect(await paths("b.md", { glob: "*.txt" })).toEqual(["b.md"]);
    expect(await paths("a.md")).toEqual([]);
    expect(await paths(".hidden/d.md")).toEqual([".hidden/d.md"]);
    expect(await paths("missing.md")).toEqual([]);
    await expect(paths(".env")).rejects.toMatchObject({ code: "permission_denied" });
    expect((await searchFiles({ store, pattern: "lock", directory: "x.png" })).skipped?.first).toEqual([
      { path: "x.png", reason: "binary" },
    ]);
  });

  it("stays within its bounds, says so, and goes on", async () => {
    const many: Record<string, string> = {};
    for (let index = 0; index < 10; index++) many[`n${index}.md`] = "x needle y\n".repeat(5);
    const store = createMemoryStore({ files: { ...many, "big.md": "needle".repeat(100) } });
    const limits = resolveLimits({
      maximumSearchResults: 4,
      maximumMatchesPerFile: 2,
      maximumSearchFileBytes: 100,
      maximumLineCharacters: 8,
    });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await searchFiles({ store, limits, pattern: "needle", cursor });
      expect(page.files.length).toBeLessThanOrEqual(4);
      expect(page.files[0]).toMatchObject({
        cut: { reason: "lines" },
        matchingLines: [{ lineNumber: 1 }, { lineNumber: 2 }],
      });
      expect(page.files[0]?.matchingLines[0]?.line).toHaveLength(8);
      if (cursor === undefined) expect(page.skipped?.first).toEqual([{ path: "big.md", reason: "too_large" }]);
      seen.push(...page.files.map((file) => file.path));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(Object.keys(many));
    const few = await searchFiles({ store, limits: resolveLimits({ maximumSearchFiles: 3 }), pattern: "needle" });
    expect(few).toMatchObject({ filesSearched: 3, cut: { reason: "count" }, cursor: expect.any(String) });
  });

  it("cuts a long line around the match, without splitting a character", async () => {
    const store = createMemoryStore({ files: { "a.md": `${"😀".repeat(600)}needle${"😀".repeat(600)}` } });
    const [match] = (await searchFiles({ store, pattern: "NEEDLE" })).files;
    for (const text of [match?.snippet ?? "", match?.matchingLines[0]?.line ?? ""]) {
      expect(text).toContain("needle");
      expect(text).not.toMatch(/\p{Cs}/u);
    }
    expect(match?.snippet.length).toBeLessThanOrEqual(200);
    expect(match?.matchingLines[0]?.line.length).toBeLessThanOrEqual(500);
  });

  it("leaves out what has become unreadable, and fails when a failure may pass", async () => {
    const failures = [
      [{ code: "storage_failed", details: { systemCode: "EACCES" } }, "unreadable"],
      [{ code: "version_conflict" }, "unreadable"],
      [{ code: "permission_denied" }, "symbolic_link"],
      [{ code: "invalid_input" }, "not_a_file"],
      [{ code: "storage_failed", details: { systemCode: "EIO" } }, undefined],
    ] as const;
    for (const [options, reason] of failures) {
      const failure = new GraphdownError({ message: "no", ...options });
      const before = (call: string) => {
        if (call === "open b.md") throw failure;
      };
      const found = searchFiles({ store: createTestStore({ "a.md": "x", "b.md": "x" }, { before }), pattern: "x" });
      if (reason === undefined) await expect(found).rejects.toBe(failure);
      else expect((await found).skipped).toEqual({ count: 1, first: [{ path: "b.md", reason }] });
    }
    const vanishing = createTestStore(
      { "a.md": "x", "b.md": "x", "c.md": "x".repeat(9) },
      {
        before: (call, store) => {
          if (call !== "open a.md") return;
          store.remove("b.md");
          store.set("c.md", "x".repeat(11));
        },
      },
    );
    const limits = resolveLimits({ maximumSearchFileBytes: 10 });
    const found = await searchFiles({ store: vanishing, limits, pattern: "x" });
    expect(found.files.map((file) => file.path)).toEqual(["a.md"]);
    expect(found.skipped?.first).toEqual([{ path: "c.md", reason: "too_large" }]);
  });

  it("refuses what is no pattern, with the place", async () => {
    const store = createMemoryStore({ files });
    const refused = [
      ["", 1],
      ["\ud800", 1],
      ["a\udc00", 2],
      ["x".repeat(513), 513],
      ["😀".repeat(513), 513],
      ["a(b", 2],
      ["a)b", 2],
      ["[a", 1],
      ["x[z-a]", 3],
      ["ab*{2,1}", 4],
      ["a{2,1}", 2],
      ["a{1001}", 2],
      ["é**", 2],
      ["(a{1000}){1000}", 10],
      ["ab\\", 3],
      ["a\\y", 2],
    ] as const;
    for (const [pattern, position] of refused) {
      await expect(searchFiles({ store, pattern }), pattern).rejects.toMatchObject({
        code: "invalid_pattern",
        details: { parameter: "pattern", position },
      });
    }
    for (const pattern of ["(?=a)b", "x(?!a)", "(?<=a)b", "(?<!a)b"]) {
      await expect(searchFiles({ store, pattern })).rejects.toThrow(/look-around .* not part of RE2/);
    }
    for (const pattern of ["(a)\\1", "(?P<n>a)(?P=n)", "(?<n>a)\\k<n>"]) {
      await expect(searchFiles({ store, pattern })).rejects.toThrow(/back-references are not part of RE2/);
    }
    for (const pattern of ["", "a\nb", "\ud800", "x".repeat(513)]) {
      await expect(searchFiles({ store, pattern, literal: true })).rejects.toMatchObject({ code: "invalid_pattern" });
    }
    expect((await searchFiles({ store, pattern: "(a+)+$ [x \\", literal: true })).files).toEqual([]);
  });

  it("shows lines around a match", async () => {
    const store = createMemoryStore({ files: { "a.md": "one\r\ntwo\rthree\nfour needle\n\nsix\nneedle" } });
    const [match] = (await searchFiles({ store, pattern: "needle", context: 2 })).files;
    expect(match?.matchingLines).toEqual([
      { lineNumber: 4, line: "four needle", before: ["two", "three"], after: ["", "six"] },
      { lineNumber: 7, line: "needle", before: ["", "six"] },
    ]);
    for (const context of [-1, 21, 1.5]) {
      await expect(searchFiles({ store, pattern: "x", context })).rejects.toMatchObject({ code: "invalid_input" });
    }
  });

  it("decodes as reading does", async () => {
    const utf16 = new Uint8Array([0xff, 0xfe, 0x4c, 0, 0xf6, 0, 0x0d, 0, 0x0a, 0, 0x4c, 0, 0xd6, 0]);
    const store = createMemoryStore({
      files: {
        "utf16.txt": utf16,
        "bom.md": new Uint8Array([0xef, 0xbb, 0xbf, 0x4c, 0xc3, 0xb6]),
        "broken.md": new Uint8Array([0x4c, 0xc3, 0xb6, 0xff, 0xfe, 0x0a]),
      },
    });
    const lines = async (pattern: string) =>
      (await searchFiles({ store, pattern })).files.map((file) => [file.path, file.matchingLines.length]);
    expect(await lines("^lÖ")).toEqual([
      ["bom.md", 1],
      ["broken.md", 1],
      ["utf16.txt", 2],
    ]);
    expect(await lines("\ufffd")).toEqual([["broken.md", 1]]);
    expect(await lines("lö$")).toEqual([
      ["bom.md", 1],
      ["utf16.txt", 2],
    ]);
  });

  it("gives the same pages one by one and in a row, with no gap", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [`n${index}.md`, index % 3 === 0 ? "needle" : "hay"]),
    );
    const limits = resolveLimits({ maximumSearchResults: 7, maximumSearchFiles: 50 });
    const store = createMemoryStore({ files: { ...many, "n5.bin": new Uint8Array([0]) } });
    const pages = [];
    for await (const page of searchPages({ store, limits, pattern: "needle" })) pages.push(page);
    const single = [];
    let cursor: string | undefined;
    do {
      const page = await searchFiles({ store, limits, pattern: "needle", cursor });
      single.push(page);
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(single).toEqual(pages);
    expect(pages.flatMap((page) => page.files.map((file) => file.path))).toEqual(
      Object.keys(many)
        .filter((name) => many[name] === "needle")
        .sort(),
    );
    expect(pages.reduce((sum, page) => sum + page.filesSearched, 0)).toBe(400);
    expect(pages.flatMap((page) => page.skipped?.first ?? [])).toEqual([{ path: "n5.bin", reason: "binary" }]);
  });

  it("shows nothing of files that are denied", async () => {
    const store = createMemoryStore({
      files: { "a.md": "secret", "private/b.md": "secret", "c/private/d.md": "secret" },
    });
    const found = await searchFiles({ store, pattern: "^secret", access: { denied: ["private"], reserved: [] } });
    expect(found).toMatchObject({ files: [{ path: "a.md" }], filesSearched: 1 });
    expect(JSON.stringify(found)).not.toContain("private");
  });
});

async function infoVersion(store: FileStore, path: string): Promise<string | undefined> {
  const answer = await infoOf({ store, path });
  return answer.status === "found" ? answer.info.version : undefined;
}
