/** Has questions answered by a thread of their own: reading and ranking thousands of files would keep a server from all else. */
import type { Worker } from "node:worker_threads";
import { GraphdownError } from "../base/errors.ts";
import { startThread } from "../base/node-start-thread.ts";
import type { CallOptions, ProgressListener } from "./context-options.ts";
import type { FileContext } from "./file-context.ts";
import type { NodeFileContextOptions } from "./node-context-options.ts";
import type { AnswerMessage, AnswerPart, QuestionMessage, ThreadedMethod } from "./questions-protocol.ts";

/** The methods, and how to end the thread. */
export interface ThreadedQuestions {
  readonly methods: Pick<FileContext, ThreadedMethod>;
  close(): Promise<void>;
}

/** Options of the context that can be copied to a thread. */
export type ThreadOptions = Pick<
  NodeFileContextOptions,
  | "location"
  | "revision"
  | "prefix"
  | "limits"
  | "denied"
  | "selection"
  | "verify"
  | "cacheFolder"
  | "documents"
  | "graph"
  | "parsingThreads"
>;

interface Waiting {
  /** Takes a part of the answer; what it throws ends the question. */
  readonly take?: ((part: AnswerPart) => void | Promise<void>) | undefined;
  resolve(data: unknown): void;
  reject(cause: unknown): void;
}

/**
 * The thread starts with the first question. One that dies (it ran out of memory) fails what it was asked with `limit_exceeded` and is
 * replaced for the next question.
 */
export function createThreadedQuestions(
  options: ThreadOptions,
  onProgress: ProgressListener,
  onCacheFailure?: (cause: unknown) => void,
): ThreadedQuestions {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let lastId = 0;

  function start(): Worker {
    const started = startThread("dist/context/node-questions-thread.js", { workerData: options });
    // A process that has nothing else to do may end.
    started.unref();
    started.on("message", (message: AnswerMessage) => {
      if ("progress" in message) onProgress(...message.progress);
      else if ("notKept" in message) onCacheFailure?.(new Error(message.notKept));
      else if ("part" in message) void take(message, started);
      else settle(message, waiting);
    });
    started.on("error", (cause) => fail(started, cause));
    started.on("exit", () => fail(started, undefined));
    return started;
  }

  /** The thread makes the next part when this one was taken: that is how a slow reader slows it down. */
  async function take({ id, part }: { readonly id: number; readonly part: AnswerPart }, from: Worker): Promise<void> {
    const asked = waiting.get(id);
    if (asked === undefined) return;
    try {
      await asked.take?.(part);
      from.postMessage({ id, taken: true } satisfies QuestionMessage);
    } catch (cause) {
      asked.reject(cause);
      from.postMessage({ id, abort: true } satisfies QuestionMessage);
    }
  }

  function fail(died: Worker, cause: unknown): void {
    if (thread !== died) return;
    thread = undefined;
    failAll(cause);
  }

  function failAll(cause: unknown): void {
    for (const { reject } of waiting.values()) reject(threadDied(cause));
    waiting.clear();
  }

  async function ask(
    method: ThreadedMethod,
    args: readonly unknown[],
    given: CallOptions = {},
    takePart?: Waiting["take"],
  ): Promise<unknown> {
    const { signal, ...rest } = given;
    signal?.throwIfAborted();
    thread ??= start();
    const current = thread;
    const id = ++lastId;
    const send = (message: QuestionMessage): void => current.postMessage(message);
    const answer = new Promise<unknown>((resolve, reject) => waiting.set(id, { take: takePart, resolve, reject }));
    const abort = (): void => {
      // Whoever asked is told at once; the thread stops as soon as it looks.
      waiting.get(id)?.reject(signal?.reason);
      send({ id, abort: true });
    };
    signal?.addEventListener("abort", abort, { once: true });
    current.ref();
    try {
      send({ id, method, args: [...args, rest] });
      return await answer;
    } finally {
      signal?.removeEventListener("abort", abort);
      waiting.delete(id);
      if (waiting.size === 0) current.unref();
    }
  }

  return {
    methods: {
      search: (query, given) => ask("search", [query], given) as ReturnType<FileContext["search"]>,
      find: (given) => ask("find", [], given) as ReturnType<FileContext["find"]>,
      outline: (path, given) => ask("outline", [path], given) as ReturnType<FileContext["outline"]>,
      overview: (given) => ask("overview", [], given) as ReturnType<FileContext["overview"]>,
      neighbors: (node, given) => ask("neighbors", [node], given) as ReturnType<FileContext["neighbors"]>,
      related: (node, given) => ask("related", [node], given) as ReturnType<FileContext["related"]>,
      context: (query, given) => ask("context", [query], given) as ReturnType<FileContext["context"]>,
      path: (from, to, given) => ask("path", [from, to], given) as ReturnType<FileContext["path"]>,
      problems: (given) => ask("problems", [], given) as ReturnType<FileContext["problems"]>,
      sparql: (query, given) => ask("sparql", [query], given) as ReturnType<FileContext["sparql"]>,
      diff: (given) => ask("diff", [], given) as ReturnType<FileContext["diff"]>,
      validate: (given) => ask("validate", [], given) as ReturnType<FileContext["validate"]>,
      infer: (given) => ask("infer", [], given) as ReturnType<FileContext["infer"]>,
      export: (format, given) => ask("export", [format], given) as ReturnType<FileContext["export"]>,
      writeExport: (format, { sink, onStart, ...given }) =>
        ask("writeExport", [format], given, (part) =>
          "start" in part ? onStart?.(part.start) : sink.write(part.text),
        ) as ReturnType<FileContext["writeExport"]>,
    },
    async close() {
      const last = thread;
      thread = undefined;
      failAll(undefined);
      await last?.terminate();
    },
  };
}

function settle(
  message: Exclude<AnswerMessage, { progress: unknown } | { notKept: unknown } | { part: unknown }>,
  waiting: ReadonlyMap<number, Waiting>,
): void {
  const asked = waiting.get(message.id);
  if (asked === undefined) return;
  if ("data" in message) asked.resolve(message.data);
  else if ("error" in message) asked.reject(new GraphdownError(message.error));
  else asked.reject(threadFailed(message.unexpected));
}

function threadFailed(kind: string): GraphdownError {
  return new GraphdownError({
    code: "storage_failed",
    message: `The question failed unexpectedly (${kind}).`,
    details: { reason: "unexpected", kind },
    next: "Ask again; if it fails again, report it with the question.",
  });
}

function threadDied(cause: unknown): GraphdownError {
  const isMemory = (cause as NodeJS.ErrnoException | undefined)?.code === "ERR_WORKER_OUT_OF_MEMORY";
  if (!isMemory) return threadFailed(cause instanceof Error ? cause.name : "exit");
  return new GraphdownError({
    code: "limit_exceeded",
    message: "The question took more memory than there is.",
    details: { reason: "memory" },
    next: "Ask about a folder, or lower maximumMarkdownFiles or maximumMarkdownFileBytes.",
    cause,
  });
}
