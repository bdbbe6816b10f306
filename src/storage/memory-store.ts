/** Files in memory: for tests, for embedding, and as the model that other backends are compared with. */
import { compareCodePoints } from "../base/compare-code-points.ts";
import { portableSha256 } from "../base/hash.ts";
import {
  type DirectoryPath,
  isBelow,
  type LogicalPath,
  logicalPathFault,
  parentOf,
  parseLogicalPath,
} from "../base/logical-path.ts";
import { showPath } from "../base/show-path.ts";
import { collectBytes, streamOf } from "./byte-streams.ts";
import type {
  FileEntry,
  FileReadResult,
  FileStore,
  ListEntry,
  ListOptions,
  ListPage,
  OpenFile,
  OpenOptions,
  PutOptions,
  StoreDescription,
  UnlistedName,
} from "./file-store.ts";
import { hashVersion, isStatVersionOf, kindOfVersion, stampOf, statVersion } from "./file-version.ts";
import { alreadyExists, contentMismatch, tooLarge, versionConflict, wrongKind } from "./store-errors.ts";

/** How a memory store begins. */
export interface MemoryStoreOptions {
  /**
   * Text (as UTF-8) or bytes by path. A name that is no logical path can't be opened, as on any other backend; listings count it as
   * unaddressable.
   */
  readonly files?: Readonly<Record<string, string | Uint8Array>> | undefined;
  /** Entries of one page of a listing. Default 1,000; 2 exercises callers that forget to go on. */
  readonly pageSize?: number | undefined;
  /** The clock that gives `modified`, in milliseconds since the epoch. */
  readonly now?: (() => number) | undefined;
}

interface MemoryFile {
  readonly entry: FileEntry;
  readonly bytes: Uint8Array;
  /** Worked out when somebody asks for it. */
  version: string | undefined;
}

/** Makes a store whose files live as long as it does. Case-sensitive; a path can't be both file and folder; no history is kept. */
export function createMemoryStore({
  files = {},
  pageSize = 1_000,
  now = Date.now,
}: MemoryStoreOptions = {}): FileStore {
  const store = new MemoryStore(pageSize, now);
  const encoder = new TextEncoder();
  for (const [name, content] of Object.entries(files)) {
    if (logicalPathFault(name) !== undefined) store.addUnaddressable(name);
    else store.write(parseLogicalPath(name), typeof content === "string" ? encoder.encode(content) : content.slice());
  }
  return store;
}

class MemoryStore implements FileStore {
  readonly name = "memory";
  readonly #files = new Map<LogicalPath, MemoryFile>();
  /** How many files lie below each folder; a folder is there as long as one does. */
  readonly #folders = new Map<string, number>();
  /** Keys that are no logical paths. */
  readonly #unaddressable: string[] = [];
  readonly #pageSize: number;
  readonly #now: () => number;
  #sorted: readonly LogicalPath[] | undefined;
  #writes = 0;

  constructor(pageSize: number, now: () => number) {
    this.#pageSize = pageSize;
    this.#now = now;
  }

