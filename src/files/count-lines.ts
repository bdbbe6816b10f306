/** Counts and finds line ends in the bytes of a text block, without decoding it where that can be avoided. */
import type { TextEncodingName } from "../base/decode-text.ts";
import { textOfBlock } from "./text-blocks.ts";

const LF = 0x0a;
const CR = 0x0d;

/** Where a scan for line ends stopped. */
export interface LineScan {
  /** Line ends that were passed. */
  readonly lines: number;
  /** Bytes up to and with the last of them; 0 when there was none. */
  readonly end: number;
}

/** Passes at most `most` line ends in a block that begins and ends at whole characters and whole line ends. */
export function scanLines(bytes: Uint8Array, encoding: TextEncodingName, most: number): LineScan {
  if (encoding !== "utf-8") return scanText(textOfBlock(bytes, encoding), most);
  if (bytes.includes(CR)) return scanMixed(bytes, most);
  const lines = countLineFeeds(bytes);
  if (lines <= most) return { lines, end: bytes.lastIndexOf(LF) + 1 };
  let end = 0;
  for (let passed = 0; passed < most; passed++) end = bytes.indexOf(LF, end) + 1;
  return { lines: most, end };
}

/** Code points that a block decodes to. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xdc00 && unit <= 0xdfff) count--;
  }
  return count;
}

/**
 * Finds the ends of the lines of a text one after another: each call gives the offset behind the terminator of the line that holds
 * `from`, or the text's length where the line has none. `from` must not go back.
 */
export function createLineEnds(text: string): (from: number) => number {
  // Remembered, so that one of the two characters can be rare without being searched for again at every line.
  let lineFeed = text.indexOf("\n");
  let carriageReturn = text.indexOf("\r");
  return (from) => {
    if (lineFeed !== -1 && lineFeed < from) lineFeed = text.indexOf("\n", from);
    if (carriageReturn !== -1 && carriageReturn < from) carriageReturn = text.indexOf("\r", from);
    if (carriageReturn === -1) return lineFeed === -1 ? text.length : lineFeed + 1;
    if (lineFeed === -1 || carriageReturn < lineFeed - 1) return carriageReturn + 1;
    return lineFeed + 1;
  };
}

/** Whether the character before `end` ends a line. */
export function endsLine(text: string, end: number): boolean {
  const unit = text.charCodeAt(end - 1);
  return unit === LF || unit === CR;
}

function scanMixed(bytes: Uint8Array, most: number): LineScan {
  let lines = 0;
  let end = 0;
  for (let index = 0; index < bytes.length && lines < most; index++) {
    const byte = bytes[index] as number;
    if (byte !== LF && byte !== CR) continue;
    if (byte === CR && bytes[index + 1] === LF) index++;
    lines++;
    end = index + 1;
  }
  return { lines, end };
}

/** UTF-16: a decoded text has as many units as the block has pairs of bytes, save for an odd last byte. */
function scanText(text: string, most: number): LineScan {
  const lineEnd = createLineEnds(text);
  let lines = 0;
  let end = 0;
  while (lines < most && end < text.length) {
    const next = lineEnd(end);
    if (!endsLine(text, next)) break;
    lines++;
    end = next;
  }
  return { lines, end: end * 2 };
}

/** Four bytes at a time: a word's bytes that equal LF become zero, and each zero byte leaves one bit. */
function countLineFeeds(bytes: Uint8Array): number {
  let count = 0;
  let index = 0;
  const aligned = Math.min(bytes.length, (4 - (bytes.byteOffset & 3)) & 3);
  for (; index < aligned; index++) if (bytes[index] === LF) count++;
  const words = (bytes.length - index) >> 2;
  const view = words === 0 ? [] : new Uint32Array(bytes.buffer, bytes.byteOffset + index, words);
  for (let word = 0; word < words; word++) {
    const mixed = (view[word] as number) ^ 0x0a0a0a0a;
    const zeros = ~(((mixed & 0x7f7f7f7f) + 0x7f7f7f7f) | mixed | 0x7f7f7f7f);
    if (zeros !== 0) count += Math.imul((zeros >>> 7) & 0x01010101, 0x01010101) >>> 24;
  }
  for (index += words * 4; index < bytes.length; index++) if (bytes[index] === LF) count++;
  return count;
}
