/** Documents with their texts as bytes that can be handed to another thread without copying. */
import { checksumOf } from "../../base/checksum.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import type { MarkdownDocument } from "../markdown-document.ts";
import { ByteWriter } from "./byte-writer.ts";
import { packDocument } from "./pack-document.ts";
import { unpackDocument } from "./packed-document.ts";

/** Several documents, one after another. */
export interface PackedBatch {
  readonly documents: Uint8Array<ArrayBuffer>;
  /** Where each document begins, and where the last one ends. */
  readonly places: Uint32Array<ArrayBuffer>;
  /** The checksum of each document. */
  readonly sums: Uint32Array<ArrayBuffer>;
  /** The bytes of the files. */
  readonly texts: Uint8Array<ArrayBuffer>;
  readonly textPlaces: Uint32Array<ArrayBuffer>;
}

/** Collects documents for a batch. */
export class BatchPacker {
  readonly #documents = new ByteWriter();
  readonly #texts = new ByteWriter();
  readonly #ends: number[] = [];
  readonly #textEnds: number[] = [];

  /** Adds a document and the bytes that it was made of. */
  add(document: MarkdownDocument, bytes: Uint8Array): void {
    packDocument(this.#documents, document);
    this.#texts.raw(bytes);
    this.#ends.push(this.#documents.length);
    this.#textEnds.push(this.#texts.length);
  }

  /** The batch; the next one begins empty. */
  finish(): PackedBatch {
    const documents = this.#documents.finish();
    const places = Uint32Array.of(0, ...this.#ends);
    const sums = Uint32Array.from(this.#ends, (end, index) => checksumOf(documents.subarray(places[index], end)));
    const batch = {
      documents,
      places,
      sums,
      texts: this.#texts.finish(),
      textPlaces: Uint32Array.of(0, ...this.#textEnds),
    };
    this.#documents.clear();
    this.#texts.clear();
    this.#ends.length = 0;
    this.#textEnds.length = 0;
    return batch;
  }
}

/** The documents of a batch, whose paths are given in the same order. They stay bytes until somebody asks them. */
export function unpackBatch(
  batch: PackedBatch,
  paths: readonly LogicalPath[],
  decode: (bytes: Uint8Array) => string,
): readonly MarkdownDocument[] {
  const { documents, places, sums, texts, textPlaces } = batch;
  const pack = {
    read: (start: number, end: number) => documents.subarray(start, end),
    places,
    sums,
    text: (index: number) => decode(texts.subarray(textPlaces[index], textPlaces[index + 1])),
  };
  return paths.map((path, index) => unpackDocument(path, pack, index));
}
