/** Writes a file part by part, so that only one of them is in memory at a time. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { LogicalPath } from "../../base/logical-path.ts";
import type { FileEntry, PutOptions } from "../file-store.ts";
import { contentMismatch } from "../store-errors.ts";
import { baseOfWrite } from "./base-of-write.ts";
import { type FileBeginning, partsOfFile } from "./file-parts.ts";
import {
  abortUpload,
  beginUpload,
  completeUpload,
  sendPart,
  type Upload,
  type UploadedPart,
} from "./multipart-upload.ts";
import { writeHeaders } from "./object-head.ts";
import type { ObjectCondition, ObjectWriterParts } from "./object-write.ts";
import type { S3Outcome } from "./s3-client.ts";
import { settleWrite } from "./settle-write.ts";
import { forgetUpload, noteUpload } from "./unfinished-uploads.ts";
import { writeIdOf } from "./write-id.ts";

/**
 * Writes a file of any length; nothing is to be seen of it before its last part has come. Where the server heeds no conditions on files in
 * parts, the caller sees to it that nobody else writes.
 */
export async function putObjectInParts(
  parts: ObjectWriterParts,
  path: LogicalPath,
  beginning: FileBeginning,
  condition: ObjectCondition,
  { metadata, signal }: PutOptions,
): Promise<FileEntry> {
  const { bucket, conditions, partBytes } = parts;
  const writeId = writeIdOf(metadata?.writeId);
  // Looked at before anything is sent, since what the object says of itself goes with the beginning.
  const isEmulated = !conditions.multipart;
  // An upload is put in place once and never again, so that a late copy of the request can do no harm.
  const isGuarded = false;
  const base = await baseOfWrite(bucket, {
    path,
    condition,
    isEmulated,
    isGuarded,
    retries: bucket.newRetries(signal),
  });
  await noteUpload(bucket, path, writeId, signal);
  const upload = await beginUpload(bucket, {
    path,
    retries: bucket.newRetries(signal),
    headers: { ...bucket.client.place.writeHeaders, ...writeHeaders({ writeId, metadata, base, path }) },
  });
  let isDone = false;
  try {
    const hash = sha256.create();
    const sent: UploadedPart[] = [];
    let size = 0;
    for await (const part of partsOfFile(beginning, partBytes)) {
      hash.update(part);
      size += part.length;
      sent.push(await sendPart(bucket, { ...upload, retries: bucket.newRetries(signal) }, sent.length + 1, part));
    }
    const hex = bytesToHex(hash.digest());
    if (metadata?.sha256 !== undefined && metadata.sha256 !== hex) throw contentMismatch(path, metadata.sha256, hex);
    const retries = bucket.newRetries(signal);
    const completing: Upload = { ...upload, retries };
    const send = async (headers: Readonly<Record<string, string>>): Promise<S3Outcome<unknown>> => {
      const outcome = await completeUpload(bucket, completing, sent, headers);
      // An upload that is gone was completed by an attempt before this one, or swept: what is there tells.
      const isGone = outcome.kind === "answer" && outcome.reason === "NoSuchUpload";
      return isGone
        ? { kind: "failed", failure: { reason: "NoSuchUpload", status: 404, mayPass: true, mayBeApplied: true } }
        : outcome;
    };
    const about = { path, condition, isEmulated, isGuarded, retries, writeId, size, md5: undefined, sha256: hex };
    const entry = await settleWrite(parts, { ...about, send });
    isDone = true;
    return entry;
  } finally {
    if (!isDone) await abortUpload(bucket, { ...upload, retries: bucket.newRetries(undefined) }).catch(() => undefined);
    // The note is left where the upload may be: a sweep takes care of both.
    if (isDone) await forgetUpload(bucket, path, writeId).catch(() => undefined);
  }
}
