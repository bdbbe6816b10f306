/** Reads objects: what their headers tell, their bytes, and their hash. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { GraphdownError } from "../../base/errors.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import { showPath } from "../../base/show-path.ts";
import { chunksOf } from "../byte-streams.ts";
import type { OpenFile } from "../file-store.ts";
import { hashVersion, stampOf, statVersion } from "../file-version.ts";
import type { Retries } from "../remote/retries.ts";
import { versionConflict } from "../store-errors.ts";
import type { Bucket } from "./bucket.ts";
import { entryOfObject } from "./entry-of-object.ts";
import { type ObjectHead, readObjectHead } from "./object-head.ts";
import { type ObjectBody, streamObject } from "./object-stream.ts";
import { type AnswerReader, nothingRead, type S3Answer, type S3Request } from "./s3-client.ts";
import { type S3Failure, s3Error } from "./s3-failure.ts";

/** Files above this are not read only to know their hash; so it is with edits. */
export const maximumHashedBytes: number = 8 * 1024 * 1024;

/** Which object, and in whose operation. */
export interface ObjectRequest {
  readonly path: LogicalPath;
  /** A verb, for errors. */
  readonly operation: string;
  readonly retries: Retries;
  /** An older version, as the bucket names it. Default: the present one. */
  readonly versionId?: string | undefined;
}

/** What is there, or `null`. */
export async function readHead(
  bucket: Bucket,
  { path, operation, retries, versionId }: ObjectRequest,
): Promise<ObjectHead | null> {
  const key = bucket.keyOf(path);
  const answer = await bucket.client.ask(
    { method: "HEAD", key, operation, path, retries, query: { versionId } },
    nothingRead,
  );
  if (answer.result === undefined && answer.status !== 200) {
    if (versionId === undefined) bucket.heads.forget(key);
    return null;
  }
  const head = readObjectHead(answer.headers);
  return versionId === undefined ? bucket.heads.learn(key, head) : head;
}

/** The SHA-256 of an object, read where it is not known. `null` where it is another object by now. */
export async function hashOfObject(bucket: Bucket, request: ObjectRequest, head: ObjectHead): Promise<string | null> {
  if (head.sha256 !== undefined) return head.sha256;
  const opened = await openObject(bucket, { ...request, validator: entryOfObject(request.path, head).validator }).catch(
    (cause: unknown) => {
      if (GraphdownError.isInstance(cause) && cause.code === "version_conflict") return null;
      throw cause;
    },
  );
  if (opened === null) return null;
  const hash = sha256.create();
  for await (const chunk of chunksOf(opened.stream, request.retries.signal)) hash.update(chunk);
  const hex = bytesToHex(hash.digest());
  if (request.versionId === undefined) bucket.heads.learn(bucket.keyOf(request.path), { ...head, sha256: hex });
  return hex;
}

/** The version that callers see: the hash where it is known or the file is small enough to be read for it. `null` where there is no file. */
export async function versionOfObject(
  bucket: Bucket,
  request: ObjectRequest,
  head: ObjectHead | null,
): Promise<string | null> {
  if (head === null) return null;
  const isHashed = head.sha256 !== undefined || head.size <= maximumHashedBytes;
  const hash = isHashed ? await hashOfObject(bucket, request, head) : null;
  return hash === null ? statVersion(entryOfObject(request.path, head)) : hashVersion(hash);
}

/** What is read of an object. */
export interface OpenRequest extends ObjectRequest {
  readonly range?: { readonly start: number; readonly end?: number } | undefined;
  /** `version_conflict` unless the object still has this validator. */
  readonly validator?: string | undefined;
}

