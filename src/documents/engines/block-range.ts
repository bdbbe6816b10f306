/** Where blocks end: parsers differ over trailing lines that hold nothing and over indented code, so one rule holds for all engines. */
import type { TextRange } from "../markdown-engine.ts";

const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const blank = 0x20;
const quoteMark = 0x3e;

/**
 * The end of a block of `source` without its last line end and without trailing lines of blanks and `>` marks only; its first line
 * always stays.
 */
export function blockEnd(source: string, start: number, end: number): number {
  for (;;) {
    const last = source.charCodeAt(end - 1);
    if (last !== lineFeed && last !== carriageReturn && last !== blank && last !== tab && last !== quoteMark)
      return end;
    while (end > start && isLineEnd(source.charCodeAt(end - 1))) end -= 1;
    let at = end;
    while (at > start && isMarkOrBlank(source.charCodeAt(at - 1))) at -= 1;
    if (at <= start || !isLineEnd(source.charCodeAt(at - 1))) return end;
    end = at;
  }
}

/** The start of a block of HTML without the indentation before it. */
export function blockStart(source: string, start: number): number {
  while (isMarkOrBlank(source.charCodeAt(start)) && source.charCodeAt(start) !== quoteMark) start += 1;
  return start;
}

function isLineEnd(code: number): boolean {
  return code === lineFeed || code === carriageReturn;
}

function isMarkOrBlank(code: number): boolean {
  return code === blank || code === tab || code === quoteMark;
}

/** Where the text of the line after that of an offset begins, past blanks and quote marks. */
export function lineAfter(source: string, offset: number): number {
  let at = offset;
  while (at < source.length && !isLineEnd(source.charCodeAt(at))) at += 1;
  if (source.charCodeAt(at) === carriageReturn && source.charCodeAt(at + 1) === lineFeed) at += 1;
  at += 1;
  while (at < source.length && isMarkOrBlank(source.charCodeAt(at))) at += 1;
  return Math.min(at, source.length);
}

/**
 * Whether two code blocks that follow one another in one container are one indented block, which parsers cut after its first line when it
 * closes a list or a quote: neither is fenced, and nothing but blanks is between them.
 */
export function isOneIndentedBlock(source: string, first: TextRange, second: number): boolean {
  if (isFenced(source, first.start) || isFenced(source, second)) return false;
  for (let at = first.end; at < second; at += 1) {
    const code = source.charCodeAt(at);
    if (!isLineEnd(code) && !isMarkOrBlank(code)) return false;
  }
  return true;
}

function isFenced(source: string, start: number): boolean {
  const code = source.charCodeAt(start);
  return code === 0x60 || code === 0x7e;
}
