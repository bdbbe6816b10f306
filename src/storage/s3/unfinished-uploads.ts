/** Uploads of ours that never ended, because a process did: noted while they run, found by the note, and aborted after an hour. */
import type { LogicalPath } from "../../base/logical-path.ts";
import { parseLogicalPath } from "../../base/logical-path.ts";
import { collectBytes } from "../byte-streams.ts";
import type { Bucket } from "./bucket.ts";
import { readKeyPage } from "./list-page.ts";
import { abortUpload } from "./multipart-upload.ts";
import { readTime } from "./object-head.ts";
import { openObject } from "./read-object.ts";
import { childrenOf, textIn } from "./read-xml.ts";
import { nothingRead, type S3Request } from "./s3-client.ts";

const folder = ".graphdown/uploads";

/** How long an upload may take before it counts as unfinished, milliseconds. */
const maximumAgeMs = 60 * 60 * 1_000;

/** A note is made before the upload begins and its answer may be late: uploads of the same key this much before and after are ours. */
const toleranceMs = 15 * 60 * 1_000;

/** Notes that a file is about to be sent in parts. The note names only the path, which whoever can read it sees anyway. */
export async function noteUpload(
  bucket: Bucket,
  path: LogicalPath,
  writeId: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const note = noteOf(writeId);
  const retries = bucket.newRetries(signal);
  const body = new TextEncoder().encode(path);
  const request: S3Request = {
    method: "PUT",
    key: bucket.keyOf(note),
    body,
    operation: "write",
    path,
    retries,
    headers: bucket.client.place.writeHeaders,
  };
  await bucket.client.ask(request, nothingRead);
}

/** The upload has ended. */
export async function forgetUpload(bucket: Bucket, path: LogicalPath, writeId: string): Promise<void> {
  const retries = bucket.newRetries(undefined);
  await bucket.client.ask(
    { method: "DELETE", key: bucket.keyOf(noteOf(writeId)), operation: "write", path, retries },
    nothingRead,
  );
}

/** Aborts what began more than an hour ago and was not ended. Gives the number of uploads. */
export async function sweepUploads(bucket: Bucket, now: number): Promise<number> {
  const retries = bucket.newRetries(undefined);
  const prefix = `${bucket.keyOf(folder as LogicalPath)}/`;
  const request = {
    operation: "list",
    path: "" as const,
    prefix,
    position: {},
    behind: undefined,
    maximumKeys: 1_000,
    retries,
  };
  // Should there be more than a page, the next start finds the rest.
  const { keys } = await readKeyPage(bucket.client, request);
  let count = 0;
  for (const listed of keys) {
    if (listed.kind !== "object" || listed.modified > now - maximumAgeMs) continue;
    const writeId = listed.key.slice(prefix.length);
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(writeId)) continue;
    const opened = await openObject(bucket, { path: noteOf(writeId), operation: "read", retries });
    if (opened === null) continue;
    const path = parseLogicalPath(new TextDecoder().decode(await collectBytes(opened.stream)));
    count += await abortUploadsOf(bucket, path, listed.modified);
    await forgetUpload(bucket, path, writeId);
  }
  return count;
}

async function abortUploadsOf(bucket: Bucket, path: LogicalPath, noted: number): Promise<number> {
  const key = bucket.keyOf(path);
  const retries = bucket.newRetries(undefined);
  const answer = await bucket.client.askXml(
    { method: "GET", query: { uploads: "", prefix: key }, operation: "list", path, retries },
    "ListMultipartUploadsResult",
  );
  const uploads = answer.result === undefined ? [] : childrenOf(answer.result, "Upload");
  let count = 0;
  for (const upload of uploads) {
    const began = readTime(textIn(upload, "Initiated"));
    const id = textIn(upload, "UploadId");
    if (textIn(upload, "Key") !== key || id === undefined || Math.abs(began - noted) > toleranceMs) continue;
    await abortUpload(bucket, { path, key, id, retries });
    count++;
  }
  return count;
}

function noteOf(writeId: string): LogicalPath {
  return `${folder}/${writeId}` as LogicalPath;
}
