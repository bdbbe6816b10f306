import { describe, expect, it } from "vitest";
import { GraphdownError } from "../../src/base/errors.ts";
import { portableSha256 } from "../../src/base/hash.ts";
import { type Limits, resolveLimits } from "../../src/base/limits.ts";
import type { MarkdownDocument } from "../../src/documents/markdown-document.ts";
import type { TakeSnapshotRequest } from "../../src/snapshot/snapshot-request.ts";
import { takeSnapshot } from "../../src/snapshot/take-snapshot.ts";
import type { FileStore } from "../../src/storage/file-store.ts";
import { createMemoryStore } from "../../src/storage/memory-store.ts";
import { createTestStore, type TestStore, type TestStoreOptions } from "../files/test-store.ts";
import { createParser } from "./parser.ts";

type Options = Partial<Omit<TakeSnapshotRequest, "limits">> & { readonly limits?: Partial<Limits> };

function take(store: FileStore, { limits, ...options }: Options = {}) {
  const { parse } = createParser();
  return takeSnapshot({ store, sha256: portableSha256, parse, limits: resolveLimits(limits), ...options });
}

const texts = (documents: readonly MarkdownDocument[]) => documents.map((document) => [document.path, document.text]);

/** Both ways of reading: the store's own for many files, and one by one. */
const stores: readonly (readonly [string, (files: Record<string, string | Uint8Array>) => FileStore])[] = [
  ["a store that reads many files at once", (files) => createMemoryStore({ files, pageSize: 2 })],
  ["a store that opens files one by one", (files) => createTestStore(files, { chunkBytes: 3 })],
];

describe.each(stores)("a snapshot of %s", (_, create) => {
  it("holds the Markdown that is visible, sorted, and the paths of everything else", async () => {
    const snapshot = await take(
      create({
        "b.md": "\ufeff# B\r\n",
        "a/x.md": "# X",
        "a-b.MD": "# A",
        "img/p.png": new Uint8Array([1, 0]),
        ".obsidian/n.md": "hidden",
        "node_modules/p/README.md": "hidden",
        ".git/x.md": "denied",
        "agent-file-memory/s/notes.md": "reserved",
        "Agent-File-Memory/s/notes.md": "reserved",
        ".gitignore": "drafts/\n",
        "drafts/d.md": "ignored",
        "utf16.md": new Uint8Array([0xff, 0xfe, 0x48, 0, 0x69, 0]),
      }),
    );
    expect(texts(snapshot.documents)).toEqual([
      ["a-b.MD", "# A"],
      ["a/x.md", "# X"],
      ["b.md", "# B\r\n"],
      ["utf16.md", "Hi"],
    ]);
    expect(snapshot.files.map((file) => file.path)).toEqual(snapshot.documents.map((document) => document.path));
    expect(snapshot.otherPaths).toEqual([".gitignore", "img/p.png"]);
    expect(snapshot.skipped).toBeUndefined();
    const [file] = snapshot.files;
    expect(file).toMatchObject({ size: 3, sha256: portableSha256(new TextEncoder().encode("# A")) });
    expect(snapshot.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it("selects by globs below a directory, and still knows what else exists", async () => {
    const files = { "top.md": "", "docs/a.mdx": "", "docs/deep/b.md": "", "docs/c.txt": "" };
    const options = { directory: "docs", markdownGlob: ["**/*.{md,mdx}"] };
    const snapshot = await take(create(files), { options });
    expect(snapshot.files.map((file) => file.path)).toEqual(["docs/a.mdx", "docs/deep/b.md"]);
    expect(snapshot.otherPaths).toEqual(["docs/c.txt", "top.md"]);
    const below = await take(create(files), { options: { directory: "docs/", markdownGlob: "deep/*" } });
    expect(below.files.map((file) => file.path)).toEqual(["docs/deep/b.md"]);
    await expect(take(create(files), { options: { directory: "../x" } })).rejects.toMatchObject({
      code: "invalid_path",
    });
    await expect(take(create(files), { options: { markdownGlob: "[" } })).rejects.toMatchObject({
      code: "invalid_pattern",
    });
  });

  it("says what it leaves out, and why; such files still exist", async () => {
    const snapshot = await take(
      create({ "big.md": "x".repeat(11), "bin.md": new Uint8Array([0x23, 0]), "c.md": "c", "d.md": "d", "e.md": "e" }),
      { limits: { maximumMarkdownFileBytes: 10, maximumMarkdownFiles: 2 } },
    );
    expect(texts(snapshot.documents)).toEqual([
      ["c.md", "c"],
      ["d.md", "d"],
    ]);
    expect(snapshot.skipped).toEqual({
      count: 3,
      first: [
        { path: "big.md", reason: "too_large" },
        { path: "bin.md", reason: "binary" },
        { path: "e.md", reason: "over_file_count" },
      ],
    });
    expect(snapshot.otherPaths).toEqual(["big.md", "bin.md", "e.md"]);
  });

  it("takes exactly the maximum of files without a word", async () => {
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`n${index}.md`, `${index}`]));
    const exact = await take(create(files), { limits: { maximumMarkdownFiles: 30 } });
    expect(exact.files).toHaveLength(30);
    expect(exact.skipped).toBeUndefined();
    const over = await take(create(files), { limits: { maximumMarkdownFiles: 29 } });
    expect(over.files).toHaveLength(29);
    expect(over.skipped).toEqual({ count: 1, first: [{ path: "n9.md", reason: "over_file_count" }] });
  });

  it("has the same digest for the same content, whatever the times and validators", async () => {
    const files = { "a.md": "a", "b.md": "b", "c.png": "c" };
    const digest = (await take(create(files))).digest;
    expect((await take(create({ "c.png": "other", "b.md": "b", "a.md": "a" }))).digest).toBe(digest);
    expect((await take(create({ ...files, "a.md": "A" }))).digest).not.toBe(digest);
    expect((await take(create({ ...files, "d.png": "" }))).digest).not.toBe(digest);
  });

  it("tells how far it is", async () => {
    const steps: unknown[] = [];
    const files = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`n${index}.md`, ""]));
    await take(create(files), { onProgress: (...step) => void steps.push(step) });
    expect(steps).toEqual([
      ["list", 0, 1],
      ["list", 1, 1],
      ["read", 256, 600],
      ["read", 512, 600],
      ["read", 600, 600],
    ]);
  });
});

