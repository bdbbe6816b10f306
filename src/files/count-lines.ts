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
  const lines = countLineEnds(bytes);
  if (lines > most) return scanBytes(bytes, most);
  return { lines, end: lines === 0 ? 0 : lastLineEnd(bytes) };
}

function lastLineEnd(bytes: Uint8Array): number {
  let end = bytes.length;
  while (bytes[end - 1] !== LF && bytes[end - 1] !== CR) end--;
  return end;
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

function scanBytes(bytes: Uint8Array, most: number): LineScan {
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

/**
 * Line ends among the bytes. Four bytes at a time: the bytes of a word that equal the wanted one become zero, and each zero byte leaves
 * one bit. The runtime's own search is slower, since it stops at every hit.
 */
function countLineEnds(bytes: Uint8Array): number {
  const head = Math.min(bytes.length, isLittleEndian ? -bytes.byteOffset & 3 : bytes.length);
  const words = (bytes.length - head) >> 2;
  const view = words === 0 ? [] : new Uint32Array(bytes.buffer, bytes.byteOffset + head, words);
  let count = countOneByOne(bytes, 0, head);
  /** The highest bit of the byte behind each carriage return; the last one reaches into the next word. */
  let behind = head > 0 && bytes[head - 1] === CR ? 0x80 : 0;
  for (let word = 0; word < words; word++) {
    const four = view[word] as number;
    const feeds = zeroBytes(four ^ 0x0a0a0a0a);
    const returns = zeroBytes(four ^ 0x0d0d0d0d);
    if ((feeds | returns) !== 0) count += bits(feeds & ~(behind | (returns << 8))) + bits(returns);
    behind = returns >>> 24;
  }
  return count + countOneByOne(bytes, head + words * 4, bytes.length);
}

const isLittleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

/** A line feed behind a carriage return belongs to that one. */
function countOneByOne(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let index = from; index < to; index++) {
    const byte = bytes[index];
    if (byte === CR || (byte === LF && bytes[index - 1] !== CR)) count++;
  }
  return count;
}

/** The highest bit of each byte of a word that is zero. */
function zeroBytes(word: number): number {
  return ~(((word & 0x7f7f7f7f) + 0x7f7f7f7f) | word | 0x7f7f7f7f);
}

/** How many of the highest bits of the four bytes of a word are set. */
function bits(word: number): number {
  return Math.imul((word >>> 7) & 0x01010101, 0x01010101) >>> 24;
}
