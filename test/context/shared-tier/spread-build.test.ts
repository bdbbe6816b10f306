/** A build that is spread over a queue: whatever the queue does, an answer is right or says that the index is being built. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GraphdownError } from "../../../src/base/errors.ts";
import type { FileContextOptions } from "../../../src/context/context-options.ts";
import { createFileContext } from "../../../src/context/create-file-context.ts";
import type { FileContext } from "../../../src/context/file-context.ts";
import { createMemoryTier } from "../../../src/context/memory-tier.ts";
import { type BuildPage, countPages, pageOf } from "../../../src/context/shared-tier/build-pages.ts";
import { SharedWork } from "../../../src/context/shared-tier/shared-work.ts";
import { loadDefaultEngine } from "../../../src/documents/engines/node-default-engine.ts";
import { collectBytes } from "../../../src/storage/byte-streams.ts";
import type { FileStore } from "../../../src/storage/file-store.ts";
import { createMemoryStore } from "../../../src/storage/memory-store.ts";
import { at, bytesOf } from "../../../src/testing/contract-case.ts";

const maximumFiles = 20;

/** A bucket, its queue and a clock, which outlive all instances. */
class Place {
  readonly store: FileStore;
  readonly sent: BuildPage[] = [];
  /** Our own objects that are there, by name, and by path. */
  readonly ours = new Set<string>();
  readonly paths = new Set<string>();
  /** Deletions of our own so far, and whether one fails. */
  deletions = 0;
  deletionFails: (path: string) => boolean = () => false;
  now = 1_700_000_000_000;
  sendFails = false;

  constructor(files: Readonly<Record<string, string>>) {
    const store = createMemoryStore({ files });
    this.store = {
      name: store.name,
      list: (directory, options) => store.list(directory, options),
      stat: (path) => store.stat(path),
      open: (path, options) => store.open(path, options),
      put: async (path, content, options) => {
        const entry = await store.put(path, content, options);
        if (path.startsWith(".graphdown/")) this.ours.add(path.slice(path.lastIndexOf("/") + 1));
        if (path.startsWith(".graphdown/")) this.paths.add(path);
        return entry;
      },
      delete: async (path, options) => {
        if (path.startsWith(".graphdown/")) this.deletions++;
        if (this.deletionFails(path)) throw new Error("The bucket is busy.");
        this.ours.delete(path.slice(path.lastIndexOf("/") + 1));
        this.paths.delete(path);
        return store.delete(path, options);
      },
      describe: () => store.describe(),
      close: async () => {},
    };
  }

  async start(buildId = "one", options: Settings = {}, store = this.store): Promise<Instance> {
    const parsed: string[] = [];
    const engine = await loadDefaultEngine();
    const queue = {
      maximumFiles,
      maximumBytes: 1_000_000,
      send: async (pages: readonly BuildPage[]) => {
        if (this.sendFails) throw new Error("The queue is full.");
        this.sent.push(...pages);
      },
    };
    const work = new SharedWork(buildId, { queue, now: () => this.now });
    const counting = {
      name: "counting",
      parse: (text: string) => {
        parsed.push(text);
        return engine.parse(text);
      },
    };
    const parts = { engine: async () => counting, shared: work, memory: createMemoryTier(1e9) };
    return { context: await createFileContext({ ...options, store }, parts), work, parsed };
  }

  /** Has another instance parse all that was sent; tells how many documents it parsed. */
  async consume(options: Settings = {}): Promise<number> {
    const { work, parsed } = await this.start("one", options);
    for (const page of this.sent.splice(0)) await work.keepPage(page);
    return parsed.length;
  }

  pagesThere(): string[] {
    return [...this.ours].filter((name) => name.startsWith("page-"));
  }
}

type Settings = Omit<FileContextOptions, "store">;

interface Instance {
  readonly context: FileContext;
  readonly work: SharedWork;
  readonly parsed: readonly string[];
}

async function answersOf(context: FileContext): Promise<unknown> {
  return [await context.search("river"), await context.overview(), await context.problems()];
}