describe("a knowledge base without documents", () => {
  it("says that the place is empty, and whether it was not so before", async () => {
    await expect(take(createMemoryStore())).rejects.toMatchObject({
      code: "no_documents",
      details: { reason: "empty", files: 0, hadDocuments: false },
    });
    await expect(take(createMemoryStore(), { hadDocuments: true })).rejects.toMatchObject({
      message: expect.stringContaining("There were documents before"),
      details: { hadDocuments: true },
    });
  });

  it("says what is there instead, and how to widen the selection", async () => {
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`docs/${index}.mdx`, ""]));
    await expect(take(createMemoryStore({ files: { ...files, "logo.svg": "", LICENSE: "" } }))).rejects.toMatchObject({
      code: "no_documents",
      message: expect.stringContaining("12 .mdx files, 1 without extension, 1 .svg file"),
      details: { reason: "none_selected", extensions: { ".mdx": 12, ".svg": 1, "(none)": 1 } },
      next: expect.stringContaining('["**/*.md","**/*.mdx"]'),
    });
    await expect(
      take(createMemoryStore({ files: { "bin.md": new Uint8Array([0]), "x.png": "" } })),
    ).rejects.toMatchObject({ next: expect.stringContaining('"bin.md" (binary)') });
    const options = { directory: "empty" };
    await expect(take(createMemoryStore({ files: { "a.md": "" } }), { options })).rejects.toMatchObject({
      message: expect.stringContaining('"empty"'),
      next: expect.stringContaining("another directory"),
    });
    await expect(take(createMemoryStore({ files: { "x.png": "" } }))).rejects.toMatchObject({
      next: expect.stringContaining("markdownGlob"),
    });
  });
});

