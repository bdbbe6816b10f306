/** Files in an R2 bucket that is bound to a Worker. */
import { type DirectoryPath, type LogicalPath, parentOf } from "../base/logical-path.ts";
import { collectBytes, streamOf } from "./byte-streams.ts";
import type {
  FileEntry,
  FileReadResult,
  FileStore,
  ListOptions,
  ListPage,
  OpenFile,
  OpenOptions,
  PutOptions,
  StoreDescription,
} from "./file-store.ts";
import { hashVersion, isStatVersionOf, kindOfVersion, stampOf } from "./file-version.ts";
import { listR2 } from "./r2/list-r2.ts";
import type { R2Bucket, R2Object, R2ObjectBody } from "./r2/r2-bucket.ts";
import { R2Calls, type R2Operation } from "./r2/r2-calls.ts";
import { hexOf, R2Writer, sha256Of } from "./r2/r2-writer.ts";
import { streamR2Object } from "./r2/stream-object.ts";
import { isTombstone } from "./r2/tombstone.ts";
import { readFilesInOrder } from "./remote/read-files-in-order.ts";
import { defaultRetrySettings, Retries, type RetrySettings } from "./remote/retries.ts";
import { versionConflict, wrongKind } from "./store-errors.ts";

export interface R2StoreOptions {
  /** Keys of one page of a listing, at most 1,000. Default 1,000; 2 exercises callers that forget to go on. */
  readonly pageSize?: number | undefined;
  /** How often and how patiently a call that failed is repeated. */
  readonly retries?: Partial<RetrySettings> | undefined;
  /** Milliseconds since the epoch. Default: the runtime's clock. */
  readonly now?: (() => number) | undefined;
}

/** Objects whose hash is remembered: some hundred bytes each. */
const maximumHashes = 20_000;

/** An object that was not written by us is hashed up to this size. */
const maximumHashedBytes = 32 * 1024 * 1024;

/** Files that are read at the same time. A Worker waits with what is more than it may have open. */
const readConcurrency = 16;

/**
 * Makes a store of a whole bucket; `createPrefixedStore` narrows it to a folder. Writes are conditional between all who write by this
 * store, deletions too. Everything that R2 answers is consistent from the moment at which a write has returned. A bucket may hold both
 * `a` and `a/b`: they are listed as a file and a folder. Older versions are not kept, since R2 keeps none.
 */
export function createR2Store(bucket: R2Bucket, options: R2StoreOptions = {}): FileStore {
  return new R2Store(bucket, options);
}

class R2Store implements FileStore {
  readonly name = "r2";
  readonly #calls: R2Calls;
  readonly #writer: R2Writer;
  readonly #pageSize: number;
  readonly #retries: RetrySettings;
  /** SHA-256 by the version of an object, those that were learned first in front. */
  readonly #hashes = new Map<string, string>();

