/** What a bucket says of itself: whether it keeps versions, and whether objects can be locked. */
import type { Bucket } from "./bucket.ts";
import { textIn, type XmlElement } from "./read-xml.ts";
import { type S3Request, xmlReader } from "./s3-client.ts";
import { s3Error } from "./s3-failure.ts";

/** `unknown` where the credentials may not ask, or the server does not know the question. */
export type Versioning = "on" | "suspended" | "off" | "unknown";

/** Asks whether the bucket keeps versions. A bucket that is missing or can't be reached is `storage_failed`. */
export async function readVersioning(bucket: Bucket, signal?: AbortSignal): Promise<Versioning> {
  const document = await askBucket(bucket, "versioning", "VersioningConfiguration", signal);
  if (document === undefined) return "unknown";
  const status = textIn(document, "Status");
  return status === "Enabled" ? "on" : status === "Suspended" ? "suspended" : "off";
}

/** Asks whether objects can be locked against being deleted. */
export async function readObjectLock(bucket: Bucket, signal?: AbortSignal): Promise<"on" | "off" | "unknown"> {
  const document = await askBucket(bucket, "object-lock", "ObjectLockConfiguration", signal);
  if (document === undefined) return "unknown";
  return textIn(document, "ObjectLockEnabled") === "Enabled" ? "on" : "off";
}

async function askBucket(
  bucket: Bucket,
  question: string,
  root: string,
  signal?: AbortSignal,
): Promise<XmlElement | undefined> {
  const retries = bucket.newRetries(signal);
  const request: S3Request = { method: "GET", query: { [question]: "" }, operation: "open", path: "", retries };
  for (;;) {
    const outcome = await bucket.client.attempt(request, xmlReader(root));
    // 404: there is no such setting.
    if (outcome.kind === "answer") return outcome.result ?? { name: root, text: "", children: [] };
    const { failure } = outcome;
    if (failure.reason === "AccessDenied" || failure.status === 501 || failure.status === 405) return undefined;
    if (!failure.mayPass) throw s3Error(request, failure, retries);
    await bucket.client.waitAfter(request, failure);
  }
}
