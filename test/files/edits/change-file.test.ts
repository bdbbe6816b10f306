import { describe, expect, it } from "vitest";
import { removeFile, writeContent } from "../../../src/files/edits/change-file.ts";
import { readFile } from "../../../src/files/read-file.ts";
import { createMemoryStore } from "../../../src/storage/memory-store.ts";
import { createTestStore } from "../test-store.ts";

describe("writing a whole file", () => {
  it("creates, replaces when told so, and tells the difference", async () => {
    const store = createMemoryStore({ files: { "a.md": "old\n" } });
    await expect(writeContent({ store, path: "a.md", content: "new\n" })).rejects.toMatchObject({
      code: "already_exists",
    });
    const written = await writeContent({ store, path: "a.md", content: "new\n", overwrite: true });
    expect(written).toMatchObject({ created: false, previousLength: 4 });
    expect(written.diff).toContain("-old\n+new\n");
    expect(written.version).toBe((await readFile({ store, path: "a.md" }))?.version);
    const made = await writeContent({ store, path: "b.md", content: "b" });
    expect(made).toMatchObject({ created: true });
    expect(made.diff).toContain("--- /dev/null\n+++ b/b.md\n");
  });

  it("takes content that is there already for success, whichever version was named", async () => {
    const store = createMemoryStore({ files: { "a.md": "v1" } });
    const { version } = (await readFile({ store, path: "a.md" })) ?? { version: "" };
    const second = await writeContent({ store, path: "a.md", content: "v2", ifVersion: version });
    expect(await writeContent({ store, path: "a.md", content: "v2", ifVersion: version })).toMatchObject({
      version: second.version,
      diff: "",
    });
    await expect(writeContent({ store, path: "a.md", content: "v3", ifVersion: version })).rejects.toMatchObject({
      code: "version_conflict",
      details: { version: second.version },
    });
    await expect(writeContent({ store, path: "b.md", content: "", ifVersion: version })).rejects.toMatchObject({
      code: "version_conflict",
    });
  });

  it("writes bytes, without a difference", async () => {
    const store = createMemoryStore({ files: { "a.png": Uint8Array.from([0, 1]) } });
    const written = await writeContent({ store, path: "a.png", content: Uint8Array.from([0, 2]), overwrite: true });
    expect(written).toEqual({ path: "a.png", version: written.version, created: false, previousLength: 2 });
  });

  it("writes nothing on trial", async () => {
    const store = createTestStore({ "a.md": "old\n" });
    expect(await writeContent({ store, path: "a.md", content: "new\n", overwrite: true, dryRun: true })).toMatchObject({
      dryRun: true,
      diff: expect.stringContaining("+new"),
    });
    const tried = await writeContent({ store, path: "b.md", content: "new\n", dryRun: true });
    expect(tried).toMatchObject({ dryRun: true, created: true });
    expect(tried).not.toHaveProperty("version");
    expect(store.calls.filter((call) => call.startsWith("put"))).toEqual([]);
  });
});

describe("deleting a file", () => {
  it("shows what went, and takes a missing file for a value", async () => {
    const store = createMemoryStore({ files: { "plan.md": "x\n" } });
    expect(await removeFile({ store, path: "plan.md", dryRun: true })).toMatchObject({ deleted: true, dryRun: true });
    expect(await removeFile({ store, path: "plam.md" })).toEqual({
      path: "plam.md",
      deleted: false,
      suggestions: ["plan.md"],
    });
    const conflict = { code: "version_conflict" };
    await expect(removeFile({ store, path: "plan.md", ifVersion: "sha256-0" })).rejects.toMatchObject(conflict);
    await expect(removeFile({ store, path: "none.md", ifVersion: "sha256-0" })).rejects.toMatchObject(conflict);
    const removed = await removeFile({ store, path: "plan.md" });
    expect(removed).toMatchObject({ deleted: true, diff: "--- a/plan.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n" });
    expect(await readFile({ store, path: "plan.md" })).toBeNull();
  });

  it("refuses a folder", async () => {
    const store = createMemoryStore({ files: { "a/b.md": "" } });
    await expect(removeFile({ store, path: "a" })).rejects.toMatchObject({ code: "invalid_input" });
  });
});