  constructor(bucket: R2Bucket, { pageSize = 1_000, retries, now = Date.now }: R2StoreOptions) {
    this.#calls = new R2Calls(bucket);
    this.#pageSize = pageSize;
    this.#retries = { ...defaultRetrySettings, ...retries };
    this.#writer = new R2Writer({
      calls: this.#calls,
      hashOf: (operation, object) => this.#hashOf(operation, object),
      now,
      sleep: this.#retries.sleep,
    });
  }

  async *list(directory: DirectoryPath, options: ListOptions = {}): AsyncGenerator<ListPage, void, undefined> {
    let isEmpty = options.cursor === undefined && directory !== "";
    const pages = listR2({
      calls: this.#calls,
      directory,
      options,
      pageSize: this.#pageSize,
      newRetries: () => new Retries(this.#retries, options.signal),
      entryOf: (object) => this.#entryOf(object),
    });
    for await (const page of pages) {
      isEmpty &&= page.entries.length === 0 && page.unlisted.length === 0 && page.cursor === undefined;
      const operation = this.#operation(directory, "list", options.signal);
      if (isEmpty && (await this.#find(operation)) !== null) throw wrongKind(directory, "not_a_directory");
      yield page;
    }
  }

  async stat(
    path: LogicalPath,
    { signal }: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<FileEntry | null> {
    const operation = this.#operation(path, "read", signal);
    const object = await this.#find(operation);
    return object === null ? this.#absent(operation) : this.#entryOf(object);
  }

  async open(path: LogicalPath, { range, validator, version, signal }: OpenOptions = {}): Promise<OpenFile | null> {
    signal?.throwIfAborted();
    const operation = this.#operation(path, "read", signal);
    if (version !== undefined) {
      const present = await this.#find(operation);
      if (present === null) return this.#absent(operation);
      if (!(await this.#hasVersion(operation, present, version))) return null;
      const opened = await this.#read(operation, range);
      // What has come in between is not the version that was asked for.
      if (opened === null || opened.object.version === present.version) return opened && this.#opened(opened);
      await opened.stream.cancel();
      return null;
    }
    const opened = await this.#read(operation, range);
    if (opened === null) return this.#absent(operation);
    if (validator === undefined || stampOf(validator) === opened.object.version) return this.#opened(opened);
    await opened.stream.cancel();
    const entry = this.#entryOf(opened.object);
    throw versionConflict({ path, current: this.knownVersion(entry) });
  }

  async put(
    path: LogicalPath,
    content: Uint8Array | ReadableStream<Uint8Array>,
    options: PutOptions = {},
  ): Promise<FileEntry> {
    options.signal?.throwIfAborted();
    const operation = this.#operation(path, "write", options.signal);
    // What is replaced by its version is there, so nothing else is in its way.
    if (options.ifVersion === undefined) await this.#refuseClashes(operation);
    return this.#entryOf(await this.#writer.put(operation, content, options));
  }

  async delete(
    path: LogicalPath,
    { ifVersion, signal }: Pick<PutOptions, "ifVersion" | "signal"> = {},
  ): Promise<boolean> {
    const operation = this.#operation(path, "delete", signal);
    const outcome = await this.#writer.delete(operation, ifVersion);
    if (outcome === "absent") await this.#absent(operation);
    return outcome === true;
  }

  knownVersion({ validator }: FileEntry): string | undefined {
    const sha256 = this.#hashes.get(validator);
    return sha256 === undefined ? undefined : hashVersion(sha256);
  }

  async createFolder(path: LogicalPath, { signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    for (let folder: DirectoryPath = path; folder !== ""; folder = parentOf(folder)) {
      const isFile = (await this.#find(this.#operation(folder, "write", signal))) !== null;
      if (isFile) throw wrongKind(path, "not_a_directory");
    }
  }

  readFiles(
    entries: readonly FileEntry[],
    { maximumBytes, signal }: { readonly maximumBytes: number; readonly signal?: AbortSignal | undefined },
    visit: (result: FileReadResult, index: number) => void,
  ): Promise<void> {
    const open = async ({ path }: FileEntry): Promise<OpenFile | null> => {
      const operation = this.#operation(path, "read", signal);
      const opened = await this.#read(operation, undefined);
      return opened === null ? this.#absent(operation) : this.#opened(opened);
    };
    return readFilesInOrder({ entries, open, maximumBytes, signal, concurrency: readConcurrency }, visit);
  }

  describe(): StoreDescription {
    return {
      name: this.name,
      safeOpen: "not_applicable",
      conditionalWrites: "between_processes",
      history: false,
      writable: true,
    };
  }

  async close(): Promise<void> {}

  #operation(path: string, verb: string, signal: AbortSignal | undefined): R2Operation {
    return { path, verb, retries: new Retries(this.#retries, signal) };
  }

  /** The object, unless it is on its way out. */
  async #find(operation: R2Operation): Promise<R2Object | null> {
    const object = await this.#calls.head(operation);
    return object === null || isTombstone(object) ? null : object;
  }

  /** The object as it is now, with the bytes of a range; the stream is empty where the range holds none. */
  async #read(operation: R2Operation, range: OpenOptions["range"]): Promise<OpenObject | null> {
    const { start = 0, end } = range ?? {};
    if (end === undefined || end > start) {
      const length = end === undefined ? {} : { length: end - start };
      const got = await this.#calls.get(operation, range && { offset: start, ...length });
      if (got === null) return null;
      if (got !== "beyond") {
        const { size } = got;
        const last = Math.min(end ?? size, size);
        if (!isTombstone(got)) {
          const parts = { calls: this.#calls, operation, object: got, body: got.body, start, end: last };
          return { object: got, stream: streamR2Object(parts) };
        }
        await got.body.cancel();
        return null;
      }
    }
    const object = await this.#find(operation);
    return object && { object, stream: streamOf(new Uint8Array()) };
  }

  #opened({ object, stream }: OpenObject): OpenFile {
    return { entry: this.#entryOf(object), stream };
  }

  #entryOf({ key, size, version, uploaded, checksums }: R2Object): FileEntry {
    if (checksums?.sha256 !== undefined && !this.#hashes.has(version)) this.#learn(version, hexOf(checksums.sha256));
    return { kind: "file", path: key as LogicalPath, size, validator: version, modified: uploaded.getTime() };
  }

  #learn(version: string, sha256: string): void {
    this.#hashes.set(version, sha256);
    if (this.#hashes.size > maximumHashes) this.#hashes.delete(this.#hashes.keys().next().value as string);
  }

  async #hasVersion(operation: R2Operation, object: R2Object, version: string): Promise<boolean> {
    if (kindOfVersion(version) === "stat") return isStatVersionOf(version, this.#entryOf(object));
    const sha256 = await this.#hashOf(operation, object);
    return sha256 !== undefined && version === hashVersion(sha256);
  }

  /** What R2 has compared when the object was written, else what its bytes give; `undefined` where they are too many, or have changed. */
  async #hashOf(operation: R2Operation, object: R2Object): Promise<string | undefined> {
    const { validator: version, size } = this.#entryOf(object);
    const known = this.#hashes.get(version);
    if (known !== undefined || size > maximumHashedBytes) return known;
    const opened = await this.#read(operation, undefined);
    if (opened?.object.version !== version) {
      await opened?.stream.cancel();
      return undefined;
    }
    const sha256 = await sha256Of(await collectBytes(opened.stream));
    this.#learn(version, sha256);
    return sha256;
  }

  /** Nothing has this name: a folder may, or a file where a folder should be. */
  async #absent(operation: R2Operation): Promise<null> {
    await this.#refuseClashes(operation);
    return null;
  }

  /** Refuses a path that is a folder, or leads through a file. Against what is written at the same moment it is best effort. */
  async #refuseClashes(operation: R2Operation): Promise<void> {
    const { path } = operation;
    // Our own records are written by nobody else, and often.
    if (path.startsWith(".graphdown/") || path.includes("/.graphdown/")) return;
    const parents: LogicalPath[] = [];
    for (let folder = parentOf(path as LogicalPath); folder !== ""; folder = parentOf(folder)) parents.push(folder);
    const [isFolder, ...files] = await Promise.all([
      this.#isFolder(operation),
      ...parents.map((folder) => this.#find({ ...operation, path: folder })),
    ]);
    if (isFolder) throw wrongKind(path, "is_directory");
    if (files.some((file) => file !== null)) throw wrongKind(path, "not_a_directory");
  }

  /** Whether there is anything below a path that is not on its way out. */
  async #isFolder(operation: R2Operation): Promise<boolean> {
    for (let startAfter: string | undefined; ; ) {
      const { objects, truncated } = await this.#calls.list(operation, {
        prefix: `${operation.path}/`,
        limit: 2,
        include: ["customMetadata"],
        ...(startAfter === undefined ? {} : { startAfter }),
      });
      if (objects.some((object) => !isTombstone(object))) return true;
      startAfter = objects.at(-1)?.key;
      if (!truncated || startAfter === undefined) return false;
    }
  }
}

interface OpenObject {
  readonly object: R2Object | R2ObjectBody;
  readonly stream: ReadableStream<Uint8Array>;
}
