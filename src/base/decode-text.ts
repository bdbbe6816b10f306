/** Bytes of a text file to text. */

/** How a file's bytes encode its text. */
export type TextEncodingName = "utf-8" | "utf-16le" | "utf-16be";

/** The encoding that a byte order mark names; UTF-8 without one. `skip` is the length of the mark in bytes. */
export function encodingOf(bytes: Uint8Array): { readonly encoding: TextEncodingName; readonly skip: 0 | 2 | 3 } {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: "utf-8", skip: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: "utf-16le", skip: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: "utf-16be", skip: 2 };
  return { encoding: "utf-8", skip: 0 };
}

const decoders: Readonly<Record<TextEncodingName, TextDecoder>> = {
  "utf-8": new TextDecoder("utf-8", { ignoreBOM: true }),
  "utf-16le": new TextDecoder("utf-16le", { ignoreBOM: true }),
  "utf-16be": new TextDecoder("utf-16be", { ignoreBOM: true }),
};

/** The text of a whole file without its byte order mark; invalid bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array): string {
  const { encoding, skip } = encodingOf(bytes);
  return decoders[encoding].decode(skip === 0 ? bytes : bytes.subarray(skip));
}

const sniffed = 8 * 1024;

/** Whether a file is binary: a NUL in its first 8 KiB without a UTF-16 byte order mark. */
export function isBinary(bytes: Uint8Array): boolean {
  if (encodingOf(bytes).encoding !== "utf-8") return false;
  const end = Math.min(bytes.length, sniffed);
  return bytes.subarray(0, end).includes(0);
}
