import { beforeEach, describe, expect, it } from "vitest";
import { compareCodePoints } from "../../../src/base/compare-code-points.ts";
import { parseLogicalPath } from "../../../src/base/logical-path.ts";
import { createFileContext } from "../../../src/context/create-file-context.ts";
import type { ToolEvent } from "../../../src/context/tool-contract.ts";
import { collectBytes } from "../../../src/storage/byte-streams.ts";
import type { FileStore, ListEntry, ListOptions } from "../../../src/storage/file-store.ts";
import { createR2Store } from "../../../src/storage/r2-store.ts";
import { toolset } from "../../../src/tools/toolset.ts";
import { countTogether } from "../../storage/counting-writers.ts";
import { bucket, disturbed, emptyBucket, putForeign } from "./bucket.ts";
import { isFull } from "./is-full.ts";

const at = parseLogicalPath;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function textOf(store: FileStore, path: string): Promise<string | null> {
  const file = await store.open(at(path));
  return file && new TextDecoder().decode(await collectBytes(file.stream));
}

async function listed(store: FileStore, directory: string, options?: ListOptions): Promise<ListEntry[]> {
  const entries: ListEntry[] = [];
  for await (const page of store.list(directory === "" ? "" : at(directory), options)) entries.push(...page.entries);
  return entries;
}

/** Repeats at once. */
const impatient = { sleep: async (): Promise<void> => {}, random: () => 0 };

// Thousands of keys take a while to go.
beforeEach(emptyBucket, 600_000);

describe("deletions from a bucket", () => {
  it("spare what somebody creates while the deletion is on its way", async () => {
    let send = (): void => {};
    const mayGo = new Promise<void>((resolve) => {
      send = resolve;
    });
    const slow = disturbed({
      delete: (real) => async (key: string) => {
        await mayGo;
        await real(key);
      },
    });
    const store = createR2Store(slow);
    await store.put(at("a.md"), bytes("old"));
    const deleted = store.delete(at("a.md"));
    await expect.poll(() => store.stat(at("a.md"))).toBeNull();
    expect([await textOf(store, "a.md"), await listed(store, "", { recursive: true })]).toEqual([null, []]);
    const created = createR2Store(bucket).put(at("a.md"), bytes("new"), { ifAbsent: true });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await bucket.head("a.md"))?.customMetadata?.["graphdown-deleted"]).toBe("yes");
    send();
    expect(await deleted).toBe(true);
    await created;
    expect(await textOf(store, "a.md")).toBe("new");
  });

  it("delete nothing that was changed after it was looked at", async () => {
    const store = createR2Store(
      disturbed({
        head: (real) => async (key: string) => {
          const object = await real(key);
          await putForeign(key, "changed meanwhile");
          return object;
        },
      }),
    );
    await putForeign("a.md", "first");
    const version = `stat-${(await bucket.head("a.md"))?.version}`;
    await expect(store.delete(at("a.md"), { ifVersion: version })).rejects.toMatchObject({ code: "version_conflict" });
    expect(await textOf(createR2Store(bucket), "a.md")).toBe("changed meanwhile");
  });

  it("that stopped half-way leave nothing to be seen, and the name free after a while", async () => {
    let deletions = 0;
    const broken = disturbed({
      delete: () => async () => {
        deletions++;
        throw new Error("Network connection lost.");
      },
    });
    let now = Date.now();
    const store = createR2Store(broken, { retries: impatient, now: () => now });
    await store.put(at("a/b.md"), bytes("old"));
    expect(await store.delete(at("a/b.md"))).toBe(true);
    // A second one could come when there is something new.
    expect(deletions).toBe(1);
    expect([
      await store.stat(at("a/b.md")),
      await store.stat(at("a")),
      await listed(store, "", { recursive: true }),
    ]).toEqual([null, null, []]);
    expect(await store.delete(at("a/b.md"))).toBe(false);
    await expect(store.put(at("a/b.md"), bytes("new"))).rejects.toMatchObject({
      code: "storage_failed",
      details: { reason: "being_deleted", retryAfter: expect.any(Number) },
    });
    now += 6 * 60_000;
    await store.put(at("a/b.md"), bytes("new"), { ifAbsent: true });
    expect(await textOf(store, "a/b.md")).toBe("new");
  });
});

