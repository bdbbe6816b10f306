/** Files in a bucket of any store that speaks S3. Over `fetch`, so that it runs in every runtime. */
import { GraphdownError } from "../base/errors.ts";
import { type DirectoryPath, type LogicalPath, parentOf } from "../base/logical-path.ts";
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
import { hashVersion, isStatVersionOf, kindOfVersion } from "./file-version.ts";
import { readFilesInOrder } from "./remote/read-files-in-order.ts";
import type { Retries } from "./remote/retries.ts";
import type { Bucket } from "./s3/bucket.ts";
import { readVersioning, type Versioning } from "./s3/bucket-settings.ts";
import { conditionsOf } from "./s3/conditions-verdict.ts";
import { entryOfObject } from "./s3/entry-of-object.ts";
import { listBucket } from "./s3/list-bucket.ts";
import { readKeyPage } from "./s3/list-page.ts";
import { listObjectVersions, openObjectVersion } from "./s3/object-versions.ts";
import { ObjectWriter } from "./s3/object-writer.ts";
import { openBucket, requireBetween } from "./s3/open-bucket.ts";
import { hashOfObject, type ObjectRequest, openObject, readHead } from "./s3/read-object.ts";
import { holdsConditions, type S3Conditions } from "./s3/s3-conditions.ts";
import type { S3StoreOptions } from "./s3/s3-options.ts";
import { sweepUploads } from "./s3/unfinished-uploads.ts";
import { wrongKind } from "./store-errors.ts";

const MiB = 1024 * 1024;

/** Files that are read at the same time, where many are. */
const readConcurrency = 32;

/**
 * Opens a bucket as a store. A bucket that is missing or can't be reached is `storage_failed`, a wrong setting `invalid_options`. Where it
 * is to be written to, what its server holds of conditions is found out first (kept for a day under `.graphdown/probe`); a conditional
 * write is `unsupported` where they would not hold.
 *
 * A bucket may hold both `a` and `a/b`: they are listed as a file and a folder. Older versions can be read where the bucket keeps them.
 */
export async function createS3Store(options: S3StoreOptions): Promise<FileStore> {
  const { writable = false, now = Date.now, pageSize = 1_000, partBytes = 8 * MiB } = options;
  requireBetween("pageSize", pageSize, 1, 1_000);
  requireBetween("partBytes", partBytes, 5 * MiB, 100 * MiB);
  const bucket = openBucket(options);
  const versioning = await readVersioning(bucket);
  if (!writable) return new S3Store({ bucket, pageSize, versioning, writing: undefined });
  const [conditions] = await Promise.all([
    conditionsOf(bucket, { versioning, now }),
    sweepWherePermitted(bucket, now()),
  ]);
  const writer = new ObjectWriter({ bucket, conditions, partBytes, now });
  return new S3Store({ bucket, pageSize, versioning, writing: { writer, conditions } });
}

/** Who may write need not be permitted to look for unfinished uploads; the bucket's own rules may see to them. */
async function sweepWherePermitted(bucket: Bucket, now: number): Promise<void> {
  try {
    await sweepUploads(bucket, now);
  } catch (cause) {
    if (!GraphdownError.isInstance(cause) || cause.details?.["reason"] !== "AccessDenied") throw cause;
  }
}

interface S3StoreParts {
  readonly bucket: Bucket;
  readonly pageSize: number;
  readonly versioning: Versioning;
  /** `undefined` for a store that is only read. */
  readonly writing: { readonly writer: ObjectWriter; readonly conditions: S3Conditions } | undefined;
}

class S3Store implements FileStore {
  readonly name = "s3";
  /** Only where the bucket keeps versions. */
  readonly versions?: NonNullable<FileStore["versions"]>;
  readonly #bucket: Bucket;
  readonly #pageSize: number;
  readonly #writing: S3StoreParts["writing"];

  constructor({ bucket, pageSize, versioning, writing }: S3StoreParts) {
    this.#bucket = bucket;
    this.#pageSize = pageSize;
    this.#writing = writing;
    if (versioning === "on" || versioning === "suspended") {
      this.versions = (path, { signal } = {}) => listObjectVersions(bucket, path, bucket.newRetries(signal));
    }
  }

