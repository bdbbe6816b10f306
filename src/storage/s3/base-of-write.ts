/** Finds what a write goes on from, and refuses one whose condition does not hold already. */
import type { LogicalPath } from "../../base/logical-path.ts";
import type { Retries } from "../remote/retries.ts";
import { alreadyExists } from "../store-errors.ts";
import type { Bucket } from "./bucket.ts";
import type { ObjectHead } from "./object-head.ts";
import { conflictWithObject, isVersionOfObject, objectOfVersion } from "./object-of-version.ts";
import type { ObjectWrite } from "./object-write.ts";
import { readHead, versionOfObject } from "./read-object.ts";

/**
 * What a write goes on from; `undefined` where that is nothing, or is not asked for. `version_conflict` or `already_exists` where that is
 * seen before anything is sent.
 */
export async function baseOfWrite(
  bucket: Bucket,
  {
    path,
    condition,
    isEmulated,
    isGuarded,
    retries,
  }: Pick<ObjectWrite, "path" | "condition" | "isEmulated" | "isGuarded" | "retries">,
): Promise<ObjectHead | undefined> {
  if (condition === undefined) return isGuarded ? guardOf(await lastOrRead(bucket, path, retries)) : undefined;
  if ("ifAbsent" in condition) {
    if (isEmulated) await requireAbsent(bucket, path, retries);
    return undefined;
  }
  const { ifVersion } = condition;
  // What was read a moment ago is what callers go on from; the server judges whether it still is so.
  const last = isEmulated ? undefined : bucket.heads.last(bucket.keyOf(path));
  if (last?.etag !== undefined && isVersionOfObject(ifVersion, path, last)) return last;
  const request = { path, operation: "write", retries };
  const head = await readHead(bucket, request);
  const base = await objectOfVersion(bucket, request, head, ifVersion);
  if (base === undefined) throw await conflictWithObject(bucket, request, head, ifVersion);
  return base;
}

/** What a write that asks for nothing is guarded by: it replaces all of it, also what it says of its content. */
export function guardOf(head: ObjectHead | null): ObjectHead | undefined {
  return head?.etag === undefined ? undefined : { ...head, kept: {} };
}

/** What was seen last will do where nobody has written since; the server judges. */
async function lastOrRead(bucket: Bucket, path: LogicalPath, retries: Retries): Promise<ObjectHead | null> {
  return bucket.heads.last(bucket.keyOf(path)) ?? readHead(bucket, { path, operation: "write", retries });
}

async function requireAbsent(bucket: Bucket, path: LogicalPath, retries: Retries): Promise<void> {
  const request = { path, operation: "write", retries };
  const head = await readHead(bucket, request);
  if (head !== null) throw alreadyExists(path, (await versionOfObject(bucket, request, head)) ?? undefined);
}