describe("troubles of a bucket", () => {
  it("are waited out, and told with what was waited for when they last", async () => {
    let failures = 3;
    const failing = disturbed({
      head: (real) => async (key: string) => {
        if (failures-- > 0) throw new Error("head: We encountered an internal error. Please try again. (10001)");
        return real(key);
      },
    });
    await putForeign("a.md", "text");
    const store = createR2Store(failing, { retries: { ...impatient, maximumRetries: 3 } });
    expect(await store.stat(at("a.md"))).toMatchObject({ size: 4 });
    failures = 4;
    await expect(store.stat(at("a.md"))).rejects.toMatchObject({
      code: "storage_failed",
      path: "a.md",
      details: { operation: "read", reason: "r2-10001", retries: 3, retryAfter: expect.any(Number) },
    });
    failures = 0;
    const refused = disturbed({
      put: () => async () => {
        failures++;
        throw new Error("put: You do not have permission (10002)");
      },
    });
    const outcome = createR2Store(refused, { retries: impatient }).put(at("a.md"), bytes("x"));
    await expect(outcome).rejects.toMatchObject({ code: "storage_failed", details: { reason: "r2-10002" } });
    expect(failures).toBe(1);
  });

  it("stand in the record of the call that met them", async () => {
    await putForeign("a.md", "text");
    let failures = 2;
    const failing = disturbed({
      get: (real) => async (key: string, options: never) => {
        if (failures-- > 0) throw new Error("Network connection lost.");
        return real(key, options);
      },
    });
    const records: ToolEvent[] = [];
    const context = await createFileContext(
      {
        store: createR2Store(failing, { retries: { ...impatient, random: () => 0.5 } }),
        approvals: "none",
        onEvent: (event) => records.push(event),
      },
      { toolset },
    );
    const { error } = await context.runToolCall({ id: "1", name: "file_access_read", input: { path: "a.md" } });
    expect(error).toBeUndefined();
    expect(records.at(-1)).toMatchObject({ type: "tool.done", retries: { count: 2, waitedMs: 150 } });
    await context.close();
  });

  it("that lose an answer do not have a write done twice, or told as failed", async () => {
    const lose = (after: () => Promise<void> = async () => {}) => {
      let isFirst = true;
      return disturbed({
        put: (real) => async (key: string, content: Uint8Array, options: never) => {
          const written = await real(key, content, options);
          if (!isFirst) return written;
          isFirst = false;
          await after();
          throw new Error("Network connection lost.");
        },
      });
    };
    const store = createR2Store(lose(), { retries: impatient });
    const entry = await store.put(at("a.md"), bytes("one"), { ifAbsent: true });
    expect((await store.stat(at("a.md")))?.validator).toBe(entry.validator);
    const again = createR2Store(lose(), { retries: impatient });
    await again.put(at("a.md"), bytes("two"), { ifVersion: `stat-${entry.validator}` });
    expect(await createR2Store(lose(), { retries: impatient }).delete(at("a.md"))).toBe(true);
    expect(await bucket.head("a.md")).toBeNull();
    // Somebody else writes over what may have been ours: nobody can tell any more.
    const outrun = createR2Store(
      lose(() => putForeign("a.md", "theirs")),
      { retries: impatient },
    );
    await expect(outrun.put(at("a.md"), bytes("ours"), { ifAbsent: true })).rejects.toMatchObject({
      code: "storage_failed",
      details: { outcome: "unknown" },
    });
    expect(await textOf(store, "a.md")).toBe("theirs");
  });

  it("in the middle of a file are failures of the storage, and no short file", async () => {
    await putForeign("a.md", "text");
    const torn = disturbed({
      get: (real) => async (key: string) => {
        const object = await real(key);
        let pulls = 0;
        const body = new ReadableStream<Uint8Array>({
          pull(controller) {
            if (pulls++ === 0) controller.enqueue(bytes("te"));
            else controller.error(new Error("Network connection lost."));
          },
        });
        return object && { key, size: 4, etag: object.etag, version: object.version, uploaded: object.uploaded, body };
      },
    });
    const store = createR2Store(torn, { retries: impatient });
    await expect(textOf(store, "a.md")).rejects.toMatchObject({ code: "storage_failed", path: "a.md" });
  });
});

