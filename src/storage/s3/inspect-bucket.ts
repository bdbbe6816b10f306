/** Finds out all that matters about a bucket, for whoever decides whether to trust it. */
import { GraphdownError } from "../../base/errors.ts";
import type { Bucket } from "./bucket.ts";
import { readObjectLock, readVersioning, type Versioning } from "./bucket-settings.ts";
import { openBucket } from "./open-bucket.ts";
import { probeConditions } from "./probe-conditions.ts";
import { xmlReader } from "./s3-client.ts";
import type { S3Conditions } from "./s3-conditions.ts";
import type { S3StoreOptions } from "./s3-options.ts";

/** What was found. */
export interface BucketReport {
  /** Tried out on throw-away objects; `undefined` where the credentials may not write. */
  readonly conditions: S3Conditions | undefined;
  readonly versioning: Versioning;
  readonly objectLock: "on" | "off" | "unknown";
  /** How far the server's clock is ahead of this machine's, milliseconds, to about a second; `undefined` where it does not tell. */
  readonly clockAheadMs: number | undefined;
}

/** Asks the bucket and tries it out now, whatever was found out earlier. A bucket that can't be reached is `storage_failed`. */
export async function inspectBucket(options: S3StoreOptions): Promise<BucketReport> {
  const bucket = openBucket(options);
  const versioning = await readVersioning(bucket);
  const [objectLock, clockAheadMs, conditions] = await Promise.all([
    readObjectLock(bucket),
    readClock(bucket, options.now ?? Date.now),
    conditionsWherePermitted(bucket),
  ]);
  return { conditions, versioning, objectLock, clockAheadMs };
}

async function conditionsWherePermitted(bucket: Bucket): Promise<S3Conditions | undefined> {
  try {
    return await probeConditions(bucket, undefined);
  } catch (cause) {
    if (GraphdownError.isInstance(cause) && cause.details?.["reason"] === "AccessDenied") return undefined;
    throw cause;
  }
}

/** Any answer has the time in it, a refusal too: what it says does not matter. */
async function readClock(bucket: Bucket, now: () => number): Promise<number | undefined> {
  const before = now();
  const retries = bucket.newRetries(undefined);
  const answer = await bucket.client.ask(
    { method: "GET", query: { "list-type": "2", "max-keys": "1" }, operation: "open", path: "", retries },
    xmlReader("ListBucketResult"),
  );
  const date = Date.parse(answer.headers.get("date") ?? "");
  return Number.isNaN(date) ? undefined : date - (before + now()) / 2;
}
