/** Threads that read and parse files of a folder, where there are so many that it pays. */
import type { Worker } from "node:worker_threads";
import { decodeText } from "../../base/decode-text.ts";
import { startThread, type ThreadProgram } from "../../base/node-start-thread.ts";
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import { unpackBatch } from "../../documents/packed/packed-batch.ts";
import type { CrewFile, CrewJob, CrewReading, ReadingCrew } from "../../snapshot/reading-crew.ts";
import type { ParsedEntry, ParsingMessage, ParsingTask, ParsingThreadData } from "./parsing-protocol.ts";

/** Files of one task: a few milliseconds of work, so that all end at about the same time. */
const filesPerTask = 64;

/** Tasks that a thread has at one time, so that it never waits for the next one. */
const tasksAtOnce = 2;

export interface ParsingCrewSettings extends ParsingThreadData {
  /** How many threads, at least 1. */
  readonly threads: number;
  /** The thread's program. Default: that of the package as it is built. */
  readonly program?: ThreadProgram | undefined;
  /** Told of each thread that can't go on: its files are parsed elsewhere. Default: a warning of the process. */
  readonly onFailure?: ((cause: unknown) => void) | undefined;
}

/**
 * Starts threads for one job. Where one can't be started (the process may start none, or the package is not where it was) the job has only
 * those before it, if any.
 */
export function createParsingCrew({
  threads,
  program = "dist/context/parsing/node-parsing-thread.js",
  onFailure = warn,
  ...data
}: ParsingCrewSettings): ReadingCrew {
  const started: Worker[] = [];
  try {
    while (started.length < threads) started.push(startThread(program, { workerData: data }));
  } catch (cause) {
    // The next one would fail for the same reason.
    onFailure(cause);
  }
  return new ThreadCrew(started, onFailure);
}

function warn(cause: unknown): void {
  // What follows the first line of a module that is not found are paths of the host.
  const why = cause instanceof Error ? cause.message.split("\n", 1)[0] : "it ended";
  process.emitWarning(`A thread that parses failed (${why}). Its files are parsed without it.`, {
    code: "GRAPHDOWN_PARSING_THREAD",
  });
}

class ThreadCrew implements ReadingCrew {
  readonly #threads: readonly Worker[];
  readonly #onFailure: (cause: unknown) => void;
  readonly #pending = new Map<Worker, (readonly CrewFile[])[]>();
  /** Threads that can take tasks. */
  readonly #ready = new Set<Worker>();
  #job: CrewJob | undefined;
  #finished: (() => void) | undefined;

  constructor(threads: readonly Worker[], onFailure: (cause: unknown) => void) {
    this.#threads = threads;
    this.#onFailure = onFailure;
    for (const thread of threads) {
      this.#pending.set(thread, []);
      thread.on("message", (message: ParsingMessage) => this.#hear(thread, message));
      thread.on("error", (cause) => this.#lose(thread, cause));
      thread.on("exit", () => this.#lose(thread, undefined));
    }
  }

  start(job: CrewJob): void {
    this.#job = job;
    for (const thread of this.#ready) this.#feed(thread);
  }

  async finish(): Promise<void> {
    if (this.#isIdle()) return;
    await new Promise<void>((resolve) => {
      this.#finished = resolve;
    });
  }

  close(): void {
    this.#pending.clear();
    for (const thread of this.#threads) {
      thread.removeAllListeners();
      // A thread that fails while it is being ended has nothing left to say.
      thread.on("error", () => {});
      void thread.terminate();
    }
  }

  #hear(thread: Worker, message: ParsingMessage): void {
    const pending = this.#pending.get(thread);
    if (pending === undefined) return;
    if ("files" in message) {
      const files = pending.shift() as readonly CrewFile[];
      this.#deliver(files, message);
    } else {
      this.#ready.add(thread);
    }
    this.#feed(thread);
    this.#tellIfIdle();
  }

  #feed(thread: Worker): void {
    const pending = this.#pending.get(thread);
    while (pending !== undefined && pending.length < tasksAtOnce) {
      const files = this.#job?.take(filesPerTask) ?? [];
      if (files.length === 0) break;
      pending.push(files);
      thread.postMessage({ files } satisfies ParsingTask);
    }
  }

  #deliver(files: readonly CrewFile[], { files: found, batch }: Extract<ParsingMessage, { files: unknown }>): void {
    const paths = found.flatMap((each) => (each?.kind === "document" ? [each.entry.path] : []));
    const documents = unpackBatch(batch, paths, decodeText);
    let next = 0;
    files.forEach((file, index) => {
      const each = found[index];
      const document = each?.kind === "document" ? documents[next++] : undefined;
      this.#job?.deliver(file, each && readingOf(each, document));
    });
  }

  /** What a thread had taken is given back. */
  #lose(thread: Worker, cause: unknown): void {
    const pending = this.#pending.get(thread);
    if (pending === undefined) return;
    this.#pending.delete(thread);
    this.#onFailure(cause);
    for (const file of pending.flat()) this.#job?.deliver(file, undefined);
    this.#tellIfIdle();
  }

  #isIdle(): boolean {
    return [...this.#pending.values()].every(({ length }) => length === 0);
  }

  #tellIfIdle(): void {
    if (this.#isIdle()) this.#finished?.();
  }
}

function readingOf(found: ParsedEntry, document: MarkdownDocument | undefined): CrewReading {
  const { entry } = found;
  if (document !== undefined) return { entry, parsed: { kind: "document", document } };
  return found.kind === "same"
    ? { entry, parsed: { kind: "same", sha256: found.sha256 } }
    : { entry, parsed: { kind: "binary" } };
}
