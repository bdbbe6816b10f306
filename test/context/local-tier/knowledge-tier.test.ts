import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { resolveLimits } from "../../../src/base/limits.ts";
import type { LogicalPath } from "../../../src/base/logical-path.ts";
import { indexMaker } from "../../../src/context/index-maker.ts";
import { createKnowledge, type Knowledge } from "../../../src/context/knowledge.ts";
import type { LocalTier } from "../../../src/context/local-tier/local-tier.ts";
import { createMemoryTier } from "../../../src/context/memory-tier.ts";
import { loadDefaultEngine } from "../../../src/documents/engines/node-default-engine.ts";
import { DamagedBytes } from "../../../src/documents/packed/damaged-bytes.ts";
import { collectBytes } from "../../../src/storage/byte-streams.ts";
import type { FileStore } from "../../../src/storage/file-store.ts";
import { createMemoryStore } from "../../../src/storage/memory-store.ts";
import { createTier } from "./tier-in-memory.ts";

const notes = Object.fromEntries(
  Array.from({ length: 100 }, (_, index) => [`n${index}.md`, `# Note ${index}\n\n[[n${index + 1}]] text &amp; more\n`]),
);

function open(store: FileStore, tier: LocalTier): Knowledge & { readonly engineLoads: () => number } {
  let loads = 0;
  const knowledge = createKnowledge({
    store,
    limits: resolveLimits(undefined),
    selection: {},
    documents: {},
    graph: {},
    engine: () => {
      loads++;
      return loadDefaultEngine();
    },
    sha256: (bytes) => createHash("sha256").update(bytes).digest("hex"),
    tier: () => tier,
    memory: createMemoryTier(Number.POSITIVE_INFINITY),
  });
  return {
    current: (s) => knowledge.current(s),
    ask: (s, a) => knowledge.ask(s, a),
    elsewhere: (place, previous, s) => knowledge.elsewhere(place, previous, s),
    keepPage: (page) => knowledge.keepPage(page),
    close: () => knowledge.close(),
    engineLoads: () => loads,
  };
}

/** Has a process build and keep everything, and end. */
async function keepOnce(store: FileStore, tier: LocalTier): Promise<void> {
  const knowledge = open(store, tier);
  await knowledge.current();
  await knowledge.close();
}

const titles = (knowledge: Knowledge) =>
  knowledge.ask(undefined, ({ graph }) => graph.documents.map(({ title, text }) => `${title}: ${text.length}`));

const put = (store: FileStore, path: string, text: string) =>
  store.put(path as LogicalPath, new TextEncoder().encode(text));

