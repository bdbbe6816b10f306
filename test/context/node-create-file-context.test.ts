/** Contexts over locations, as the package makes them on Node. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFileContext, createFileContexts, createMemoryStore } from "../../src/node-index.ts";
import { createTestStore } from "../files/test-store.ts";
import { notes } from "./notes.ts";

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "graphdown-context-"));
  mkdirSync(join(folder, "boats"));
  for (const [path, text] of Object.entries(notes)) writeFileSync(join(folder, path), text);
});

afterAll(() => rmSync(folder, { recursive: true }));

it("refuses an option that is none, with what was meant, and closes what it opened", async () => {
  for (const [given, option, next] of [
    [{ location: "memory:", limit: {} }, "limit", "Did you mean limits?"],
    [
      { location: "memory:", selection: { markdownGlobs: "*" } },
      "selection.markdownGlobs",
      "Did you mean selection.markdownGlob?",
    ],
    [{ location: "memory:", constructor: 1 }, "constructor", expect.stringMatching(/^The options are store, /)],
  ] as const)
    await expect(createFileContext(given as never)).rejects.toMatchObject({
      code: "invalid_options",
      details: { option },
      next,
    });
  await expect(createFileContext(undefined as never)).rejects.toMatchObject({ code: "invalid_options" });
});

it("answers a call that is none", async () => {
  const context = await createFileContext({ location: "memory:" });
  for (const call of [null, undefined, 3, {}])
    expect(await context.runToolCall(call as never, null as never)).toMatchObject({
      ok: false,
      status: "failed",
      error: { code: "invalid_input" },
    });
  await context.close();
});

describe("a context over a location", () => {
  it("answers as one over a store with the same files", async () => {
    const onDisk = await createFileContext({ location: folder });
    const inMemory = await createFileContext({ store: createMemoryStore({ files: notes }) });
    expect(await onDisk.search("brake")).toEqual(await inMemory.search("brake"));
    expect(await onDisk.read("winch.md")).toEqual(await inMemory.read("winch.md"));
    expect(await onDisk.export("turtle")).toEqual(await inMemory.export("turtle"));
    await onDisk.close();
    await inMemory.close();
  });

  it("sees only what is below its prefix", async () => {
    const context = await createFileContext({ location: folder, prefix: "boats/" });
    expect((await context.list()).entries.map(({ path }) => path)).toEqual(["heron.md", "plan.png"]);
    expect(await context.read("index.md")).toBeNull();
    await context.close();
  });

  it("is refused for a folder that does not exist, and its words hold no path of the host but the given one", async () => {
    const refusal = createFileContext({ location: join(folder, "nowhere") });
    await expect(refusal).rejects.toMatchObject({ code: "invalid_options" });
    await expect(createFileContext({ location: "gopher://x" })).rejects.toMatchObject({ code: "invalid_options" });
    await expect(createFileContext({ location: folder, prefix: "../x" })).rejects.toMatchObject({
      code: "invalid_path",
    });
  });

  it("takes one place, not two and not none", async () => {
    await expect(createFileContext({})).rejects.toMatchObject({ code: "invalid_options" });
    await expect(createFileContext({ location: folder, store: createMemoryStore() })).rejects.toMatchObject({
      code: "invalid_options",
    });
  });

  it.skipIf(!existsSync("/proc/self/fd"))("leaves nothing open when it can't be made or is closed", async () => {
    const open = (): number => readdirSync("/proc/self/fd").length;
    const before = open();
    for (let round = 0; round < 5; round++) {
      await expect(createFileContext({ location: folder, limits: { maximumEditBytes: -1 } })).rejects.toMatchObject({
        code: "invalid_options",
      });
      const context = await createFileContext({ location: folder });
      await context.overview();
      await context.close();
    }
    expect(open()).toBeLessThanOrEqual(before + 1);
  });
});

describe("named contexts", () => {
  it("are made one for each name", async () => {
    const { docs, notes: mine } = await createFileContexts({
      docs: { store: createMemoryStore({ files: { "a.md": "# A\n" } }) },
      notes: { location: folder },
    });
    expect((await docs.overview()).counts.documents).toBe(1);
    expect((await mine.overview()).counts.documents).toBe(3);
    await docs.close();
    await mine.close();
  });

  it("are all or none: what was opened is closed again, and the first failure is told", async () => {
    const closed: string[] = [];
    const store = (name: string, fails = false) => ({
      ...createTestStore({}),
      close: async () => {
        closed.push(name);
        if (fails) throw new Error("can't be closed");
      },
    });
    const making = createFileContexts({
      first: { store: store("first", true) },
      second: { store: store("second") },
      third: { location: join(folder, "nowhere") },
    });
    await expect(making).rejects.toMatchObject({ code: "invalid_options" });
    expect(closed).toEqual(["first", "second"]);
  });
});
