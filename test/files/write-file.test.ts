import { describe, expect, it } from "vitest";
import { resolveLimits } from "../../src/base/limits.ts";
import { createDirectory } from "../../src/files/create-directory.ts";
import { deleteFile } from "../../src/files/delete-file.ts";
import { fileExists } from "../../src/files/file-exists.ts";
import { readFile } from "../../src/files/read-file.ts";
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
