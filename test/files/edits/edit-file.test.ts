import { describe, expect, it } from "vitest";
import { resolveLimits } from "../../../src/base/limits.ts";
import type { LogicalPath } from "../../../src/base/logical-path.ts";
import { type EditFileRequest, editFile } from "../../../src/files/edits/edit-file.ts";
import { readFile } from "../../../src/files/read-file.ts";
import type { FileStore } from "../../../src/storage/file-store.ts";
import { createMemoryStore } from "../../../src/storage/memory-store.ts";
import { bareStore } from "../../faults/bare-store.ts";
import { createTestStore } from "../test-store.ts";

const upper: EditFileRequest<object>["edit"] = ({ text }) => ({ text: text.toUpperCase() });

async function bytesOf(store: ReturnType<typeof createMemoryStore>, path: string): Promise<Uint8Array> {
  const opened = await store.open(path as LogicalPath);
  return new Uint8Array(await new Response(opened?.stream).arrayBuffer());
}

describe("editing a file", () => {
  it("reads once, writes once over what was read, and tells the difference", async () => {
    const store = createTestStore({ "a.md": "one\n" });
    const edited = await editFile({ store, path: "a.md", edit: ({ text }) => ({ text: `${text}two\n`, added: 1 }) });
    expect(store.calls).toEqual(["stat a.md", "open a.md", "put a.md"]);
    expect(edited).toEqual({
      path: "a.md",
      version: (await readFile({ store, path: "a.md" }))?.version,
      created: false,
      added: 1,
      diff: "--- a/a.md\n+++ b/a.md\n@@ -1 +1,2 @@\n one\n+two\n",
    });
  });

  it("writes nothing on trial, or when nothing changes", async () => {
    const store = createTestStore({ "a.md": "one\n" });
    const tried = await editFile({ store, path: "a.md", edit: upper, dryRun: true });
    expect(tried).toMatchObject({ dryRun: true, version: (await readFile({ store, path: "a.md" }))?.version });
    expect(tried.diff).toContain("+ONE\n");
    expect(await editFile({ store, path: "a.md", edit: ({ text }) => ({ text }) })).toMatchObject({ diff: "" });
    expect(store.calls.filter((call) => call.startsWith("put"))).toEqual([]);
  });

  it("loses nothing that another writes meanwhile", async () => {
    const store = createMemoryStore({ files: { "a.md": "v1\n" } });
    const { version } = (await readFile({ store, path: "a.md" })) ?? { version: "" };
    const slow = editFile({
      store,
      path: "a.md",
      async edit({ text }) {
        await store.put("a.md" as LogicalPath, new TextEncoder().encode("v2\n"));
        return { text: text.toUpperCase() };
      },
    });
    const present = { code: "version_conflict", details: { version: expect.stringMatching(/^sha256-/) } };
    await expect(slow).rejects.toMatchObject(present);
    await expect(editFile({ store, path: "a.md", edit: upper, ifVersion: version })).rejects.toMatchObject(present);
    expect((await readFile({ store, path: "a.md" }))?.content).toBe("v2\n");
  });

  it("is not made twice by a store that makes one write twice and tells of the second", async () => {
    const memory = createMemoryStore();
    const store: FileStore = {
      ...bareStore(memory),
      put: async (...args) => {
        await memory.put(...args);
        return memory.put(...args);
      },
    };
    const append: EditFileRequest<object>["edit"] = ({ text }) => ({ text: `${text}one line\n` });
    const edited = editFile({ store, path: "log.md", create: true, again: true, edit: append });
    await expect(edited).rejects.toMatchObject({ code: "version_conflict", details: { reason: "same_content" } });
    expect((await readFile({ store: memory, path: "log.md" }))?.content).toBe("one line\n");
  });

  it("keeps a byte order mark, which is no part of the text", async () => {
    const store = createMemoryStore({ files: { "a.md": "\ufeffone\r\n" } });
    await editFile({ store, path: "a.md", edit: upper });
    expect([...(await bytesOf(store, "a.md"))]).toEqual([0xef, 0xbb, 0xbf, 79, 78, 69, 13, 10]);
  });

  it("edits only what it can keep byte for byte", async () => {
    const bad: Record<string, readonly number[]> = {
      "overlong.md": [97, 0xc0, 0xaf],
      "half.md": [0xed, 0xa0, 0x80],
      "cut.md": [0xe2, 0x82],
      "beyond.md": [97, 98, 0xf4, 0x90, 0x80, 0x80],
      "stray.md": [97, 0xc3, 0xa4, 0x80],
    };
    const files = Object.fromEntries(Object.entries(bad).map(([name, bytes]) => [name, Uint8Array.from(bytes)]));
    const store = createMemoryStore({
      files: { ...files, "wide.md": Uint8Array.from([0xff, 0xfe, 97, 0]), "binary.md": "a\0b" },
    });
    const byteOf = async (path: string): Promise<unknown> => {
      const failure = await editFile({ store, path, edit: upper }).catch((cause: unknown) => cause);
      expect(failure).toMatchObject({ code: "unsupported", path });
      return (failure as { details: { byte?: number } }).details.byte;
    };
    expect(await Promise.all(Object.keys(bad).map(byteOf))).toEqual([1, 0, 0, 2, 3]);
    expect(await byteOf("wide.md")).toBe(0);
    expect(await byteOf("binary.md")).toBeUndefined();
  });

  it("is bounded, and refuses halves of characters", async () => {
    const store = createTestStore({ "a.md": "12345" });
    const limits = resolveLimits({ maximumEditBytes: 4, maximumWriteBytes: 6 });
    await expect(editFile({ store, limits, path: "a.md", edit: upper })).rejects.toMatchObject({
      code: "limit_exceeded",
      details: { limit: "maximumEditBytes", maximum: 4, actual: 5 },
    });
    expect(store.calls).toEqual(["stat a.md"]);
    const edit = () => ({ text: "ääxyz" });
    const wider = resolveLimits({ maximumWriteBytes: 6 });
    await expect(editFile({ store, limits: wider, path: "a.md", edit })).rejects.toMatchObject({
      code: "limit_exceeded",
      path: "a.md",
      details: { limit: "maximumWriteBytes", maximum: 6, actual: 7 },
    });
    await expect(editFile({ store, path: "a.md", edit: () => ({ text: "\ud800" }) })).rejects.toMatchObject({
      code: "invalid_input",
      details: { reason: "unpaired_surrogate" },
    });
  });

  it("names what a missing file was meant to be, and makes it only when told so", async () => {
    const store = createMemoryStore({ files: { "plan.md": "" } });
    await expect(editFile({ store, path: "plam.md", edit: upper })).rejects.toMatchObject({
      code: "not_found",
      details: { suggestions: ["plan.md"] },
    });
    const edit = () => ({ text: "new\n" });
    expect(await editFile({ store, path: "new.md", create: true, edit })).toMatchObject({ created: true });
    await expect(editFile({ store, path: "PLAN.md", create: true, edit })).rejects.toMatchObject({
      code: "already_exists",
    });
    await expect(editFile({ store, path: "x.md", create: true, ifVersion: "sha256-0", edit })).rejects.toMatchObject({
      code: "version_conflict",
    });
  });
});
