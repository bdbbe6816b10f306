/** Edits of one file at the same time: those that name no version and fit whatever others write are all made. */
import { describe, expect, it } from "vitest";
import { createMemoryStore, type FileContext, type FileStore } from "../../../src/index.ts";
import { contextOn, places, textsOf } from "./places.ts";
import { watchedStore } from "./watched-store.ts";

const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);

describe.each(Object.entries(places))("edits at the same time: %s", (_kind, makePlace) => {
  it.each([1, 5])("append every line once, with %s callers", async (count) => {
    const open = await makePlace({ "other.md": "" });
    const contexts = await Promise.all(Array.from({ length: count }, open));
    const results = await Promise.all(
      lines.map((line, index) => (contexts[index % count] as FileContext).append("log.md", `${line}\n`)),
    );
    expect(results.filter(({ created }) => created)).toHaveLength(1);
    const text = (await textsOf(contexts[0] as FileContext))["log.md"] ?? "";
    expect(text.trimEnd().split("\n").toSorted()).toEqual(lines.toSorted());
    for (const context of contexts) await context.close();
  });

  it("make edits of every kind that fits", async () => {
    const open = await makePlace({ "a.md": "---\nk: 0\n---\n# A\n\none\ntwo\n\n## B\n\nb\n" });
    const contexts = await Promise.all(Array.from({ length: 6 }, open));
    const edits: ((context: FileContext) => Promise<unknown>)[] = [
      (context) => context.replace("a.md", { oldString: "one", newString: "1" }),
      (context) => context.replaceLines("a.md", [{ lineNumber: 7, newLine: "2", expectedLine: "two" }]),
      (context) => context.setProperty("a.md", "k", 1),
      (context) => context.editSection("a.md", { heading: "B", content: "c", mode: "append" }),
      (context) => context.editSection("a.md", { heading: "B", content: "a", mode: "prepend" }),
      (context) => context.append("a.md", "end\n"),
    ];
    await Promise.all(edits.map((edit, index) => edit(contexts[index] as FileContext)));
    const text = (await textsOf(contexts[0] as FileContext))["a.md"] ?? "";
    for (const part of ["k: 1\n", "\n1\n2\n", "a\n", "b\n", "c\n", "end\n"]) expect(text).toContain(part);
    for (const context of contexts) await context.close();
  });
});

/** A store in which somebody else writes right before our writes of a file, as often as said. */
function outrunning(store: FileStore, times: number, text: (count: number) => string): FileStore {
  let count = 0;
  return new Proxy(store, {
    get(target, name): unknown {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (name !== "put") return value.bind(target);
      return async (path: string, ...rest: unknown[]): Promise<unknown> => {
        if (path === "a.md" && count < times) await store.put(path as never, new TextEncoder().encode(text(count++)));
        return Reflect.apply(value, target, [path, ...rest]);
      };
    },
  });
}

