/** A build that is spread over many requests: what of it has been handed out, and what a question is told meanwhile. */
import { compareCodePoints } from "../../base/compare-code-points.ts";
import { GraphdownError } from "../../base/errors.ts";
import type { UnreadFiles } from "../../snapshot/snapshot-request.ts";
import type { FileEntry, FileStore } from "../../storage/file-store.ts";
import { StateFile, type StateRecords } from "../edits/state-file.ts";
import { type BuildPage, countPages, pageOf } from "./build-pages.ts";
import type { BuildQueue } from "./build-queue.ts";
import { noteBuild } from "./earlier-builds.ts";

/** What is written down of a build. */
export interface BuildRecord {
  readonly pages: number;
  /** When each page was handed out last, in milliseconds since 1970; 0 for never. */
  readonly sent: readonly number[];
  /** How often each page was handed out. */
  readonly times: readonly number[];
  /** The validator that each page had when it was handed out last, as far as was known; `""` for none. */
  readonly had: readonly string[];
  /** The last path that is in the build: files after it are past the limit of the question. */
  readonly last: string;
}

/** What was there when it was looked at last. */
export interface SeenPages {
  readonly build: BuildRecord | undefined;
  /** Validators of the pages of the build that were there, by number. */
  readonly pages: ReadonlyMap<number, string>;
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
  isTooMuch({ files }: UnreadFiles): boolean {
    const { maximumFiles, maximumBytes } = this.#settings.queue;
    return files.length > maximumFiles || files.reduce((sum, { size }) => sum + size, 0) > maximumBytes;
  }

  /**
   * Hands out the pages of files that nobody has parsed, unless that was done just now and they have not come, and gives what the question
   * is told.
   */
  async spread({ files, all, last }: UnreadFiles, seen: SeenPages): Promise<GraphdownError> {
    const { store, queue, fingerprint, now } = this.#settings;
    const at = now();
    let due: readonly number[] = [];
    let record = await this.read();
    const isNew = record === undefined || isTooCoarse(record, files);
    if (isNew) await noteBuild(store, fingerprint, { at, pages: countPages(files) });
    if (isNew || duePages(record as BuildRecord, files, { seen, at }).length > 0) {
      const records = await this.#file.change((present) => {
        const before = recordOf(present);
        const build = before === undefined || isTooCoarse(before, files) ? newBuild(countPages(files)) : before;
        // Whoever writes this down hands them out; others, who came at the same time, find them handed out.
        due = duePages(build, files, { seen, at });
        return { [key]: { ...handedOut(build, due, { seen, at }), last } };
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
    const waitedFor = pagesOf(files, pages).filter((page) => !hasCome(record as BuildRecord, page, seen));
    return building(all - files.length, all, Math.max(0, ...waitedFor.map((page) => times[page] as number)));
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
  return {
    pages,
    sent: new Array(pages).fill(0),
    times: new Array(pages).fill(0),
    had: new Array(pages).fill(""),
    last: "",
  };
}

/** What was written down, where it has the form of it. */
function recordOf(records: StateRecords<BuildRecord>): BuildRecord | undefined {
  const { pages, sent, times, had, last } = (records[key] ?? {}) as Partial<BuildRecord>;
  const isWhole = [sent, times, had].every((column) => Array.isArray(column) && column.length === pages);
  if (!isWhole || pages === undefined || pages === 0 || typeof last !== "string") return undefined;
  return { pages, sent, times, had, last } as BuildRecord;
}

/** Whether a file is one that a page takes. */
export function isInPage(path: string, page: number, { pages, last }: BuildRecord): boolean {
  return compareCodePoints(path, last) <= 0 && pageOf(path, pages) === page;
}

/** The pages of files, in order. */
function pagesOf(files: readonly FileEntry[], pages: number): readonly number[] {
  const wanted = new Set(files.map(({ path }) => pageOf(path, pages)));
  return [...wanted].sort((one, other) => one - other);
}

/**
 * Whether a page has come since it was handed out. What it lacks has come later than it then, and is not on its way. Where it is not known
 * what was there when it was handed out, one may be handed out once more than need be.
 */
function hasCome({ pages, had }: BuildRecord, page: number, seen: SeenPages): boolean {
  const present = seen.build?.pages === pages ? seen.pages.get(page) : undefined;
  return present !== undefined && present !== had[page];
}

interface Look {
  readonly seen: SeenPages;
  /** When, in milliseconds since 1970. */
  readonly at: number;
}

function duePages(build: BuildRecord, files: readonly FileEntry[], { seen, at }: Look): readonly number[] {
  const isDue = (page: number): boolean =>
    at - (build.sent[page] as number) >= patienceMs || hasCome(build, page, seen);
  return pagesOf(files, build.pages).filter(isDue);
}

function handedOut(build: BuildRecord, due: readonly number[], { seen, at }: Look): BuildRecord {
  const sent = [...build.sent];
  const times = [...build.times];
  const had = [...build.had];
  for (const page of due) {
    sent[page] = at;
    times[page] = hasCome(build, page, seen) ? 1 : (times[page] as number) + 1;
    had[page] = seen.build?.pages === build.pages ? (seen.pages.get(page) ?? "") : "";
  }
  return { ...build, sent, times, had };
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
