/** SHA-256 as a port: a function that a host may replace by a faster one of its runtime. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** SHA-256 of bytes as 64 lower-case hexadecimal digits. */
export type HashFunction = (bytes: Uint8Array) => string;

/** SHA-256 in plain JavaScript: runs everywhere, about ten times slower than a runtime's own. */
export const portableSha256: HashFunction = (bytes) => bytesToHex(sha256(bytes));

const encoder = new TextEncoder();

/** SHA-256 of a text's UTF-8 bytes. */
export function sha256OfText(text: string): string {
  return portableSha256(encoder.encode(text));
}
