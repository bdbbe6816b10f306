/** Changes objects of an R2 bucket: every change is conditional on what was there when it was decided. */
import { GraphdownError } from "../../base/errors.ts";
import { showPath } from "../../base/show-path.ts";
import { chunksOf, collectBytes } from "../byte-streams.ts";
import type { PutOptions, WriteMetadata } from "../file-store.ts";
import { hashVersion, kindOfVersion, stampOf, statVersion } from "../file-version.ts";
import { joinBytes } from "../join-bytes.ts";
import type { RetrySettings } from "../remote/retries.ts";
import { alreadyExists, contentMismatch, tooLarge, versionConflict } from "../store-errors.ts";
import type { R2Object, R2PutOptions } from "./r2-bucket.ts";
import type { R2Calls, R2Operation } from "./r2-calls.ts";
import { deletionMs, heldFor, isTombstone, newTombstone } from "./tombstone.ts";
import { isWrittenWith, newWriteId, writeIdName } from "./write-id.ts";

export interface R2WriterSettings {
  readonly calls: R2Calls;
  /** SHA-256 of an object's bytes; `undefined` where it has changed meanwhile, or is too large to be hashed. */
  readonly hashOf: (operation: R2Operation, object: R2Object) => Promise<string | undefined>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly sleep: RetrySettings["sleep"];
}

/** Bytes that one write may have: they are in memory at once, of which an isolate has 128 MiB. */
const maximumBytes = 32 * 1024 * 1024;

/** How long a write waits for a deletion that is on its way. */
const waitsMs: readonly number[] = [10, 20, 40, 80, 160, 320, 640, 1_280];

/** Others who are faster each have succeeded; nobody is outrun so often. */
const maximumAttempts = 1_000;

export class R2Writer {
  readonly #settings: R2WriterSettings;

  constructor(settings: R2WriterSettings) {
    this.#settings = settings;
  }

  async put(
    operation: R2Operation,
    content: Uint8Array | ReadableStream<Uint8Array>,
    { ifAbsent, ifVersion, metadata, signal }: PutOptions,
  ): Promise<R2Object> {
    const { path } = operation;
    const bytes = await collect(path, content, signal);
    signal?.throwIfAborted();
    const sha256 = await sha256Of(bytes);
    const announced = metadata?.sha256;
    if (announced !== undefined && announced !== sha256) throw contentMismatch(path, announced, sha256);
    const customMetadata = metadataOf(metadata);
    for (let attempt = 0; attempt < maximumAttempts; attempt++) {
      const there = await this.#settled(operation);
      // A request may arrive twice, and be told of the second time.
      if (attempt > 0 && there !== null && isWrittenWith(there, customMetadata)) return there;
      const present = there !== null && !isTombstone(there) ? there : null;
      if (ifAbsent && present !== null) throw alreadyExists(path, await this.#versionOf(operation, present));
      if (ifVersion !== undefined) await this.#require(operation, present, ifVersion);
      const written = await this.#write(operation, there, bytes, { customMetadata, sha256 });
      if (written !== null) return written;
    }
    throw outrun(path);
  }

  /** Whether there was an object; `"absent"` where there was none, which nobody asked for to be a certain version. */
  async delete(operation: R2Operation, ifVersion: string | undefined): Promise<true | "absent"> {
    const { calls, now } = this.#settings;
    const tombstone = newTombstone();
    let started = now();
    for (let attempt = 0; attempt < maximumAttempts; attempt++) {
      const there = await calls.head(operation);
      // A request may arrive twice, and be told of the second time: then ours is there already.
      if (there === null || !isWrittenWith(there, tombstone.metadata)) {
        const present = there !== null && !isTombstone(there) ? there : null;
        if (ifVersion !== undefined) await this.#require(operation, present, ifVersion);
        if (present === null) return "absent";
        started = now();
        const options = { customMetadata: tombstone.metadata };
        if ((await this.#write(operation, present, tombstone.bytes, options)) === null) continue;
      }
      // Where the answer is lost the tombstone stays, which is as good as nothing.
      if (now() - started < deletionMs) await calls.deleteOnce(operation);
      return true;
    }
    throw outrun(operation.path);
  }

  /** Writes if `there` is still what is there; `null` where it is not. */
  async #write(
    operation: R2Operation,
    there: R2Object | null,
    bytes: Uint8Array,
    options: R2PutOptions & { readonly customMetadata: Record<string, string> },
  ): Promise<R2Object | null> {
    const { calls } = this.#settings;
    const onlyIf = there === null ? new Headers({ "If-None-Match": "*" }) : { etagMatches: there.etag };
    const written = await calls.put(operation, bytes, { ...options, onlyIf });
    if (written !== "unclear") return written;
    const found = await calls.head(operation);
    if (found !== null && isWrittenWith(found, options.customMetadata)) return found;
    if (found?.version === there?.version) return null;
    // Ours may have been written, and written over since: to say that it was not could have it done twice.
    throw unclearWrite(operation);
  }

  /** What is there once no deletion is on its way. A tombstone that was left behind may be written over. */
  async #settled(operation: R2Operation): Promise<R2Object | null> {
    const { calls, now, sleep } = this.#settings;
    for (let waits = 0; ; waits++) {
      const there = await calls.head(operation);
      if (there === null || !isTombstone(there)) return there;
      const held = heldFor(there, now());
      if (held === 0) return there;
      const wait = waitsMs[waits];
      if (wait === undefined) throw beingDeleted(operation.path, held);
      await sleep(wait, operation.retries.signal);
    }
  }

  async #require(operation: R2Operation, present: R2Object | null, expected: string): Promise<void> {
    const { path } = operation;
    if (present === null) throw versionConflict({ path, expected, current: null });
    const isStat = kindOfVersion(expected) === "stat";
    const current = isStat ? statVersion({ validator: present.version }) : await this.#versionOf(operation, present);
    if (isStat ? stampOf(expected) === stampOf(current as string) : expected === current) return;
    throw versionConflict({ path, expected, current });
  }

