/** A document to bytes: everything but its path and its text, which whoever keeps the bytes has elsewhere. */
import type { MarkdownDocument } from "../markdown-document.ts";
import { ByteWriter } from "./byte-writer.ts";
import {
  detailsPart,
  diagnosticsPart,
  headPart,
  linksPart,
  metadataPart,
  namesPart,
  type Part,
  rangesPart,
  sectionsPart,
} from "./packed-parts.ts";

/** The parts in the order in which they are written; their lengths stand before them all. */
export const packedParts: readonly Part<unknown>[] = [
  headPart,
  namesPart,
  metadataPart,
  sectionsPart,
  linksPart,
  detailsPart,
  rangesPart,
  diagnosticsPart,
];

const part = new ByteWriter();

/** Writes a document at the end of `to`. */
export function packDocument(to: ByteWriter, document: MarkdownDocument): void {
  part.clear();
  const ends = packedParts.map(({ write }) => {
    write(part, document);
    return part.length;
  });
  let start = 0;
  for (const end of ends) {
    to.number(end - start);
    start = end;
  }
  to.raw(part.view());
}
