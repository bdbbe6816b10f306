/** A snapshot as bytes: its files by columns, and its documents each as it was packed. */
import { checksumOf } from "../base/checksum.ts";
import type { LogicalPath } from "../base/logical-path.ts";
import { ByteReader } from "../documents/packed/byte-reader.ts";
import { ByteWriter } from "../documents/packed/byte-writer.ts";
import { DamagedBytes } from "../documents/packed/damaged-bytes.ts";
import { packDocument } from "../documents/packed/pack-document.ts";
import { type DocumentPack, PackedDocument, unpackDocument } from "../documents/packed/packed-document.ts";
import type { Snapshot, SnapshotFile } from "./snapshot.ts";

/** The bytes of a snapshot by name. */
export interface PackedSnapshot {
  /** Digest, then the columns of files and the other paths. */
  readonly files: Uint8Array;
  /** Documents one after another. */
  readonly documents: Uint8Array;
  /** Where each document begins in `documents`, and where the last one ends; 32 bits each. */
  readonly places: Uint8Array;
  /** A checksum of each document, 32 bits each: a document is looked at only when it is asked for. */
  readonly sums: Uint8Array;
}

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

/** Unpacks a snapshot. `text` gives the texts of its documents. Throws `DamagedBytes` for what `packSnapshot` did not write. */
export function unpackSnapshot(packed: PackedSnapshot, text: (file: SnapshotFile) => string): Snapshot {
  const table = new ByteReader(packed.files);
  const digest = table.text();
  const values = columns.map(() => table.text().split("\n"));
  const count = table.number();
  const otherPaths = table.text().split("\n") as LogicalPath[];
  const otherCount = table.number();
  if (otherCount === 0) otherPaths.length = 0;
  const places = numbersOf(packed.places);
  const sums = numbersOf(packed.sums);
  const isWhole = values.every(({ length }) => length === count) && otherPaths.length === otherCount;
  if (!isWhole || places.length !== count + 1 || sums.length !== count) throw new DamagedBytes();
  const files = values[0]?.map((_, index) => fileOf(values, index)) ?? [];
  const pack: DocumentPack = {
    bytes: packed.documents,
    places,
    sums,
    text: (index) => text(files[index] as SnapshotFile),
  };
  const documents = files.map(({ path }, index) => unpackDocument(path, pack, index));
  return { files, documents, otherPaths, digest };
}

function fileOf(
  [paths, validators, hashes, sizes, times]: readonly (readonly string[])[],
  index: number,
): SnapshotFile {
  return {
    path: paths?.[index] as LogicalPath,
    validator: validators?.[index] as string,
    sha256: hashes?.[index] as string,
    size: Number(sizes?.[index]),
    modified: Number(times?.[index]),
  };
}

const columns = ["path", "validator", "sha256", "size", "modified"] as const;

function numbersOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / Uint32Array.BYTES_PER_ELEMENT);
}
