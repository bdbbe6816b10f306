import { describe, expect, it } from "vitest";
import { GraphdownError } from "../../src/base/errors.ts";
import { resolveLimits } from "../../src/base/limits.ts";
import { createDirectory } from "../../src/files/create-directory.ts";
import { deleteFile } from "../../src/files/delete-file.ts";
import { fileExists } from "../../src/files/file-exists.ts";
import { readFile } from "../../src/files/read-file.ts";
import { searchFiles } from "../../src/files/search-files.ts";
import { writeFile } from "../../src/files/write-file.ts";
import { createMemoryStore } from "../../src/storage/memory-store.ts";
import { createTestStore } from "./test-store.ts";

describe("writing a file", () => {
  it("creates it, and replaces only when told so", async () => {
    const store = createMemoryStore();
    const created = await writeFile({ store, path: "notes/a.md", content: "one" });
    expect(created).toMatchObject({ path: "notes/a.md", created: true });
    expect((await readFile({ store, path: "notes/a.md" }))?.version).toBe(created.version);
    await expect(writeFile({ store, path: "notes/a.md", content: "two" })).rejects.toMatchObject({
      code: "already_exists",
    });
    expect((await readFile({ store, path: "notes/a.md" }))?.content).toBe("one");
    expect(await writeFile({ store, path: "notes/a.md", content: "two", overwrite: true })).toMatchObject({
      created: false,
      previousLength: 3,
    });
  });

  it("writes over a version only while it is the present one", async () => {
    const store = createMemoryStore({ files: { "a.md": "v1" } });
    const { version } = (await readFile({ store, path: "a.md" })) ?? { version: "" };
    await writeFile({ store, path: "a.md", content: "v2", ifVersion: version });
    await expect(writeFile({ store, path: "a.md", content: "v3", ifVersion: version })).rejects.toMatchObject({
      code: "version_conflict",
    });
    expect((await readFile({ store, path: "a.md" }))?.content).toBe("v2");
  });

  it("refuses what can't be stored whole before storage is touched", async () => {
    const store = createTestStore({});
    const limits = resolveLimits({ maximumWriteBytes: 4 });
    await expect(writeFile({ store, limits, path: "a.md", content: "ääx" })).rejects.toMatchObject({
      code: "limit_exceeded",
      details: { maximum: 4, actual: 5 },
    });
    await expect(writeFile({ store, path: "a.md", content: "\ud800x" })).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(writeFile({ store, path: "../a.md", content: "" })).rejects.toMatchObject({ code: "invalid_path" });
    await expect(writeFile({ store, path: ".git/hooks/x", content: "" })).rejects.toMatchObject({
      code: "permission_denied",
    });
    expect(store.calls).toEqual([]);
  });

  it("creates no name that others can't check out, and none that only looks different", async () => {
    const store = createMemoryStore({ files: { "A/x.md": "", "CON.md": "old", "Über.md": "" } });
    for (const path of ["aux.md", "b/trailing. ", "q?.md"]) {
      await expect(writeFile({ store, path, content: "" }), path).rejects.toMatchObject({ code: "invalid_path" });
    }
    for (const path of ["A/X.md", "a/y.md", "u\u0308ber.md"]) {
      await expect(writeFile({ store, path, content: "" }), path).rejects.toMatchObject({
        code: "already_exists",
        details: { existing: expect.any(String) },
      });
    }
    // One that is there already can be written.
    expect(await writeFile({ store, path: "CON.md", content: "new", overwrite: true })).toMatchObject({
      created: false,
    });
    expect(await writeFile({ store, path: "A/y/z.md", content: "" })).toMatchObject({ created: true });
  });
});