async function freshAnswers(store: FileStore, options: Settings = {}): Promise<unknown> {
  return answersOf(
    await createFileContext({ ...options, store }, { engine: loadDefaultEngine, memory: createMemoryTier(1e9) }),
  );
}

async function failureOf(context: FileContext): Promise<GraphdownError> {
  return answersOf(context).then(
    () => expect.fail("There was an answer."),
    (cause: GraphdownError) => cause,
  );
}

const note = (index: number): string => `# Note ${index}\n\nThe river, [[n${index + 1}]] and [[n${index * 7}|more]].\n`;
const notes = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`folder-${index % 3}/n${index}.md`, note(index)]));

describe("a build that is too long for a question", () => {
  it("is parsed by others, with progress, put together by who asks then, and leaves one pack", async () => {
    const place = new Place(notes(500));
    const asking = await place.start();
    expect(await failureOf(asking.context)).toMatchObject({
      code: "operation_timeout",
      details: { reason: "building", parsed: 0, all: 500, retryAfter: 5 },
    });
    // Others who ask meanwhile hand nothing out again.
    await failureOf((await place.start()).context);
    expect(place.sent.map(({ page, pages }) => [page, pages])).toEqual([
      [0, 2],
      [1, 2],
    ]);
    const consumer = await place.start();
    await consumer.work.keepPage(place.sent[1] as BuildPage);
    const { details } = await failureOf(asking.context);
    expect(details?.["parsed"]).toBe(consumer.parsed.length);
    expect(consumer.parsed.length).toBeGreaterThan(200);
    // One that is brought twice is not parsed twice.
    for (const page of place.sent) await consumer.work.keepPage(page);
    expect(consumer.parsed).toHaveLength(500);
    expect(await answersOf(asking.context)).toEqual(await freshAnswers(place.store));
    expect(asking.parsed).toEqual([]);
    expect(await asking.work.flush()).toEqual([]);
    expect([...place.ours].sort()).toEqual(["all", "builds.json"]);
    const next = await place.start();
    expect(await answersOf(next.context)).toEqual(await freshAnswers(place.store));
    expect(next.parsed).toEqual([]);
    // A page that comes when all is done costs a look, and leaves nothing.
    await consumer.work.keepPage(place.sent[0] as BuildPage);
    expect(place.pagesThere()).toEqual([]);
  });

  it("is not spread where it is short", async () => {
    const place = new Place(notes(maximumFiles));
    const instance = await place.start();
    expect(await answersOf(instance.context)).toEqual(await freshAnswers(place.store));
    expect([instance.parsed.length, place.sent]).toEqual([maximumFiles, []]);
  });

  it("takes files as they are when they are parsed, and again when they change before the answer", async () => {
    const place = new Place(notes(60));
    const asking = await place.start();
    await failureOf(asking.context);
    await place.store.put(at("folder-0/n0.md"), bytesOf("# Changed before\n"));
    await place.consume();
    await place.store.put(at("folder-1/n1.md"), bytesOf("# Changed after\n"));
    await place.store.delete(at("folder-2/n2.md"));
    await place.store.put(at("new.md"), bytesOf("# New river\n"));
    expect(await answersOf(asking.context)).toEqual(await freshAnswers(place.store));
    expect([...asking.parsed].sort()).toEqual(["# Changed after\n", "# New river\n"]);
  });

  it("is begun again by an instance with everything in memory when as much changes at once", async () => {
    const place = new Place(notes(10));
    const warm = await place.start();
    await answersOf(warm.context);
    await warm.work.flush();
    for (const [path, text] of Object.entries(notes(80))) await place.store.put(at(path), bytesOf(`${text}\nmore\n`));
    expect((await failureOf(warm.context)).details).toMatchObject({ parsed: 0, all: 80 });
    await place.consume();
    expect(await answersOf(warm.context)).toEqual(await freshAnswers(place.store));
    expect(warm.parsed).toHaveLength(10);
  });

  it("finds what another instance has finished meanwhile", async () => {
    const place = new Place(notes(60));
    const one = await place.start();
    const other = await place.start();
    await failureOf(one.context);
    await place.consume();
    await answersOf(other.context);
    await other.work.flush();
    expect(await answersOf(one.context)).toEqual(await freshAnswers(place.store));
    expect(place.sent).toEqual([]);
  });

  it("hands out again what has not come, after a while, and says when that does not help", async () => {
    const place = new Place(notes(60));
    const { context } = await place.start();
    for (let times = 1; times <= 4; times++) {
      const { next } = await failureOf(context);
      expect(place.sent).toHaveLength(times);
      expect(next?.includes("consumer")).toBe(times === 4);
      await failureOf(context);
      expect(place.sent).toHaveLength(times);
      place.now += 120_000;
    }
  });

  it.each([
    [
      "is damaged in its header",
      (bytes: Uint8Array) => bytes.map((byte, place) => (place === 20 ? byte ^ 0x55 : byte)),
    ],
    ["has lost all its bytes", () => new Uint8Array()],
    ["has lost half of its bytes", (bytes: Uint8Array) => bytes.slice(0, bytes.length / 2)],
  ])("is begun again where what was kept %s, and what is kept then is whole", async (_, damage) => {
    const place = new Place(notes(60));
    const first = await place.start();
    await failureOf(first.context);
    const pack = at(`.graphdown/parsed/${place.sent[0]?.fingerprint}/all`);
    await place.consume();
    await answersOf(first.context);
    await first.work.flush();
    const kept = await collectBytes((await place.store.open(pack))!.stream);
    await place.store.put(pack, damage(kept));
    const expected = await freshAnswers(place.store);
    // Also by who has written it, and has had to let go of what it had in memory.
    await first.context.close();
    for (const { context, work } of [await place.start(), first]) {
      expect((await failureOf(context)).details).toMatchObject({ reason: "building", parsed: 0, all: 60 });
      expect(await work.flush()).toEqual([]);
    }
    expect(await place.consume()).toBe(60);
    expect(await answersOf(first.context)).toEqual(expected);
    expect(await first.work.flush()).toEqual([]);
    const next = await place.start();
    expect(await answersOf(next.context)).toEqual(expected);
    expect([next.parsed, place.sent]).toEqual([[], []]);
  });

  it("is spread where others keep something with each attempt of a question", async () => {
    const place = new Place(notes(60));
    const busy: FileStore = {
      ...place.store,
      stat: async (path) => {
        if (path.endsWith("/all")) await place.store.put(path, bytesOf(`${Math.random()}`));
        return place.store.stat(path);
      },
    };
    const { context } = await place.start("one", {}, busy);
    expect((await failureOf(context)).details).toMatchObject({ reason: "building" });
    expect(place.sent).toHaveLength(1);
  });

  it("is not made of files that turn out to be binary, nor are those read again", async () => {
    const place = new Place(notes(10));
    const binary = Array.from({ length: 30 }, (_, index) => at(`binary/${index}.md`));
    for (const path of binary) await place.store.put(path, new Uint8Array([0, 1, 2, 0, 255]));
    const expected = await freshAnswers(place.store);
    const opened: string[] = [];
    const watched: FileStore = {
      ...place.store,
      open: (path, options) => {
        opened.push(path);
        return place.store.open(path, options);
      },
    };
    const first = await place.start("one", {}, watched);
    expect((await failureOf(first.context)).details).toMatchObject({ parsed: 0, all: 40 });
    expect(await place.consume()).toBe(10);
    expect(await answersOf(first.context)).toEqual(expected);
    expect(await first.work.flush()).toEqual([]);
    const next = await place.start("one", {}, watched);
    expect(await answersOf(next.context)).toEqual(expected);
    expect(opened.filter((path) => path.endsWith(".md"))).toEqual([]);
    // So many of them that come later are kept as well, and one that becomes text is a document.
    for (const path of binary) await place.store.put(path, new Uint8Array([0, 1, 2, 0, 254]));
    await place.store.put(at("binary/0.md"), bytesOf("# A river\n"));
    expect((await failureOf(next.context)).details).toMatchObject({ parsed: 10, all: 40 });
    await place.consume();
    const changed = await freshAnswers(place.store);
    expect(await answersOf(next.context)).toEqual(changed);
    expect(changed).not.toEqual(expected);
    expect(await next.work.flush()).toEqual([]);
    expect(place.pagesThere()).toEqual([]);
    expect(await answersOf((await place.start("one", {}, watched)).context)).toEqual(changed);
    expect(opened.filter((path) => path.endsWith(".md"))).toEqual([]);
    expect(place.sent).toEqual([]);
  });

  it("is not spread where each question reads all files to hash them", async () => {
    const place = new Place(notes(60));
    const instance = await place.start("one", { verify: "hash" });
    expect(await answersOf(instance.context)).toEqual(await freshAnswers(place.store));
    expect(await instance.work.flush()).toEqual([]);
    const next = await place.start("one", { verify: "hash" });
    expect(await answersOf(next.context)).toEqual(await freshAnswers(place.store));
    expect([next.parsed, place.sent]).toEqual([[], []]);
  });

  it("hands out at once what has come after a page did, but once", async () => {
    const place = new Place(notes(60));
    await failureOf((await place.start()).context);
    const import30 = async (name: string): Promise<void> => {
      for (let index = 0; index < 30; index++) await place.store.put(at(`${name}/${index}.md`), bytesOf("# A river\n"));
    };
    for (const name of ["first", "second", "third", "fourth", "fifth"]) {
      await place.consume();
      await import30(name);
      const { context } = await place.start();
      expect((await failureOf(context)).next).not.toContain("consumer");
      expect(place.sent).toHaveLength(1);
      // Also with what an instance has seen before the page was handed out.
      await failureOf(context);
      await failureOf((await place.start()).context);
      expect(place.sent).toHaveLength(1);
    }
    await place.consume();
    expect(await answersOf((await place.start()).context)).toEqual(await freshAnswers(place.store));
  });

  it("is of the files that are in, where there are more than the limit takes, and others are not parsed", async () => {
    const options = { limits: { maximumMarkdownFiles: 40 } };
    const place = new Place(notes(60));
    // These make room for as many others. More than one question reads, they are found by pages in two steps.
    for (let index = 0; index < 25; index++) {
      await place.store.put(at(`a/${index}.md`), new Uint8Array([0, 1, 2, 0, 255]));
    }
    const { context, work, parsed } = await place.start("one", options);
    expect((await failureOf(context)).details).toMatchObject({ parsed: 0, all: 40 });
    expect(await place.consume(options)).toBe(15);
    expect((await failureOf(context)).details).toMatchObject({ parsed: 40, all: 65 });
    expect(await place.consume(options)).toBe(25);
    const expected = await freshAnswers(place.store, options);
    expect(await answersOf(context)).toEqual(expected);
    expect(await work.flush()).toEqual([]);
    expect(parsed).toEqual([]);
    const next = await place.start("one", options);
    expect(await answersOf(next.context)).toEqual(expected);
    expect([next.parsed, place.sent]).toEqual([[], []]);
  });

  it("tells that the queue takes nothing, and tries it again with the next question", async () => {
    const place = new Place(notes(60));
    const { context } = await place.start();
    place.sendFails = true;
    expect(await failureOf(context)).toMatchObject({
      code: "storage_failed",
      details: { reason: "queue", retryAfter: 5 },
    });
    place.sendFails = false;
    expect(await failureOf(context)).toMatchObject({ details: { reason: "building" } });
    expect(place.sent).toHaveLength(1);
  });

  it("heeds no page of another build of the product, of another count, or of none", async () => {
    const place = new Place(notes(60));
    await failureOf((await place.start()).context);
    const [page] = place.sent as [BuildPage];
    const consumer = await place.start();
    await consumer.work.keepPage({ ...page, fingerprint: "0".repeat(32) });
    await consumer.work.keepPage({ ...page, pages: 7 });
    await (await place.start("two")).work.keepPage(page);
    expect([consumer.parsed, place.pagesThere()]).toEqual([[], []]);
  });

  it("gives right answers or none, whatever comes twice, late or never, changes, is deleted or damaged", async () => {
    const index = fc.nat({ max: 63 });
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant("deliver" as const), index, keep: fc.boolean() }) },
      {
        weight: 3,
        arbitrary: fc.record({ kind: fc.constant("ask" as const), warm: fc.boolean(), flush: fc.boolean() }),
      },
      fc.record({ kind: fc.constant("edit" as const), index, text: fc.constantFrom("# A\n\nriver\n", "# B [[n3]]\n") }),
      fc.record({ kind: fc.constant("remove" as const), index }),
      fc.record({ kind: fc.constant("lose" as const), index }),
      fc.record({ kind: fc.constant("damage" as const), index, place: fc.nat() }),
      fc.record({ kind: fc.constant("wait" as const) }),
    );
    const outcomes = { answered: 0, building: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const place = new Place(notes(64));
        const paths = Object.keys(notes(64));
        let warm = await place.start();
        const folder = (): string => `.graphdown/parsed/${place.sent[0]?.fingerprint ?? "0".repeat(32)}`;
        const check = async (instance: Instance): Promise<void> => {
          try {
            const answers = await answersOf(instance.context);
            expect(answers).toEqual(await freshAnswers(place.store));
            outcomes.answered++;
          } catch (cause) {
            const { code, details } = cause as GraphdownError;
            if (code !== "operation_timeout") throw cause;
            expect(details).toMatchObject({ reason: "building" });
            outcomes.building++;
          }
        };
        await check(warm);
        for (const each of steps) {
          if (each.kind === "deliver" && place.sent.length > 0) {
            const which = each.index % place.sent.length;
            await (await place.start()).work.keepPage(place.sent[which] as BuildPage);
            if (!each.keep && place.sent.length > 1) place.sent.splice(which, 1);
          } else if (each.kind === "ask") {
            const instance = each.warm ? warm : await place.start();
            await check(instance);
            if (each.flush) expect(await instance.work.flush()).toEqual([]);
            if (!each.warm) warm = instance;
          } else if (each.kind === "edit") {
            await place.store.put(at(paths[each.index] as string), bytesOf(each.text));
          } else if (each.kind === "remove") await place.store.delete(at(paths[each.index] as string));
          else if (each.kind === "lose" || each.kind === "damage") {
            const names = ["all", "recent", "build.json", "page-0"];
            const path = at(`${folder()}/${names[each.index % names.length]}`);
            if (each.kind === "lose") await place.store.delete(path);
            else {
              const opened = await place.store.open(path);
              if (opened === null) continue;
              const bytes = (await collectBytes(opened.stream)).slice();
              bytes[each.place % bytes.length] = (bytes[each.place % bytes.length] as number) ^ 0x55;
              await place.store.put(path, bytes);
            }
          } else if (each.kind === "wait") place.now += 120_000;
        }
        // In the end a queue that works gets it done.
        for (let rounds = 0; rounds < 4; rounds++) {
          place.now += 120_000;
          await check(warm);
          await place.consume();
        }
        expect(await answersOf(warm.context)).toEqual(await freshAnswers(place.store));
      }),
      { numRuns: 15 },
    );
    expect(outcomes.answered).toBeGreaterThan(30);
    expect(outcomes.building).toBeGreaterThan(15);
  });
});

