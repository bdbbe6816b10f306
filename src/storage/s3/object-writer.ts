/** Writes and deletes objects so that nothing is lost: on conditions that the server judges, and with every unclear outcome cleared up. */
import { md5 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { LogicalPath } from "../../base/logical-path.ts";
import { chunksOf } from "../byte-streams.ts";
import type { FileEntry, PutOptions } from "../file-store.ts";
import { hashVersion, isStatVersionOf, kindOfVersion, statVersion } from "../file-version.ts";
import { KeyedQueue } from "../keyed-queue.ts";
import type { Retries } from "../remote/retries.ts";
import { alreadyExists, contentMismatch, unsupported, versionConflict } from "../store-errors.ts";
import type { Bucket } from "./bucket.ts";
import { entryOfObject } from "./list-bucket.ts";
import {
  abortUpload,
  beginUpload,
  bytesOfPart,
  completeUpload,
  sendPart,
  type Upload,
  type UploadedPart,
} from "./multipart-upload.ts";
import { markOf, type ObjectHead, readETag, readTime, writeHeaders } from "./object-head.ts";
import { hashOfObject, readHead, versionOfObject } from "./read-object.ts";
import { nothingRead, type S3Outcome, type S3Request, sha256Hex } from "./s3-client.ts";
import { holdsConditions, quoteETag, type S3Conditions } from "./s3-conditions.ts";
import { type S3Failure, s3Error } from "./s3-failure.ts";
import { forgetUpload, noteUpload } from "./unfinished-uploads.ts";

export interface ObjectWriterParts {
  readonly bucket: Bucket;
  readonly conditions: S3Conditions;
  readonly partBytes: number;
  readonly now: () => number;
}

/** What a write is conditional on. */
type Condition = { readonly ifAbsent: true } | { readonly ifVersion: string } | undefined;

/** One write, with all that its attempts share. */
interface Write {
  readonly path: LogicalPath;
  readonly condition: Condition;
  /** The condition is held by us alone, since the server does not. */
  readonly isEmulated: boolean;
  readonly retries: Retries;
  /** Goes with every attempt, so that what is there later can be told to be ours. */
  readonly writeId: string;
  readonly size: number;
  /** The ETag that the server will give, where it gives an MD5. */
  readonly md5: string | undefined;
  readonly sha256: string | undefined;
  /** Sends it once, on top of `base`. */
  readonly send: (
    condition: Readonly<Record<string, string>>,
    base: ObjectHead | undefined,
  ) => Promise<S3Outcome<unknown>>;
}

/** `base` is what the write goes on from; `undefined` where it asks for nothing or for absence. */
type Settled = { readonly done: FileEntry } | { readonly base: ObjectHead | undefined };

/** A file up to the size of a part, or the beginning of a longer one and the rest. */
type Beginning =
  | { readonly whole: Uint8Array }
  | { readonly first: Uint8Array; readonly rest: AsyncGenerator<Uint8Array, void, undefined> };

/** S3 takes no more in one request. */
const maximumSingleBytes = 5 * 1024 ** 3;

export class ObjectWriter {
  readonly #bucket: Bucket;
  readonly #conditions: S3Conditions;
  readonly #partBytes: number;
  readonly #now: () => number;
  /** Where the server does not hold all conditions and we are alone, they hold because writes of one file wait for each other. */
  readonly #queue: KeyedQueue | undefined;

  constructor({ bucket, conditions, partBytes, now }: ObjectWriterParts) {
    this.#bucket = bucket;
    this.#conditions = conditions;
    this.#partBytes = partBytes;
    this.#now = now;
    const isHeld = holdsConditions(conditions) && conditions.delete && conditions.multipart;
    this.#queue = bucket.client.place.singleWriter && !isHeld ? new KeyedQueue() : undefined;
  }

  async put(
    path: LogicalPath,
    content: Uint8Array | ReadableStream<Uint8Array>,
    options: PutOptions,
  ): Promise<FileEntry> {
    const { signal, ifVersion, ifAbsent = false } = options;
    signal?.throwIfAborted();
    const condition: Condition = ifVersion !== undefined ? { ifVersion } : ifAbsent ? { ifAbsent } : undefined;
    if (condition !== undefined) this.#requireConditions(path);
    // A copy, since the caller may go on to use its memory.
    const beginning =
      content instanceof Uint8Array ? { whole: content.slice() } : await beginningOf(content, this.#partBytes, signal);
    const isSingle =
      "whole" in beginning &&
      (beginning.whole.length <= this.#partBytes || this.#mustBeSingle(condition, beginning.whole));
    const put = (): Promise<FileEntry> =>
      isSingle
        ? this.#putWhole(path, beginning.whole, condition, options)
        : this.#putInParts(path, beginning, condition, options);
    try {
      return await (this.#queue === undefined ? put() : this.#queue.run(path, put));
    } finally {
      // The sender is told where nobody reads on.
      if ("rest" in beginning) await beginning.rest.return();
    }
  }

  async delete(
    path: LogicalPath,
    { ifVersion, signal }: Pick<PutOptions, "ifVersion" | "signal">,
  ): Promise<boolean | "absent"> {
    signal?.throwIfAborted();
    const isHeld = this.#conditions.delete;
    if (ifVersion !== undefined && !isHeld && !this.#bucket.client.place.singleWriter) throw noConditionalDelete(path);
    const remove = (): Promise<boolean | "absent"> => this.#delete(path, ifVersion, this.#bucket.newRetries(signal));
    return this.#queue === undefined ? remove() : this.#queue.run(path, remove);
  }

  /** Bytes that are in memory anyway go as one, where parts can't be put in place on a condition. */
  #mustBeSingle(condition: Condition, { length }: Uint8Array): boolean {
    return condition !== undefined && !this.#conditions.multipart && length <= maximumSingleBytes;
  }

  async #putWhole(
    path: LogicalPath,
    bytes: Uint8Array,
    condition: Condition,
    { metadata, signal }: PutOptions,
  ): Promise<FileEntry> {
    const { client } = this.#bucket;
    const hash = await sha256Hex(bytes);
    if (metadata?.sha256 !== undefined && metadata.sha256 !== hash) throw contentMismatch(path, metadata.sha256, hash);
    const sum = bytesToHex(md5(bytes));
    const writeId = writeIdOf(metadata?.writeId);
    const retries = this.#bucket.newRetries(signal);
    return this.#settle({
      path,
      condition,
      isEmulated: !holdsConditions(this.#conditions),
      retries,
      writeId,
      size: bytes.length,
      md5: sum,
      sha256: hash,
      send: (conditionHeaders, base) => {
        const note = writeHeaders({ writeId, sha256: hash, md5: sum, metadata, base, path });
        const headers = { ...client.place.writeHeaders, ...note, ...conditionHeaders };
        const key = this.#bucket.keyOf(path);
        return client.attempt(
          { method: "PUT", key, headers, body: bytes, bodySha256: hash, operation: "write", path, retries },
          nothingRead,
        );
      },
    });
  }

  async #putInParts(
    path: LogicalPath,
    beginning: Beginning,
    condition: Condition,
    { metadata, signal }: PutOptions,
  ): Promise<FileEntry> {
    if (condition !== undefined && !this.#conditions.multipart && this.#queue === undefined)
      throw noConditionalParts(path);
    const bucket = this.#bucket;
    const writeId = writeIdOf(metadata?.writeId);
    // Looked at before anything is sent, since what the object says of itself goes with the beginning.
    const isEmulated = !this.#conditions.multipart;
    const base = await this.#baseOf({ path, condition, isEmulated, retries: bucket.newRetries(signal) });
    await noteUpload(bucket, path, writeId, signal);
    const upload = await beginUpload(bucket, {
      path,
      retries: bucket.newRetries(signal),
      headers: { ...bucket.client.place.writeHeaders, ...writeHeaders({ writeId, metadata, base, path }) },
    });
    let isDone = false;
    try {
      const hash = sha256.create();
      const parts: UploadedPart[] = [];
      let size = 0;
      for await (const part of partsOf(beginning, this.#partBytes)) {
        hash.update(part);
        size += part.length;
        parts.push(await sendPart(bucket, { ...upload, retries: bucket.newRetries(signal) }, parts.length + 1, part));
      }
      const hex = bytesToHex(hash.digest());
      if (metadata?.sha256 !== undefined && metadata.sha256 !== hex) throw contentMismatch(path, metadata.sha256, hex);
      const retries = bucket.newRetries(signal);
      const completing: Upload = { ...upload, retries };
      const send = async (headers: Readonly<Record<string, string>>): Promise<S3Outcome<unknown>> => {
        const outcome = await completeUpload(bucket, completing, parts, headers);
        // An upload that is gone was completed by an attempt before this one, or swept: what is there tells.
        const isGone = outcome.kind === "answer" && outcome.reason === "NoSuchUpload";
        return isGone
          ? { kind: "failed", failure: { reason: "NoSuchUpload", status: 404, mayPass: true, mayBeApplied: true } }
          : outcome;
      };
      const entry = await this.#settle({
        path,
        condition,
        isEmulated,
        retries,
        writeId,
        size,
        md5: undefined,
        sha256: hex,
        send,
      });
      isDone = true;
      return entry;
    } finally {
      if (!isDone)
        await abortUpload(bucket, { ...upload, retries: bucket.newRetries(undefined) }).catch(() => undefined);
      // The note is left where the upload may be: a sweep takes care of both.
      if (isDone) await forgetUpload(bucket, path, writeId).catch(() => undefined);
    }
  }

  /** Sends a write until it is known what became of it. */
  async #settle(write: Write): Promise<FileEntry> {
    const { path, retries } = write;
    const about = { operation: "write", path, retries };
    let base = await this.#baseOf(write);
    /** Whether an attempt may have been done though nobody said so. */
    let isUnclear = false;
    for (;;) {
      const outcome = await write.send(this.#headersOf(write, base), base);
      if (outcome.kind === "answer" && outcome.status < 300) return this.#written(write, base, outcome.headers);
      const failure = failureOf(outcome);
      const isRefused =
        outcome.kind === "answer" && (outcome.status === 412 || (outcome.status === 404 && base !== undefined));
      if (!isRefused) {
        isUnclear ||= failure.mayBeApplied;
        await this.#bucket.client.waitAfter(about, { ...failure, mayBeApplied: isUnclear });
        if (!isUnclear) continue;
      }
      const settled = await this.#lookAt(write, base, isUnclear, failure);
      if ("done" in settled) return settled.done;
      base = settled.base;
      // The server refused what it should take: another write may be about to be seen, so this too is waited for, and has an end.
      if (isRefused) await this.#bucket.client.waitAfter(about, { ...failure, mayPass: true, mayBeApplied: isUnclear });
    }
  }

  /** What is there now, and what it says of a write: that it was done, that it can't be done, or that it may be tried on what is there. */
  async #lookAt(write: Write, base: ObjectHead | undefined, isUnclear: boolean, failure: S3Failure): Promise<Settled> {
    const { path, condition, retries, writeId } = write;
    const request = { path, operation: "write", retries };
    const head = await readHead(this.#bucket, request);
    if (head?.writes.at(-1) === writeId) return { done: this.#present(write, head) };
    // Others have gone on from what we wrote.
    if (head?.writes.includes(writeId)) return { done: this.#overwritten(write) };
    if (condition === undefined) {
      if (failure.reason !== "NoSuchUpload") return { base: undefined };
      throw s3Error(request, { ...failure, mayPass: false }, retries);
    }
    if ("ifAbsent" in condition) {
      if (head === null) return { base: undefined };
      // Metadata that does not come back says nothing of whose it is.
      if (isUnclear && head.writes.length === 0 && head.size === write.size)
        throw unknownOutcome(request, failure, retries);
      throw alreadyExists(path, (await versionOfObject(this.#bucket, request, head)) ?? undefined);
    }
    if (head !== null && head.etag !== undefined && head.etag === base?.etag) return { base };
    // What was written since goes back to what we went on from, so that our write would be among it.
    const isKnown = head !== null && base !== undefined && head.writes.includes(markOf(base));
    if (isUnclear && !isKnown) throw unknownOutcome(request, failure, retries);
    const again = await this.#matching(path, head, condition.ifVersion, retries);
    if (again !== undefined) return { base: again };
    throw await this.#conflict(path, head, condition.ifVersion, retries);
  }

  /** What a write goes on from. A condition that does not hold already is refused here. */
  async #baseOf({
    path,
    condition,
    isEmulated,
    retries,
  }: Pick<Write, "path" | "condition" | "isEmulated" | "retries">): Promise<ObjectHead | undefined> {
    if (condition === undefined || "ifAbsent" in condition) {
      if (condition !== undefined && isEmulated) await this.#requireAbsent(path, retries);
      return undefined;
    }
    const { ifVersion } = condition;
    // What was read a moment ago is what callers go on from; the server judges whether it still is so.
    const last = isEmulated ? undefined : this.#bucket.heads.last(this.#bucket.keyOf(path));
    if (last?.etag !== undefined && isVersionOf(ifVersion, path, last)) return last;
    const head = await readHead(this.#bucket, { path, operation: "write", retries });
    const base = await this.#matching(path, head, ifVersion, retries);
    if (base === undefined) throw await this.#conflict(path, head, ifVersion, retries);
    return base;
  }

  /** What is there, if it has this version. */
  async #matching(
    path: LogicalPath,
    head: ObjectHead | null,
    version: string,
    retries: Retries,
  ): Promise<ObjectHead | undefined> {
    if (head === null || head.etag === undefined) return undefined;
    if (kindOfVersion(version) === "stat") return isVersionOf(version, path, head) ? head : undefined;
    if (kindOfVersion(version) === undefined) return undefined;
    const hash = await hashOfObject(this.#bucket, { path, operation: "write", retries }, head);
    return hash !== null && version === hashVersion(hash) ? head : undefined;
  }

  async #conflict(path: LogicalPath, head: ObjectHead | null, expected: string, retries: Retries): Promise<Error> {
    const isStat = kindOfVersion(expected) === "stat" && head !== null;
    const request = { path, operation: "write", retries };
    const current = isStat
      ? statVersion(entryOfObject(path, head))
      : await versionOfObject(this.#bucket, request, head);
    return versionConflict({ path, expected, current });
  }

  async #requireAbsent(path: LogicalPath, retries: Retries): Promise<void> {
    const request = { path, operation: "write", retries };
    const head = await readHead(this.#bucket, request);
    if (head !== null) throw alreadyExists(path, (await versionOfObject(this.#bucket, request, head)) ?? undefined);
  }

  /** The condition as the server gets it; none where it would not heed it, and we are alone. */
  #headersOf({ condition, isEmulated }: Write, base: ObjectHead | undefined): Readonly<Record<string, string>> {
    if (condition === undefined || isEmulated) return {};
    if ("ifAbsent" in condition) return { "if-none-match": "*" };
    return { "if-match": quoteETag(base?.etag ?? "", this.#conditions) };
  }

  /** The entry of what was just written, as the answer tells it. */
  async #written(write: Write, base: ObjectHead | undefined, headers: Headers): Promise<FileEntry> {
    const { path, size, sha256, writeId, retries } = write;
    const etag = readETag(headers) ?? (await readHead(this.#bucket, { path, operation: "write", retries }))?.etag;
    const modified = readTime(headers.get("date")) || this.#now();
    const earlier = base === undefined ? [] : base.writes.length === 0 ? [markOf(base)] : base.writes;
    const head: ObjectHead = {
      etag,
      size,
      modified,
      sha256,
      writes: [...earlier, writeId],
      metadata: {},
      kept: base?.kept ?? {},
    };
    return this.#present(write, head);
  }

  #present({ path, sha256 }: Write, head: ObjectHead): FileEntry {
    return entryOfObject(path, this.#bucket.heads.learn(this.#bucket.keyOf(path), { ...head, sha256 }));
  }

  /** The entry of what was written and is there no more. */
  #overwritten({ path, size, md5: sum, writeId }: Write): FileEntry {
    return { kind: "file", path, size, validator: sum ?? `racy-${writeId}`, modified: this.#now() };
  }

  async #delete(path: LogicalPath, ifVersion: string | undefined, retries: Retries): Promise<boolean | "absent"> {
    const { client } = this.#bucket;
    const request = { path, operation: "delete", retries };
    const key = this.#bucket.keyOf(path);
    let isUnclear = false;
    let sent: ObjectHead | undefined;
    for (;;) {
      const head = await readHead(this.#bucket, request);
      if (isUnclear && sent !== undefined) {
        // Gone, or made anew by somebody: what we saw has been deleted, and only we are known to have wanted that.
        if (head === null || !(head.etag === sent.etag || head.writes.includes(markOf(sent)))) return true;
        isUnclear = false;
      }
      if (head === null && ifVersion === undefined) return "absent";
      const base = ifVersion === undefined ? head : await this.#matching(path, head, ifVersion, retries);
      if (base === undefined || base === null) throw await this.#conflict(path, head, ifVersion as string, retries);
      const isHeld = this.#conditions.delete && base.etag !== undefined;
      const headers = isHeld ? { "if-match": quoteETag(base.etag as string, this.#conditions) } : {};
      sent = base;
      const sending: S3Request = { method: "DELETE", key, headers, ...request };
      const outcome = await client.attempt(sending, nothingRead);
      this.#bucket.heads.forget(key);
      if (outcome.kind === "answer" && outcome.status < 300) return true;
      // Refused: it is another one by now, or gone. Looked at anew, and not for ever.
      const isRefused = outcome.kind === "answer" && (outcome.status === 412 || outcome.status === 404);
      const failure = failureOf(outcome);
      isUnclear = !isRefused && failure.mayBeApplied;
      await client.waitAfter(request, isRefused ? { ...failure, mayPass: true } : failure);
    }
  }

  #requireConditions(path: LogicalPath): void {
    if (holdsConditions(this.#conditions) || this.#queue !== undefined) return;
    const what = this.#conditions.put === "ignored" ? "ignores" : "refuses";
    throw unsupported(
      "no_conditional_writes",
      `This storage ${what} conditions on writes, so that two writers could overwrite each other unseen. Nothing was written.`,
      "Use a storage that holds conditions, or set singleWriter where nobody else writes.",
      path,
    );
  }
}

/** It may have been done, and nothing tells. */
function unknownOutcome(request: Parameters<typeof s3Error>[0], failure: S3Failure, retries: Retries): Error {
  return s3Error(request, { ...failure, reason: "outcome_unknown", mayPass: false, mayBeApplied: true }, retries);
}

function noConditionalDelete(path: LogicalPath): Error {
  return unsupported(
    "no_conditional_delete",
    "This storage ignores conditions on deletions, so that a change by somebody else could be deleted unseen. Nothing was deleted.",
    "Delete it without naming a version, or set singleWriter where nobody else writes.",
    path,
  );
}

function noConditionalParts(path: LogicalPath): Error {
  return unsupported(
    "no_conditional_parts",
    "This storage ignores conditions on files that are sent in parts. Nothing was written.",
    "Give the file as bytes instead of a stream, or write it without a condition.",
    path,
  );
}

/** Whether a version names this object, as far as that is known without reading it. */
function isVersionOf(version: string, path: LogicalPath, head: ObjectHead): boolean {
  if (kindOfVersion(version) === "stat") return isStatVersionOf(version, entryOfObject(path, head));
  return head.sha256 !== undefined && version === hashVersion(head.sha256);
}

function failureOf(outcome: S3Outcome<unknown>): S3Failure {
  if (outcome.kind === "failed") return outcome.failure;
  const { reason, status } = outcome;
  return { reason, status, mayPass: false, mayBeApplied: false };
}

/** The caller's, where a header can hold it; else 64 random bits. */
function writeIdOf(given: string | undefined): string {
  if (given !== undefined && /^[A-Za-z0-9_-]{8,64}$/.test(given)) return given;
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Reads a stream up to the size of a part. A failure of the sender is thrown as it was given. */
async function beginningOf(
  stream: ReadableStream<Uint8Array>,
  partBytes: number,
  signal: AbortSignal | undefined,
): Promise<Beginning> {
  const chunks = chunksOf(stream, signal);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await chunks.next();
    if (done === true) return { whole: joined(pieces, length) };
    pieces.push(value);
    length += value.length;
    if (length > partBytes) return { first: joined(pieces, length), rest: chunks };
  }
}

/** A file in pieces of the size of a part; only the last may be smaller. */
async function* partsOf(beginning: Beginning, partBytes: number): AsyncGenerator<Uint8Array, void, undefined> {
  if ("whole" in beginning) {
    let at = 0;
    for (let number = 1; at < beginning.whole.length; number++) {
      const part = beginning.whole.subarray(at, at + bytesOfPart(number, partBytes));
      at += part.length;
      yield part;
    }
    return;
  }
  let number = 1;
  let pieces = [beginning.first];
  let length = beginning.first.length;
  const full = function* (): Generator<Uint8Array, void, undefined> {
    for (let size = bytesOfPart(number, partBytes); length > size; size = bytesOfPart(number, partBytes)) {
      const all = joined(pieces, length);
      yield all.subarray(0, size);
      number++;
      pieces = [all.subarray(size)];
      length -= size;
    }
  };
  yield* full();
  for await (const chunk of beginning.rest) {
    pieces.push(chunk);
    length += chunk.length;
    yield* full();
  }
  yield joined(pieces, length);
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return only;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