describe("absence as a value", () => {
  it("is false for existence and deletion, with near names", async () => {
    const store = createMemoryStore({ files: { "notes/plan.md": "x" } });
    expect(await fileExists({ store, path: "notes/plan.md" })).toBe(true);
    expect(await fileExists({ store, path: "notes/other.md" })).toBe(false);
    await expect(fileExists({ store, path: "notes" })).rejects.toMatchObject({ code: "invalid_input" });
    expect(await deleteFile({ store, path: "notes/plans.md" })).toEqual({
      path: "notes/plans.md",
      deleted: false,
      suggestions: ["notes/plan.md"],
    });
    await expect(deleteFile({ store, path: "notes/plan.md", ifVersion: "sha256-0" })).rejects.toMatchObject({
      code: "version_conflict",
    });
    expect(await deleteFile({ store, path: "notes/plan.md" })).toEqual({ path: "notes/plan.md", deleted: true });
    expect(await deleteFile({ store, path: "notes/plan.md" })).toMatchObject({ deleted: false });
  });

  it("makes a folder only under a name that is fit, and checks the path on stores without folders", async () => {
    const store = createMemoryStore({ files: { "a.md": "" } });
    await createDirectory({ store, directory: "new/folder/" });
    await createDirectory({ store, directory: "" });
    await expect(createDirectory({ store, directory: "a.md" })).rejects.toMatchObject({ code: "invalid_input" });
    await expect(createDirectory({ store, directory: "nul" })).rejects.toMatchObject({ code: "invalid_path" });
    await expect(createDirectory({ store, directory: ".ssh" })).rejects.toMatchObject({ code: "permission_denied" });
  });
});

describe("searching for a literal", () => {
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
    const found = await searchFiles({ store, text: "lock" });
    expect(found.files).toEqual([
      {
        path: "b.md",
        snippet: "The LOCK is shut",
        matchingLines: [
          { lineNumber: 2, line: "The LOCK is shut" },
          { lineNumber: 3, line: "lock lock" },
        ],
      },
      { path: "docs/c.md", snippet: "LOCK", matchingLines: [{ lineNumber: 2, line: "LOCK" }] },
    ]);
    expect(found.filesSearched).toBe(3);
    expect(found.skipped).toEqual({ count: 1, first: [{ path: "x.png", reason: "binary" }] });
    expect((await searchFiles({ store, text: "a.c" })).files[0]?.matchingLines).toEqual([
      { lineNumber: 1, line: "a.c is not abc" },
    ]);
    expect((await searchFiles({ store, text: "lock", directory: "docs", glob: "*.md" })).files).toHaveLength(1);
    expect((await searchFiles({ store, text: "lock", directory: "missing" })).files).toEqual([]);
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
      const page = await searchFiles({ store, limits, text: "needle", cursor });
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
    const few = await searchFiles({ store, limits: resolveLimits({ maximumSearchFiles: 3 }), text: "needle" });
    expect(few).toMatchObject({ filesSearched: 3, cut: { reason: "count" }, cursor: expect.any(String) });
  });

  it("cuts a long line around the match, without splitting a character", async () => {
    const store = createMemoryStore({ files: { "a.md": `${"😀".repeat(600)}needle${"😀".repeat(600)}` } });
    const [match] = (await searchFiles({ store, text: "NEEDLE" })).files;
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
      const found = searchFiles({ store: createTestStore({ "a.md": "x", "b.md": "x" }, { before }), text: "x" });
      if (reason === undefined) await expect(found).rejects.toBe(failure);
      else expect((await found).skipped).toEqual({ count: 1, first: [{ path: "b.md", reason }] });
    }
    let stats = 0;
    const vanishing = createTestStore(
      { "a.md": "x", "b.md": "x", "c.md": "x".repeat(9) },
      {
        before: (call, store) => {
          if (call !== "stat a.md" || stats++ > 0) return;
          store.remove("b.md");
          store.set("c.md", "x".repeat(11));
        },
      },
    );
    const limits = resolveLimits({ maximumSearchFileBytes: 10 });
    const found = await searchFiles({ store: vanishing, limits, text: "x" });
    expect(found.files.map((file) => file.path)).toEqual(["a.md"]);
    expect(found.skipped?.first).toEqual([{ path: "c.md", reason: "too_large" }]);
  });

  it("refuses what can't be found in one line", async () => {
    const store = createMemoryStore({ files });
    for (const text of ["", "a\nb", "\ud800", "x".repeat(513)]) {
      await expect(searchFiles({ store, text })).rejects.toMatchObject({ code: "invalid_pattern" });
    }
    expect((await searchFiles({ store, text: "(a+)+$ [x \\" })).files).toEqual([]);
  });
});
