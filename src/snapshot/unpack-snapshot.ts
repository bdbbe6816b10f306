/** A snapshot from its bytes: its documents stay packed. */
import type { Skipped } from "../base/cut.ts";
import type { LogicalPath } from "../base/logical-path.ts";
import { ByteReader } from "../documents/packed/byte-reader.ts";
import { DamagedBytes } from "../documents/packed/damaged-bytes.ts";
import { type DocumentPack, unpackDocument } from "../documents/packed/packed-document.ts";
import type { PackedSnapshot } from "./packed-snapshot.ts";
import type { Snapshot, SnapshotFile } from "./snapshot.ts";

/** Where the documents of a snapshot are read from when somebody asks for them. */
export interface DocumentPlace {
  /** Bytes of the packed documents, from `start` up to, not including, `end`. */
  read(start: number, end: number): Uint8Array;
  /** The text of a file, which is number `index` of the snapshot. */
  text(file: SnapshotFile, index: number): string;
}

/** Unpacks a snapshot. Throws `DamagedBytes` for what `packSnapshot` did not write. */
export function unpackSnapshot(packed: PackedSnapshot, place: DocumentPlace): Snapshot {
  const places = numbersOf(packed.places);
  const sums = numbersOf(packed.sums);
  const count = sums.length;
  const table = new ByteReader(packed.files);
  const digest = table.text();
  const paths = linesOf(table.text(), count);
  const validators = linesOf(table.text(), count);
  const hashes = new LazyLines(table.text(), count);
  const otherText = table.text();
  const otherPaths = linesOf(otherText, table.number());
  const binaryPaths = table.text();
  const binaryValidators = table.text();
  const binaryCount = table.number();
  const skipped = table.text();
  const validatorsOfBinaries = linesOf(binaryValidators, binaryCount);
  const binaryFiles = linesOf(binaryPaths, binaryCount).map((path, index) => ({
    path,
    validator: validatorsOfBinaries[index] as string,
  }));
  const numbers = new Float64Array(packed.numbers.buffer, packed.numbers.byteOffset, packed.numbers.length / 8);
  if (places.length !== count + 1 || numbers.length !== count * 2) throw new DamagedBytes();
  const files = paths.map(
    (path, index) =>
      new KeptFile(path, validators[index] as string, {
        size: numbers[index] as number,
        modified: numbers[count + index] as number,
        hashes,
        index,
      }),
  );
  const pack: DocumentPack = {
    read: (start, end) => place.read(start, end),
    places,
    sums,
    text: (index) => place.text(files[index] as SnapshotFile, index),
  };
  const documents = paths.map((path, index) => unpackDocument(path, pack, index));
  return {
    files,
    documents,
    otherPaths,
    digest,
    ...(binaryFiles.length === 0 ? {} : { binaryFiles }),
    ...(skipped === "" ? {} : { skipped: JSON.parse(skipped) as Skipped }),
  };
}

/** A file whose hash is looked up when somebody asks for it, which few questions do. */
class KeptFile implements SnapshotFile {
  readonly path: LogicalPath;
  readonly validator: string;
  readonly size: number;
  readonly modified: number;
  readonly #hashes: LazyLines;
  readonly #index: number;

  constructor(
    path: LogicalPath,
    validator: string,
    rest: { readonly size: number; readonly modified: number; readonly hashes: LazyLines; readonly index: number },
  ) {
    this.path = path;
    this.validator = validator;
    this.size = rest.size;
    this.modified = rest.modified;
    this.#hashes = rest.hashes;
    this.#index = rest.index;
  }

  get sha256(): string {
    return this.#hashes.at(this.#index);
  }
}

/** The lines of a text, told apart when the first is asked for. */
class LazyLines {
  readonly #text: string;
  readonly #count: number;
  #lines: readonly string[] | undefined;

  constructor(text: string, count: number) {
    this.#text = text;
    this.#count = count;
  }

  at(index: number): string {
    this.#lines ??= linesOf(this.#text, this.#count);
    return this.#lines[index] as string;
  }
}

function linesOf(text: string, count: number): LogicalPath[] {
  const lines = count === 0 ? [] : text.split("\n");
  if (lines.length !== count) throw new DamagedBytes();
  return lines as LogicalPath[];
}

function numbersOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / Uint32Array.BYTES_PER_ELEMENT);
}
