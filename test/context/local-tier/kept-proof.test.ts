import { createHash } from "node:crypto";
import { renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resolveLimits } from "../../../src/base/limits.ts";
import { createKnowledge, type Knowledge } from "../../../src/context/knowledge.ts";
import type { LocalTier } from "../../../src/context/local-tier/local-tier.ts";
import { openPack, sourceOf } from "../../../src/context/local-tier/pack-container.ts";
import { createMemoryTier } from "../../../src/context/memory-tier.ts";
import { createNodeFileContext } from "../../../src/context/node-create-file-context.ts";
import { loadDefaultEngine } from "../../../src/documents/engines/node-default-engine.ts";
import type { FileStore } from "../../../src/storage/file-store.ts";
import { bareStore } from "../../faults/bare-store.ts";
import { newFolder, openFolder, writeFiles } from "../../storage/node-disk/disk-folder.ts";
import { createTier } from "./tier-in-memory.ts";

// Only files that have not changed for two seconds can be proved; by this clock, none has for an hour.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: Date.now() + 3_600_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const verifies = ["stat", "hash"] as const;
type Verify = (typeof verifies)[number];

const idleMs = 2_000;

function newVault(): string {
  const root = newFolder({ quick: true });
  for (let index = 0; index < 100; index++) {
    writeFiles(root, { [`n${index}.md`]: `# Note ${index}\n\n[[n${index + 1}]] text &amp; more\n` });
  }
  writeFiles(root, {
    "d/a.md": "# A\n",
    "d/b.md": "# B\n",
    "pic.png": "png",
    ".gitignore": "*.tmp.md\n",
    "x.tmp.md": "",
  });
  // A time that can be set again to the nanosecond.
  utimesSync(join(root, "n7.md"), 1_600_000_000, 1_600_000_000);
  symlinkSync("n1.md", join(root, "link.md"));
  return root;
}

/** A process of its own, as far as one test can have that. */
interface Process {
  readonly knowledge: Knowledge;
  /** How often the folder was listed, and the parser loaded. */
  readonly counts: { lists: number; engineLoads: number };
  end(): Promise<void>;
}

async function start(
  root: string,
  tier: LocalTier | undefined,
  {
    verify = "stat",
    change = (store) => store,
  }: { readonly verify?: Verify; readonly change?: (store: FileStore) => FileStore } = {},
): Promise<Process> {
  const disk = await openFolder(root);
  const counts = { lists: 0, engineLoads: 0 };
  const fast = disk as Required<FileStore>;
  const store: FileStore = {
    ...bareStore(disk),
    list(...args) {
      counts.lists++;
      return disk.list(...args);
    },
    readFiles: (...args) => fast.readFiles(...args),
    readPart: (...args) => fast.readPart(...args),
    readNow: (...args) => fast.readNow(...args),
    stillHolds: (...args) => fast.stillHolds(...args),
  };
  const knowledge = createKnowledge({
    store: change(store),
    limits: resolveLimits(undefined),
    selection: { verify },
    documents: {},
    graph: {},
    engine: () => {
      counts.engineLoads++;
      return loadDefaultEngine();
    },
    sha256: (bytes) => createHash("sha256").update(bytes).digest("hex"),
    tier: tier && (() => tier),
    memory: createMemoryTier(Number.POSITIVE_INFINITY),
  });
  return { knowledge, counts, end: () => knowledge.close() };
}

/** Everything that a question could tell of the files. */
function answerOf({ knowledge }: Process): Promise<unknown> {
  return knowledge.ask(undefined, ({ snapshot, graph }) => ({
    files: snapshot.files.map(({ path, sha256, size, validator, modified }) => ({
      path,
      sha256,
      size,
      validator,
      modified,
    })),
    texts: graph.documents.map(({ path, title, text }) => [path, title, text]),
    others: snapshot.otherPaths,
    digest: snapshot.digest,
    binaryFiles: snapshot.binaryFiles,
    skipped: snapshot.skipped,
  }));
}

/** What a process answers that knows nothing of earlier ones. */
async function answerWithoutTier(root: string, verify: Verify): Promise<unknown> {
  const process = await start(root, undefined, { verify });
  // The first listing of all looks at no times; the second does, as one does that compares with what was kept.
  await process.knowledge.current();
  const answer = await answerOf(process);
  await process.end();
  return answer;
}

