/** Deletes an object, and clears up what became of it where the answer was lost. */
import type { LogicalPath } from "../../base/logical-path.ts";
import type { Retries } from "../remote/retries.ts";
import type { Bucket } from "./bucket.ts";
import { failureOfOutcome } from "./failure-of-outcome.ts";
import { markOf, type ObjectHead } from "./object-head.ts";
import { conflictWithObject, objectOfVersion } from "./object-of-version.ts";
import { readHead } from "./read-object.ts";
import { nothingRead } from "./s3-client.ts";
import { quoteETag, type S3Conditions } from "./s3-conditions.ts";

/** What is deleted, on which condition. */
export interface ObjectDeletion {
  readonly path: LogicalPath;
  /** The version that it must have. Default: any. */
  readonly ifVersion: string | undefined;
  readonly retries: Retries;
}

/** `"absent"` where there is nothing, and nobody asked for a certain version of it; with one that is `version_conflict`. */
export async function deleteObject(
  bucket: Bucket,
  conditions: S3Conditions,
  { path, ifVersion, retries }: ObjectDeletion,
): Promise<true | "absent"> {
  const { client, heads } = bucket;
  const request = { path, operation: "delete", retries };
  const key = bucket.keyOf(path);
  let isUnclear = false;
  let sent: ObjectHead | undefined;
  for (;;) {
    const head = await readHead(bucket, request);
    if (isUnclear && sent !== undefined) {
      // Gone, or made anew by somebody: what we saw has been deleted, and only we are known to have wanted that.
      if (head === null || !(head.etag === sent.etag || head.writes.includes(markOf(sent)))) return true;
      isUnclear = false;
    }
    if (head === null && ifVersion === undefined) return "absent";
    const base = ifVersion === undefined ? head : await objectOfVersion(bucket, request, head, ifVersion);
    if (base === undefined || base === null) throw await conflictWithObject(bucket, request, head, ifVersion as string);
    const isHeld = conditions.delete && base.etag !== undefined;
    const headers = isHeld ? { "if-match": quoteETag(base.etag as string, conditions) } : {};
    sent = base;
    const outcome = await client.attempt({ method: "DELETE", key, headers, ...request }, nothingRead);
    heads.forget(key);
    if (outcome.kind === "answer" && outcome.status < 300) return true;
    // Refused: it is another one by now, or gone. Looked at anew, and not for ever.
    const isRefused = outcome.kind === "answer" && (outcome.status === 412 || outcome.status === 404);
    const failure = failureOfOutcome(outcome);
    isUnclear = !isRefused && failure.mayBeApplied;
    await client.waitAfter(request, isRefused ? { ...failure, mayPass: true } : failure);
  }
}
