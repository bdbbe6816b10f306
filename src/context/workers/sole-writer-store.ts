/** A store through which all writes of one workspace go: they take turns, and where nobody else writes it remembers what is listed. */

import { compareCodePoints } from "../../base/compare-code-points.ts";
import { type ErrorCode, GraphdownError } from "../../base/errors.ts";
import { type DirectoryPath, isBelow, type LogicalPath } from "../../base/logical-path.ts";
import type { FileEntry, FileStore, ListOptions, ListPage, UnlistedName } from "../../storage/file-store.ts";
import { KeyedQueue } from "../../storage/keyed-queue.ts";

export interface SoleWriterOptions {
  /**
   * Nobody writes to the place but by this store. A listing is then taken once, and moved by each write; without it each is taken anew.
   * Conditions of writes are the store's own either way.
   */
  readonly isExclusive: boolean;
  /** Files of the longest listing that is remembered. Default 100,000. */
  readonly maximumFiles?: number | undefined;
  /** Milliseconds since 1970. Default: the runtime's clock. */
  readonly now?: (() => number) | undefined;
}

/** Nothing was written. */
const refusals: ReadonlySet<ErrorCode> = new Set(["version_conflict", "already_exists"]);

/** A write whose answer was lost may still arrive, but not after so long, where a later one of the same file has. */
const arrivalMs = 300_000;

/** Files of unknown state that are looked at with each listing. Where there are more, nothing is remembered until the last may have arrived. */
const maximumUnsettled = 32;

const stateFolder = ".graphdown" as LogicalPath;

/** Makes a view of a store. Closing it closes the store. */
export function createSoleWriterStore(
  store: FileStore,
  { isExclusive, maximumFiles = 100_000, now = Date.now }: SoleWriterOptions,
): FileStore {
  const queue = new KeyedQueue();
  const listing = new KeptListing(store, maximumFiles, now);
  const change = <Result>(
    path: LogicalPath,
    task: () => Promise<Result>,
    done: (result: Result) => void,
    signal: AbortSignal | undefined,
  ): Promise<Result> => {
    const isListed = isExclusive && path !== stateFolder && !isBelow(path, stateFolder);
    return queue.run(path, () => (isListed ? listing.during(path, task, done) : task()), signal);
  };
  return {
    name: store.name,
    list: (directory, options) =>
      isExclusive && options?.recursive === true && options.cursor === undefined
        ? listing.pages(directory, options)
        : store.list(directory, options),
    stat: (path, options) => store.stat(path, options),
    open: (path, options) => store.open(path, options),
    put: (path, content, options) =>
      change(
        path,
        () => store.put(path, content, options),
        (entry) => listing.add(entry),
        options?.signal,
      ),
    delete: (path, options) =>
      change(
        path,
        () => store.delete(path, options),
        () => listing.remove(path),
        options?.signal,
      ),
    ...(store.knownVersion && { knownVersion: (entry) => store.knownVersion?.(entry) }),
    ...(store.versions && { versions: async (path) => (await store.versions?.(path)) ?? [] }),
    ...(store.createFolder && { createFolder: async (path) => store.createFolder?.(path) }),
    ...(store.readFiles && {
      readFiles: async (entries, options, visit) => store.readFiles?.(entries, options, visit),
    }),
    describe: () => store.describe(),
    close: () => store.close(),
  };
}

/** A write whose answer was lost: it may have been made, or be made later. */
interface Unsettled {
  /** Milliseconds since 1970. */
  readonly since: number;
  /** Whether a later write of the file has been answered. */
  readonly isFollowed: boolean;
}

/** All files of a place, as long as every change of them is told. */
class KeptListing {
  readonly #store: FileStore;
  readonly #maximumFiles: number;
  readonly #now: () => number;
  readonly #unsettled = new Map<LogicalPath, Unsettled>();
  /** Until then nothing is remembered: there were too many files to look at. */
  #uncertainUntil = 0;
  #files: Map<LogicalPath, FileEntry> | undefined;
  #unlisted: readonly UnlistedName[] = [];
  /** The files in order; absent since one came or went. */
  #sorted: readonly FileEntry[] | undefined;
  /** Writes whose outcome is not known yet. */
  #open = 0;
  /** Writes that have begun so far. */
  #begun = 0;

  constructor(store: FileStore, maximumFiles: number, now: () => number) {
    this.#store = store;
    this.#maximumFiles = maximumFiles;
    this.#now = now;
  }