describe("work that is kept between processes", () => {
  it("spares parsing what has not changed, and only that", async () => {
    const store = createMemoryStore({ files: notes });
    const { state, tier } = createTier();
    const first = open(store, tier);
    const answer = await titles(first);
    await first.close();
    expect([first.engineLoads(), state.saves]).toEqual([1, 1]);

    const second = open(store, tier);
    expect(await titles(second)).toEqual(answer);
    await second.close();
    expect([second.engineLoads(), state.saves]).toEqual([0, 1]);

    await put(store, "n7.md", "# Changed\n");
    const third = open(store, tier);
    expect((await titles(third)).filter((title) => !answer.includes(title))).toEqual(["Changed: 10"]);
    expect(third.engineLoads()).toBe(1);
    await third.close();
  });

  it("is written again when enough has changed", async () => {
    const store = createMemoryStore({ files: notes });
    const { state, tier } = createTier();
    await keepOnce(store, tier);
    for (let index = 0; index < 40; index++) await put(store, `n${index}.md`, `# New ${index}\n`);
    const second = open(store, tier);
    const answer = await titles(second);
    await second.close();
    expect(state.saves).toBe(2);
    const third = open(store, tier);
    expect(await titles(third)).toEqual(answer);
    expect(third.engineLoads()).toBe(0);
    await third.close();
  });

  it("is thrown away when it is damaged, wherever that shows", async () => {
    const store = createMemoryStore({ files: notes });
    const { state, tier } = createTier();
    const first = open(store, tier);
    const answer = await titles(first);
    await first.close();
    const sound = state.bytes as Uint8Array;
    const step = Math.ceil(sound.length / 400);
    for (let at = 0; at < sound.length; at += step) {
      state.bytes = sound.with(at, (sound[at] as number) ^ 0x55);
      const knowledge = open(store, tier);
      expect(await titles(knowledge)).toEqual(answer);
      await knowledge.close();
    }
    for (const length of [0, 5, 15, 16, 40, sound.length >> 1, sound.length - 1]) {
      state.bytes = sound.slice(0, length);
      const knowledge = open(store, tier);
      expect(await titles(knowledge)).toEqual(answer);
      await knowledge.close();
    }
  });

  it("begins a question again when a file changes while its text is needed", async () => {
    const store = createMemoryStore({ files: notes });
    const { tier } = createTier();
    await keepOnce(store, tier);
    const second = open(store, tier);
    let asked = 0;
    const text = await second.ask(undefined, async ({ graph }) => {
      if (asked++ === 0) await put(store, "n3.md", "# Meanwhile\n");
      return graph.documents.find(({ path }) => path === "n3.md")?.text;
    });
    expect([asked, text]).toEqual([2, "# Meanwhile\n"]);
    await second.close();
  });

  it("fails a question with a clear error when files never hold still", async () => {
    const store = createMemoryStore({ files: notes });
    const { tier } = createTier();
    await keepOnce(store, tier);
    const second = open(store, tier);
    let asked = 0;
    const question = second.ask(undefined, async ({ graph }) => {
      const note = graph.documents[asked++];
      await put(store, note?.path as string, "# Meanwhile\n");
      return note?.text;
    });
    await expect(question).rejects.toMatchObject({
      code: "version_conflict",
      details: { reason: "changed_meanwhile" },
    });
    expect(asked).toBe(4);
    await second.close();
  });

  it("is not written from files that have changed since, and that fails nothing", async () => {
    const store = createMemoryStore({ files: notes });
    const { tier } = createTier();
    await keepOnce(store, tier);
    const second = open(store, tier);
    const { index, graph } = await second.current();
    index.of(graph.documents, indexMaker);
    for (const path of Object.keys(notes)) await put(store, path, "# Changed\n");
    await second.close();
    const third = open(store, tier);
    expect(new Set(await titles(third))).toEqual(new Set(["Changed: 10"]));
    await third.close();
  });

  it("tells of a pack that can't be made, and goes on", async () => {
    const store = createMemoryStore({ files: notes });
    const failures: unknown[] = [];
    const knowledge = open(store, {
      ...createTier().tier,
      save(make) {
        make();
        failures.push("full");
        return false;
      },
    });
    const answer = await titles(knowledge);
    await knowledge.close();
    expect([answer.length, failures]).toEqual([100, ["full"]]);
  });

  it("passes every other failure of a question on", async () => {
    const store = createMemoryStore({ files: notes });
    const knowledge = open(store, createTier().tier);
    const failure = new Error("mine");
    await expect(
      knowledge.ask(undefined, () => {
        throw failure;
      }),
    ).rejects.toBe(failure);
    const always = knowledge.ask(undefined, () => {
      throw new DamagedBytes();
    });
    await expect(always).rejects.toMatchObject({ code: "storage_failed" });
    await knowledge.close();
  });

  it("holds no text of a note", async () => {
    const store = createMemoryStore({ files: { "a.md": "# Title\n\nunmistakable words of the body\n" } });
    const { state, tier } = createTier();
    const knowledge = open(store, tier);
    await knowledge.current();
    await knowledge.close();
    expect(Buffer.from(state.bytes as Uint8Array).includes("Title")).toBe(true);
    expect(Buffer.from(state.bytes as Uint8Array).includes("unmistakable words")).toBe(false);
    const file = await store.open("a.md" as LogicalPath);
    expect(new TextDecoder().decode(await collectBytes(file?.stream as ReadableStream<Uint8Array>))).toContain("body");
  });
});
