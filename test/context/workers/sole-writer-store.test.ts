/** A store that remembers its listing lists what the store below would list, after every write and while one is under way. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GraphdownError } from "../../../src/base/errors.ts";
import { createSoleWriterStore } from "../../../src/context/workers/sole-writer-store.ts";
import { collectBytes } from "../../../src/storage/byte-streams.ts";
import type { FileStore, ListEntry, ListOptions, PutOptions } from "../../../src/storage/file-store.ts";
import { createMemoryStore } from "../../../src/storage/memory-store.ts";
import { at, bytesOf } from "../../../src/testing/contract-case.ts";
import { fileStoreContract } from "../../../src/testing.ts";

/** The store below with its listings counted, and writes that can be made to fail or to wait. */
function watched(files: Readonly<Record<string, string>> = {}) {
  const store = createMemoryStore({ files, pageSize: 2 });
  const seen = { listings: 0, looks: 0 };
  const gate: { before?: (() => Promise<void>) | undefined; after?: (() => Promise<void>) | undefined } = {};
  const below: FileStore = {
    name: store.name,
    list: (directory, options) => {
      seen.listings++;
      return store.list(directory, options);
    },
    stat: (path) => {
      seen.looks++;
      return store.stat(path);
    },
    open: (path, options) => store.open(path, options),
    put: async (path, content, options) => {
      await gate.before?.();
      const entry = await store.put(path, content, options);
      await gate.after?.();
      return entry;
    },
    delete: (path, options) => store.delete(path, options),
    describe: () => store.describe(),
    close: () => store.close(),
  };
  return { below, seen, gate };
}

async function listed(store: FileStore, directory = "", options: ListOptions = {}): Promise<ListEntry[]> {
  const entries: ListEntry[] = [];
  for await (const page of store.list(directory as never, { recursive: true, ...options }))
    entries.push(...page.entries);
  return entries;
}

const lost = async (): Promise<never> => {
  throw new GraphdownError({
    code: "storage_failed",
    message: "The answer was lost.",
    details: { outcome: "unknown" },
  });
};

