/** The texts of documents as sections of a pack, for those who can't read a file when one is asked for. */
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import type { OpenPack, PackSections } from "../local-tier/pack-container.ts";
import type { TextReader } from "../local-tier/unpack-state.ts";

const textsPart = "texts.bytes";
const placesPart = "texts.places";

/** The sections, in the order of the documents. */
export function packTexts(documents: readonly MarkdownDocument[]): PackSections {
  const encoder = new TextEncoder();
  const encoded = documents.map(({ text }) => encoder.encode(text));
  const places = new Uint32Array(encoded.length + 1);
  encoded.forEach(({ length }, at) => {
    places[at + 1] = (places[at] as number) + length;
  });
  const bytes = new Uint8Array(places[encoded.length] as number);
  encoded.forEach((each, at) => {
    bytes.set(each, places[at]);
  });
  return new Map([
    [textsPart, bytes],
    [placesPart, new Uint8Array(places.buffer)],
  ]);
}

/** Reads texts by the number of their document; `undefined` where they are missing or damaged. */
export function unpackTexts(pack: OpenPack): TextReader | undefined {
  const bytes = pack.section(textsPart);
  const packed = pack.section(placesPart);
  if (bytes === undefined || packed === undefined) return undefined;
  const places = new Uint32Array(packed.buffer, packed.byteOffset, packed.length / Uint32Array.BYTES_PER_ELEMENT);
  // A text keeps what looks like a byte order mark: what marked the file as UTF-8 was left out of it.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return (_, at) => decoder.decode(bytes.subarray(places[at], places[at + 1]));
}
