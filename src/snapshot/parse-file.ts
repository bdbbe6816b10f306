/** The bytes of one file to its document. */
import { isBinary } from "../base/decode-text.ts";
import type { HashFunction } from "../base/hash.ts";
import type { LogicalPath } from "../base/logical-path.ts";
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import type { DocumentSource } from "./document-source.ts";

/** What a file's bytes turned out to be. */
export type ParsedFile =
  | { readonly kind: "document"; readonly document: MarkdownDocument }
  /** The bytes are those that were known before. */
  | { readonly kind: "same"; readonly sha256: string }
  | { readonly kind: "binary" };

/** What it takes to make a document of bytes. */
export interface FileParser {
  readonly sha256: HashFunction;
  readonly decode: (bytes: Uint8Array) => string;
  readonly parse: (source: DocumentSource) => MarkdownDocument;
}

/** Parses a file, unless its bytes have the SHA-256 `known`. */
export function parseFile(
  {
    path,
    bytes,
    known,
  }: { readonly path: LogicalPath; readonly bytes: Uint8Array; readonly known: string | undefined },
  { sha256, decode, parse }: FileParser,
): ParsedFile {
  if (isBinary(bytes)) return { kind: "binary" };
  const hash = sha256(bytes);
  if (hash === known) return { kind: "same", sha256: hash };
  return {
    kind: "document",
    document: parse({ path, text: decode(bytes), sha256: hash, byteLength: bytes.length }),
  };
}
