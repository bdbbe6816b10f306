/** Moves at the same time: one of them is made, nothing is doubled, and nothing is lost. */
import { describe, expect, it } from "vitest";
import { createMemoryStore, type FileContext } from "../../../src/index.ts";
import { contextOn, places, textsOf } from "./places.ts";
import { type BeforeChange, watchedStore } from "./watched-store.ts";

const rounds = 4;

/** The codes that calls ended in, `ok` for success. */
async function codesOf(calls: readonly Promise<unknown>[]): Promise<string[]> {
  const ends = await Promise.allSettled(calls);
  return ends.map((end) => (end.status === "fulfilled" ? "ok" : (end.reason as { code: string }).code));
}

const files = { "m.md": "# M\n\nMine.\n", "a.md": "See [[m]].\n" };

describe.each(Object.entries(places))("moves at the same time: %s", (_kind, makePlace) => {
  it("make one file of one, in one process and in several", async () => {
    for (let round = 0; round < rounds; round++) {
      const open = await makePlace(files);
      const own = await Promise.all(Array.from({ length: 4 }, open));
      const movers = round % 2 === 0 ? own : own.map(() => own[0] as FileContext);
      const codes = await codesOf(movers.map((mover, index) => mover.move("m.md", `m-${index + 1}.md`)));
      const winner = codes.indexOf("ok");
      const others = codes.filter((_, index) => index !== winner);
      expect(others.every((code) => code === "not_found" || code === "version_conflict")).toBe(true);
      const name = `m-${winner + 1}`;
      const [first] = own as [FileContext];
      expect(await textsOf(first)).toEqual({ [`${name}.md`]: files["m.md"], "a.md": `See [[${name}]].\n` });
      // Nothing stays claimed.
      await first.move(`${name}.md`, "m.md");
      for (const context of own) await context.close();
    }
  });

  it("put one file at one path, also where both hold the same", async () => {
    for (let round = 0; round < rounds; round++) {
      const texts = { "x.md": "same\n", "y.md": "same\n", "z.md": "same\n" };
      const open = await makePlace(texts);
      const movers = await Promise.all([open(), open(), open()]);
      const codes = await codesOf(movers.map((mover, index) => mover.move(`${"xyz"[index]}.md`, "to.md")));
      expect(codes.toSorted()).toEqual(["already_exists", "already_exists", "ok"]);
      expect(Object.keys(await textsOf(movers[0] as FileContext))).toHaveLength(3);
      for (const mover of movers) await mover.close();
    }
  });

  it("never leave two files, whoever deletes the one meanwhile", async () => {
    for (let round = 0; round < rounds; round++) {
      const open = await makePlace(files);
      const [mover, deleter] = (await Promise.all([open(), open()])) as [FileContext, FileContext];
      const [moved, deleted] = await Promise.allSettled([mover.move("m.md", "n.md"), deleter.delete("m.md")]);
      const left = Object.keys(await textsOf(mover)).filter((path) => path !== "a.md");
      expect(left).toEqual(moved.status === "fulfilled" ? ["n.md"] : []);
      if (moved.status === "rejected") {
        expect(moved.reason).toMatchObject({ code: expect.stringMatching(/^(not_found|version_conflict)$/) });
        expect(deleted).toMatchObject({ status: "fulfilled", value: { deleted: true } });
      }
      await mover.close();
      await deleter.close();
    }
  });
});

/** What happens once, right before the first of such changes. */
function once(operation: string, path: string, work: () => Promise<unknown>): BeforeChange {
  let armed = true;
  return async (...seen) => {
    if (!armed || seen[0] !== operation || seen[1] !== path) return;
    armed = false;
    await work();
  };
}

describe("a move that others get between", () => {
  it("is no move where the file is deleted before it is put anywhere", async () => {
    const store = createMemoryStore({ files });
    const context = await contextOn(
      watchedStore(
        store,
        once("put", "n.md", () => store.delete("m.md" as never)),
      ),
    );
    await expect(context.move("m.md", "n.md")).rejects.toMatchObject({ code: "not_found", path: "m.md" });
    expect(Object.keys(await textsOf(context))).toEqual(["a.md"]);
    expect(await store.stat(".graphdown/moves.json" as never)).toBeNull();
  });

  it.each(["put", "delete"])(
    "is made where another start takes it for one left behind, before its %s",
    async (step) => {
      const store = createMemoryStore({ files });
      const path = step === "put" ? "n.md" : "m.md";
      const context = await contextOn(
        watchedStore(
          store,
          once(step, path, () => contextOn(store)),
        ),
      );
      await context.move("m.md", "n.md");
      expect(await textsOf(context)).toEqual({ "n.md": files["m.md"], "a.md": "See [[n]].\n" });
      expect(await store.stat(".graphdown/moves.json" as never)).toBeNull();
    },
  );

  it("is refused with where the file goes while another one is on its way", async () => {
    const store = createMemoryStore({ files: { ...files, "o.md": "# O\n" } });
    const codes: string[] = [];
    const other = await contextOn(store);
    const tries = async (): Promise<void> => {
      const calls = [other.move("m.md", "p.md"), other.move("o.md", "n.md")];
      await expect(calls[0]).rejects.toThrow('"m.md" is being moved to "n.md"');
      codes.push(...(await codesOf(calls)));
    };
    const context = await contextOn(watchedStore(store, once("put", "n.md", tries)));
    await context.move("m.md", "n.md");
    expect(codes).toEqual(["version_conflict", "already_exists"]);
    expect(Object.keys(await textsOf(context))).toEqual(["a.md", "n.md", "o.md"]);
  });

  it.each(["put n.md", "delete m.md"])("can be made again where storage failed at %s", async (step) => {
    const store = createMemoryStore({ files });
    const [operation = "", path = ""] = step.split(" ");
    const fail = async (): Promise<void> => {
      throw new Error("lost");
    };
    const context = await contextOn(watchedStore(store, once(operation, path, fail)));
    await expect(context.move("m.md", "n.md")).rejects.toThrow("lost");
    const again = await codesOf([context.move("m.md", "n.md")]);
    // What had been put there is the move itself, which is completed.
    expect(again).toEqual([operation === "put" ? "ok" : "already_exists"]);
    if (operation === "delete") await contextOn(store);
    expect(await textsOf(context)).toEqual({ "n.md": files["m.md"], "a.md": "See [[n]].\n" });
  });
});
