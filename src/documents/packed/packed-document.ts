/** A document that stays bytes until it is asked. */
import { checksumOf } from "../../base/checksum.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import type { MarkdownDocument } from "../markdown-document.ts";
import { ByteReader } from "./byte-reader.ts";
import { DamagedBytes } from "./damaged-bytes.ts";
import { packedParts } from "./pack-document.ts";
import {
  type Details,
  detailsPart,
  diagnosticsPart,
  type Head,
  headPart,
  linksPart,
  type Metadata,
  metadataPart,
  type Names,
  namesPart,
  type Part,
  type Ranges,
  rangesPart,
  sectionsPart,
} from "./packed-parts.ts";

/** Documents that were packed one after another. */
export interface DocumentPack {
  /** The bytes from `start` up to, not including, `end`. */
  read(start: number, end: number): Uint8Array;
  /** Where each document begins, and where the last one ends. */
  readonly places: Uint32Array;
  /** The checksum of each document, which is compared before it is first read. */
  readonly sums: Uint32Array;
  /** The text of a document from where it is kept. Throws `MovedText` when it is no longer there. */
  text(index: number): string;
}

/** The fields of a type, absent ones as `undefined`. */
type Present<Type> = { readonly [Key in keyof Required<Type>]: Type[Key] | undefined };

/** What has been read of a document; the collector may take it when nobody uses it. */
type Parts = Map<PartKey, unknown>;

/** A part, the text, or the bytes of all parts. */
type PartKey = Part<unknown> | "text" | "packed";

/**
 * A {@link MarkdownDocument} over the bytes that `packDocument` wrote. Each part is read when it is first asked for, and forgotten when
 * memory is wanted, so that a large knowledge base costs little more than its bytes. Damaged bytes throw `DamagedBytes` on reading.
 */
export class PackedDocument implements Present<MarkdownDocument> {
  readonly path: LogicalPath;
  readonly #pack: DocumentPack;
  readonly #index: number;
  #parts: WeakRef<Parts> | undefined;

  constructor(path: LogicalPath, pack: DocumentPack, index: number) {
    this.path = path;
    this.#pack = pack;
    this.#index = index;
  }

  /** The bytes that the document was made from, to be kept as they are. */
  get packed(): Uint8Array {
    return this.#memo("packed", () => {
      const { places, sums } = this.#pack;
      const packed = this.#pack.read(places[this.#index] as number, places[this.#index + 1] as number);
      if (checksumOf(packed) !== sums[this.#index]) throw new DamagedBytes();
      return packed;
    });
  }

  get text(): string {
    return this.#memo("text", () => this.#pack.text(this.#index));
  }

  get sha256(): string {
    return this.#head.sha256;
  }

  get byteLength(): number {
    return this.#head.byteLength;
  }

  get lineCount(): number {
    return this.#head.lineCount;
  }

  get wordCount(): number {
    return this.#head.wordCount;
  }

  get title(): string {
    return this.#head.title;
  }

  get titleSource(): Head["titleSource"] {
    return this.#head.titleSource;
  }

  get description(): Head["description"] {
    return this.#head.description;
  }

  get language(): Head["language"] {
    return this.#head.language;
  }

  get published(): Head["published"] {
    return this.#head.published;
  }

  get modified(): Head["modified"] {
    return this.#head.modified;
  }

  get aliases(): Names["aliases"] {
    return this.#names.aliases;
  }

  get addresses(): Names["addresses"] {
    return this.#names.addresses;
  }

  get tags(): Names["tags"] {
    return this.#names.tags;
  }

  get authors(): Names["authors"] {
    return this.#names.authors;
  }

  get statements(): Names["statements"] {
    return this.#names.statements;
  }

  get frontMatter(): Metadata["frontMatter"] {
    return this.#part<Metadata>(metadataPart).frontMatter;
  }

  get properties(): Metadata["properties"] {
    return this.#part<Metadata>(metadataPart).properties;
  }

  get sections(): MarkdownDocument["sections"] {
    return this.#part(sectionsPart);
  }

  get links(): MarkdownDocument["links"] {
    return this.#part(linksPart);
  }

  get anchors(): Details["anchors"] {
    return this.#part<Details>(detailsPart).anchors;
  }

  get tasks(): Details["tasks"] {
    return this.#part<Details>(detailsPart).tasks;
  }

  get observations(): Details["observations"] {
    return this.#part<Details>(detailsPart).observations;
  }

  get hidden(): Ranges["hidden"] {
    return this.#part<Ranges>(rangesPart).hidden;
  }

  get readings(): Ranges["readings"] {
    return this.#part<Ranges>(rangesPart).readings;
  }

  get diagnostics(): MarkdownDocument["diagnostics"] {
    return this.#part(diagnosticsPart);
  }

  get #head(): Head {
    return this.#part(headPart);
  }

  get #names(): Names {
    return this.#part(namesPart);
  }

  #part<Value>(part: Part<Value>): Value {
    return this.#memo(part, () => part.read(this.#readerOf(part)));
  }

  #memo<Value>(key: PartKey, make: () => Value): Value {
    let parts = this.#parts?.deref();
    if (parts === undefined) {
      parts = new Map();
      this.#parts = new WeakRef(parts);
    }
    const known = parts.get(key);
    if (known !== undefined) return known as Value;
    const value = make();
    parts.set(key, value);
    return value;
  }

  #readerOf(wanted: Part<unknown>): ByteReader {
    const { packed } = this;
    const lengths = new ByteReader(packed);
    let before = 0;
    let length = 0;
    let isFound = false;
    for (const part of packedParts) {
      const each = lengths.number();
      if (part === wanted) {
        isFound = true;
        length = each;
      } else if (!isFound) before += each;
    }
    const start = lengths.at + before;
    return new ByteReader(packed, start, start + length);
  }
}

/** A document of a pack; an absent field reads as `undefined`. */
export function unpackDocument(path: LogicalPath, pack: DocumentPack, index: number): MarkdownDocument {
  return new PackedDocument(path, pack, index) as MarkdownDocument;
}