function failing(path: string, error: GraphdownError, times = Number.POSITIVE_INFINITY): TestStoreOptions {
  let left = times;
  return {
    before: (call) => {
      if (call === path && left-- > 0) throw error;
    },
  };
}

function storageError(systemCode: string): GraphdownError {
  return new GraphdownError({ code: "storage_failed", message: "no", details: { systemCode } });
}

describe("faults while a snapshot is taken", () => {
  const files = { "a.md": "a", "locked.md": "l" };

  it("skips a file that can't be read for good", async () => {
    const snapshot = await take(createTestStore(files, failing("open locked.md", storageError("EACCES"))));
    expect(texts(snapshot.documents)).toEqual([["a.md", "a"]]);
    expect(snapshot.skipped).toEqual({ count: 1, first: [{ path: "locked.md", reason: "unreadable" }] });
    expect(snapshot.otherPaths).toEqual(["locked.md"]);
  });

  it("tries again when a failure may pass, and fails as a whole when it does not", async () => {
    const passing = createTestStore(files, failing("open locked.md", storageError("EIO"), 2));
    expect((await take(passing)).files).toHaveLength(2);
    // What was read before is not read again.
    expect(passing.calls.filter((call) => call === "open a.md")).toHaveLength(1);
    const lasting = createTestStore(files, failing("open locked.md", storageError("EIO")));
    await expect(take(lasting)).rejects.toMatchObject({ code: "storage_failed" });
    expect(lasting.calls.filter((call) => call === "list ")).toHaveLength(4);
  });

  it("fails at once for what will not pass by itself", async () => {
    const late = new GraphdownError({ code: "operation_timeout", message: "late" });
    const store = createTestStore(files, failing("open locked.md", late));
    await expect(take(store)).rejects.toBe(late);
    expect(store.calls.filter((call) => call === "list ")).toHaveLength(1);
    const torn = new GraphdownError({ code: "version_conflict", message: "changing" });
    expect((await take(createTestStore(files, failing("open locked.md", torn, 3)))).files).toHaveLength(2);
    await expect(take(createTestStore(files, failing("open locked.md", torn)))).rejects.toBe(torn);
  });

  it("leaves out what has become something else than a file", async () => {
    for (const [code, reason] of [
      ["permission_denied", "symbolic_link"],
      ["invalid_input", "not_a_file"],
    ] as const) {
      const other = new GraphdownError({ code, message: "other" });
      const snapshot = await take(createTestStore(files, failing("open locked.md", other)));
      expect(snapshot.skipped?.first).toEqual([{ path: "locked.md", reason }]);
    }
  });

  it("fails when a listing fails, and is not taken for empty", async () => {
    const store = createTestStore(files, failing("list ", storageError("EIO")));
    await expect(take(store)).rejects.toMatchObject({ code: "storage_failed" });
  });

  it("rethrows the caller's abort as it was given", async () => {
    const reason = new Error("enough");
    const signal = AbortSignal.abort(reason);
    await expect(take(createMemoryStore({ files }), { signal })).rejects.toBe(reason);
    await expect(take(createTestStore(files), { signal })).rejects.toBe(reason);
  });

  it("passes on what is no error of ours", async () => {
    const store = createTestStore(files, { before: (call) => call === "open a.md" && Promise.reject() });
    const broken = new TypeError("broken");
    store.open = async () => {
      throw broken;
    };
    await expect(take(store)).rejects.toBe(broken);
  });
});

/** Runs `change` before the n-th call of a kind. */
function changing(
  files: Record<string, string>,
  call: string,
  change: (store: TestStore, time: number) => void,
): TestStore {
  let time = 0;
  return createTestStore(files, { before: (name, store) => void (name === call && change(store, ++time)) });
}