describe("an exclusive writer's listing", () => {
  it("is that of the store below after any writes, and is taken once", async () => {
    const path = fc.constantFrom("a.md", "b.md", "folder/a.md", "folder/c/d.md", "folder-2/e.md", ".graphdown/x");
    const step = fc.oneof(
      fc.record({ kind: fc.constant("put" as const), path, text: fc.string({ maxLength: 3 }) }),
      fc.record({ kind: fc.constant("absent" as const), path, text: fc.string({ maxLength: 3 }) }),
      fc.record({ kind: fc.constant("delete" as const), path }),
      fc.record({ kind: fc.constant("lost" as const), path, text: fc.string({ maxLength: 3 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { below, seen, gate } = watched({ "folder/a.md": "1", "z.md": "2", "bad\\name.md": "3" });
        const store = createSoleWriterStore(below, { isExclusive: true });
        for (const each of steps) {
          if (each.kind === "delete") await store.delete(at(each.path));
          else {
            const options: PutOptions = each.kind === "absent" ? { ifAbsent: true } : {};
            if (each.kind === "lost") gate.after = lost;
            const expected =
              each.kind === "lost" ? ["storage_failed"] : each.kind === "absent" ? ["already_exists"] : [];
            await store.put(at(each.path), bytesOf(each.text), options).catch((cause: GraphdownError) => {
              expect(expected).toContain(cause.code);
            });
            gate.after = undefined;
          }
          expect(await listed(store)).toEqual(await listed(below));
          expect(await listed(store, "folder")).toEqual(await listed(below, "folder"));
        }
        const own = seen.listings;
        await listed(store);
        expect(seen.listings).toBe(own + (steps.length === 0 ? 1 : 0));
      }),
      { numRuns: 100 },
    );
  });

  it("finds a write whose answer was lost whenever it arrives, and one of many too", async () => {
    const arrivals: (() => Promise<unknown>)[] = [];
    const { below, seen } = watched({ "a.md": "1" });
    let isLost = false;
    const late: FileStore = {
      ...below,
      put: async (path, content, options) => {
        if (!isLost) return below.put(path, content, options);
        arrivals.push(() => below.put(path, content, options));
        return lost();
      },
      delete: async (path, options) => {
        if (!isLost) return below.delete(path, options);
        arrivals.push(() => below.delete(path, options));
        return lost();
      },
    };
    let now = 1_700_000_000_000;
    const store = createSoleWriterStore(late, { isExclusive: true, now: () => now });
    const check = async (): Promise<void> => expect(await listed(store)).toEqual(await listed(below));
    const loses = async (task: () => Promise<unknown>): Promise<void> => {
      isLost = true;
      await expect(task()).rejects.toMatchObject({ code: "storage_failed" });
      isLost = false;
    };
    await check();
    await loses(() => store.put(at("new.md"), bytesOf("2")));
    await loses(() => store.delete(at("a.md")));
    await check();
    // Once with an answer in between, after which the lost one arrives all the same; and days later where there was none.
    const [putting, deleting] = arrivals.splice(0);
    await store.put(at("new.md"), bytesOf("3"));
    await check();
    now += 299_999;
    await putting?.();
    await check();
    now += 1_000_000_000;
    await deleting?.();
    await check();
    // Answered, and long ago: nothing is looked at any more.
    await store.put(at("a.md"), bytesOf("4"));
    await store.put(at("new.md"), bytesOf("4"));
    now += 1_000_000_000;
    await check();
    let before = seen.listings;
    let looks = seen.looks;
    await listed(store);
    expect([seen.listings, seen.looks]).toEqual([before, looks]);
    for (let index = 0; index < 40; index++) await loses(() => store.put(at(`${index}.md`), bytesOf("5")));
    await check();
    for (const arrive of arrivals.splice(0)) await arrive();
    await check();
    now += 300_000;
    await check();
    before = seen.listings;
    looks = seen.looks;
    await listed(store);
    expect([seen.listings, seen.looks]).toEqual([before, looks + 32]);
  });

  it("heeds no look at a file that is written meanwhile", async () => {
    const { below, gate } = watched({ "a.md": "1" });
    let afterLook: (() => Promise<unknown>) | undefined;
    const slow: FileStore = {
      ...below,
      stat: async (path) => {
        const entry = await below.stat(path);
        await afterLook?.();
        return entry;
      },
    };
    const store = createSoleWriterStore(slow, { isExclusive: true });
    gate.after = lost;
    await expect(store.put(at("a.md"), bytesOf("2"))).rejects.toMatchObject({ code: "storage_failed" });
    gate.after = undefined;
    await listed(store);
    afterLook = () => {
      afterLook = undefined;
      return store.put(at("a.md"), bytesOf("3"));
    };
    for (let times = 0; times < 2; times++) expect(await listed(store)).toEqual(await listed(below));
  });

  it("keeps to pages, names that are left out, and a folder that is a file", async () => {
    const { below } = watched({ "a/.gitignore": "x", "a/b.md": "1", "c.md": "2", "bad\\name.md": "3" });
    const store = createSoleWriterStore(below, { isExclusive: true });
    const pages = async (from: FileStore): Promise<unknown[]> => {
      const found = [];
      for await (const page of from.list("", {
        recursive: true,
        endPageAfter: (path) => path.endsWith("ignore"),
      }))
        found.push(page);
      return found;
    };
    await pages(store);
    const kept = (await pages(store)) as { entries: ListEntry[]; unlisted: unknown[] }[];
    expect(kept.map(({ entries }) => entries.map(({ path }) => path))).toEqual([["a/.gitignore"], ["a/b.md", "c.md"]]);
    expect(kept.flatMap(({ unlisted }) => unlisted)).toHaveLength(1);
    await expect(listed(store, "c.md")).rejects.toMatchObject({ details: { reason: "not_a_directory" } });
    expect(await listed(store, "none")).toEqual([]);
  });

  it("comes from the store while a write is under way, which a reader may see already", async () => {
    const { below, gate } = watched({ "a.md": "1" });
    const store = createSoleWriterStore(below, { isExclusive: true });
    await listed(store);
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    gate.after = () => held;
    const writing = store.put(at("b.md"), bytesOf("2"));
    await new Promise((resolve) => setImmediate(resolve));
    expect((await listed(store)).map(({ path }) => path)).toEqual(["a.md", "b.md"]);
    release();
    await writing;
    expect(await listed(store)).toEqual(await listed(below));
  });

  it("is not remembered where a write came in between, or it is too long", async () => {
    const { below, seen } = watched({ "a.md": "1", "b.md": "2", "c.md": "3" });
    const store = createSoleWriterStore(below, { isExclusive: true });
    const pages = store.list("", { recursive: true })[Symbol.asyncIterator]();
    const first = pages.next();
    await store.put(at("d.md"), bytesOf("4"));
    await first;
    expect((await listed(store)).map(({ path }) => path)).toEqual(["a.md", "b.md", "c.md", "d.md"]);
    const bounded = createSoleWriterStore(below, { isExclusive: true, maximumFiles: 3 });
    const before = seen.listings;
    await listed(bounded);
    await listed(bounded);
    expect(seen.listings).toBe(before + 2);
  });
});

it("looks each time where others write too", async () => {
  const { below } = watched({ "a.md": "1" });
  const store = createSoleWriterStore(below, { isExclusive: false });
  await listed(store);
  await below.put(at("b.md"), bytesOf("2"));
  expect((await listed(store)).map(({ path }) => path)).toEqual(["a.md", "b.md"]);
});

it("has writes of one file take turns, and others not wait for them", async () => {
  const { below, gate } = watched();
  const store = createSoleWriterStore(below, { isExclusive: false });
  let running = 0;
  let most = 0;
  gate.before = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
  };
  gate.after = async () => {
    running--;
  };
  await Promise.all(["1", "2", "3"].map((text) => store.put(at("a.md"), bytesOf(text))));
  expect(most).toBe(1);
  await Promise.all(["a.md", "b.md"].map((path) => store.put(at(path), bytesOf("x"))));
  expect(most).toBe(2);
  const file = await store.open(at("a.md"));
  expect(new TextDecoder().decode(await collectBytes(file!.stream))).toBe("x");
});

it("lets go who waits for a write that hangs, and writes nothing for it", async () => {
  const { below, gate } = watched();
  const store = createSoleWriterStore(below, { isExclusive: true });
  await store.put(at("a.md"), bytesOf("0"));
  let release = (): void => {};
  gate.before = () =>
    new Promise((resolve) => {
      release = resolve;
    });
  const hanging = store.put(at("a.md"), bytesOf("1"));
  const caller = new AbortController();
  const { signal } = caller;
  const waiting = [store.put(at("a.md"), bytesOf("2"), { signal }), store.delete(at("a.md"), { signal })];
  const reason = new Error("the client left");
  caller.abort(reason);
  for (const each of waiting) await expect(each).rejects.toBe(reason);
  release();
  await hanging;
  const file = await store.open(at("a.md"));
  expect(new TextDecoder().decode(await collectBytes(file!.stream))).toBe("1");
});

describe("the contract of storage on what a sole writer sees", () => {
  for (const isExclusive of [true, false]) {
    for (const { name, run } of fileStoreContract) {
      it(`${isExclusive ? "alone" : "with others"}: ${name}`, async () => {
        const outcome = await run(async () =>
          createSoleWriterStore(createMemoryStore({ pageSize: 2 }), { isExclusive }),
        );
        expect(["passed", "skipped"]).toContain(outcome);
      });
    }
  }
});
