/** A build that is spread over many requests: what of it has been handed out, and what a question is told meanwhile. */
import { GraphdownError } from "../../base/errors.ts";
import type { FileEntry, FileStore } from "../../storage/file-store.ts";
import { StateFile, type StateRecords } from "../edits/state-file.ts";
import { type BuildPage, countPages, pageOf } from "./build-pages.ts";
import type { BuildQueue } from "./build-queue.ts";

/** What is written down of a build. */
export interface BuildRecord {
  readonly pages: number;
  /** When each page was handed out last, in milliseconds since 1970; 0 for never. */
  readonly sent: readonly number[];
  /** How often each page was handed out. */
  readonly times: readonly number[];
}

export interface SpreadBuildSettings {
  readonly store: FileStore;
  readonly fingerprint: string;
  readonly queue: BuildQueue;
  readonly now: () => number;
}

/** A page that was handed out so long ago, and has not come, is handed out again. */
const patienceMs = 120_000;

/** A page that was handed out so often is not coming by itself. */
const manyTimes = 4;

/** Seconds after which to ask again. */
const retryAfter = 5;

const key = "build";

/** What is in the way of a question: files that nobody has parsed. */
export interface Unread {
  readonly files: readonly FileEntry[];
  /** All files of the question, those that are parsed already included. */
  readonly all: number;
}

export class SpreadBuild {
  readonly #settings: SpreadBuildSettings;
  readonly #file: StateFile<BuildRecord>;

  constructor(settings: SpreadBuildSettings) {
    this.#settings = settings;
    this.#file = new StateFile(settings.store, `parsed/${settings.fingerprint}/build`);
  }

  /** The build that is under way; a record that is damaged is none. */
  async read(): Promise<BuildRecord | undefined> {
    return recordOf(await this.#file.read());
  }

  /** Whether a question has to wait for others to parse what it needs. */
  isTooMuch({ files }: Unread): boolean {
    const { maximumFiles, maximumBytes } = this.#settings.queue;
    return files.length > maximumFiles || files.reduce((sum, { size }) => sum + size, 0) > maximumBytes;
  }

  /** Hands out the pages of files that nobody has parsed, unless that was done just now, and gives what the question is told. */
  async spread({ files, all }: Unread): Promise<GraphdownError> {
    const { queue, fingerprint, now } = this.#settings;
    const time = now();
    let due: readonly number[] = [];
    let record = await this.read();
    if (record === undefined || isTooCoarse(record, files) || duePages(record, files, time).length > 0) {
      const records = await this.#file.change((present) => {
        const before = recordOf(present);
        const build = before === undefined || isTooCoarse(before, files) ? newBuild(countPages(files)) : before;
        // Whoever writes this down hands them out; others, who came at the same time, find them handed out.
        due = duePages(build, files, time);
        return { [key]: handedOut(build, due, time) };
      });
      record = recordOf(records);
    }
    const { pages, times } = record as BuildRecord;
    if (due.length > 0) {
      try {
        await queue.send(due.map((page): BuildPage => ({ fingerprint, page, pages })));
      } catch (cause) {
        await this.#takeBack(due);
        throw notSent(cause);
      }
    }
    return building(all - files.length, all, Math.max(...times));
  }

  /** Forgets the build, which is done. */
  async end(): Promise<void> {
    await this.#file.change(() => ({}));
  }

  /** So that the next question tries again at once. */
  async #takeBack(pages: readonly number[]): Promise<void> {
    await this.#file.change((present) => {
      const build = recordOf(present);
      if (build === undefined) return present;
      return { [key]: { ...build, sent: build.sent.map((time, page) => (pages.includes(page) ? 0 : time)) } };
    });
  }
}

/** Much has come since the pages were counted: each would be too much for one request. */
function isTooCoarse({ pages }: BuildRecord, files: readonly FileEntry[]): boolean {
  return countPages(files) > 2 * pages;
}

function newBuild(pages: number): BuildRecord {
  return { pages, sent: new Array(pages).fill(0), times: new Array(pages).fill(0) };
}

/** What was written down, where it has the form of it. */
function recordOf(records: StateRecords<BuildRecord>): BuildRecord | undefined {
  const { pages, sent, times } = (records[key] ?? {}) as Partial<BuildRecord>;
  const isWhole = Array.isArray(sent) && Array.isArray(times) && sent.length === pages && times.length === pages;
  return isWhole && pages > 0 ? { pages, sent, times } : undefined;
}

function duePages({ pages, sent }: BuildRecord, files: readonly FileEntry[], time: number): number[] {
  const wanted = new Set(files.map(({ path }) => pageOf(path, pages)));
  return [...wanted].filter((page) => time - (sent[page] as number) >= patienceMs).sort((one, other) => one - other);
}

function handedOut({ pages, sent, times }: BuildRecord, due: readonly number[], time: number): BuildRecord {
  const isDue = new Set(due);
  return {
    pages,
    sent: sent.map((before, page) => (isDue.has(page) ? time : before)),
    times: times.map((count, page) => (isDue.has(page) ? count + 1 : count)),
  };
}

function building(parsed: number, all: number, times: number): GraphdownError {
  const isStuck = times >= manyTimes;
  return new GraphdownError({
    code: "operation_timeout",
    message: `The index is being built: ${parsed} of ${all} files are parsed.`,
    details: { reason: "building", parsed, all, retryAfter },
    next: isStuck
      ? `Parts of it were handed to the queue ${times} times and have not come: see whether the queue has a consumer, and its dead letters.`
      : "Ask again after the time in retryAfter.",
  });
}

function notSent(cause: unknown): GraphdownError {
  return new GraphdownError({
    code: "storage_failed",
    message: "The index has to be built, and its parts could not be handed to the queue.",
    details: { operation: "build", reason: "queue", retryAfter },
    next: "Ask again after the time in retryAfter.",
    cause,
  });
}
