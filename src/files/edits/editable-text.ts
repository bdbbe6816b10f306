/** Between the bytes of a file and the text that edits work on: nothing may get lost on the way there and back. */
import { encodingOf, isBinary } from "../../base/decode-text.ts";
import { tooLargeToWrite } from "../../base/edit-errors.ts";
import { GraphdownError } from "../../base/errors.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import { showPath } from "../../base/show-path.ts";
import { utf8Length } from "../../base/utf8-length.ts";

/** A file's text, and whether a byte order mark stands before it. */
export interface EditableText {
  readonly text: string;
  readonly mark: boolean;
}

const strictDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();
const markBytes = 3;

/** The text of a file that an edit can keep byte for byte; `unsupported` for a binary file and for one that is not valid UTF-8. */
export function decodeEditable(path: LogicalPath, bytes: Uint8Array): EditableText {
  const { encoding, skip } = encodingOf(bytes);
  if (encoding !== "utf-8") {
    throw notEditable(path, "utf-16", "it is UTF-16, as its first two bytes say", { byte: 0 });
  }
  if (isBinary(bytes)) throw notEditable(path, "binary", "it is binary (its first 8 KiB hold a NUL)", {});
  try {
    return { text: strictDecoder.decode(skip === 0 ? bytes : bytes.subarray(skip)), mark: skip === markBytes };
  } catch {
    const byte = firstInvalidByte(bytes);
    const value = `0x${(bytes[byte] ?? 0).toString(16).padStart(2, "0")}`;
    throw notEditable(path, "not_utf8", `it is not valid UTF-8 at byte ${byte} (${value})`, { byte });
  }
}

/** The bytes of a text. Half a surrogate pair is `invalid_input`, more than `maximum` bytes are `limit_exceeded`. */
export function encodeEditable({ text, mark }: EditableText, maximum: number): Uint8Array {
  const size = utf8Length(text) + (mark ? markBytes : 0);
  if (size > maximum) throw tooLargeToWrite(size, maximum);
  const half = /\p{Cs}/u.exec(text);
  if (half !== null) {
    throw new GraphdownError({
      code: "invalid_input",
      message: `The text would hold half a surrogate pair at offset ${half.index}, which has no UTF-8 form.`,
      details: { reason: "unpaired_surrogate", offset: half.index },
      next: "Send whole characters, or U+FFFD for what is broken.",
    });
  }
  return encoder.encode(mark ? `\ufeff${text}` : text);
}

/** Offset of the first byte that does not begin or go on a character of UTF-8; the length where all do. */
function firstInvalidByte(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return bytes.length;
}

/** Bytes of the character at `at`; 0 for what is none, such as an overlong form, half a surrogate pair or a character that is cut off. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const second = bytes[at + 1] ?? 0;
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < least || second > most) return 0;
  for (let next = at + 2; next < at + length; next++) {
    if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}

function notEditable(path: LogicalPath, reason: string, why: string, details: object): GraphdownError {
  return new GraphdownError({
    code: "unsupported",
    message: `"${showPath(path)}" can't be edited: ${why}, and only UTF-8 text can be edited without changing other bytes.`,
    path,
    details: { reason, ...details },
    next: "Convert the file to UTF-8 with another program, or write it anew.",
  });
}