describe("files that change while they are read", () => {
  it("are listed and read again", async () => {
    const store = changing({ "a.md": "1", "b.md": "b" }, "open a.md", (store, time) => {
      if (time === 1) store.set("a.md", "22");
    });
    const snapshot = await take(store);
    expect(texts(snapshot.documents)).toEqual([
      ["a.md", "22"],
      ["b.md", "b"],
    ]);
    expect(store.calls.filter((call) => call === "list ")).toHaveLength(2);
    expect(store.calls.filter((call) => call === "open b.md")).toHaveLength(1);
  });

  it("are dropped when they are gone, and new ones are taken in", async () => {
    const store = changing({ "a.md": "1", "b.md": "b" }, "open a.md", (store, time) => {
      if (time > 1) return;
      store.remove("a.md");
      store.set("c.md", "c");
    });
    expect(texts((await take(store)).documents)).toEqual([
      ["b.md", "b"],
      ["c.md", "c"],
    ]);
  });

  it("are read as they are after three more listings", async () => {
    const store = changing({ "a.md": "0" }, "open a.md", (store, time) => store.set("a.md", `${time}`));
    const snapshot = await take(store);
    expect(texts(snapshot.documents)).toEqual([["a.md", "4"]]);
    expect(snapshot.files[0]?.sha256).toBe(portableSha256(new TextEncoder().encode("4")));
    expect(store.calls.filter((call) => call === "list ")).toHaveLength(4);
  });

  it("neither are documents nor exist when they vanish at the end", async () => {
    const store = changing({ "a.md": "0", "b.md": "b" }, "open a.md", (store, time) =>
      time < 4 ? store.set("a.md", `${time}`) : store.remove("a.md"),
    );
    const snapshot = await take(store);
    expect(texts(snapshot.documents)).toEqual([["b.md", "b"]]);
    expect(snapshot.otherPaths).toEqual([]);
  });

  it("are left out when they grow too large", async () => {
    const store = changing({ "a.md": "0", "b.md": "b" }, "open a.md", (store) => store.set("a.md", "x".repeat(20)));
    const snapshot = await take(store, { limits: { maximumMarkdownFileBytes: 10 } });
    expect(snapshot.skipped).toEqual({ count: 1, first: [{ path: "a.md", reason: "too_large" }] });
  });
});

describe("an earlier snapshot", () => {
  const files = { "a.md": "a", "b.md": "b" };

  it("spares reading what did not change, while validators are trusted and equal", async () => {
    const store = createTestStore(files);
    const { parse, parsed } = createParser();
    const first = await take(store, { parse });
    const second = await take(store, { parse, previous: first });
    expect(second).toEqual(first);
    expect(second.documents).toBe(first.documents);
    expect(second.otherPaths).toBe(first.otherPaths);
    expect(parsed).toEqual(["a.md", "b.md"]);
    expect(store.calls.filter((call) => call.startsWith("open") && call.endsWith(".md"))).toHaveLength(2);
    store.set("b.md", "changed");
    const third = await take(store, { parse, previous: second });
    expect(texts(third.documents)).toEqual([
      ["a.md", "a"],
      ["b.md", "changed"],
    ]);
    expect(third.documents[0]).toBe(first.documents[0]);
    expect(parsed).toEqual(["a.md", "b.md", "b.md"]);
  });

  it("spares parsing but not reading when asked to verify by hash, or when nothing can be trusted", async () => {
    for (const [racy, options] of [
      [false, { verify: "hash" }],
      [true, { verify: "stat" }],
    ] as const) {
      const store = createTestStore(files, { racy });
      const { parse, parsed } = createParser();
      const previous = await take(store, { parse, options });
      const snapshot = await take(store, { parse, options, previous });
      expect(snapshot.documents).toBe(previous.documents);
      expect(parsed).toEqual(["a.md", "b.md"]);
      expect(store.calls.filter((call) => call === "open a.md")).toHaveLength(2);
    }
  });

  it("makes no difference to the answer, through any edits", async () => {
    const store = createTestStore(files);
    const edits: (() => void)[] = [
      () => store.set("c.md", "c"),
      () => store.set("a.md", "b"),
      () => store.remove("b.md"),
      () => store.set("A.md", "a"),
      () => store.set("x.png", ""),
      () => store.set("b.md", "b"),
      () => store.set("0.md", "0"),
    ];
    let previous = await take(store);
    for (const edit of edits) {
      edit();
      const snapshot = await take(store, { previous });
      expect(snapshot).toEqual(await take(store));
      previous = snapshot;
    }
  });
});