describe("objects that other programs wrote", () => {
  it("have a version by their bytes, which conditions take", async () => {
    await putForeign("a.md", "one");
    const store = createR2Store(bucket);
    const entry = await store.stat(at("a.md"));
    expect(entry && store.knownVersion?.(entry)).toBeUndefined();
    const one = "sha256-7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed";
    expect(await store.open(at("a.md"), { version: one })).not.toBeNull();
    expect(entry && store.knownVersion?.(entry)).toBe(one);
    await createR2Store(bucket).put(at("a.md"), bytes("two"), { ifVersion: one });
    await expect(store.put(at("a.md"), bytes("three"), { ifVersion: one })).rejects.toMatchObject({
      code: "version_conflict",
      details: { version: expect.stringMatching(/^sha256-3fc4ccfe/) },
    });
    // What we write is known from the listing alone.
    const other = createR2Store(bucket);
    const [shown] = await listed(other, "", { recursive: true });
    expect(other.knownVersion?.(shown as never)).toMatch(/^sha256-3fc4ccfe/);
  });

  it("are listed where they can be addressed, and counted where they can't", async () => {
    for (const key of ["a", "a/b.md", "folder/", "notes/.graphdown/x", "back\\slash.md", "a//b.md", "../up.md"]) {
      await putForeign(key, key.endsWith("/") ? "" : "text");
    }
    const store = createR2Store(bucket, { pageSize: 2 });
    expect((await listed(store, "", { recursive: true })).map(({ path }) => path)).toEqual(["a", "a/b.md"]);
    expect((await listed(store, "")).map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      "file a",
      "folder a",
      "folder folder",
      "folder notes",
    ]);
    const unlisted: string[] = [];
    for await (const page of store.list("", { recursive: true }))
      unlisted.push(...page.unlisted.map(({ shown }) => shown));
    expect(unlisted).toEqual(["../up.md", "a//b.md", "back\\slash.md"]);
    expect([await textOf(store, "a"), await textOf(store, "a/b.md")]).toEqual(["text", "text"]);
  });
});

describe("many keys in a bucket", () => {
  it("are listed whatever their names, and folders that are not entered are passed over", async () => {
    const long = `${"ü".repeat(120)}/${"x".repeat(250)}/${"y".repeat(250)}/${"z".repeat(250)}.md`;
    const names = ["a b+c.md", "100% sure.md", "日本/語.md", "e\u0301.md", "q?x=1&y=2#z.md", "\u{1f600}.md", long];
    const heavy = Array.from({ length: 60 }, (_, index) => `node_modules/${index}.md`);
    await Promise.all([...names, ...heavy].map((name) => putForeign(name, name)));
    let pages = 0;
    const counting = disturbed({
      list: (real) => async (options: never) => {
        pages++;
        return real(options);
      },
    });
    const store = createR2Store(counting, { pageSize: 5 });
    const all = await listed(store, "", { recursive: true });
    expect(all).toHaveLength(names.length + heavy.length);
    pages = 0;
    const entered = await listed(store, "", { recursive: true, enter: (folder) => folder !== "node_modules" });
    expect(entered.map(({ path }) => path).sort()).toEqual([...names].sort());
    expect(pages).toBeLessThan(6);
    for (const name of names) expect(await textOf(store, name)).toBe(name);
  });

  it("lose no increment of many writers", async () => {
    const [writers, increments] = isFull ? [64, 50] : [8, 4];
    const stores = Array.from({ length: writers }, () => createR2Store(bucket));
    const run = await countTogether({ writers, increments, storeOf: (writer) => stores[writer] as FileStore });
    expect(run).toMatchObject({ reached: writers * increments, acknowledged: writers * increments });
  }, 3_600_000);

  it.each(isFull ? [1_000, 2] : [100])(
    "are all listed, by pages of %s",
    async (pageSize) => {
      const count = isFull ? 12_000 : 250;
      const keys = Array.from({ length: count }, (_, index) => `notes/${index % 7}/n ${index}+é%.md`);
      for (let at = 0; at < count; at += 100)
        await Promise.all(keys.slice(at, at + 100).map((key) => putForeign(key, "x")));
      const store = createR2Store(bucket, { pageSize });
      expect((await listed(store, "", { recursive: true })).map(({ path }) => path)).toEqual(
        keys.sort(compareCodePoints),
      );
      expect((await listed(store, "notes")).map(({ path }) => path)).toEqual(
        [0, 1, 2, 3, 4, 5, 6].map((index) => `notes/${index}`),
      );
    },
    3_600_000,
  );

  it("are not all held back for a folder that may come", async () => {
    const names = Array.from({ length: 60 }, (_, index) => `note-${String(index).padStart(2, "0")}.md`);
    for (const name of [...names, "note/inside.md"]) await putForeign(name, "");
    const store = createR2Store(bucket, { pageSize: 5 });
    for await (const { entries } of store.list("")) {
      expect(entries[0]).toEqual({ kind: "folder", path: "note" });
      expect(entries.length).toBeLessThan(30);
      break;
    }
    expect((await listed(store, "")).map(({ path }) => path)).toEqual(["note", ...names]);
  });
});
