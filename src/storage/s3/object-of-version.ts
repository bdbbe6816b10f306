/** Compares what is there with the version that a change asks for. */
import type { GraphdownError } from "../../base/errors.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import { hashVersion, isStatVersionOf, kindOfVersion, statVersion } from "../file-version.ts";
import { versionConflict } from "../store-errors.ts";
import type { Bucket } from "./bucket.ts";
import { entryOfObject } from "./entry-of-object.ts";
import type { ObjectHead } from "./object-head.ts";
import { hashOfObject, type ObjectRequest, versionOfObject } from "./read-object.ts";

/** What is there, if it has this version. It is read where nothing else tells its hash. */
export async function objectOfVersion(
  bucket: Bucket,
  request: ObjectRequest,
  head: ObjectHead | null,
  version: string,
): Promise<ObjectHead | undefined> {
  if (head === null || head.etag === undefined) return undefined;
  if (kindOfVersion(version) === "stat") return isVersionOfObject(version, request.path, head) ? head : undefined;
  if (kindOfVersion(version) === undefined) return undefined;
  const hash = await hashOfObject(bucket, request, head);
  return hash !== null && version === hashVersion(hash) ? head : undefined;
}

/** Whether a version names this object, as far as that is known without reading it. */
export function isVersionOfObject(version: string, path: LogicalPath, head: ObjectHead): boolean {
  if (kindOfVersion(version) === "stat") return isStatVersionOf(version, entryOfObject(path, head));
  return head.sha256 !== undefined && version === hashVersion(head.sha256);
}

/** The `version_conflict` of a change that expects another version than the one there; the present one in the words of the expected. */
export async function conflictWithObject(
  bucket: Bucket,
  request: ObjectRequest,
  head: ObjectHead | null,
  expected: string,
): Promise<GraphdownError> {
  const { path } = request;
  const isStat = kindOfVersion(expected) === "stat" && head !== null;
  const current = isStat ? statVersion(entryOfObject(path, head)) : await versionOfObject(bucket, request, head);
  return versionConflict({ path, expected, current });
}