/** One process that asks and ends: what it answered, and what that took. */
async function askOnce(root: string, tier: LocalTier, options: Parameters<typeof start>[2] = {}) {
  const process = await start(root, tier, options);
  const answer = await answerOf(process);
  const counts = { ...process.counts };
  await process.end();
  return { answer, ...counts };
}

const changes: readonly (readonly [string, (inRoot: (path: string) => string) => void])[] = [
  ["a note has changed", (of) => writeFileSync(of("n7.md"), "# Changed\n")],
  [
    "a note has changed, and its size and time have not",
    (of) => {
      const { atime, mtime, ctimeMs } = statSync(of("n7.md"));
      do {
        writeFileSync(of("n7.md"), "# Note X\n\n[[n8]] text &amp; more\n");
        utimesSync(of("n7.md"), atime, mtime);
      } while (statSync(of("n7.md")).ctimeMs < ctimeMs + 5);
    },
  ],
  ["a note has come", (of) => writeFileSync(of("new.md"), "# New\n")],
  ["a note has come into a new folder", (of) => writeFiles(of(""), { "new/new.md": "# New\n" })],
  ["a note is gone", (of) => rmSync(of("n7.md"))],
  ["a note has another name", (of) => renameSync(of("n7.md"), of("m7.md"))],
  ["a folder has another name", (of) => renameSync(of("d"), of("e"))],
  ["a folder is gone", (of) => rmSync(of("d"), { recursive: true })],
  [
    "a folder is a link to where it is now",
    (of) => {
      renameSync(of("d"), of("../moved-d"));
      symlinkSync("../moved-d", of("d"));
    },
  ],
  [
    "a note is a link to another",
    (of) => {
      rmSync(of("n7.md"));
      symlinkSync("n8.md", of("n7.md"));
    },
  ],
  ["a link has come", (of) => symlinkSync("n8.md", of("second.md"))],
  ["a link is gone", (of) => rmSync(of("link.md"))],
  ["a picture has come", (of) => writeFileSync(of("new.png"), "png")],
  ["a picture is gone", (of) => rmSync(of("pic.png"))],
  ["an ignore file hides other notes", (of) => writeFileSync(of(".gitignore"), "d/\n")],
  ["an ignore file has come", (of) => writeFileSync(of("d/.gitignore"), "a.md\n")],
  ["a note is no text any more", (of) => writeFileSync(of("n7.md"), new Uint8Array(10))],
];

describe.each(verifies)("a listing that is proved by what an earlier process kept (%s)", (verify) => {
  it("is spared, and answers are the same, with what was left out", async () => {
    const root = newVault();
    const { state, tier } = createTier();
    const first = await askOnce(root, tier, { verify });
    expect([first.lists, state.saves]).toEqual([1, 1]);
    const second = await askOnce(root, tier, { verify });
    expect(second).toEqual({ answer: await answerWithoutTier(root, verify), lists: 0, engineLoads: 0 });
    expect(second.answer).toMatchObject({ skipped: { first: [{ path: "link.md", reason: "symbolic_link" }] } });
    expect(state.saves).toBe(1);
  });

  it.each(changes)("is not spared when %s", async (what, change) => {
    const root = join(newFolder({ quick: true }), "root");
    renameSync(newVault(), root);
    vi.setSystemTime(Date.now() + 1_000);
    const { tier } = createTier();
    await askOnce(root, tier, { verify });
    change((path) => join(root, path));
    const second = await askOnce(root, tier, { verify });
    expect(second.answer).toEqual(await answerWithoutTier(root, verify));
    expect(second.lists).toBeGreaterThan(0);
    // What it found is kept for the next one, unless nothing can be.
    const third = await askOnce(root, tier, { verify });
    expect(third.answer).toEqual(second.answer);
    const isKept = verify === "stat" || !what.includes("no text");
    if (isKept) expect([third.lists, third.engineLoads]).toEqual([0, 0]);
  });

  it("is not spared where a damaged proof was kept, which only takes longer", async () => {
    const root = newVault();
    const { state, tier } = createTier();
    await askOnce(root, tier, { verify });
    const bytes = state.bytes as Uint8Array;
    const proof = openPack(sourceOf(bytes))?.section("snapshot.proof") as Uint8Array;
    expect(proof.length).toBeGreaterThan(100);
    const answer = await answerWithoutTier(root, verify);
    for (const place of [0, 9, proof.length - 1]) {
      state.bytes = bytes.with(proof.byteOffset + place, (proof[place] as number) ^ 0x55);
      const slower = await askOnce(root, tier, { verify });
      expect([slower.answer, slower.lists]).toEqual([answer, 1]);
      // It is kept anew.
      if (verify === "stat")
        expect(await askOnce(root, tier, { verify })).toEqual({ answer, lists: 0, engineLoads: 0 });
    }
  });

  it("is spared by a context with a cache folder, and answers as one without does", async () => {
    const root = newVault();
    const cacheFolder = newFolder({ quick: true });
    const answersOf = async (options: { readonly cacheFolder?: string }): Promise<unknown> => {
      const context = await createNodeFileContext({ location: root, verify, ...options });
      const answers = [
        await context.search("note text"),
        await context.find({ sort: ["path"] }),
        await context.overview(),
      ];
      await context.close();
      return answers;
    };
    await answersOf({ cacheFolder });
    for (const change of [() => {}, () => writeFileSync(join(root, "n7.md"), "# Changed\n")]) {
      change();
      expect(await answersOf({ cacheFolder })).toEqual(await answersOf({}));
      expect(await answersOf({ cacheFolder })).toEqual(await answersOf({}));
    }
  });
});

