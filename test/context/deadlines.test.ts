/** Deadlines and aborts of calls to a context. */
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { FileContext } from "../../src/context/file-context.ts";
import type { FileStore } from "../../src/storage/file-store.ts";
import { createTestStore } from "../files/test-store.ts";
import { notes, openNotes } from "./notes.ts";

const methods: readonly [name: string, call: (context: FileContext, signal: AbortSignal) => Promise<unknown>][] = [
  ["read", (context, signal) => context.read("index.md", { signal })],
  ["readRange", (context, signal) => context.readRange("index.md", { signal })],
  ["info", (context, signal) => context.info("index.md", { signal })],
  ["list", (context, signal) => context.list("", { signal })],
  ["notFound", (context, signal) => context.notFound("x.md", { signal })],
  ["search", (context, signal) => context.search("winch", { signal })],
  ["outline", (context, signal) => context.outline("index.md", { signal })],
  ["overview", (context, signal) => context.overview({ signal })],
  ["neighbors", (context, signal) => context.neighbors("index.md", { signal })],
  ["related", (context, signal) => context.related("index.md", { signal })],
  ["context", (context, signal) => context.context("x", { signal })],
  ["path", (context, signal) => context.path("index.md", "index.md", { signal })],
  ["problems", (context, signal) => context.problems({ signal })],
  ["diff", (context, signal) => context.diff({ fromDirectory: "boats", signal })],
  ["validate", (context, signal) => context.validate({ signal })],
  ["infer", (context, signal) => context.infer({ signal })],
  ["export", (context, signal) => context.export("dot", { signal })],
  ["writeExport", (context, signal) => context.writeExport("dot", { signal, sink: { write: () => {} } })],
];

describe.each(methods)("%s", (_name, call) => {
  it("throws the caller's own reason when it was aborted before", async () => {
    const store = createTestStore(notes);
    const context = await openNotes({ store });
    const reason = new Error("the user went away");
    await expect(call(context, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(store.calls).toEqual([]);
  });

  it("throws the caller's own reason when it is aborted on the way, whatever storage makes of it", async () => {
    const controller = new AbortController();
    const store = createTestStore(notes, {
      before: () => {
        controller.abort("enough");
        throw new TypeError("the connection was torn down");
      },
    });
    await expect(call(await openNotes({ store }), controller.signal)).rejects.toBe("enough");
  });

  it("ends with operation_timeout when its time is up", async () => {
    const context = await openNotes({ store: slowStore(), limits: { operationTimeoutMs: 5 } });
    await expect(call(context, new AbortController().signal)).rejects.toMatchObject({
      code: "operation_timeout",
      details: { timeoutMs: 5 },
    });
  });

  it("leaves no listener on the caller's signal", async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const counted = new Proxy(signal, {
      get(target, key) {
        if (key === "addEventListener") listeners++;
        if (key === "removeEventListener") listeners--;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    await call(await openNotes(), counted);
    expect(listeners).toBe(0);
  });
});

it("stops a streamed export when it is aborted between two parts", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [`${index}.md`, `# Note ${index}\n\n## Part\n`]),
  );
  const context = await openNotes({}, files);
  const controller = new AbortController();
  let parts = 0;
  const writing = context.writeExport("turtle", {
    signal: controller.signal,
    sink: {
      write: () => {
        parts++;
        controller.abort("seen enough");
      },
    },
  });
  await expect(writing).rejects.toBe("seen enough");
  expect(parts).toBe(1);
});

it("throws what the sink of an export throws", async () => {
  const context = await openNotes();
  const failure = new Error("the disk is full");
  const sink = { write: () => Promise.reject(failure) };
  await expect(context.writeExport("turtle", { sink })).rejects.toBe(failure);
});

/** A store that takes 20 ms for everything, and gives up when it is told to. */
function slowStore(): FileStore {
  const store = createTestStore(notes);
  const wait = async (signal: AbortSignal | undefined): Promise<void> => {
    await setTimeout(20);
    signal?.throwIfAborted();
  };
  return {
    ...store,
    async *list(directory, options) {
      await wait(options?.signal);
      yield* store.list(directory, options);
    },
    async stat(path, options) {
      await wait(options?.signal);
      return store.stat(path, options);
    },
  };
}