describe("an edit that others are faster than", () => {
  const theirs = "theirs\nx\n";
  const open = (times = 1): Promise<FileContext> =>
    contextOn(
      outrunning(createMemoryStore({ files: { "a.md": "mine\nx\n" } }), times, (count) => `${theirs}${count}\n`),
    );

  it("is refused where it would take away what they wrote, and is not said to have asked for a version", async () => {
    const edits: ((context: FileContext) => Promise<unknown>)[] = [
      (context) => context.replaceLines("a.md", [{ lineNumber: 1, newLine: "new" }]),
      (context) => context.insert("a.md", 1, "new\n"),
      (context) => context.write("a.md", "new\n", { overwrite: true }),
    ];
    for (const edit of edits) {
      const context = await open();
      const failure: unknown = await edit(context).catch((cause: unknown) => cause);
      expect(failure).toMatchObject({
        code: "version_conflict",
        message: '"a.md" was changed by somebody else in the middle of this change. Nothing was written.',
        details: { version: (await context.info("a.md"))?.version, attempts: 1 },
      });
      expect((await textsOf(context))["a.md"]).toBe(`${theirs}0\n`);
    }
  });

  it("is refused by what it no longer fits", async () => {
    await expect((await open()).replace("a.md", { oldString: "mine", newString: "" })).rejects.toMatchObject({
      code: "edit_conflict",
    });
    const lines = [{ lineNumber: 1, newLine: "new", expectedLine: "mine" }];
    await expect((await open()).replaceLines("a.md", lines)).rejects.toMatchObject({ code: "edit_conflict" });
  });

  it("is left to its caller to repeat where it has a key: who was faster may have been given the same call", async () => {
    const context = await open();
    const options = { idempotencyKey: "k" };
    await expect(context.append("a.md", "new\n", options)).rejects.toMatchObject({ code: "version_conflict" });
    await context.append("a.md", "new\n", options);
    expect(await context.append("a.md", "new\n", options)).toMatchObject({ repeated: true });
    expect((await textsOf(context))["a.md"]).toBe(`${theirs}0\nnew\n`);
  });

  it("is never made on another version than the one it names", async () => {
    const context = await open();
    const { version } = (await context.info("a.md")) ?? { version: "" };
    await expect(context.append("a.md", "new\n", { ifVersion: version })).rejects.toMatchObject({
      code: "version_conflict",
      message: expect.stringContaining("is not the version that was asked for"),
    });
  });

  it("goes on until it fits, and ends with its call", async () => {
    const patient = await open(3);
    await patient.insert("a.md", 0, "top\n");
    expect((await textsOf(patient))["a.md"]).toBe(`top\n${theirs}2\n`);
    const caller = new AbortController();
    let count = 0;
    const store = outrunning(createMemoryStore({ files: { "a.md": "" } }), Number.POSITIVE_INFINITY, () => {
      if (count++ === 2) caller.abort(new Error("enough"));
      return `${count}\n`;
    });
    const context = await contextOn(store);
    await expect(context.append("a.md", "x\n", { signal: caller.signal })).rejects.toThrow("enough");
    expect(count).toBe(3);
  });
});

describe("an edit that waits for another one of its file", () => {
  /** A place whose first write of the file hangs until it is released. */
  const hanging = (): { readonly store: FileStore; readonly release: () => void; readonly begun: Promise<void> } => {
    let release = (): void => {};
    let begin = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    let isFirst = true;
    const store = watchedStore(createMemoryStore({ files: { "a.md": "" } }), async (operation, path) => {
      if (operation !== "put" || path !== "a.md" || !isFirst) return;
      isFirst = false;
      begin();
      await held;
    });
    return { store, release, begun };
  };

  it.each([{}, { idempotencyKey: "k" }])("goes when its caller does: %o", async (options) => {
    const { store, release, begun } = hanging();
    const context = await contextOn(store);
    const first = context.append("a.md", "x\n", options);
    await begun;
    const caller = new AbortController();
    const second = context.append("a.md", "x\n", { ...options, signal: caller.signal });
    const third = context.append("a.md", "x\n", options);
    caller.abort(new Error("the client left"));
    await expect(second).rejects.toThrow("the client left");
    release();
    await Promise.all([first, third]);
    expect((await textsOf(context))["a.md"]).toBe("idempotencyKey" in options ? "x\n" : "x\nx\n");
  });

  it("has its own deadline", async () => {
    const { store, release, begun } = hanging();
    const context = await contextOn(store, { limits: { operationTimeoutMs: 100 } });
    const first = context.append("a.md", "x\n");
    await begun;
    await expect(context.append("a.md", "y\n")).rejects.toMatchObject({ code: "operation_timeout" });
    release();
    await Promise.allSettled([first]);
    await expect(context.append("a.md", "z\n")).resolves.toMatchObject({ path: "a.md" });
    expect((await textsOf(context))["a.md"]).not.toContain("y");
  });
});
