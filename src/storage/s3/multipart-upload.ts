/** Sends a file in parts, with one part in memory at a time, and leaves nothing behind when it is not completed. */
import { GraphdownError } from "../../base/errors.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import type { Retries } from "../remote/retries.ts";
import type { Bucket } from "./bucket.ts";
import { escapeXml, textIn } from "./read-xml.ts";
import { nothingRead, type S3Outcome, type S3Request, xmlReader } from "./s3-client.ts";
import { s3Error } from "./s3-failure.ts";

/** An upload that has begun. */
export interface Upload {
  readonly path: LogicalPath;
  readonly key: string;
  readonly id: string;
  readonly retries: Retries;
}

/** A part that has been sent. */
export interface UploadedPart {
  readonly number: number;
  readonly etag: string;
}

/** What S3 takes at most of one file. */
const maximumParts = 10_000;
const maximumPartBytes = 100 * 1024 * 1024;
/** After so many parts they grow by the size of the first one, so that files of hundreds of gigabytes fit into the parts there may be. */
const partsOfOneSize = 1_000;

/** Bytes of a part, by its number from 1. */
export function bytesOfPart(number: number, firstBytes: number): number {
  return Math.min(maximumPartBytes, firstBytes * Math.ceil(number / partsOfOneSize));
}

/** Begins an upload. When its answer is lost, the server has one more that is swept later. */
export async function beginUpload(
  bucket: Bucket,
  {
    path,
    retries,
    headers,
  }: { readonly path: LogicalPath; readonly retries: Retries; readonly headers: Readonly<Record<string, string>> },
): Promise<Upload> {
  const key = bucket.keyOf(path);
  const request: S3Request = {
    method: "POST",
    key,
    query: { uploads: "" },
    headers,
    operation: "write",
    path,
    retries,
  };
  const answer = await bucket.client.askXml(request, "InitiateMultipartUploadResult");
  const id = textIn(answer.result, "UploadId") ?? "";
  if (id === "")
    throw s3Error(
      request,
      { reason: answer.status === 200 ? "malformed_answer" : answer.reason, mayPass: false, mayBeApplied: false },
      retries,
    );
  return { path, key, id, retries };
}

/** Sends a part. */
export async function sendPart(
  bucket: Bucket,
  { path, key, id, retries }: Upload,
  number: number,
  body: Uint8Array,
): Promise<UploadedPart> {
  if (number > maximumParts) throw tooManyParts(path);
  const query = { partNumber: String(number), uploadId: id };
  const request: S3Request = { method: "PUT", key, query, body, operation: "write", path, retries };
  const answer = await bucket.client.ask(request, nothingRead);
  const etag = answer.headers.get("etag") ?? "";
  if (answer.status !== 200 || etag === "") {
    const reason = answer.status === 200 ? "malformed_answer" : answer.reason;
    throw s3Error(request, { reason, status: answer.status, mayPass: false, mayBeApplied: false }, retries);
  }
  return { number, etag };
}

/** Makes one attempt to put the file in place; a condition in `headers` is judged now. */
export function completeUpload(
  bucket: Bucket,
  { path, key, id, retries }: Upload,
  parts: readonly UploadedPart[],
  headers: Readonly<Record<string, string>>,
): Promise<S3Outcome<unknown>> {
  const rows = parts.map(
    ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
  );
  const body = new TextEncoder().encode(`<CompleteMultipartUpload>${rows.join("")}</CompleteMultipartUpload>`);
  const request: S3Request = {
    method: "POST",
    key,
    query: { uploadId: id },
    headers,
    body,
    operation: "write",
    path,
    retries,
  };
  // S3 may say 200 and go on to say that it failed.
  return bucket.client.attempt(request, xmlReader("CompleteMultipartUploadResult"));
}

/** Gives an upload up. What was sent is removed; one that is not there any more is fine. */
export async function abortUpload(bucket: Bucket, { path, key, id, retries }: Upload): Promise<void> {
  await bucket.client.ask(
    { method: "DELETE", key, query: { uploadId: id }, operation: "write", path, retries },
    nothingRead,
  );
}

function tooManyParts(path: LogicalPath): GraphdownError {
  return new GraphdownError({
    code: "limit_exceeded",
    message: `The file has more than ${maximumParts} parts.`,
    path,
    details: { reason: "too_large", limit: "parts", maximum: maximumParts, actual: maximumParts + 1 },
    next: "Open the store with larger partBytes.",
  });
}
