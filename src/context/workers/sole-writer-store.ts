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
}

/** Nothing was written. */
const refusals: ReadonlySet<ErrorCode> = new Set(["version_conflict", "already_exists"]);

const stateFolder = ".graphdown" as LogicalPath;

/** Makes a view of a store. Closing it closes the store. */
export function createSoleWriterStore(
  store: FileStore,
  { isExclusive, maximumFiles = 100_000 }: SoleWriterOptions,
): FileStore {
  const queue = new KeyedQueue();
  const listing = new KeptListing(store, maximumFiles);
  const change = <Result>(
    path: LogicalPath,
    task: () => Promise<Result>,
    done: (result: Result) => void,
    signal: AbortSignal | undefined,
  ): Promise<Result> => {
    const isState = path === stateFolder || isBelow(path, stateFolder);
    return queue.run(path, () => (isState ? task() : listing.during(task, done)), signal);
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

/** All files of a place, as long as every change of them is told. */
class KeptListing {
  readonly #store: FileStore;
  readonly #maximumFiles: number;
  #files: Map<LogicalPath, FileEntry> | undefined;
  #unlisted: readonly UnlistedName[] = [];
  /** The files in order; absent since one came or went. */
  #sorted: readonly FileEntry[] | undefined;
  /** Writes whose outcome is not known yet. */
  #open = 0;
  /** Writes that have begun so far. */
  #begun = 0;

  constructor(store: FileStore, maximumFiles: number) {
    this.#store = store;
    this.#maximumFiles = maximumFiles;
  }

  /** Runs a write. What comes of one that fails otherwise than by its condition is not known, so all is listed again. */
  async during<Result>(task: () => Promise<Result>, done: (result: Result) => void): Promise<Result> {
    this.#begun++;
    this.#open++;
    try {
      const result = await task();
      done(result);
      return result;
    } catch (cause) {
      const isRefusal = GraphdownError.isInstance(cause) && refusals.has(cause.code);
      if (!isRefusal) this.#files = undefined;
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
    if (this.#open > 0) {
      yield* this.#store.list(directory, options);
      return;
    }
    options.signal?.throwIfAborted();
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
