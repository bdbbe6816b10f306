/** A store with a fault, whatever it is a store of: for what is built on stores. */
import { GraphdownError } from "../../src/base/errors.ts";
import { collectBytes } from "../../src/storage/byte-streams.ts";
import type { FileStore, ListPage, OpenFile } from "../../src/storage/file-store.ts";
import { type Fault, FaultCounter, type FaultPlan } from "./faults.ts";

export interface FaultyStore {
  readonly store: FileStore;
  /** Calls so far: of a listing, each page is one. */
  readonly calls: () => number;
}

/** Puts a fault before a store. Closing it closes the store. Ways to read that are only faster are left out, so that each read is a call. */
export function createFaultyStore(store: FileStore, plan: FaultPlan): FaultyStore {
  const counter = new FaultCounter(plan);

  /** One operation; `isChange` for one that may be done twice. */
  async function call<Result>(operation: string, run: () => Promise<Result>): Promise<Result> {
    const fault = counter.next();
    if (fault === "timeout_before" || fault === "error_500" || fault === "error_503") throw failed(operation, fault);
    const result = await run();
    if (fault === "timeout_after" || fault === "error_500_after" || fault === "reset") throw failed(operation, fault);
    return fault === "duplicate" ? run() : result;
  }

  async function* list(...args: Parameters<FileStore["list"]>): AsyncGenerator<ListPage, void, undefined> {
    let before: ListPage | undefined;
    for await (const page of store.list(...args)) {
      const fault = counter.next();
      // A store checks its pages, so that a stale one is told as a failure and not passed on.
      if (fault !== undefined && (fault !== "stale_page" || before !== undefined) && fault !== "duplicate")
        throw failed("list", fault);
      before = page;
      yield page;
    }
  }

  async function open(...args: Parameters<FileStore["open"]>): Promise<OpenFile | null> {
    const fault = counter.next();
    if (fault === "truncated") {
      const opened = await store.open(...args);
      return opened && { ...opened, stream: await broken(opened.stream) };
    }
    if (fault !== undefined && fault !== "duplicate" && fault !== "stale_page") throw failed("read", fault);
    return store.open(...args);
  }

  return {
    calls: () => counter.calls,
    store: {
      name: store.name,
      list,
      open,
      stat: (...args) => call("read", () => store.stat(...args)),
      put: async (path, content, options) => {
        // What is sent twice is the same bytes.
        const bytes = await collectBytes(content);
        return call("write", () => store.put(path, bytes, options));
      },
      delete: (...args) => call("delete", () => store.delete(...args)),
      ...(store.knownVersion && { knownVersion: (entry) => store.knownVersion?.(entry) }),
      ...(store.versions && { versions: (path) => call("read", async () => (await store.versions?.(path)) ?? []) }),
      ...(store.createFolder && { createFolder: (path) => call("write", async () => store.createFolder?.(path)) }),
      describe: () => store.describe(),
      close: () => store.close(),
    },
  };
}

function failed(operation: string, fault: Fault): GraphdownError {
  return new GraphdownError({
    code: "storage_failed",
    message: `A fault was injected (${fault}).`,
    details: { operation, reason: fault },
    next: "Try again.",
  });
}

/** Half of the bytes, and then a failure. */
async function broken(stream: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const bytes = await collectBytes(stream);
  let isSent = false;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller): void {
        if (isSent) controller.error(failed("read", "truncated"));
        else controller.enqueue(bytes.subarray(0, bytes.length >> 1));
        isSent = true;
      },
    },
    { highWaterMark: 0 },
  );
}