describe("the proof that is kept", () => {
  it("is no word for bytes where those are to be compared", async () => {
    const root = newVault();
    const always = { change: (store: FileStore): FileStore => ({ ...store, stillHolds: async () => true }) };
    for (const verify of verifies) {
      const { tier } = createTier();
      await askOnce(root, tier, { verify });
      writeFileSync(join(root, "n7.md"), `# Changed for ${verify}\n`);
      const process = await start(root, tier, { verify, ...always });
      const { snapshot } = await process.knowledge.current();
      const { digest } = (await answerWithoutTier(root, verify)) as { readonly digest: string };
      expect(snapshot.digest === digest).toBe(verify === "hash");
      await process.end();
    }
  });

  it("is made when nothing is too young any more", async () => {
    const root = newVault();
    const { state, tier } = createTier();
    vi.setSystemTime(statSync(join(root, "x.tmp.md")).ctimeMs + 500);
    for (const saves of [1, 1]) {
      expect((await askOnce(root, tier)).lists).toBe(1);
      expect(state.saves).toBe(saves);
    }
    vi.setSystemTime(Date.now() + 3_600_000);
    expect([(await askOnce(root, tier)).lists, state.saves]).toEqual([1, 2]);
    expect([(await askOnce(root, tier)).lists, state.saves]).toEqual([0, 2]);
  });

  it("is made when the rules for what is shown are not too young any more", async () => {
    const root = newVault();
    const { tier } = createTier();
    const note = statSync(join(root, "d/b.md")).ctimeMs;
    do writeFileSync(join(root, ".graphdownignore"), "young\n");
    while (statSync(join(root, ".graphdownignore")).ctimeMs < note + 20);
    vi.setSystemTime(note + idleMs + 10);
    expect((await askOnce(root, tier)).lists).toBe(1);
    vi.setSystemTime(Date.now() + 3_600_000);
    expect((await askOnce(root, tier)).lists).toBe(1);
    expect((await askOnce(root, tier)).lists).toBe(0);
  });

  it("heeds what the rules say where times are not trusted", async () => {
    const root = newVault();
    writeFileSync(join(root, ".gitignore"), "d/\n");
    vi.setSystemTime(Date.now() + 1_000);
    const { tier } = createTier();
    await askOnce(root, tier, { verify: "hash" });
    const change = (store: FileStore): FileStore => ({ ...store, stillHolds: async () => true });
    expect((await askOnce(root, tier, { verify: "hash", change })).lists).toBe(0);
    writeFileSync(join(root, ".gitignore"), "e/\n");
    const { answer, lists } = await askOnce(root, tier, { verify: "hash", change });
    expect([answer, lists > 0]).toEqual([await answerWithoutTier(root, "hash"), true]);
  });

  it("is tried again where what stood in its way is gone", async () => {
    const root = newVault();
    const odd = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x78, 0xff])]);
    writeFileSync(odd, "");
    const { tier } = createTier();
    await askOnce(root, tier);
    expect((await askOnce(root, tier)).lists).toBe(1);
    rmSync(odd);
    await askOnce(root, tier);
    expect((await askOnce(root, tier)).lists).toBe(0);
  });

  it("is about no more than the names of what is no note", async () => {
    const root = newVault();
    const { state, tier } = createTier();
    expect((await askOnce(root, tier)).lists).toBe(1);
    for (let round = 0; round < 3; round++) {
      writeFileSync(join(root, "pic.png"), `another ${round}`);
      expect([(await askOnce(root, tier)).lists, state.saves]).toEqual([0, 1]);
    }
  });

  it("is not tried again and again where none can be given", async () => {
    const root = newVault();
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x78, 0xff])]), "");
    const { state, tier } = createTier();
    for (let round = 0; round < 3; round++) {
      expect([(await askOnce(root, tier)).lists, state.saves]).toEqual([1, 1]);
    }
  });

  it.each([
    ["a note has changed", "n7.md", "# Meanwhile\n"],
    ["a note is gone", "n7.md", undefined],
    ["a picture is gone", "pic.png", undefined],
    ["a note has come", "m7.md", "# Meanwhile\n"],
  ])("is not made of other files than the answer when %s before they are looked at again", async (_, path, text) => {
    const root = newVault();
    const { tier } = createTier();
    const first = await start(root, tier);
    await first.knowledge.current();
    if (text === undefined) rmSync(join(root, path));
    else writeFileSync(join(root, path), text);
    await first.end();
    // Where a text is gone that was to be kept, nothing was; this one keeps what is there now.
    expect((await askOnce(root, tier)).answer).toEqual(await answerWithoutTier(root, "stat"));
    expect((await askOnce(root, tier)).answer).toEqual(await answerWithoutTier(root, "stat"));
    expect(await askOnce(root, tier)).toMatchObject({ lists: 0, engineLoads: 0 });
  });

  it("is made anew when one file has changed, at the end of a process and not before", async () => {
    const root = newVault();
    const { state, tier } = createTier();
    const first = await start(root, tier);
    let saves = 0;
    const savesNow = async (): Promise<number> => {
      await first.knowledge.current();
      const { lists } = first.counts;
      await vi.advanceTimersByTimeAsync(idleMs);
      // What is going to be kept is listed first.
      for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
      if (first.counts.lists > lists) await vi.waitFor(() => expect(state.saves).toBeGreaterThan(saves));
      saves = state.saves;
      return saves;
    };
    // What was kept first had nothing to be compared with.
    await first.knowledge.current();
    expect(await savesNow()).toBe(1);
    writeFileSync(join(root, "n7.md"), "# Changed\n");
    expect(await savesNow()).toBe(1);
    await first.end();
    expect(state.saves).toBe(2);
    expect(await askOnce(root, tier)).toMatchObject({ lists: 0, engineLoads: 0 });
    expect(state.saves).toBe(2);
  });

  it("is waited for by who ends while it is made", async () => {
    const root = newVault();
    const { state, tier } = createTier();
    const first = await start(root, tier);
    await first.knowledge.current();
    vi.advanceTimersByTime(idleMs);
    expect(state.saves).toBe(0);
    await first.end();
    expect(state.saves).toBe(1);
    expect(await askOnce(root, tier)).toMatchObject({ lists: 0, engineLoads: 0 });
  });

  it("is made after the one before, however long that takes, and before the end", async () => {
    const root = newVault();
    // Loads what packs, so that nothing below waits for it.
    await askOnce(root, createTier().tier);
    const { tier } = createTier();
    const events: string[] = [];
    const noted: LocalTier = {
      ...tier,
      save(make) {
        events.push("save");
        return tier.save(make);
      },
      close: () => void events.push("close"),
    };
    let proofs = 0;
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const change = (store: FileStore): FileStore => ({
      ...store,
      async *list(directory, options) {
        if (options?.prove !== undefined && proofs++ === 0) await gate;
        yield* store.list(directory, options);
      },
    });
    const first = await start(root, noted, { change });
    for (const text of ["# One\n", "# Two\n"]) {
      for (let note = 0; note < 40; note++) writeFileSync(join(root, `n${note}.md`), text);
      await first.knowledge.current();
      await vi.advanceTimersByTimeAsync(idleMs);
    }
    const ended = first.end();
    for (let turn = 0; turn < 1_000; turn++) await new Promise(setImmediate);
    expect(events).toEqual([]);
    release();
    await ended;
    expect(events).toEqual(["save", "save", "close"]);
  });
});