  /**
   * Runs a write. What comes of one that fails otherwise than by its condition is not known, and may come yet: all is listed again, and the file
   * is looked at with each listing.
   */
  async during<Result>(
    path: LogicalPath,
    task: () => Promise<Result>,
    done: (result: Result) => void,
  ): Promise<Result> {
    this.#begun++;
    this.#open++;
    try {
      const result = await task();
      done(result);
      const unsettled = this.#unsettled.get(path);
      if (unsettled !== undefined) this.#unsettled.set(path, { ...unsettled, isFollowed: true });
      return result;
    } catch (cause) {
      const isRefusal = GraphdownError.isInstance(cause) && refusals.has(cause.code);
      if (!isRefusal) {
        this.#files = undefined;
        this.#notePossible(path);
      }
      throw cause;
    } finally {
      this.#open--;
    }
  }

  add(entry: FileEntry): void {
    if (this.#files?.has(entry.path) !== true) this.#sorted = undefined;
    else if (this.#sorted !== undefined) {
      this.#sorted = this.#sorted.map((each) => (each.path === entry.path ? entry : each));
    }
    this.#files?.set(entry.path, entry);
  }

  remove(path: LogicalPath): void {
    if (this.#files?.delete(path) === true) this.#sorted = undefined;
  }

  /** While a write is under way a reader may see it already, so a listing must come from the store then. */
  async *pages(directory: DirectoryPath, options: ListOptions): AsyncGenerator<ListPage, void, undefined> {
    options.signal?.throwIfAborted();
    if (!(await this.#settle(options.signal)) || this.#open > 0) {
      yield* this.#store.list(directory, options);
      return;
    }
    const known = this.#files === undefined ? await this.#take(options.signal) : this.#sortedFiles();
    if (directory !== "" && !known.some(({ path }) => isBelow(path, directory as LogicalPath))) {
      // It may be a file, which the store has a word for.
      yield* this.#store.list(directory as LogicalPath, options);
      return;
    }
    const below = directory === "" ? known : known.filter(({ path }) => isBelow(path, directory as LogicalPath));
    const unlisted = this.#unlisted.filter(({ shown }) => directory === "" || shown.startsWith(`${directory}/`));
    let entries: FileEntry[] = [];
    let isFirst = true;
    for (const entry of below) {
      entries.push(entry);
      if (options.endPageAfter?.(entry.path) !== true) continue;
      yield { entries, unlisted: isFirst ? unlisted : [], cursor: entry.path };
      isFirst = false;
      entries = [];
    }
    yield { entries, unlisted: isFirst ? unlisted : [] };
  }

  #notePossible(path: LogicalPath): void {
    const since = this.#now();
    if (this.#unsettled.size < maximumUnsettled || this.#unsettled.has(path)) {
      this.#unsettled.set(path, { since, isFollowed: false });
    } else this.#uncertainUntil = since + arrivalMs;
  }

  /** Looks at files whose last write may still arrive. Whether what is remembered is what is there. */
  async #settle(signal: AbortSignal | undefined): Promise<boolean> {
    const begun = this.#begun;
    for (const [path, { since, isFollowed }] of this.#unsettled) {
      if (isFollowed && this.#now() - since >= arrivalMs) this.#unsettled.delete(path);
    }
    if (this.#now() < this.#uncertainUntil) return false;
    // A listing that is taken now tells of them too.
    if (this.#files === undefined) return true;
    const paths = [...this.#unsettled.keys()];
    const entries = await Promise.all(paths.map((path) => this.#store.stat(path, { signal })));
    if (this.#begun !== begun) return false;
    paths.forEach((path, at) => {
      const entry = entries[at];
      if (entry == null) this.remove(path);
      else if (this.#files?.get(path)?.validator !== entry.validator) this.add(entry);
    });
    return true;
  }

  #sortedFiles(): readonly FileEntry[] {
    this.#sorted ??= [...(this.#files?.values() ?? [])].sort((one, other) => compareCodePoints(one.path, other.path));
    return this.#sorted;
  }

  /** Lists all. It is remembered where no write was under way meanwhile. */
  async #take(signal: AbortSignal | undefined): Promise<readonly FileEntry[]> {
    const begun = this.#begun;
    const files: FileEntry[] = [];
    const unlisted: UnlistedName[] = [];
    for await (const page of this.#store.list("", { recursive: true, signal })) {
      for (const entry of page.entries) if (entry.kind === "file") files.push(entry);
      unlisted.push(...page.unlisted);
    }
    if (this.#begun === begun && this.#open === 0 && files.length <= this.#maximumFiles) {
      this.#files = new Map(files.map((entry) => [entry.path, entry]));
      this.#sorted = files;
    }
    this.#unlisted = unlisted;
    return files;
  }
}