  async *list(directory: DirectoryPath, options: ListOptions = {}): AsyncGenerator<ListPage, void, undefined> {
    if (directory !== "") this.#refuseFiles(directory, directory);
    let entries: readonly ListEntry[] | undefined;
    let after = options.cursor;
    let unlisted = after === undefined ? this.#unlistedIn(directory, options.recursive === true) : [];
    do {
      options.signal?.throwIfAborted();
      // Listed anew for each page, so that a page shows what is there when it is asked for.
      entries = options.recursive ? this.#filesBelow(directory, options.enter) : this.#childrenOf(directory);
      const start = after === undefined ? 0 : firstAfter(entries, after);
      const page = entries.slice(start, start + this.#pageSize);
      after = start + page.length < entries.length ? page.at(-1)?.path : undefined;
      yield { entries: page, unlisted, ...(after === undefined ? {} : { cursor: after }) };
      unlisted = [];
    } while (after !== undefined);
  }

  async stat(path: LogicalPath): Promise<FileEntry | null> {
    return this.#find(path)?.entry ?? null;
  }

  async open(path: LogicalPath, options: OpenOptions = {}): Promise<OpenFile | null> {
    options.signal?.throwIfAborted();
    const file = this.#find(path);
    if (file === undefined) return null;
    if (options.version !== undefined && options.version !== this.#versionOf(file)) return null;
    if (options.validator !== undefined && stampOf(options.validator) !== file.entry.validator) {
      throw versionConflict({ path, current: this.#versionOf(file) });
    }
    // A copy, so that nobody who gets the bytes can change the file.
    const bytes = file.bytes.slice(options.range?.start ?? 0, options.range?.end);
    return { entry: file.entry, stream: streamOf(bytes) };
  }

  async put(
    path: LogicalPath,
    content: Uint8Array | ReadableStream<Uint8Array>,
    options: PutOptions = {},
  ): Promise<FileEntry> {
    const bytes = await collectBytes(content, options.signal);
    options.signal?.throwIfAborted();
    // From here on nothing awaits: the condition and the write are one step.
    const announced = options.metadata?.sha256;
    if (announced !== undefined && portableSha256(bytes) !== announced) {
      throw contentMismatch(path, announced, portableSha256(bytes));
    }
    const file = this.#find(path);
    for (let parent = parentOf(path); parent !== ""; parent = parentOf(parent)) this.#refuseFiles(parent, path);
    if (options.ifAbsent && file !== undefined) throw alreadyExists(path, this.#versionOf(file));
    if (options.ifVersion !== undefined && !this.#hasVersion(file, options.ifVersion)) {
      throw this.#conflict(path, file, options.ifVersion);
    }
    return this.write(path, bytes);
  }

  async delete(path: LogicalPath, options: { readonly ifVersion?: string | undefined } = {}): Promise<boolean> {
    const file = this.#find(path);
    if (options.ifVersion !== undefined && !this.#hasVersion(file, options.ifVersion)) {
      throw this.#conflict(path, file, options.ifVersion);
    }
    if (file === undefined) return false;
    this.#files.delete(path);
    this.#countFolders(path, -1);
    return true;
  }

  knownVersion(entry: FileEntry): string | undefined {
    const file = this.#files.get(entry.path);
    return file?.entry.validator === entry.validator ? file.version : undefined;
  }

  async createFolder(path: LogicalPath): Promise<void> {
    for (let folder: DirectoryPath = path; folder !== ""; folder = parentOf(folder)) this.#refuseFiles(folder, path);
  }

  async readFiles(
    entries: readonly FileEntry[],
    { maximumBytes, signal }: { readonly maximumBytes: number; readonly signal?: AbortSignal | undefined },
    visit: (result: FileReadResult, index: number) => void,
  ): Promise<void> {
    for (const [index, { path }] of entries.entries()) {
      signal?.throwIfAborted();
      const file = this.#files.get(path);
      if (file === undefined) visit({ status: "gone", path }, index);
      else if (file.entry.size > maximumBytes) {
        visit({ status: "failed", path, error: tooLarge(path, file.entry.size, maximumBytes) }, index);
      } else visit({ status: "read", entry: file.entry, bytes: file.bytes }, index);
    }
  }

  readPart({ path, validator }: FileEntry, start: number, into: Uint8Array): number | null {
    const file = this.#files.get(path);
    if (file?.entry.validator !== validator) return null;
    const part = file.bytes.subarray(start, start + into.length);
    into.set(part);
    return part.length;
  }

  readNow(path: LogicalPath, maximumBytes: number): Uint8Array | null {
    const bytes = this.#files.get(path)?.bytes;
    return bytes === undefined || bytes.length > maximumBytes ? null : bytes.slice();
  }

  describe(): StoreDescription {
    return {
      name: this.name,
      safeOpen: "not_applicable",
      conditionalWrites: "within_process",
      history: false,
      writable: true,
    };
  }

  async close(): Promise<void> {}

  /** Stores bytes, which become the store's own. */
  write(path: LogicalPath, bytes: Uint8Array): FileEntry {
    for (let parent = parentOf(path); parent !== ""; parent = parentOf(parent)) this.#refuseFiles(parent, path);
    if (this.#folders.has(path)) throw wrongKind(path, "is_directory");
    if (!this.#files.has(path)) this.#countFolders(path, 1);
    this.#writes++;
    const validator = `memory-${this.#writes}`;
    const entry: FileEntry = { kind: "file", path, size: bytes.length, validator, modified: this.#now() };
    this.#files.set(path, { entry, bytes, version: undefined });
    return entry;
  }

  /** Remembers a key that listings can only count. */
  addUnaddressable(name: string): void {
    this.#unaddressable.push(name);
  }

  #unlistedIn(directory: DirectoryPath, recursive: boolean): readonly UnlistedName[] {
    const start = directory === "" ? "" : `${directory}/`;
    return this.#unaddressable
      .filter((name) => name.startsWith(start) && (recursive || !name.slice(start.length).includes("/")))
      .sort(compareCodePoints)
      .map((name) => ({ shown: showPath(name), reason: "unaddressable" }));
  }

  #find(path: LogicalPath): MemoryFile | undefined {
    const file = this.#files.get(path);
    if (file !== undefined) return file;
    if (this.#folders.has(path)) throw wrongKind(path, "is_directory");
    for (let parent = parentOf(path); parent !== ""; parent = parentOf(parent)) this.#refuseFiles(parent, path);
    return undefined;
  }

  #refuseFiles(folder: LogicalPath, path: LogicalPath): void {
    if (this.#files.has(folder)) throw wrongKind(path, "not_a_directory");
  }

  #countFolders(path: LogicalPath, change: 1 | -1): void {
    this.#sorted = undefined;
    for (let folder = parentOf(path); folder !== ""; folder = parentOf(folder)) {
      const count = (this.#folders.get(folder) ?? 0) + change;
      if (count === 0) this.#folders.delete(folder);
      else this.#folders.set(folder, count);
    }
  }

  #versionOf(file: MemoryFile): string {
    file.version ??= hashVersion(portableSha256(file.bytes));
    return file.version;
  }

  #hasVersion(file: MemoryFile | undefined, version: string): boolean {
    if (file === undefined) return false;
    if (kindOfVersion(version) === "stat") return isStatVersionOf(version, file.entry);
    return version === this.#versionOf(file);
  }

  #conflict(path: LogicalPath, file: MemoryFile | undefined, expected: string): Error {
    const isStat = kindOfVersion(expected) === "stat";
    const current = file === undefined ? null : isStat ? statVersion(file.entry) : this.#versionOf(file);
    return versionConflict({ path, expected, current });
  }

  #filesBelow(directory: DirectoryPath, enter: ListOptions["enter"]): FileEntry[] {
    this.#sorted ??= [...this.#files.keys()].sort(compareCodePoints);
    const below = this.#sorted.filter((path) => isBelow(path, directory));
    const shown = enter === undefined ? below : below.filter((path) => isEntered(path, directory, enter));
    return shown.filter((path) => !hasStateFolder(path)).map((path) => (this.#files.get(path) as MemoryFile).entry);
  }

  #childrenOf(directory: DirectoryPath): ListEntry[] {
    const start = directory === "" ? 0 : directory.length + 1;
    const children = new Map<string, ListEntry>();
    for (const entry of this.#filesBelow(directory, undefined)) {
      const slash = entry.path.indexOf("/", start);
      if (slash === -1) children.set(entry.path, entry);
      else {
        const path = entry.path.slice(0, slash) as LogicalPath;
        children.set(path, { kind: "folder", path });
      }
    }
    return [...children.values()].sort((a, b) => compareCodePoints(a.path, b.path));
  }
}

function firstAfter(entries: readonly ListEntry[], cursor: string): number {
  const index = entries.findIndex((entry) => compareCodePoints(entry.path, cursor) > 0);
  return index === -1 ? entries.length : index;
}

/** Whether every folder between `directory` and the file is one that the caller wants to enter. */
function isEntered(path: LogicalPath, directory: DirectoryPath, enter: (folder: LogicalPath) => boolean): boolean {
  for (let folder = parentOf(path); folder !== directory && folder !== ""; folder = parentOf(folder)) {
    if (!enter(folder)) return false;
  }
  return true;
}

function hasStateFolder(path: string): boolean {
  return path.startsWith(".graphdown/") || path.includes("/.graphdown/");
}
