/** Runs queries in a thread that is ended with a query that takes too long. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { GraphdownError } from "../../base/errors.ts";
import type { Limits } from "../../base/limits.ts";
import { isBroken, type RunFailure, runError } from "./engine-error.ts";
import type { SparqlResult } from "./sparql-answer.ts";
import type { SparqlEngine, SparqlRun } from "./sparql-engine.ts";
import { StoreFollower } from "./store-follower.ts";
import type { StoreAnswer, StoreMessage, ThreadSettings } from "./thread-protocol.ts";

type EngineLimits = Pick<Limits, "maximumSparqlMemoryBytes">;

/** How long a query whose caller has gone may go on, before a store that is dear to make is thrown away for it. */
const graceMs = 250;

/** Bounds what is made of answers; the store itself is in the memory of WebAssembly, which has a bound of its own. */
const resourceLimits = { maxOldGenerationSizeMb: 512 };

/** The thread starts with the first query, and is replaced after one that had to be ended. */
export function createNodeSparqlEngine({ maximumSparqlMemoryBytes }: EngineLimits): SparqlEngine {
  let held: { readonly thread: StoreThread; readonly follower: StoreFollower } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  async function run({ graph, checked, job, timeoutMs, signal }: SparqlRun): Promise<SparqlResult> {
    signal.throwIfAborted();
    if (isClosed) throw closed();
    held ??= {
      thread: new StoreThread({ maximumMemoryBytes: maximumSparqlMemoryBytes }),
      follower: new StoreFollower(),
    };
    const { thread, follower } = held;
    const failed = async (failure: RunFailure): Promise<GraphdownError> => {
      if (isBroken(failure)) await letGo();
      return runError(checked.query, failure, { maximumMemoryBytes: maximumSparqlMemoryBytes });
    };
    for await (const change of follower.changes(graph)) {
      const answer = await thread.ask({ kind: "change", change });
      if (answer.kind === "failed") {
        // What the store holds now is not known.
        await letGo();
        throw answer.failure.kind === "memory" ? storeTooLarge(maximumSparqlMemoryBytes) : await failed(answer.failure);
      }
    }
    // Not in between: what has been told to the store is of use to the next query.
    signal.throwIfAborted();
    const answer = await within({ timeoutMs, signal }, thread.ask({ kind: "query", job }), letGo);
    if (answer.kind === "result") return answer.result;
    throw answer.kind === "failed"
      ? await failed(answer.failure)
      : new TypeError("The thread answered something else.");
  }

  async function letGo(): Promise<void> {
    const old = held;
    held = undefined;
    await old?.thread.end();
  }

  return {
    run(asked) {
      const turn = last.then(() => run(asked));
      // The next one waits, however this one ends.
      last = turn.catch(() => {});
      return untilAborted(turn, asked.signal);
    },
    async close() {
      isClosed = true;
      await letGo();
    },
  };
}

/** The answer, or the reason of the abort as soon as there is one: nobody waits for the turns of others. */
async function untilAborted<Value>(turn: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([turn, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
    // Whoever has gone is not told any more.
    turn.catch(() => {});
  }
}

/** Waits for an answer at most so long, and not much longer once nobody wants it any more; then the thread is ended. */
async function within(
  { timeoutMs, signal }: Pick<SparqlRun, "timeoutMs" | "signal">,
  answer: Promise<StoreAnswer>,
  end: () => Promise<void>,
): Promise<StoreAnswer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hurry = (): void => {};
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLong(timeoutMs)), timeoutMs);
    hurry = () => {
      clearTimeout(timer);
      timer = setTimeout(() => reject(signal.reason), Math.min(graceMs, timeoutMs));
    };
    if (signal.aborted) hurry();
    else signal.addEventListener("abort", hurry, { once: true });
  });
  try {
    return await Promise.race([answer, expired]);
  } catch (cause) {
    await end();
    throw cause;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", hurry);
  }
}

/** A thread that answers one message after the other. */
class StoreThread {
  readonly #worker: Worker;
  readonly #waiting: ((answer: StoreAnswer) => void)[] = [];
  #death: RunFailure | undefined;

  constructor(settings: ThreadSettings) {
    this.#worker = new Worker(programUrl(), { workerData: settings, resourceLimits });
    // A process that has nothing else to do may end.
    this.#worker.unref();
    this.#worker.on("message", (answer: StoreAnswer) => {
      this.#waiting.shift()?.(answer);
      if (this.#waiting.length === 0) this.#worker.unref();
    });
    this.#worker.on("error", (cause) => this.#die(cause));
    this.#worker.on("exit", () => this.#die(undefined));
  }

  /** Never rejects: a thread that ends before it answers is a failure too. */
  ask(message: StoreMessage): Promise<StoreAnswer> {
    return new Promise((resolve) => {
      if (this.#death !== undefined) return resolve({ kind: "failed", failure: this.#death });
      this.#waiting.push(resolve);
      this.#worker.ref();
      this.#worker.postMessage(message);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #die(cause: unknown): void {
    const isMemory = (cause as NodeJS.ErrnoException | undefined)?.code === "ERR_WORKER_OUT_OF_MEMORY";
    const failure: RunFailure = isMemory
      ? { kind: "memory" }
      : { kind: "unexpected", message: cause instanceof Error ? cause.name : "the thread ended" };
    this.#death ??= failure;
    for (const resolve of this.#waiting.splice(0)) resolve({ kind: "failed", failure });
  }
}

/** The thread's program stands in the package as it is built, wherever the code here has been bundled to. */
function programUrl(): URL {
  const manifest = createRequire(import.meta.url).resolve("graphdown/package.json");
  return new URL("dist/query/sparql/node-sparql-thread.js", pathToFileURL(manifest));
}

function tooLong(timeoutMs: number): GraphdownError {
  return new GraphdownError({
    code: "limit_exceeded",
    message: `The query did not end within ${timeoutMs} ms, and was stopped.`,
    details: { reason: "time", limit: "sparqlTimeoutMs", maximum: timeoutMs },
    next: "Name more of what is asked for, such as predicates and types, so that less has to be joined; or raise sparqlTimeoutMs.",
  });
}

function storeTooLarge(maximum: number): GraphdownError {
  return new GraphdownError({
    code: "limit_exceeded",
    message: "The graph takes more memory as a store for queries than it may.",
    details: { reason: "memory", limit: "maximumSparqlMemoryBytes", maximum },
    next: "Raise maximumSparqlMemoryBytes, or open a smaller part of the files with prefix.",
  });
}

function closed(): GraphdownError {
  return new GraphdownError({
    code: "cancelled",
    message: "The context was closed before the query ran.",
    next: "Make a new context.",
  });
}