  async *list(directory: DirectoryPath, options: ListOptions = {}): AsyncGenerator<ListPage, void, undefined> {
    const bucket = this.#bucket;
    const newRetries = (): Retries => bucket.newRetries(options.signal);
    let isEmpty = options.cursor === undefined && directory !== "";
    for await (const page of listBucket({
      client: bucket.client,
      directory,
      options,
      pageSize: this.#pageSize,
      newRetries,
    })) {
      isEmpty &&= page.entries.length === 0 && page.unlisted.length === 0 && page.cursor === undefined;
      if (isEmpty && (await this.#isFile(directory as LogicalPath, "list", newRetries())))
        throw wrongKind(directory, "not_a_directory");
      yield page;
    }
  }

  async stat(
    path: LogicalPath,
    { signal }: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<FileEntry | null> {
    const request = this.#request(path, "read", signal);
    const head = await readHead(this.#bucket, request);
    return head === null ? this.#absent(request) : entryOfObject(path, head);
  }

  async open(path: LogicalPath, options: OpenOptions = {}): Promise<OpenFile | null> {
    const { range, validator, version, signal } = options;
    const request = this.#request(path, "read", signal);
    if (version !== undefined) return this.#openVersion(request, version, options);
    return (await openObject(this.#bucket, { ...request, range, validator })) ?? this.#absent(request);
  }

  async put(
    path: LogicalPath,
    content: Uint8Array | ReadableStream<Uint8Array>,
    options: PutOptions = {},
  ): Promise<FileEntry> {
    const { writer } = this.#requireWriting(path);
    // What is replaced by its version is there, so nothing else is in its way.
    if (options.ifVersion === undefined) await this.#refuseClashes(this.#request(path, "write", options.signal));
    return writer.put(path, content, options);
  }

  async delete(path: LogicalPath, options: Pick<PutOptions, "ifVersion" | "signal"> = {}): Promise<boolean> {
    const { writer } = this.#requireWriting(path);
    const outcome = await writer.delete(path, options);
    if (outcome === "absent") await this.#absent(this.#request(path, "delete", options.signal));
    return outcome === true;
  }

  knownVersion({ path, validator }: FileEntry): string | undefined {
    const sha256 = this.#bucket.heads.sha256Of(this.#bucket.keyOf(path), validator);
    return sha256 === undefined ? undefined : hashVersion(sha256);
  }

  async createFolder(path: LogicalPath, { signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    const retries = this.#bucket.newRetries(signal);
    for (let folder: DirectoryPath = path; folder !== ""; folder = parentOf(folder)) {
      if (await this.#isFile(folder, "write", retries)) throw wrongKind(path, "not_a_directory");
    }
  }

  readFiles(
    entries: readonly FileEntry[],
    { maximumBytes, signal }: { readonly maximumBytes: number; readonly signal?: AbortSignal | undefined },
    visit: (result: FileReadResult, index: number) => void,
  ): Promise<void> {
    const open = ({ path }: FileEntry): Promise<OpenFile | null> =>
      openObject(this.#bucket, this.#request(path, "read", signal));
    return readFilesInOrder({ entries, open, maximumBytes, signal, concurrency: readConcurrency }, visit);
  }

  describe(): StoreDescription {
    const isHeld = this.#writing !== undefined && holdsConditions(this.#writing.conditions);
    const isAlone = this.#writing !== undefined && this.#bucket.client.place.singleWriter;
    return {
      name: this.name,
      safeOpen: "not_applicable",
      conditionalWrites: isHeld ? "between_processes" : isAlone ? "within_process" : "none",
      history: this.versions !== undefined,
      writable: this.#writing !== undefined,
    };
  }

  async close(): Promise<void> {}

  #request(path: LogicalPath, operation: string, signal: AbortSignal | undefined): ObjectRequest {
    return { path, operation, retries: this.#bucket.newRetries(signal) };
  }

  async #openVersion(
    request: ObjectRequest,
    version: string,
    { range, validator }: OpenOptions,
  ): Promise<OpenFile | null> {
    const { path, retries } = request;
    const kind = kindOfVersion(version);
    const head = kind === undefined ? null : await readHead(this.#bucket, request);
    if (head !== null) {
      const entry = entryOfObject(path, head);
      const hash = kind === "hash" ? await hashOfObject(this.#bucket, request, head) : null;
      const isPresent =
        kind === "hash" ? hash !== null && version === hashVersion(hash) : isStatVersionOf(version, entry);
      if (isPresent) return openObject(this.#bucket, { ...request, range, validator: validator ?? entry.validator });
    }
    if (kind !== "hash" || this.versions === undefined) return null;
    return openObjectVersion(this.#bucket, path, version, { range, retries });
  }

  /** Nothing has this name: a folder may, or a file where a folder should be. */
  async #absent(request: ObjectRequest): Promise<null> {
    await this.#refuseClashes(request);
    return null;
  }

  /** Refuses a path that is a folder, or leads through a file. Against what is written at the same moment it is best effort. */
  async #refuseClashes({ path, operation, retries }: ObjectRequest): Promise<void> {
    // Our own records are written by nobody else, and often.
    if (path.startsWith(".graphdown/")) return;
    const parents: LogicalPath[] = [];
    for (let folder = parentOf(path); folder !== ""; folder = parentOf(folder)) parents.push(folder);
    const [isFolder, ...areFiles] = await Promise.all([
      this.#isFolder({ path, operation, retries }),
      ...parents.map((folder) => this.#isFile(folder, operation, retries)),
    ]);
    if (isFolder) throw wrongKind(path, "is_directory");
    if (areFiles.some((isFile) => isFile)) throw wrongKind(path, "not_a_directory");
  }

  async #isFile(path: LogicalPath, operation: string, retries: Retries): Promise<boolean> {
    return (await readHead(this.#bucket, { path, operation, retries })) !== null;
  }

  async #isFolder({ path, operation, retries }: ObjectRequest): Promise<boolean> {
    const prefix = `${this.#bucket.keyOf(path)}/`;
    const page = await readKeyPage(this.#bucket.client, {
      operation,
      path,
      prefix,
      position: {},
      behind: undefined,
      maximumKeys: 1,
      retries,
    });
    return page.keys.length > 0;
  }

  #requireWriting(path: LogicalPath): NonNullable<S3StoreParts["writing"]> {
    if (this.#writing !== undefined) return this.#writing;
    throw new GraphdownError({
      code: "permission_denied",
      message: "The bucket was opened for reading only.",
      path,
      details: { reason: "read_only" },
      next: "Open it with writable: true, or permit writing.",
    });
  }
}
