/** Changes that are repeated with a key: answered from the first, wherever the answer was lost. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createFileContext, createMemoryStore, type FileContext, type FileStore } from "../../../src/node-index.ts";

const permissions = { write: true, delete: true };
const open = (store: FileStore): Promise<FileContext> => createFileContext({ store, permissions, approvals: "none" });

type Appended = Awaited<ReturnType<FileContext["append"]>>;

/** A store whose next write of a file of ours fails, before or after it is made. */
function failingStore(files: Record<string, string>): {
  store: FileStore;
  failNext(when: "before" | "after", what: RegExp): void;
} {
  let next: { when: "before" | "after"; what: RegExp } | undefined;
  const memory = createMemoryStore({ files });
  const store = new Proxy(memory, {
    get(target, name): unknown {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (name !== "put" && name !== "delete") return value.bind(target);
      return async (path: string, ...rest: unknown[]): Promise<unknown> => {
        const fails = next?.what.test(path) === true ? next.when : undefined;
        if (fails !== undefined) next = undefined;
        if (fails === "before") throw new Error("the process is gone");
        const result: unknown = await Reflect.apply(value, target, [path, ...rest]);
        if (fails === "after") throw new Error("the process is gone");
        return result;
      };
    },
  });
  return {
    store,
    failNext(when, what) {
      next = { when, what };
    },
  };
}

describe("a change with an idempotency key", () => {
  it("is another caller's own: one that chose the same key loses nothing", async () => {
    const context = await open(createMemoryStore({ files: { "a.md": "log\n" } }));
    for (const actor of ["ada", "bo", "ada"]) {
      const input = { path: "a.md", content: "- x\n", idempotencyKey: "1" };
      expect((await context.runToolCall({ id: "1", name: "file_access_append", input }, { actor })).ok).toBe(true);
    }
    expect((await context.read("a.md"))?.content).toBe("log\n- x\n- x\n");
  });

  it("is made once, and answered alike each time, which says that it is a repeat", async () => {
    const store = createMemoryStore({ files: { "a.md": "log\n", "gone.md": "x" } });
    const first = await open(store);
    const options = { idempotencyKey: "k1" };
    const answer = await first.append("a.md", "- x\n", options);
    await first.append("a.md", "- y\n");
    const second = await open(store);
    expect(await second.append("a.md", "- x\n", { ...options, ifVersion: "sha256-0" })).toEqual({
      ...answer,
      repeated: true,
    });
    expect(answer).not.toHaveProperty("repeated");
    expect((await second.read("a.md"))?.content).toBe("log\n- x\n- y\n");
    const deleted = await first.delete("gone.md", { idempotencyKey: "k2" });
    expect(deleted.deleted).toBe(true);
    expect(await second.delete("gone.md", { idempotencyKey: "k2" })).toEqual({ ...deleted, repeated: true });
    const moved = await first.move("a.md", "b.md", { idempotencyKey: "k3" });
    expect(await second.move("a.md", "b.md", { idempotencyKey: "k3" })).toEqual({ ...moved, repeated: true });
    const input = { path: "a.md", to: "b.md", idempotencyKey: "k3" };
    const told = await second.runToolCall({ id: "1", name: "file_access_move", input });
    expect(told).toMatchObject({
      data: { repeated: true },
      summary: expect.stringContaining("nothing was changed now"),
    });
    expect((await first.list()).entries.map(({ name }) => name)).toEqual(["b.md"]);
  });

  it("refuses the key for another change, and keys that are none", async () => {
    const context = await open(createMemoryStore({ files: { "a.md": "" } }));
    await context.append("a.md", "x\n", { idempotencyKey: "k" });
    for (const wrong of [
      context.append("a.md", "y\n", { idempotencyKey: "k" }),
      context.append("b.md", "x\n", { idempotencyKey: "k" }),
      context.insert("a.md", 0, "x\n", { idempotencyKey: "k" }),
      context.append("a.md", "x\n", { idempotencyKey: "" }),
      context.append("a.md", "x\n", { idempotencyKey: "k".repeat(256) }),
    ]) {
      await expect(wrong).rejects.toMatchObject({ code: "invalid_input", details: { parameter: "idempotencyKey" } });
    }
    expect((await context.read("a.md"))?.content).toBe("x\n");
  });

  it("is not used up by a trial or a failure", async () => {
    const context = await open(createMemoryStore({ files: { "a.md": "one\n" } }));
    const options = { idempotencyKey: "k" };
    await context.replace("a.md", { oldString: "one", newString: "two" }, { ...options, dryRun: true });
    await expect(context.replace("a.md", { oldString: "six", newString: "two" }, options)).rejects.toThrow();
    await context.replace("a.md", { oldString: "one", newString: "two" }, options);
    expect((await context.read("a.md"))?.content).toBe("two\n");
  });

  it("is made once though the process dies before it can say so", async () => {
    for (const [when, what] of [
      ["before", /^\.graphdown/],
      ["after", /^\.graphdown/],
      ["before", /^a\.md$/],
      ["after", /^a\.md$/],
    ] as const) {
      const { store, failNext } = failingStore({ "a.md": "log\n" });
      const options = { idempotencyKey: "k" };
      failNext(when, what);
      await expect((await open(store)).append("a.md", "- x\n", options)).rejects.toThrow();
      const context = await open(store);
      expect(await context.append("a.md", "- x\n", options)).toMatchObject({ path: "a.md", created: false });
      expect((await context.read("a.md"))?.content, `${when} ${what}`).toBe("log\n- x\n");
    }
  });

  it("is made once by two that get it at the same time", async () => {
    const store = createMemoryStore({ files: { "a.md": "log\n" } });
    const contexts = await Promise.all([open(store), open(store)]);
    const options = { idempotencyKey: "k" };
    const answers = await Promise.all(contexts.map((context) => context.append("a.md", "- x\n", options)));
    const [{ repeated: one, ...first }, { repeated: other, ...second }] = answers as [Appended, Appended];
    expect(first).toEqual(second);
    expect([one, other].sort()).toEqual([true, undefined]);
    expect((await contexts[0]?.read("a.md"))?.content).toBe("log\n- x\n");
  });

  it("is remembered on disk", async () => {
    const root = await mkdtemp(join(tmpdir(), "graphdown-once-"));
    try {
      await writeFile(join(root, "a.md"), "log\n");
      const append = async (): Promise<Appended> => {
        const context = await createFileContext({ location: root, permissions, approvals: "none" });
        try {
          return await context.append("a.md", "- x\n", { idempotencyKey: "k" });
        } finally {
          await context.close();
        }
      };
      const first = await append();
      expect(await append()).toEqual({ ...first, repeated: true });
      expect(await readFile(join(root, "a.md"), "utf8")).toBe("log\n- x\n");
      const context = await createFileContext({ location: root, permissions, approvals: "none" });
      await context.move("a.md", "deep/b.md");
      expect((await context.list("", { recursive: true, hidden: true })).entries.map(({ path }) => path)).toEqual([
        "deep",
        "deep/b.md",
      ]);
      await context.close();
    } finally {
      await rm(root, { recursive: true });
    }
  });
});
