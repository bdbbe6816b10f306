/** Kinds of characters. */
import { classes, unit } from "./memory.ts";

/** What may begin something within a line. */
export const markClass: u8 = 1;
const letterClass: u8 = 2;
const digitClass: u8 = 4;
const punctuationClass: u8 = 8;

/** Fills the table of classes. */
export function fillClasses(): void {
  for (let code = 0; code < 128; code += 1) store<u8>(classes + <usize>code, classOf(code));
}

function classOf(code: i32): u8 {
  let kind: u8 = 0;
  if ((code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)) kind |= letterClass;
  else if (code >= 0x30 && code <= 0x39) kind |= digitClass;
  else if (code > 0x20 && code < 0x7f) kind |= punctuationClass;
  if (isMark(code)) kind |= markClass;
  return kind;
}

/** Line feed, `!`, `&`, `*`, `.`, `:`, `<`, `@`, `[`, `\`, `]`, `_`, a backtick and `~`. */
function isMark(code: i32): bool {
  return (
    code === 0x0a ||
    code === 0x21 ||
    code === 0x26 ||
    code === 0x2a ||
    code === 0x2e ||
    code === 0x3a ||
    code === 0x3c ||
    code === 0x40 ||
    (code >= 0x5b && code <= 0x5d) ||
    code === 0x5f ||
    code === 0x60 ||
    code === 0x7e
  );
}

export function hasClass(code: i32, kind: u8): bool {
  return code < 128 && (load<u8>(classes + <usize>code) & kind) !== 0;
}

export function isLetter(code: i32): bool {
  return hasClass(code, letterClass);
}

export function isDigit(code: i32): bool {
  return hasClass(code, digitClass);
}

export function isAlphanumeric(code: i32): bool {
  return hasClass(code, letterClass | digitClass);
}

/** Of ASCII. */
export function isPunctuation(code: i32): bool {
  return hasClass(code, punctuationClass);
}

/** A blank or a tab. */
export function isBlank(code: i32): bool {
  return code === 0x20 || code === 0x09;
}

export function isLineEnd(code: i32): bool {
  return code === 0x0a || code === 0x0d;
}

/** A blank, a tab or a line end. */
export function isSpace(code: i32): bool {
  return code === 0x20 || (code <= 0x0d && (code === 0x0a || code === 0x0d || code === 0x09));
}

export function lower(code: i32): i32 {
  return code >= 0x41 && code <= 0x5a ? code | 0x20 : code;
}

/** The offset of the first unit from `at` on, and before `end`, that is no blank or tab. */
export function skipBlanks(at: i32, end: i32): i32 {
  while (at < end && isBlank(unit(at))) at += 1;
  return at;
}

/** The same, past line ends too. */
export function skipSpaces(at: i32, end: i32): i32 {
  while (at < end && isSpace(unit(at))) at += 1;
  return at;
}

/** The offset behind the last unit before `end` that is no blank, tab or line end. */
export function trimEnd(start: i32, end: i32): i32 {
  while (end > start && isSpace(unit(end - 1))) end -= 1;
  return end;
}

/** How many of a character there are from an offset on. */
export function runLength(at: i32, end: i32, code: i32): i32 {
  let next = at;
  while (next < end && unit(next) === code) next += 1;
  return next - at;
}

/** A kind beside emphasis: 0 for letters and the like, 1 for blanks, 2 for punctuation and signs, 3 for what is not known here. */
export function flank(code: i32): i32 {
  if (code < 128) return flankOfAscii(code);
  if (code === 0xa0) return 1;
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba ? 0 : 3;
  if (code < 0x250) return code === 0xd7 || code === 0xf7 ? 2 : 0;
  if (code >= 0x400 && code < 0x482) return 0;
  if (code >= 0x4e00 && code < 0xa000) return 0;
  if (code >= 0x3041 && code < 0x3097) return 0;
  if (code >= 0x30a1 && code < 0x30fb) return 0;
  if (code >= 0xac00 && code < 0xd7a4) return 0;
  if (code >= 0xd800 && code < 0xe000) return 0;
  if (code >= 0x2010 && code < 0x2028) return 2;
  if (code >= 0x3001 && code < 0x3004) return 2;
  if (code >= 0x3008 && code < 0x3012) return 2;
  if (code === 0x3000) return 1;
  if (code === 0xff01 || code === 0xff08 || code === 0xff09 || code === 0xff0c || code === 0xff1a) return 2;
  if (code === 0xff1b || code === 0xff1f) return 2;
  return 3;
}

function flankOfAscii(code: i32): i32 {
  if (code > 0x20) return isPunctuation(code) ? 2 : 0;
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) ? 1 : 0;
}

/** The unit of a constant at an index. This and the next function are what the scanner needs of strings: it has no library in it. */
export function constantUnit(text: string, index: i32): i32 {
  return <i32>load<u16>(changetype<usize>(text) + ((<usize>index) << 1));
}

/** How many units a constant has; its bytes are counted before it. */
export function constantLength(text: string): i32 {
  return load<i32>(changetype<usize>(text) - 4) >> 1;
}
