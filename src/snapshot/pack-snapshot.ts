/** A snapshot to bytes. */
import { checksumOf } from "../base/checksum.ts";
import { ByteWriter } from "../documents/packed/byte-writer.ts";
import { packDocument } from "../documents/packed/pack-document.ts";
import { PackedDocument } from "../documents/packed/packed-document.ts";
import type { WholePackedSnapshot } from "./packed-snapshot.ts";
import type { Snapshot } from "./snapshot.ts";

export function packSnapshot({
  files,
  documents,
  otherPaths,
  digest,
  binaryFiles = [],
  skipped,
}: Snapshot): WholePackedSnapshot {
  const table = new ByteWriter();
  table.text(digest);
  // No path and no validator holds a line break.
  table.text(files.map(({ path }) => path).join("\n"));
  table.text(files.map(({ validator }) => validator).join("\n"));
  table.text(files.map(({ sha256 }) => sha256).join("\n"));
  table.text(otherPaths.join("\n"));
  table.number(otherPaths.length);
  table.text(binaryFiles.map(({ path }) => path).join("\n"));
  table.text(binaryFiles.map(({ validator }) => validator).join("\n"));
  table.number(binaryFiles.length);
  table.text(skipped === undefined ? "" : JSON.stringify(skipped));
  const numbers = new Float64Array(files.length * 2);
  files.forEach(({ size, modified }, index) => {
    numbers[index] = size;
    numbers[files.length + index] = modified;
  });
  const content = new ByteWriter();
  const places = new Uint32Array(documents.length + 1);
  const sums = new Uint32Array(documents.length);
  documents.forEach((document, index) => {
    if (document instanceof PackedDocument) content.raw(document.packed);
    else packDocument(content, document);
    places[index + 1] = content.length;
    sums[index] = checksumOf(content.view().subarray(places[index]));
  });
  return {
    files: table.finish(),
    numbers: bytesOf(numbers),
    documents: content.finish(),
    places: bytesOf(places),
    sums: bytesOf(sums),
  };
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
