/** A snapshot to bytes. */
import { checksumOf } from "../base/checksum.ts";
import { ByteWriter } from "../documents/packed/byte-writer.ts";
import { packDocument } from "../documents/packed/pack-document.ts";
import { PackedDocument } from "../documents/packed/packed-document.ts";
import { columns, type PackedSnapshot } from "./packed-snapshot.ts";
import type { Snapshot } from "./snapshot.ts";

/** Packs a snapshot without what was left out of it, which each listing tells anew. */
export function packSnapshot({ files, documents, otherPaths, digest }: Snapshot): PackedSnapshot {
  const table = new ByteWriter();
  table.text(digest);
  for (const column of columns) table.text(files.map((file) => String(file[column])).join("\n"));
  table.number(files.length);
  // No path holds a line break.
  table.text(otherPaths.join("\n"));
  table.number(otherPaths.length);
  const content = new ByteWriter();
  const places = new Uint32Array(documents.length + 1);
  const sums = new Uint32Array(documents.length);
  documents.forEach((document, index) => {
    if (document instanceof PackedDocument) content.raw(document.packed);
    else packDocument(content, document);
    places[index + 1] = content.length;
    sums[index] = checksumOf(content.view().subarray(places[index]));
  });
  const [placeBytes, sumBytes] = [places, sums].map(({ buffer }) => new Uint8Array(buffer)) as [Uint8Array, Uint8Array];
  return { files: table.finish(), documents: content.finish(), places: placeBytes, sums: sumBytes };
}
