/** Runs the shared cases of concurrency: many who write, create, read, list and call tools at the same time. */
import { describe, expect, it } from "vitest";
import {
  createFileContext,
  createMemoryStore,
  type FileStore,
  GraphdownError,
  type LogicalPath,
  openDiskStore,
} from "../../../src/node-index.ts";
import { collectBytes } from "../../../src/storage/byte-streams.ts";
import { countTogether } from "../../storage/counting-writers.ts";
import { newFolder } from "../../storage/node-disk/disk-folder.ts";
import { openBackend } from "./open-backend.ts";
import { casesNotRun, casesWith, hasCases, isFull, said } from "./storage-cases.ts";
import { bytes, outcomeOf, path, pathsOf, textOf, versionOf } from "./store-probes.ts";

const run = new Set<string>();

/** Lets others do something. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe.skipIf(!hasCases)("many at once", () => {
  it.each(casesWith("increments_each"))("%s: no increment is lost", { timeout: 3_600_000 }, async (id, each) => {
    run.add(id);
    const [writers, increments] = isFull
      ? [Number(each.input["writers"]), Number(each.input["increments_each"])]
      : [16, 3];
    const open = await openBackend(said(each, "backend"));
    const stores = await Promise.all(Array.from({ length: writers }, () => open()));
    const counted = await countTogether({ writers, increments, storeOf: (writer) => stores[writer] as FileStore });
    expect(counted).toMatchObject({ reached: writers * increments, acknowledged: writers * increments });
  });

  it.each(casesWith("op", /^create if-none-match/))(
    "%s: one of all who create wins",
    { timeout: 600_000 },
    async (id, each) => {
      run.add(id);
      const [writers, rounds] = isFull ? [Number(each.input["writers"]), 100] : [16, 5];
      const open = await openBackend(said(each, "backend"));
      const stores = await Promise.all(Array.from({ length: writers }, () => open()));
      for (let round = 0; round < rounds; round++) {
        const file = `round-${round}.md` as LogicalPath;
        const outcomes = await Promise.all(
          stores.map((store, writer) => outcomeOf(store.put(file, bytes(`${writer}`), { ifAbsent: true }))),
        );
        const winners = outcomes.flatMap((outcome, writer) => (GraphdownError.isInstance(outcome) ? [] : [writer]));
        expect(winners).toHaveLength(1);
        expect(await textOf(stores[0] as FileStore, file)).toBe(String(winners[0]));
      }
    },
  );

  it.each(casesWith("readers"))("%s: no read is torn", { timeout: 3_600_000 }, async (id, each) => {
    run.add(id);
    const [readers, rewrites] = isFull ? [Number(each.input["readers"]), 1_000] : [4, 6];
    const open = await openBackend(said(each, "backend"));
    const size = 1024 * 1024;
    const writer = await open();
    await writer.put(path, new Uint8Array(size));
    let isDone = false;
    const read = async (): Promise<void> => {
      const store = await open();
      do {
        await turn();
        const opened = await store.open(path).catch((cause: unknown) => {
          if (GraphdownError.isInstance(cause) && cause.code === "version_conflict") return null;
          throw cause;
        });
        if (opened === null) continue;
        const content = await outcomeOf(collectBytes(opened.stream));
        // A read that the file is replaced under may say so.
        if (content instanceof Uint8Array) expect([content.length, new Set(content).size]).toEqual([size, 1]);
        else expect(content).toMatchObject({ code: "version_conflict" });
      } while (!isDone);
    };
    const reading = Array.from({ length: readers }, read);
    for (let round = 1; round <= rewrites; round++) await writer.put(path, new Uint8Array(size).fill(round % 251));
    isDone = true;
    await Promise.all(reading);
  });

  it.each(casesWith("op", /^same content retried after lost answer$/))(
    "%s: what is stored already is success",
    async (id) => {
      run.add(id);
      const context = await createFileContext({
        store: createMemoryStore(),
        permissions: { write: true },
        approvals: "none",
      });
      await context.write("a.md", "one");
      const version = versionOf("one");
      await context.write("a.md", "two", { ifVersion: version });
      expect(await context.write("a.md", "two", { ifVersion: version })).toMatchObject({ version: versionOf("two") });
    },
  );

  it.each(casesWith("op", /^list while/))("%s: a listing shows no name twice and none of ours", async (id) => {
    run.add(id);
    const writes = isFull ? 1_000 : 100;
    const store = await openDiskStore({ root: newFolder({ quick: true }), pageSize: 7 });
    let isDone = false;
    const listing = (async () => {
      do {
        await turn();
        const { paths } = await pathsOf(store);
        expect(new Set(paths).size).toBe(paths.length);
        expect(paths.every((each) => /^notes\/\d+\.md$/.test(each))).toBe(true);
      } while (!isDone);
    })();
    for (let index = 0; index < writes; index++) await store.put(`notes/${index}.md` as LogicalPath, bytes("x"));
    isDone = true;
    await listing;
    await store.close();
  });

  it.each(casesWith("op", /8 parallel tool calls/))("%s: one that fails costs the others nothing", async (id) => {
    run.add(id);
    const files = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`${index}.md`, "x"]));
    const context = await createFileContext({ store: createMemoryStore({ files }), approvals: "none" });
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        context.runToolCall({ id: `${index}`, name: "file_access_read", input: { path: `${index}.md` } }),
      ),
    );
    expect(results.map(({ id: call, ok }) => [call, ok])).toEqual(results.map((_, index) => [`${index}`, index < 7]));
  });

  it("leave no case out", () => {
    expect(casesNotRun("many-at-once.test.ts", run)).toEqual([]);
  });
});
