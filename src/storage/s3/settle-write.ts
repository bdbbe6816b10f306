/** Sends a write until it is known what became of it: a lost answer is cleared up by what is there. */
import type { FileEntry } from "../file-store.ts";
import { alreadyExists } from "../store-errors.ts";
import { baseOfWrite, guardOf } from "./base-of-write.ts";
import type { Bucket } from "./bucket.ts";
import { entryOfObject } from "./entry-of-object.ts";
import { failureOfOutcome } from "./failure-of-outcome.ts";
import { isSameWrite, markOf, type ObjectHead, readETag, readTime } from "./object-head.ts";
import { conflictWithObject, objectOfVersion } from "./object-of-version.ts";
import type { ObjectWrite, ObjectWriterParts } from "./object-write.ts";
import { readHead, versionOfObject } from "./read-object.ts";
import { quoteETag, type S3Conditions } from "./s3-conditions.ts";
import { type S3Failure, s3Error } from "./s3-failure.ts";
import { unknownOutcome } from "./unknown-outcome.ts";

/** Nobody is outrun so often by others who write the same file. */
const maximumLosses = 1_000;

/** `base` is what the write goes on from; `undefined` where that is nothing, or is not asked for. */
type Settled = { readonly done: FileEntry } | { readonly base: ObjectHead | undefined };

/** A write on its way. */
interface Sending {
  readonly parts: ObjectWriterParts;
  readonly write: ObjectWrite;
}

/**
 * The entry of what was written. `version_conflict` or `already_exists` where the condition does not hold, `storage_failed` where it is given
 * up, with `outcome: "unknown"` where it may have been done all the same.
 */
export async function settleWrite(parts: ObjectWriterParts, write: ObjectWrite): Promise<FileEntry> {
  const { bucket, conditions, now } = parts;
  const { path, retries } = write;
  const about = { operation: "write", path, retries };
  let base = await baseOfWrite(bucket, write);
  /** Whether an attempt may have been done though nobody said so. */
  let isUnclear = false;
  let losses = 0;
  for (;;) {
    const outcome = await write.send(headersOf(write, base, conditions), base);
    if (outcome.kind === "answer" && outcome.status < 300)
      return entryOfAnswer(bucket, write, base, outcome.headers, now());
    const failure = failureOfOutcome(outcome);
    const isRefused =
      outcome.kind === "answer" && (outcome.status === 412 || (outcome.status === 404 && base !== undefined));
    if (!isRefused) {
      isUnclear ||= failure.mayBeApplied;
      await bucket.client.waitAfter(about, { ...failure, mayBeApplied: isUnclear });
      if (!isUnclear) continue;
    }
    const settled = await lookAt({ parts, write }, base, isUnclear, failure);
    if ("done" in settled) return settled.done;
    const isOutrun = write.isGuarded && !isSameBase(base, settled.base);
    base = settled.base;
    if (!isRefused) continue;
    // Others who are faster have each got on, so that it is not the storage that is in trouble.
    if (isOutrun && losses++ < maximumLosses) continue;
    // The server refused what it should take: another write may be about to be seen, so this too is waited for, and has an end.
    await bucket.client.waitAfter(about, { ...failure, mayPass: true, mayBeApplied: isUnclear });
  }
}

function isSameBase(a: ObjectHead | undefined, b: ObjectHead | undefined): boolean {
  return a === undefined || b === undefined ? a === b : isSameWrite(a, b);
}

/** What is there now, and what it says of a write: that it was done, that it can't be done, or that it may be tried on what is there. */
async function lookAt(
  { parts: { bucket, now }, write }: Sending,
  base: ObjectHead | undefined,
  isUnclear: boolean,
  failure: S3Failure,
): Promise<Settled> {
  const { path, condition, retries, writeId, isGuarded } = write;
  const request = { path, operation: "write", retries };
  const head = await readHead(bucket, request);
  if (head?.writes.at(-1) === writeId) return { done: entryOfWrite(bucket, write, head) };
  // Others have gone on from what we wrote.
  if (head?.writes.includes(writeId)) return { done: entryOfOverwritten(write, now()) };
  if (condition === undefined && !isGuarded) {
    if (failure.reason !== "NoSuchUpload") return { base: undefined };
    throw s3Error(request, { ...failure, mayPass: false }, retries);
  }
  // Where metadata does not come back, the bytes tell: who asks for nothing but that they are there has what was wanted.
  if (condition === undefined && head !== null && head.writes.length === 0 && head.etag === write.md5)
    return { done: entryOfWrite(bucket, write, head) };
  if (base === undefined && head === null) return { base: undefined };
  if (base !== undefined && head !== null && isSameWrite(base, head)) return { base };
  if (condition !== undefined && "ifAbsent" in condition) {
    // Metadata that does not come back says nothing of whose it is.
    if (isUnclear && head?.writes.length === 0 && head.size === write.size)
      throw unknownOutcome(request, failure, retries);
    // Nearly always it was there before. That ours was there, and was deleted before this one was made, nothing could tell.
    throw alreadyExists(path, (await versionOfObject(bucket, request, head)) ?? undefined);
  }
  // What was written since goes back to what we went on from, so that our write would be among it.
  const isKnown = head !== null && base !== undefined && head.writes.includes(markOf(base));
  // Ours may have been there, and been deleted or written over by somebody who did not say what was there before.
  if (isUnclear && !isKnown) throw unknownOutcome(request, failure, retries);
  if (condition === undefined) return { base: guardOf(head) };
  const again = await objectOfVersion(bucket, request, head, condition.ifVersion);
  if (again !== undefined) return { base: again };
  throw await conflictWithObject(bucket, request, head, condition.ifVersion);
}

/** The condition as the server gets it; none where it would not heed it, and we are alone. */
function headersOf(
  { condition, isEmulated, isGuarded }: ObjectWrite,
  base: ObjectHead | undefined,
  conditions: S3Conditions,
): Readonly<Record<string, string>> {
  if (isEmulated || (condition === undefined && !isGuarded)) return {};
  if (base === undefined) return { "if-none-match": "*" };
  return { "if-match": quoteETag(base.etag ?? "", conditions) };
}

/** The entry of what was just written, as the answer tells it. */
async function entryOfAnswer(
  bucket: Bucket,
  write: ObjectWrite,
  base: ObjectHead | undefined,
  headers: Headers,
  now: number,
): Promise<FileEntry> {
  const { path, size, sha256, writeId, retries } = write;
  const etag = readETag(headers) ?? (await readHead(bucket, { path, operation: "write", retries }))?.etag;
  const modified = readTime(headers.get("date")) || now;
  const earlier = base === undefined ? [] : base.writes.length === 0 ? [markOf(base)] : base.writes;
  const writes = [...earlier, writeId];
  return entryOfWrite(bucket, write, { etag, size, modified, sha256, writes, metadata: {}, kept: base?.kept ?? {} });
}

function entryOfWrite(bucket: Bucket, { path, sha256 }: ObjectWrite, head: ObjectHead): FileEntry {
  return entryOfObject(path, bucket.heads.learn(bucket.keyOf(path), { ...head, sha256 }));
}

/** The entry of what was written and is there no more. */
function entryOfOverwritten({ path, size, md5, writeId }: ObjectWrite, now: number): FileEntry {
  return { kind: "file", path, size, validator: md5 ?? `racy-${writeId}`, modified: now };
}