/** Opens an object; `null` where there is none. */
export async function openObject(bucket: Bucket, request: OpenRequest): Promise<OpenFile | null> {
  const { path, range, validator, retries, versionId } = request;
  const { start = 0, end: askedEnd = Number.POSITIVE_INFINITY } = range ?? {};
  const isNothing = askedEnd <= start;
  const answer = isNothing ? undefined : await askForBytes(bucket, request, start, askedEnd);
  if (answer !== undefined && answer.status === 404) return null;
  // A part of nothing, or one behind the end: what remains to be told is what the object is.
  if (answer?.result === undefined) return openNothing(bucket, request);
  const head = bucket.heads[versionId === undefined ? "learn" : "complete"](
    bucket.keyOf(path),
    readObjectHead(answer.headers),
  );
  const { result: body } = answer;
  const entry = entryOfObject(path, head);
  const refuse = refusalOf(answer.headers, { path, validator, found: entry.validator });
  if (refuse !== undefined) {
    await dropBody(body);
    throw refuse;
  }
  const end = Math.min(askedEnd, head.size);
  let lastStart = start;
  let patience = retries;
  const resume = async (failure: S3Failure, from: number): Promise<ObjectBody> => {
    // Who gets on may meet another trouble.
    if (from > lastStart) patience = bucket.newRetries(retries.signal);
    lastStart = from;
    if (head.etag === undefined) throw s3Error(request, failure, patience);
    await bucket.client.waitAfter({ ...request, retries: patience }, failure);
    const rest = await askForBytes(bucket, { ...request, retries: patience }, from, end);
    const restHead = rest.result === undefined ? undefined : readObjectHead(rest.headers);
    if (rest.result === undefined || restHead?.etag !== head.etag || restHead?.size !== head.size) {
      if (rest.result !== undefined) await dropBody(rest.result);
      throw versionConflict({ path });
    }
    return rest.result;
  };
  const isWhole = start === 0 && end === head.size && head.size <= maximumHashedBytes;
  const stream = streamObject({
    path,
    body,
    start,
    end,
    expectedSha256: isWhole ? head.sha256 : undefined,
    signal: retries.signal,
    resume,
  });
  return { entry, stream };
}

/** Opens an object of which no bytes are wanted. */
async function openNothing(bucket: Bucket, request: OpenRequest): Promise<OpenFile | null> {
  const head = await readHead(bucket, request);
  if (head === null) return null;
  const { path, validator } = request;
  const entry = entryOfObject(path, head);
  const refuse = refusalOf(undefined, { path, validator, found: entry.validator });
  if (refuse !== undefined) throw refuse;
  return {
    entry,
    stream: new ReadableStream<Uint8Array>({
      start(controller): void {
        controller.close();
      },
    }),
  };
}

async function askForBytes(
  bucket: Bucket,
  request: ObjectRequest,
  start: number,
  end: number,
): Promise<S3Answer<ObjectBody>> {
  const { path, operation, retries, versionId } = request;
  const isPart = start > 0 || Number.isFinite(end);
  const sent: S3Request = {
    method: "GET",
    key: bucket.keyOf(path),
    operation,
    path,
    retries,
    query: { versionId },
    headers: { range: isPart ? `bytes=${start}-${Number.isFinite(end) ? end - 1 : ""}` : undefined },
  };
  const answer = await bucket.client.ask(sent, bodyReader);
  const isPartAsked = !isPart || answer.headers.get("content-range")?.startsWith(`bytes ${start}-`) === true;
  if (answer.result === undefined || isPartAsked) return answer;
  await dropBody(answer.result);
  throw s3Error(request, { reason: "range_ignored", mayPass: false, mayBeApplied: false }, retries);
}

const bodyReader: AnswerReader<ObjectBody> = async (response, limit, keep) => {
  limit.pause();
  keep();
  const { body } = response;
  return { reader: (body ?? emptyStream()).getReader(), limit };
};

function emptyStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller): void {
      controller.close();
    },
  });
}

async function dropBody({ reader, limit }: ObjectBody): Promise<void> {
  limit.end();
  // A connection that breaks while it is given up is given up.
  await reader.cancel().catch(() => undefined);
}

/** Why an object is not opened. */
function refusalOf(
  headers: Headers | undefined,
  {
    path,
    validator,
    found,
  }: { readonly path: LogicalPath; readonly validator: string | undefined; readonly found: string },
): GraphdownError | undefined {
  if (validator !== undefined && stampOf(validator) !== stampOf(found)) return versionConflict({ path });
  const coding = headers?.get("content-encoding") ?? "";
  // What comes here has been decoded by the runtime: other bytes than the object's, and another number of them.
  if (!/gzip|deflate|br|zstd|compress/.test(coding)) return undefined;
  return new GraphdownError({
    code: "invalid_input",
    message: `"${showPath(path)}" is stored compressed, and such objects are not read.`,
    path,
    details: { reason: "not_a_file", contentEncoding: showPath(coding) },
    next: "Store the object without a content encoding.",
  });
}
