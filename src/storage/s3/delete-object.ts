/** Deletes an object, and clears up what became of it where the answer was lost. */
import type { LogicalPath } from "../../base/logical-path.ts";
import type { Retries } from "../remote/retries.ts";
import type { Bucket } from "./bucket.ts";
import { failureOfOutcome } from "./failure-of-outcome.ts";
import { isSameWrite, markOf, type ObjectHead } from "./object-head.ts";
import { conflictWithObject, objectOfVersion } from "./object-of-version.ts";
import { isVersionDeleted } from "./object-versions.ts";
import { readHead } from "./read-object.ts";
import { nothingRead } from "./s3-client.ts";
import { quoteETag, type S3Conditions } from "./s3-conditions.ts";
import type { S3Failure } from "./s3-failure.ts";
import { unknownOutcome } from "./unknown-outcome.ts";

/** Nobody is outrun so often by others who write the same file. */
const maximumLosses = 1_000;

/** What is deleted, on which condition. */
export interface ObjectDeletion {
  readonly path: LogicalPath;
  /** The version that it must have. Default: any. */
  readonly ifVersion: string | undefined;
  readonly retries: Retries;
}

/**
 * `"absent"` where there is nothing, and nobody asked for a certain version of it; with one that is `version_conflict`. `storage_failed`
 * with `outcome: "unknown"` where it may have been done, and what is there does not tell.
 */
export async function deleteObject(
  bucket: Bucket,
  conditions: S3Conditions,
  { path, ifVersion, retries }: ObjectDeletion,
): Promise<true | "absent"> {
  const { client, heads } = bucket;
  const request = { path, operation: "delete", retries };
  const key = bucket.keyOf(path);
  /** How the answer was lost, where what we sent may have been done though nobody said so, or may be done yet. */
  let unclear: S3Failure | undefined;
  let sent: ObjectHead | undefined;
  let refused: S3Failure | undefined;
  let losses = 0;
  for (;;) {
    const head = await readHead(bucket, request);
    const isSame = head !== null && sent !== undefined && isSameWrite(head, sent);
    if (unclear !== undefined && sent !== undefined && !isSame) {
      // What we saw has been deleted, and only we are known to have wanted that.
      if (head === null) return true;
      // Others have gone on from it, so that it has not been deleted.
      if (head.writes.includes(markOf(sent))) unclear = undefined;
      // Made anew after our deletion, or written over by somebody who did not say what was there before.
      else if (await isVersionDeleted(bucket, path, sent.versionId, retries)) return true;
      else throw unknownOutcome(request, unclear, retries);
    }
    // Refused though nothing has changed, or too often by others who were faster: waited for, and not for ever.
    if (refused !== undefined && (isSame || losses++ >= maximumLosses))
      await client.waitAfter(request, { ...refused, mayPass: true, mayBeApplied: unclear !== undefined });
    if (head === null && ifVersion === undefined) return "absent";
    const base = ifVersion === undefined ? head : await objectOfVersion(bucket, request, head, ifVersion);
    if (base === undefined || base === null) throw await conflictWithObject(bucket, request, head, ifVersion as string);
    const isHeld = conditions.delete && base.etag !== undefined;
    const headers = isHeld ? { "if-match": quoteETag(base.etag as string, conditions) } : {};
    sent = base;
    const outcome = await client.attempt({ method: "DELETE", key, headers, ...request }, nothingRead);
    heads.forget(key);
    if (outcome.kind === "answer" && outcome.status < 300) return true;
    const failure = failureOfOutcome(outcome);
    // Refused: it is another one by now, or gone. Looked at anew.
    const isRefused = outcome.kind === "answer" && (outcome.status === 412 || outcome.status === 404);
    refused = isRefused ? failure : undefined;
    if (isRefused) continue;
    if (failure.mayBeApplied) unclear = failure;
    await client.waitAfter(request, { ...failure, mayBeApplied: unclear !== undefined });
  }
}
