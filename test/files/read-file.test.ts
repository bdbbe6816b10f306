import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText } from "../../src/base/decode-text.ts";
import { defaultLimits, resolveLimits } from "../../src/base/limits.ts";
import { utf8Length } from "../../src/base/utf8-length.ts";
import { infoOf } from "../../src/files/info-of.ts";
import { readFile } from "../../src/files/read-file.ts";
import { readRange } from "../../src/files/read-range.ts";
import { createMemoryStore } from "../../src/storage/memory-store.ts";
import { createTestStore } from "./test-store.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

describe("reading a whole file", () => {
  it("gives its text, version and length, and null for a missing file", async () => {
    const store = createMemoryStore({ files: { "notes/ä.md": "Grüße\r\n", "empty.md": "" } });
    expect(await readFile({ store, path: "notes/ä.md" })).toEqual({
      path: "notes/ä.md",
      content: "Grüße\r\n",
      version: expect.stringMatching(/^sha256-[0-9a-f]{64}$/),
      length: 9,
    });
    expect(await readFile({ store, path: "empty.md" })).toMatchObject({ content: "", length: 0 });
    expect(await readFile({ store, path: "missing.md" })).toBeNull();
  });

  it("refuses a file over the bound after no more than a stat, naming size, bound and the range call", async () => {
    const store = createTestStore({ "big.md": "a line of plain filler text\n".repeat(60_000) });
    const failure = readFile({ store, path: "big.md" });
    await expect(failure).rejects.toMatchObject({
      code: "limit_exceeded",
      path: "big.md",
      details: { limit: "maximumFullReadBytes", maximum: 1_048_576, actual: 1_680_000 },
      message: expect.stringMatching(/big\.md.*1680000.*1048576/),
      next: expect.stringContaining('file_context_read_range with {"path":"big.md","startLine":1,"lineCount":200}'),
    });
    expect(store.calls).toEqual(["stat big.md"]);
  });

  it("holds the bound a second time on the decoded text", async () => {
    const limits = resolveLimits({ maximumFullReadBytes: 100 });
    const cjk = `\ufeff${"語".repeat(49)}`;
    const bytes = new Uint8Array(new Uint16Array([...cjk].map((character) => character.charCodeAt(0))).buffer);
    expect(bytes.length).toBe(100);
    const store = createTestStore({ "wide.md": bytes, "broken.md": new Uint8Array(40).fill(0xff) });
    for (const path of ["wide.md", "broken.md"]) {
      await expect(readFile({ store, path, limits }), path).rejects.toMatchObject({ code: "limit_exceeded" });
    }
    expect((await readFile({ store, path: "broken.md" }))?.content).toBe("\ufffd".repeat(40));
  });

  it("takes a file of exactly the bound", async () => {
    const limits = resolveLimits({ maximumFullReadBytes: 8 });
    const store = createMemoryStore({ files: { "a.md": "12345678", "b.md": "123456789", "c.md": "1234😀" } });
    expect((await readFile({ store, path: "a.md", limits }))?.content).toBe("12345678");
    expect((await readFile({ store, path: "c.md", limits }))?.content).toBe("1234😀");
    await expect(readFile({ store, path: "b.md", limits })).rejects.toMatchObject({ code: "limit_exceeded" });
  });

  it("refuses a binary file, but reads UTF-16 with a byte order mark", async () => {
    const store = createMemoryStore({
      files: { "a.png": new Uint8Array([0x89, 0x50, 0, 1]), "w.md": new Uint8Array([0xff, 0xfe, 0x41, 0, 0x0a, 0]) },
    });
    await expect(readFile({ store, path: "a.png" })).rejects.toMatchObject({
      code: "unsupported",
      next: expect.stringContaining("file_context_info"),
    });
    expect((await readFile({ store, path: "w.md" }))?.content).toBe("A\n");
    expect(
      (await readFile({ store: createMemoryStore({ files: { "b.md": "\ufeffx" } }), path: "b.md" }))?.content,
    ).toBe("x");
  });

  it("decodes as the whole would be decoded, over every block edge", async () => {
    const piece = fc.constantFrom("a", "ä", "語", "😀", "\r\n", "\ud7ff");
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 5 }),
        async (parts, shift) => {
          const unit = parts.join("");
          const text = "x".repeat(shift) + unit.repeat(Math.ceil(70_000 / utf8Length(unit)));
          const bytes = utf8(text);
          const limits = { ...defaultLimits, maximumFullReadBytes: bytes.length };
          const store = createTestStore({ "a.md": bytes }, { chunkBytes: 1_000 });
          expect((await readFile({ store, path: "a.md", limits }))?.content === decodeText(bytes)).toBe(true);
        },
      ),
      { numRuns: 20 },
    );
  });

  it("reads a file that changes meanwhile once more, never mixes and never pads", async () => {
    let changes = 1;
    const store = createTestStore(
      { "a.md": "before" },
      {
        before: (call, store) => {
          if (call === "open a.md" && changes-- > 0) store.set("a.md", "after");
        },
      },
    );
    expect((await readFile({ store, path: "a.md" }))?.content).toBe("after");
    changes = 5;
    await expect(readFile({ store, path: "a.md" })).rejects.toMatchObject({ code: "version_conflict" });

    // A store that does not notice: its streams are shorter or longer than their entries.
    const lying = createTestStore({ "a.md": "12345" });
    const open = lying.open;
    for (const bytes of ["1234", "123456"]) {
      lying.open = async (path, options) => {
        const opened = await open(path, options);
        return opened && { ...opened, stream: new Blob([bytes]).stream() as ReadableStream<Uint8Array> };
      };
      await expect(readFile({ store: lying, path: "a.md" }), bytes).rejects.toMatchObject({
        code: "version_conflict",
        details: { reason: "changed_while_reading" },
      });
      await expect(readRange({ store: lying, path: "a.md" })).rejects.toMatchObject({ code: "version_conflict" });
    }
  });

  it("refuses paths before storage is touched, alike whether the file exists", async () => {
    const store = createTestStore({ ".git/config": "x", "agent-file-memory/s/a.md": "x" });
    for (const path of ["", "..", "a/../b", "/a", "a\\b", "a\u0000", "a/"]) {
      await expect(readFile({ store, path }), path).rejects.toMatchObject({ code: "invalid_path" });
    }
    const messages = new Set<string>();
    for (const path of [
      ".git/config",
      ".git/other",
      ".env",
      "x/.ENV.local",
      "agent-file-memory/s/a.md",
      "Agent-File-Memory/x",
    ]) {
      const error = await readFile({ store, path }).catch((error: unknown) => error);
      expect(error, path).toMatchObject({ code: "permission_denied" });
      messages.add(String((error as Error).message).replaceAll(path, "…"));
    }
    expect(messages.size).toBe(2);
    await expect(infoOf({ store, path: ".git/config" })).rejects.toMatchObject({ code: "permission_denied" });
    await expect(readRange({ store, path: ".npmrc" })).rejects.toMatchObject({ code: "permission_denied" });
    expect(store.calls).toEqual([]);
  });

  it("ends at once when the call was cancelled", async () => {
    const store = createTestStore({ "a.md": "x" });
    const reason = new Error("enough");
    await expect(readFile({ store, path: "a.md", signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(store.calls).toEqual([]);
  });
});

describe("a version that is asked for", () => {
  it("is served when it is the present one, else from the history, else version_conflict", async () => {
    const store = createTestStore({ "a.md": "one" });
    const { version } = (await readFile({ store, path: "a.md" })) ?? { version: "" };
    expect((await readFile({ store, path: "a.md", version }))?.content).toBe("one");
    store.set("a.md", "two, which is longer");
    const now = await infoOf({ store, path: "a.md" });
    const open = store.open;
    store.open = async (path, options) => (options?.version === undefined ? open(path, options) : null);
    await expect(readFile({ store, path: "a.md", version })).rejects.toMatchObject({
      code: "version_conflict",
      details: { version: now.status === "found" ? now.info.version : "" },
    });
    const history = createTestStore({ "a.md": "one" });
    store.open = async (path, options) => (options?.version === version ? history.open(path) : open(path, options));
    expect(await readFile({ store, path: "a.md", version })).toMatchObject({ content: "one", version, length: 3 });
    expect(await readRange({ store, path: "a.md", version })).toMatchObject({ content: "one", version });
    const limits = resolveLimits({ maximumFullReadBytes: 10 });
    expect(await readFile({ store, path: "a.md", version, limits })).toMatchObject({ content: "one" });
    history.set("a.md", "forged");
    await expect(readFile({ store, path: "a.md", version })).rejects.toMatchObject({ code: "version_conflict" });
    await expect(readRange({ store, path: "a.md", version: "nonsense" })).rejects.toMatchObject({
      code: "version_conflict",
    });
  });
});

describe("bounds and versions together", () => {
  it("refuse the present version by its size, also when it is asked for by name", async () => {
    const store = createTestStore({ "a.md": "0123456789" });
    const limits = resolveLimits({ maximumFullReadBytes: 5 });
    const info = await infoOf({ store, path: "a.md" });
    const version = info.status === "found" ? info.info.version : "";
    await expect(readFile({ store, path: "a.md", version, limits })).rejects.toMatchObject({ code: "limit_exceeded" });
  });

  it("refuse an older version that is too large to be checked", async () => {
    const store = createTestStore({ "a.md": "now" });
    const older = createTestStore({ "a.md": "0123456789" });
    const info = await infoOf({ store: older, path: "a.md" });
    const version = info.status === "found" ? info.info.version : "";
    const open = store.open;
    store.open = async (path, options) => (options?.version === undefined ? open(path, options) : older.open(path));
    const large = resolveLimits({ maximumEditBytes: 5, maximumFullReadBytes: 4 });
    await expect(readFile({ store, path: "a.md", version, limits: large })).rejects.toMatchObject({
      code: "version_conflict",
    });
    const limits = resolveLimits({ maximumFullReadBytes: 5 });
    await expect(readFile({ store, path: "a.md", version, limits })).rejects.toMatchObject({ code: "limit_exceeded" });
  });
});

describe("information on a file", () => {
  it("tells length, type, time and the same version as a read", async () => {
    const store = createMemoryStore({
      files: { "a/B.MD": "text", "x.bin": new Uint8Array([0, 1]) },
      now: () => 1_700_000_000_000,
    });
    const read = await readFile({ store, path: "a/B.MD" });
    expect(await infoOf({ store, path: "a/B.MD" })).toEqual({
      status: "found",
      path: "a/B.MD",
      info: {
        path: "a/B.MD",
        length: 4,
        contentType: "text/markdown",
        lastModified: "2023-11-14T22:13:20.000Z",
        version: read?.version,
      },
    });
    expect(await infoOf({ store, path: "x.bin" })).toMatchObject({
      info: { contentType: "application/octet-stream", length: 2 },
    });
  });

  it("never reads a file over maximumEditBytes", async () => {
    const store = createTestStore({ "a.md": "12345" });
    const limits = resolveLimits({ maximumEditBytes: 4 });
    expect(await infoOf({ store, path: "a.md", limits })).toMatchObject({
      info: { version: expect.stringMatching(/^stat-/) },
    });
    expect(store.calls).toEqual(["stat a.md"]);
  });

  it("is a value for a missing file, with near names in any case, form or spelling", async () => {
    const store = createMemoryStore({
      files: {
        "Docs/Über uns.md": "",
        "docs-old/x.md": "",
        "Docs/plan.md": "",
        "Docs/plan.txt": "",
        "Docs/.env.md": "",
      },
    });
    expect(await infoOf({ store, path: "docs/u\u0308ber uns.md" })).toEqual({
      status: "not_found",
      path: "docs/u\u0308ber uns.md",
      suggestions: ["Docs/Über uns.md"],
    });
    expect(await infoOf({ store, path: "Docs/plann.md" })).toMatchObject({ suggestions: ["Docs/plan.md"] });
    expect(await infoOf({ store, path: "DOCS/plan" })).toMatchObject({
      suggestions: ["Docs/plan.md", "Docs/plan.txt"],
    });
    expect(await infoOf({ store, path: "Docs/env.md" })).toEqual({ status: "not_found", path: "Docs/env.md" });
    expect(await infoOf({ store, path: "nowhere/at/all.md" })).toEqual({
      status: "not_found",
      path: "nowhere/at/all.md",
    });
  });
});
