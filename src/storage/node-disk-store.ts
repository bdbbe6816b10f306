/** Files in a folder of this machine. */
import { mkdirSync, realpathSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { isDenied } from "../base/denied-names.ts";
import { GraphdownError } from "../base/errors.ts";
import { type DirectoryPath, type LogicalPath, parentOf } from "../base/logical-path.ts";
import { nonPortableReason } from "../base/portable-name.ts";
import { showPath } from "../base/show-path.ts";
import type {
  FileEntry,
  FileReadResult,
  FileStore,
  FileVersion,
  ListOptions,
  ListPage,
  OpenFile,
  OpenOptions,
  PutOptions,
  StoreDescription,
} from "./file-store.ts";
import { kindOfVersion } from "./file-version.ts";
import { DescriptorBudget } from "./node-disk/node-descriptor-budget.ts";
import { Directories } from "./node-disk/node-directories.ts";
import { DiskWriter } from "./node-disk/node-disk-writer.ts";
import { entryOfStats, trustedBefore } from "./node-disk/node-file-stamp.ts";
import { type HistoryRequest, listVersions, openVersion } from "./node-disk/node-history.ts";
import { ListingMemory } from "./node-disk/node-listing-memory.ts";
import { isProved } from "./node-disk/node-listing-proof.ts";
import { openAsStream } from "./node-disk/node-open-file.ts";
import { hasVersion, withPresentFile } from "./node-disk/node-present-file.ts";
import { readFilesInOrder } from "./node-disk/node-read-files.ts";
import { readNow } from "./node-disk/node-read-now.ts";
import { readPart } from "./node-disk/node-read-part.ts";
import { StateFolder } from "./node-disk/node-state-folder.ts";
import { storageFailure, systemCodeOf } from "./node-disk/node-system-errors.ts";
import { defaultHistory, type HistoryBounds } from "./node-disk/node-version-chain.ts";
import { Walk } from "./node-disk/node-walk.ts";
import { deniedPrefix } from "./store-errors.ts";

/** How a folder is opened. */
export interface DiskStoreOptions {
  /** The folder, absolute or from the working directory. It may be or go through symbolic links: they are resolved once, now. */
  readonly root: string;
  /** Only this folder below the root; nothing above it can be seen. Links on the way and denied names are refused. */
  readonly prefix?: LogicalPath | undefined;
  /** Make the folder if it is missing. Default `false`: a typing mistake must not look like an empty store. */
  readonly createRoot?: boolean | undefined;
  /** Versions that are kept of each path, the present one included: at least 1, `Infinity` for all. Default 20. */
  readonly historyVersions?: number | undefined;
  /** Days after which a version is dropped. Default 30. */
  readonly historyDays?: number | undefined;
  /** Entries of one page of a listing. A caller who sifts gets folders of more than ten times as many in no order. Default 1,000. */
  readonly pageSize?: number | undefined;
  /** `best_effort` does without descriptors of folders even where the system has them. Default `exact` where possible. */
  readonly safeOpen?: "exact" | "best_effort" | undefined;
  /** Open files that may wait for their readers at one time; more are closed in between and opened again. Default 64. */
  readonly maximumHeldFiles?: number | undefined;
  /** Whose rules for names hold: on Windows, names that open something else there are refused. Default: this machine's. */
  readonly host?: "posix" | "windows" | undefined;
}

/**
 * Opens a folder as a store. What processes left behind that ended while they wrote is removed; nothing is created before the first
 * write. A folder that is missing, or whose state folder can't be used, is `invalid_options`.
 *
 * Writing replaces a file as a whole: its mode stays, and its owner where the system allows it; extended attributes and further hard
 * links do not. A synchronous walk lists and reads, with a turn for other work every thousand entries or ten milliseconds.
 */
export async function openDiskStore(options: DiskStoreOptions): Promise<FileStore> {
  const history = {
    versions: options.historyVersions ?? defaultHistory.versions,
    days: options.historyDays ?? defaultHistory.days,
  };
  requireAtLeast("historyVersions", history.versions, 1);
  requireAtLeast("historyDays", history.days, 0);
  const resolved = resolve(options);
  const directories = await openRoot(options);
  try {
    const state = new StateFolder(directories);
    state.start();
    return new DiskStore({ directories, state, history, ...resolved });
  } catch (error) {
    directories.close();
    throw storageFailure(error, { operation: "open", path: "" });
  }
}

function resolve({ pageSize = 1_000, maximumHeldFiles = 64, host = thisHost }: DiskStoreOptions): ResolvedOptions {
  requireAtLeast("pageSize", pageSize, 1);
  requireAtLeast("maximumHeldFiles", maximumHeldFiles, 1);
  return { pageSize, maximumHeldFiles, host };
}

const thisHost = process.platform === "win32" ? "windows" : "posix";

interface ResolvedOptions {
  readonly pageSize: number;
  readonly maximumHeldFiles: number;
  readonly host: "posix" | "windows";
}

class DiskStore implements FileStore {
  readonly name = "disk";
  readonly #directories: Directories;
  readonly #state: StateFolder;
  readonly #history: HistoryBounds;
  readonly #budget: DescriptorBudget;
  readonly #memory = new ListingMemory();
  readonly #writer: DiskWriter;
  readonly #pageSize: number;
  readonly #host: "posix" | "windows";

  constructor(parts: ResolvedOptions & { directories: Directories; state: StateFolder; history: HistoryBounds }) {
    const { directories, state, history } = parts;
    this.#directories = directories;
    this.#state = state;
    this.#history = history;
    this.#budget = new DescriptorBudget(parts.maximumHeldFiles);
    this.#writer = new DiskWriter({ directories, state, history, budget: this.#budget });
    this.#pageSize = parts.pageSize;
    this.#host = parts.host;
  }

  async *list(directory: DirectoryPath, options: ListOptions = {}): AsyncGenerator<ListPage, void, undefined> {
    const { signal } = options;
    const walk = await this.#repeatable(
      "list",
      directory,
      () => new Walk(this.#directories, directory, { ...options, pageSize: this.#pageSize, memory: this.#memory }),
      signal,
    );
    try {
      for (;;) {
        const page = await this.#repeatable("list", directory, () => walk.nextPage(), signal);
        yield page;
        if (walk.ended) return;
        // A listing is synchronous work, so others get a turn between pages, and an abort is seen.
        await turn();
      }
    } finally {
      walk.close();
    }
  }

  stat(path: LogicalPath, { signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<FileEntry | null> {
    return this.#repeatable("read", path, () => this.#entryOf(path), signal);
  }

  open(path: LogicalPath, options: OpenOptions = {}): Promise<OpenFile | null> {
    const { range, validator, version, signal } = options;
    const request = {
      directories: this.#directories,
      budget: this.#budget,
      path,
      start: range?.start ?? 0,
      end: range?.end ?? Number.POSITIVE_INFINITY,
      signal,
    };
    return this.#repeatable(
      "read",
      path,
      async () => {
        if (version === undefined) return openAsStream({ ...request, validator });
        const present = await this.#presentEntry(path, version);
        if (present !== undefined) return openAsStream({ ...request, validator: present.validator });
        return openVersion(this.#historyOf(path), version, range);
      },
      signal,
    );
  }

  put(
    path: LogicalPath,
    content: Uint8Array | ReadableStream<Uint8Array>,
    options: PutOptions = {},
  ): Promise<FileEntry> {
    return this.#guarded("write", path, () => this.#writer.put(path, content, options));
  }

  delete(path: LogicalPath, options: Pick<PutOptions, "ifVersion" | "signal"> = {}): Promise<boolean> {
    return this.#guarded("delete", path, () => this.#writer.delete(path, options));
  }

  versions(path: LogicalPath): Promise<readonly FileVersion[]> {
    return this.#repeatable("read", path, () => listVersions(this.#historyOf(path)));
  }

  createFolder(path: LogicalPath): Promise<void> {
    return this.#repeatable("write", path, async () => (await this.#directories.make(path)).close());
  }

  async readFiles(
    entries: readonly FileEntry[],
    options: { readonly maximumBytes: number; readonly signal?: AbortSignal | undefined },
    visit: (result: FileReadResult, index: number) => void,
  ): Promise<void> {
    options.signal?.throwIfAborted();
    await readFilesInOrder({ directories: this.#directories, budget: this.#budget, entries, visit, ...options });
  }

  readPart(entry: FileEntry, start: number, into: Uint8Array): number | null {
    return orNull(() => readPart({ directories: this.#directories, entry, start, into }));
  }

  readNow(path: LogicalPath, maximumBytes: number): Uint8Array | null {
    return orNull(() => readNow(this.#directories, path, maximumBytes));
  }

  stillHolds(proof: Uint8Array, { signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<boolean> {
    return isProved(this.#directories, proof, signal);
  }

  describe(): StoreDescription {
    return {
      name: this.name,
      safeOpen: this.#directories.exact ? "exact" : "best_effort",
      conditionalWrites: "between_processes",
      history: true,
      writable: this.#directories.isWritable(),
    };
  }

  async close(): Promise<void> {
    this.#budget.releaseAll();
    this.#memory.clear();
    this.#state.close();
    this.#directories.close();
  }

  #entryOf(path: LogicalPath): FileEntry | null {
    const trustedBeforeNs = trustedBefore();
    const folder = this.#directories.find(parentOf(path));
    try {
      const stats = folder && this.#directories.statFile(folder, path);
      return stats === undefined ? null : entryOfStats(path, stats, trustedBeforeNs);
    } finally {
      folder?.close();
    }
  }

  /** The entry of the file if it has this version now. */
  #presentEntry(path: LogicalPath, version: string): Promise<FileEntry | undefined> {
    const hashedBytes = kindOfVersion(version) === "hash" ? Number.POSITIVE_INFINITY : 0;
    return withPresentFile({ directories: this.#directories, path, hashedBytes }, async (present) =>
      hasVersion(present, version) ? present?.entry : undefined,
    );
  }

  #historyOf(path: LogicalPath): HistoryRequest {
    return { directories: this.#directories, state: this.#state, history: this.#history, path };
  }

  /** Runs one operation that can be repeated, waiting for descriptors if there are none. */
  #repeatable<Result>(
    operation: string,
    path: DirectoryPath,
    task: () => Result | Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return this.#guarded(operation, path, () => this.#budget.run(task, signal));
  }

  /** Runs one operation; what the system refuses is `storage_failed`, in terms of logical paths. */
  async #guarded<Result>(operation: string, path: DirectoryPath, task: () => Promise<Result>): Promise<Result> {
    try {
      if (this.#host === "windows" && path !== "") refuseWindowsNames(path);
      return await task();
    } catch (error) {
      throw storageFailure(error, { operation, path });
    }
  }
}

/** Names that Windows would take for another file, or for a device. */
function refuseWindowsNames(path: LogicalPath): void {
  const reason = nonPortableReason(path);
  if (reason !== undefined) {
    throw new GraphdownError({
      code: "invalid_path",
      message: `"${showPath(path)}" can't be used on Windows: ${reason}.`,
      path,
      details: { reason: "not_portable" },
      next: "Use a name that Windows takes as it is.",
    });
  }
  if (!path.split("/").some((segment) => /^[^.]{1,6}~[0-9]+(\.|$)/.test(segment))) return;
  throw new GraphdownError({
    code: "permission_denied",
    message: `"${showPath(path)}" may be the short name of another file.`,
    path,
    details: { reason: "short_name" },
    next: "Use the long name of the file, as a listing shows it.",
  });
}

async function openRoot({
  root,
  prefix,
  createRoot = false,
  safeOpen = "exact",
}: DiskStoreOptions): Promise<Directories> {
  if (prefix !== undefined && isDenied(prefix)) throw deniedPrefix(prefix);
  let directories: Directories;
  try {
    if (createRoot) mkdirSync(root, { recursive: true });
    directories = Directories.open(realpathSync.native(root), { exact: safeOpen === "exact" });
  } catch (error) {
    throw rootFailure(root, error);
  }
  if (prefix === undefined) return directories;
  const below = await directories.below(prefix, { make: createRoot });
  if (below !== undefined) return below;
  throw invalidRoot("prefix", prefix, "does not exist");
}

function rootFailure(root: string, error: unknown): unknown {
  switch (systemCodeOf(error)) {
    case "ENOENT":
      return invalidRoot("root", root, "does not exist");
    case "ENOTDIR":
    case "EEXIST":
      return invalidRoot("root", root, "is not a folder");
    case "ELOOP":
      return invalidRoot("root", root, "is a symbolic link that leads nowhere");
    default:
      return storageFailure(error, { operation: "open", path: "" });
  }
}

/** The one place where a path of this machine is shown: to who has just given it. */
function invalidRoot(option: string, given: string, what: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_options",
    message: `The path "${showPath(given)}" ${what}.`,
    details: { option, reason: "root" },
    next: "Give a folder that exists, or make it first.",
  });
}

function requireAtLeast(option: string, value: number, minimum: number): void {
  if (value >= minimum) return;
  throw new GraphdownError({
    code: "invalid_options",
    message: `The option ${option} must be at least ${minimum}, but it is ${String(value)}.`,
    details: { option, value: String(value) },
    next: `Give ${option} a number of at least ${minimum}, or leave it out.`,
  });
}

/** `null` for a link, a folder, or something that may not be read or can't be opened now. */
function orNull<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (cause) {
    if (GraphdownError.isInstance(cause) || systemCodeOf(cause) !== undefined) return null;
    throw cause;
  }
}
