/** HTML: how blocks of it begin and end, and tags. */
import {
  constantLength,
  constantUnit,
  isAlphanumeric,
  isLetter,
  isSpace,
  lower,
  skipBlanks,
  skipSpaces,
} from "./characters.ts";
import { lookAhead, unit } from "./memory.ts";

/** Names of elements that begin a block wherever they stand, between blanks. */
const blockNames: string =
  " address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead title tr track ul ";

/** Names of elements whose content is not looked at. */
const rawNames: string = " pre script style textarea ";

/** The longest name of the lists. */
const longestName: i32 = 10;

/** Whether the units of a range are one of the names of a list. */
function isNamed(names: string, start: i32, end: i32): bool {
  const size = end - start;
  if (size < 1 || size > longestName) return false;
  const last = constantLength(names) - size - 1;
  for (let at = 0; at < last; at += 1) {
    if (constantUnit(names, at) !== 0x20) continue;
    let index = 0;
    while (index < size && constantUnit(names, at + 1 + index) === lower(unit(start + index))) index += 1;
    if (index === size && constantUnit(names, at + 1 + size) === 0x20) return true;
  }
  return false;
}

function nameEnd(at: i32, end: i32): i32 {
  while (at < end && (isAlphanumeric(unit(at)) || unit(at) === 0x2d)) at += 1;
  return at;
}

/** The kind of block that `<` at an offset begins, 1 to 7 as CommonMark counts them; 0 for none. */
export function htmlKind(at: i32, end: i32): i32 {
  const next = unit(at + 1);
  if (next === 0x3f) return 3;
  if (next === 0x21) return kindOfDeclaration(at, end);
  const isClosing = next === 0x2f;
  const start = isClosing ? at + 2 : at + 1;
  if (start >= end || !isLetter(unit(start))) return 0;
  const stop = nameEnd(start, end);
  const after = stop < end ? unit(stop) : 0x0a;
  if (after !== 0x2f && after !== 0x3e && !isSpace(after)) return 0;
  if (after !== 0x2f && !isClosing && isNamed(rawNames, start, stop)) return 1;
  if (isNamed(blockNames, start, stop)) return after !== 0x2f || unit(stop + 1) === 0x3e ? 6 : 0;
  const tag = tagEnd(at, end);
  return tag > 0 && skipBlanks(tag, end) === end ? 7 : 0;
}

function kindOfDeclaration(at: i32, end: i32): i32 {
  if (isLetter(unit(at + 2))) return 4;
  if (unit(at + 2) === 0x2d && unit(at + 3) === 0x2d && at + 4 <= end) return 2;
  return isCdata(at) ? 5 : 0;
}

/** Whether `<![CDATA[` stands at an offset. */
export function isCdata(at: i32): bool {
  const opening = "<![CDATA[";
  for (let index = 0; index < 9; index += 1) if (unit(at + index) !== constantUnit(opening, index)) return false;
  return true;
}

/** From where on the end of a block that begins at an offset is looked for. */
export function htmlEndFrom(kind: i32, at: i32): i32 {
  if (kind === 3) return at + 1;
  if (kind === 4) return at + 3;
  return kind === 5 ? at + 9 : at + 2;
}

/** Whether what ends a block of a kind stands in a part of a line. */
export function hasHtmlEnd(kind: i32, at: i32, end: i32): bool {
  for (; at < end; at += 1) {
    const code = unit(at);
    if (kind === 1) {
      if (code === 0x3c && isRawEnd(at, end)) return true;
    } else if (code === 0x3e && isHtmlEnd(kind, at)) {
      return true;
    }
  }
  return false;
}

function isHtmlEnd(kind: i32, at: i32): bool {
  if (kind === 4) return true;
  const before = unit(at - 1);
  if (kind === 3) return before === 0x3f;
  const code = kind === 2 ? 0x2d : 0x5d;
  return before === code && unit(at - 2) === code;
}

function isRawEnd(at: i32, end: i32): bool {
  if (unit(at + 1) !== 0x2f) return false;
  let stop = at + 2;
  while (stop < end && isLetter(unit(stop))) stop += 1;
  return stop < end && unit(stop) === 0x3e && isNamed(rawNames, at + 2, stop);
}

/** The offset behind the tag that begins at an offset, which may have line ends; −1 where there is none. */
export function tagEnd(at: i32, end: i32): i32 {
  looked = at;
  const stop = wholeTagEnd(at, end);
  lookAhead(looked - at);
  return stop;
}

/** How far a tag was looked for. */
let looked: i32 = 0;

function wholeTagEnd(at: i32, end: i32): i32 {
  const isClosing = unit(at + 1) === 0x2f;
  const start = isClosing ? at + 2 : at + 1;
  if (start >= end || !isLetter(unit(start))) return -1;
  let next = nameEnd(start, end);
  if (!isClosing) next = attributesEnd(next, end);
  if (next < 0) return -1;
  next = skipSpaces(next, end);
  if (!isClosing && next < end && unit(next) === 0x2f) next += 1;
  return next < end && unit(next) === 0x3e ? next + 1 : -1;
}

/** The offset behind the attributes; −1 where there is something else. */
function attributesEnd(at: i32, end: i32): i32 {
  while (true) {
    const next = skipSpaces(at, end);
    looked = next;
    if (next >= end) return -1;
    const code = unit(next);
    if (code === 0x2f || code === 0x3e) return next;
    if (next === at || !(isLetter(code) || code === 0x3a || code === 0x5f)) return -1;
    at = attributeEnd(next, end);
    if (at < 0) return -1;
  }
}

function attributeEnd(at: i32, end: i32): i32 {
  at += 1;
  while (at < end && isNameUnit(unit(at))) at += 1;
  const equals = skipSpaces(at, end);
  if (equals >= end || unit(equals) !== 0x3d) return at;
  return valueEnd(skipSpaces(equals + 1, end), end);
}

function isNameUnit(code: i32): bool {
  return isAlphanumeric(code) || code === 0x2d || code === 0x2e || code === 0x3a || code === 0x5f;
}

function valueEnd(at: i32, end: i32): i32 {
  if (at >= end) return -1;
  const code = unit(at);
  if (code === 0x22 || code === 0x27) {
    at += 1;
    while (at < end && unit(at) !== code) at += 1;
    looked = at;
    return at < end ? at + 1 : -1;
  }
  const start = at;
  while (at < end && isValueUnit(unit(at))) at += 1;
  // What an unquoted value may hold is left to other parsers where it is unusual.
  return at === start ? -1 : at;
}

function isValueUnit(code: i32): bool {
  if (isSpace(code)) return false;
  return (
    code !== 0x22 && code !== 0x27 && code !== 0x2f && code !== 0x3c && code !== 0x3d && code !== 0x3e && code !== 0x60
  );
}

/** The offset behind `text` from `at` on; −1 where it does not stand before `end`. */
export function endOf(text: string, at: i32, end: i32): i32 {
  const size = constantLength(text);
  const first = constantUnit(text, 0);
  for (; at + size <= end; at += 1) {
    if (unit(at) !== first) continue;
    let index = 1;
    while (index < size && unit(at + index) === constantUnit(text, index)) index += 1;
    if (index === size) return at + size;
  }
  return -1;
}