describe("what earlier builds have kept", () => {
  it("is let go of a week later, when another has kept its own", async () => {
    const place = new Place(notes(5));
    const keep = async (buildId: string): Promise<void> => {
      const { context, work } = await place.start(buildId);
      await context.overview();
      expect(await work.flush()).toEqual([]);
    };
    const folders = async (): Promise<number> => {
      const opened = await place.store.open(at(".graphdown/parsed/builds.json"));
      const records = JSON.parse(new TextDecoder().decode(await collectBytes(opened!.stream))) as object;
      let found = 0;
      for (const name of Object.keys(records)) {
        if ((await place.store.stat(at(`.graphdown/parsed/${name}/all`))) !== null) found++;
      }
      return found;
    };
    await keep("one");
    place.now += 3 * 86_400_000;
    await keep("two");
    expect(await folders()).toBe(2);
    const opened = await place.store.open(at(".graphdown/parsed/builds.json"));
    const [first] = Object.keys(JSON.parse(new TextDecoder().decode(await collectBytes(opened!.stream))) as object);
    place.now += 5 * 86_400_000;
    await keep("three");
    expect(await folders()).toBe(2);
    expect(await place.store.stat(at(`.graphdown/parsed/${first}/all`))).toBeNull();
  });

  const week = 7 * 86_400_000;

  async function keep(place: Place, buildId: string): Promise<readonly unknown[]> {
    const { context, work } = await place.start(buildId);
    await context.overview();
    return work.flush();
  }

  it("is let go of also where a build was never done", async () => {
    const place = new Place(notes(60));
    await failureOf((await place.start("one")).context);
    await place.consume();
    const unfinished = [...place.paths].filter((path) => path !== ".graphdown/parsed/builds.json");
    expect(unfinished).toHaveLength(2);
    for (const path of Object.keys(notes(60)).slice(10)) await place.store.delete(at(path));
    place.now += week;
    expect(await keep(place, "two")).toEqual([]);
    expect(unfinished.filter((path) => place.paths.has(path))).toEqual([]);
    expect([...place.paths].map((path) => path.slice(path.lastIndexOf("/") + 1)).sort()).toEqual([
      "all",
      "builds.json",
    ]);
  });

  it("is let go of later where it can't be deleted now", async () => {
    const place = new Place(notes(5));
    await keep(place, "one");
    const [first] = [...place.paths].filter((path) => path.endsWith("/all")) as [string];
    place.now += week;
    place.deletionFails = (path) => path === first;
    expect(await keep(place, "two")).toMatchObject([{ errors: [{ message: "The bucket is busy." }] }]);
    place.deletionFails = () => false;
    expect(place.paths.has(first)).toBe(true);
    place.now += 1000;
    expect(await keep(place, "three")).toEqual([]);
    expect(place.paths.has(first)).toBe(false);
  });

  it("is let go of in parts where it is much, and no name of others is touched", async () => {
    const place = new Place(notes(5));
    const old = "a".repeat(32);
    const pages = Array.from({ length: 250 }, (_, page) => at(`.graphdown/parsed/${old}/page-${page}`));
    for (const path of pages) await place.store.put(path, bytesOf("x"));
    const other = at(".graphdown/trash/all");
    await place.store.put(other, bytesOf("x"));
    const damaged = { "../trash": { at: 0, pages: 1 }, [`${"b".repeat(32)}`]: null, [old]: { at: 0, pages: 250 } };
    await place.store.put(at(".graphdown/parsed/builds.json"), bytesOf(JSON.stringify(damaged)));
    const left = (): number => pages.filter((path) => place.paths.has(path)).length;
    const counts: number[] = [];
    for (const buildId of ["one", "two", "three", "four"]) {
      const before = place.deletions;
      expect(await keep(place, buildId)).toEqual([]);
      expect(place.deletions - before).toBeLessThanOrEqual(102);
      counts.push(left());
    }
    expect(counts[0]).toBeGreaterThan(100);
    expect(counts[3]).toBe(0);
    expect(place.paths.has(other)).toBe(true);
    const builds = await place.store.open(at(".graphdown/parsed/builds.json"));
    const names = Object.keys(JSON.parse(new TextDecoder().decode(await collectBytes(builds!.stream))) as object);
    expect(names).toHaveLength(4);
    expect(names).not.toContain(old);
  });
});

describe("pages", () => {
  it("are as many as the files need, and hold about as much each", () => {
    const sizes = (count: number, size: number): { size: number }[] => Array.from({ length: count }, () => ({ size }));
    expect([countPages([]), countPages(sizes(400, 1)), countPages(sizes(401, 1))]).toEqual([1, 1, 2]);
    expect([countPages(sizes(100, 1024 * 1024)), countPages(sizes(1_000_000, 1))]).toEqual([25, 512]);
    const counts = new Array(25).fill(0) as number[];
    for (let index = 0; index < 10_000; index++) {
      counts[pageOf(`notes/2024/daily-${String(index).padStart(5, "0")}.md`, 25)]!++;
    }
    expect(Math.min(...counts)).toBeGreaterThan(300);
    expect(Math.max(...counts)).toBeLessThan(500);
  });
});
