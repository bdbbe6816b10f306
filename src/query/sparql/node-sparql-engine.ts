/** Runs queries in a thread that is ended with a query that takes too long. */
import type { Worker } from "node:worker_threads";
import { GraphdownError } from "../../base/errors.ts";
import type { Limits } from "../../base/limits.ts";
import { startThread } from "../../base/node-start-thread.ts";
import { isBroken, type RunFailure, runError } from "./engine-error.ts";
import type { SparqlResult } from "./sparql-answer.ts";
import type { SparqlEngine, SparqlRun } from "./sparql-engine.ts";
import { StoreFollower } from "./store-follower.ts";
import type { StoreAnswer, StoreMessage, ThreadSettings } from "./thread-protocol.ts";

type EngineLimits = Pick<Limits, "maximumSparqlMemoryBytes">;

/** How long a query whose caller has gone may go on, before a store that is dear to make is thrown away for it. */
const graceMs = 250;

/** Queries that may wait for their turn: all that come beyond would only wait in vain, and keep everybody else from being served. */
export const maximumWaiting = 16;

/** Bounds what is made of answers; the store itself is in the memory of WebAssembly, which has a bound of its own. */
const resourceLimits = { maxOldGenerationSizeMb: 512 };

/** The thread starts with the first query, and is replaced after one that had to be ended. */
export function createNodeSparqlEngine({ maximumSparqlMemoryBytes }: EngineLimits): SparqlEngine {
  let held: { readonly thread: StoreThread; readonly follower: StoreFollower } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  /** Queries that have neither begun nor been given up. */
  let waiting = 0;
  const clock = new RunClock();

  async function run({ graph, checked, job, timeoutMs, signal }: SparqlRun, waitedMs: number): Promise<SparqlResult> {
    signal.throwIfAborted();
    const leftMs = timeoutMs - waitedMs;
    if (leftMs <= 0) throw waitedTooLong(timeoutMs);
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
    clock.start();
    const bounds = { leftMs, late: () => tooLong(timeoutMs, waitedMs), signal };
    const answer = await within(bounds, thread.ask({ kind: "query", job }), letGo).finally(() => clock.stop());
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
      const { timeoutMs, signal } = asked;
      if (waiting >= maximumWaiting) return Promise.reject(tooManyWaiting());
      waiting++;
      let isWaiting = true;
      const stopWaiting = (): void => {
        if (isWaiting) waiting--;
        isWaiting = false;
      };
      const since = clock.elapsedMs;
      const wait = clock.after(timeoutMs, since);
      const turn = last.then(() => {
        wait.end();
        stopWaiting();
        return run(asked, clock.elapsedMs - since);
      });
      // The next one waits, however this one ends.
      last = turn.catch(() => {});
      const late = wait.over.then(() => Promise.reject(waitedTooLong(timeoutMs)));
      return untilAborted(Promise.race([turn, late]), signal).finally(() => {
        wait.end();
        stopWaiting();
      });
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
  { leftMs, late, signal }: { readonly leftMs: number; readonly late: () => Error; readonly signal: AbortSignal },
  answer: Promise<StoreAnswer>,
  end: () => Promise<void>,
): Promise<StoreAnswer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hurry = (): void => {};
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), leftMs);
    hurry = () => {
      clearTimeout(timer);
      timer = setTimeout(() => reject(signal.reason), Math.min(graceMs, leftMs));
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

/** Counts the time in which queries run, and not that in which the store is brought up to date. */
class RunClock {
  #countedMs = 0;
  #started: number | undefined;

  get elapsedMs(): number {
    return this.#countedMs + (this.#started === undefined ? 0 : performance.now() - this.#started);
  }

  start(): void {
    this.#started = performance.now();
  }

  stop(): void {
    this.#countedMs = this.elapsedMs;
    this.#started = undefined;
  }

  /** `over` comes when so much more time has been counted since a moment, and never after `end`. */
  after(durationMs: number, since: number): { readonly over: Promise<void>; readonly end: () => void } {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new Promise<void>((resolve) => {
      const look = (): void => {
        const leftMs = durationMs - (this.elapsedMs - since);
        // The clock stands while a store is made: then it is looked at again and again, but not all the time.
        if (leftMs > 0) timer = setTimeout(look, Math.max(leftMs, 5));
        else resolve();
      };
      look();
    });
    return { over, end: () => clearTimeout(timer) };
  }
}

/** A thread that answers one message after the other. */
class StoreThread {
  readonly #worker: Worker;
  readonly #waiting: ((answer: StoreAnswer) => void)[] = [];
  #death: RunFailure | undefined;

  constructor(settings: ThreadSettings) {
    this.#worker = startThread("dist/query/sparql/node-sparql-thread.js", { workerData: settings, resourceLimits });
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

function tooManyWaiting(): GraphdownError {
  return new GraphdownError({
    code: "limit_exceeded",
    message: `${maximumWaiting} queries are waiting already, and no more are taken.`,
    details: { reason: "rate", limit: "waitingQueries", maximum: maximumWaiting, actual: maximumWaiting + 1 },
    next: "Ask again in a few seconds, and give long queries a shorter timeoutMs.",
  });
}

function waitedTooLong(timeoutMs: number): GraphdownError {
  return new GraphdownError({
    code: "limit_exceeded",
    message: `The query waited ${timeoutMs} ms for other queries and could not start in time.`,
    details: { reason: "waiting", limit: "sparqlTimeoutMs", maximum: timeoutMs },
    next: "Ask again once the other queries have ended, or with a longer timeoutMs.",
  });
}

function tooLong(timeoutMs: number, waitedMs: number): GraphdownError {
  const waited = waitedMs < 1 ? "" : `, ${Math.round(waitedMs)} ms of which it waited for other queries`;
  return new GraphdownError({
    code: "limit_exceeded",
    message: `The query did not end within ${timeoutMs} ms${waited}, and was stopped.`,
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
