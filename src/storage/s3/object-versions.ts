/** Older versions of an object, where the bucket keeps them. */
import { GraphdownError } from "../../base/errors.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import type { FileVersion, OpenFile, OpenOptions } from "../file-store.ts";
import type { Retries } from "../remote/retries.ts";
import type { Bucket } from "./bucket.ts";
import { decodeListedKey } from "./encode-key.ts";
import { readTime } from "./object-head.ts";
import { hashOfObject, openObject, readHead, versionOfObject } from "./read-object.ts";
import { textIn } from "./read-xml.ts";
import { s3Error } from "./s3-failure.ts";

/** Versions that are told of one file; a bucket may keep any number. */
const maximumVersions = 100;

/** A version as the bucket lists it. */
interface ListedVersion {
  readonly id: string;
  /** It says that the file was deleted then. */
  readonly isDeletion: boolean;
  readonly isLatest: boolean;
  readonly size: number;
  readonly written: number;
}

/** Older versions, newest first: the hundred newest. */
export async function listObjectVersions(
  bucket: Bucket,
  path: LogicalPath,
  retries: Retries,
): Promise<readonly FileVersion[]> {
  const versions: FileVersion[] = [];
  for await (const { id, isDeletion, isLatest, size, written } of versionsOf(bucket, path, retries)) {
    if (isDeletion || isLatest) continue;
    const request = { path, operation: "read", retries, versionId: id };
    const head = await readHead(bucket, request);
    const version = await versionOfObject(bucket, request, head);
    // Gone since it was listed, as rules of a bucket may have it.
    if (head === null || version === null) continue;
    const hasMetadata = Object.keys(head.metadata).length > 0;
    versions.push({ version, size, written, ...(hasMetadata ? { metadata: head.metadata } : {}) });
    if (versions.length === maximumVersions) break;
  }
  return versions;
}

/** Opens the newest version that has this hash; `null` where there is none. */
export async function openObjectVersion(
  bucket: Bucket,
  path: LogicalPath,
  version: string,
  { range, retries }: Pick<OpenOptions, "range"> & { readonly retries: Retries },
): Promise<OpenFile | null> {
  for await (const { id, isDeletion } of versionsOf(bucket, path, retries)) {
    if (isDeletion) continue;
    const request = { path, operation: "read", retries, versionId: id };
    const head = await readHead(bucket, request);
    if (head === null || `sha256-${await hashOfObject(bucket, request, head)}` !== version) continue;
    return openObject(bucket, { ...request, range });
  }
  return null;
}

/**
 * Whether a version was deleted, and not replaced: a mark of a deletion is the next that follows it. `false` also where that is not
 * known, since the bucket keeps or shows no versions.
 */
export async function isVersionDeleted(
  bucket: Bucket,
  path: LogicalPath,
  versionId: string | undefined,
  retries: Retries,
): Promise<boolean> {
  if (versionId === undefined) return false;
  try {
    let isDeletedNext = false;
    for await (const { id, isDeletion } of versionsOf(bucket, path, retries)) {
      if (id === versionId) return isDeletedNext;
      isDeletedNext = isDeletion;
    }
  } catch (cause) {
    // To see versions is a right of its own.
    if (!GraphdownError.isInstance(cause) || cause.code !== "storage_failed") throw cause;
  }
  return false;
}

/** All versions and marks of deletions, newest first. */
async function* versionsOf(
  bucket: Bucket,
  path: LogicalPath,
  retries: Retries,
): AsyncGenerator<ListedVersion, void, undefined> {
  const key = bucket.keyOf(path);
  let marker: { readonly key: string; readonly id: string | undefined } | undefined;
  for (;;) {
    const query = {
      versions: "",
      "encoding-type": "url",
      prefix: key,
      "key-marker": marker?.key,
      "version-id-marker": marker?.id,
    };
    const answer = await bucket.client.askXml(
      { method: "GET", query, operation: "read", path, retries },
      "ListVersionsResult",
    );
    const document = answer.result;
    if (document === undefined) return;
    const isEncoded = textIn(document, "EncodingType") === "url";
    const decode = (text: string | undefined): string | undefined =>
      text === undefined || !isEncoded ? text : decodeListedKey(text);
    let isBehind = false;
    for (const element of document.children) {
      const isDeletion = element.name === "DeleteMarker";
      if (!isDeletion && element.name !== "Version") continue;
      const id = textIn(element, "VersionId");
      const found = decode(textIn(element, "Key"));
      // Keys that only begin so come after it.
      isBehind ||= found !== key;
      if (found !== key || id === undefined) continue;
      yield {
        id,
        isDeletion,
        isLatest: textIn(element, "IsLatest") === "true",
        size: Number(textIn(element, "Size") ?? 0),
        written: readTime(textIn(element, "LastModified")),
      };
    }
    const next = decode(textIn(document, "NextKeyMarker"));
    const nextId = textIn(document, "NextVersionIdMarker");
    if (textIn(document, "IsTruncated") !== "true" || isBehind || next !== key) return;
    if (next === marker?.key && nextId === marker?.id) {
      const failure = { reason: "endless_listing", mayPass: false, mayBeApplied: false };
      throw s3Error({ operation: "read", path }, failure, retries);
    }
    marker = { key: next, id: nextId };
  }
}