  async #versionOf(operation: R2Operation, present: R2Object): Promise<string | undefined> {
    const sha256 = await this.#settings.hashOf(operation, present);
    return sha256 === undefined ? undefined : hashVersion(sha256);
  }
}

/** SHA-256 of bytes by the runtime, as hexadecimal digits. */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
  return hexOf(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
}

export function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function collect(
  path: string,
  content: Uint8Array | ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  if (content instanceof Uint8Array) {
    if (content.length > maximumBytes) throw tooLarge(path, content.length, maximumBytes);
    return collectBytes(content);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(content, signal)) {
    length += chunk.length;
    if (length > maximumBytes) throw tooLarge(path, length, maximumBytes);
    chunks.push(chunk.slice());
  }
  return joinBytes(chunks, length);
}

/** Most characters of one value: R2 keeps 2,048 bytes of metadata in all. */
const maximumValue = 300;

function metadataOf(metadata: WriteMetadata | undefined): Record<string, string> {
  const kept: Record<string, string> = { [writeIdName]: newWriteId() };
  for (const name of ["actor", "session", "trace", "writeId"] as const) {
    const value = metadata?.[name];
    // As plain ASCII, which every program that shows metadata can.
    if (value !== undefined) kept[`graphdown-${name.toLowerCase()}`] = encodeURIComponent(value).slice(0, maximumValue);
  }
  return kept;
}

function beingDeleted(path: string, heldMs: number): GraphdownError {
  return new GraphdownError({
    code: "storage_failed",
    message: `"${showPath(path)}" is being deleted by somebody else, who may have stopped on the way.`,
    path,
    details: { operation: "write", reason: "being_deleted", retryAfter: Math.ceil(heldMs / 1_000) },
    next: "Try again after the time in retryAfter.",
  });
}

function outrun(path: string): GraphdownError {
  return new GraphdownError({
    code: "storage_failed",
    message: `"${showPath(path)}" is changed by others all the time, and no write of ours came between.`,
    path,
    details: { operation: "write", reason: "contention", retryAfter: 5 },
    next: "Try again later.",
  });
}

function unclearWrite({ path, verb, retries }: R2Operation): GraphdownError {
  return new GraphdownError({
    code: "storage_failed",
    message: `The bucket lost its answer to our change of "${showPath(path)}", and it has changed since.`,
    path,
    details: { operation: verb, reason: "no_answer", outcome: "unknown", retryAfter: retries.secondsUntilRetry },
    next: "Read the file to see whether it was written, and try again if it was not.",
  });
}
