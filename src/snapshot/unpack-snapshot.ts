/** A snapshot from its bytes: its documents stay packed. */
import type { LogicalPath } from "../base/logical-path.ts";
import { ByteReader } from "../documents/packed/byte-reader.ts";
import { DamagedBytes } from "../documents/packed/damaged-bytes.ts";
import { type DocumentPack, unpackDocument } from "../documents/packed/packed-document.ts";
import { columns, type PackedSnapshot } from "./packed-snapshot.ts";
import type { Snapshot, SnapshotFile } from "./snapshot.ts";

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

function numbersOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / Uint32Array.BYTES_PER_ELEMENT);
}
