/** Writes a file in one request. */
import { md5 } from "@noble/hashes/legacy.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { LogicalPath } from "../../base/logical-path.ts";
import type { FileEntry, PutOptions } from "../file-store.ts";
import { contentMismatch } from "../store-errors.ts";
import { writeHeaders } from "./object-head.ts";
import type { ObjectCondition, ObjectWriterParts } from "./object-write.ts";
import { nothingRead, sha256Hex } from "./s3-client.ts";
import { holdsConditions } from "./s3-conditions.ts";
import { settleWrite } from "./settle-write.ts";
import { writeIdOf } from "./write-id.ts";

/** Writes bytes that are in memory. `invalid_input` where they are not what the metadata announces. */
export async function putWholeObject(
  parts: ObjectWriterParts,
  path: LogicalPath,
  bytes: Uint8Array,
  condition: ObjectCondition,
  { metadata, signal }: PutOptions,
): Promise<FileEntry> {
  const { bucket, conditions } = parts;
  const { client } = bucket;
  const hash = await sha256Hex(bytes);
  if (metadata?.sha256 !== undefined && metadata.sha256 !== hash) throw contentMismatch(path, metadata.sha256, hash);
  const sum = bytesToHex(md5(bytes));
  const writeId = writeIdOf(metadata?.writeId);
  const retries = bucket.newRetries(signal);
  return settleWrite(parts, {
    path,
    condition,
    isEmulated: !holdsConditions(conditions),
    isGuarded: condition === undefined && holdsConditions(conditions),
    retries,
    writeId,
    size: bytes.length,
    md5: sum,
    sha256: hash,
    send: (conditionHeaders, base) => {
      const note = writeHeaders({ writeId, sha256: hash, md5: sum, metadata, base, path });
      const headers = { ...client.place.writeHeaders, ...note, ...conditionHeaders };
      const key = bucket.keyOf(path);
      return client.attempt(
        { method: "PUT", key, headers, body: bytes, bodySha256: hash, operation: "write", path, retries },
        nothingRead,
      );
    },
  });
}
