/** The first digits of SHA-256 for many short texts: what a whole hash costs, less what making it anew each time costs. */
import { sha256 } from "@noble/hashes/sha2.js";

const encoder = new TextEncoder();
const fresh = sha256.create();
const working = sha256.create();
const digest = new Uint8Array(32);
let bytes = new Uint8Array(4_096);

/** The first `count` hexadecimal digits of the SHA-256 of a text's UTF-8 bytes. */
export function sha256Digits(text: string, count: number): string {
  if (text.length * 3 > bytes.length) bytes = new Uint8Array(text.length * 3);
  const { written } = encoder.encodeInto(text, bytes);
  fresh._cloneInto(working);
  working.update(bytes.subarray(0, written)).digestInto(digest);
  let digits = "";
  for (let index = 0; index * 2 < count; index++) digits += hexadecimal[digest[index] as number];
  return digits.length === count ? digits : digits.slice(0, count);
}

const hexadecimal: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
