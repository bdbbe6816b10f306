/** What `<` begins within a line: HTML or an autolink. */
import { isAlphanumeric, isLetter, isSpace } from "./characters.ts";
import { endOf, isCdata, tagEnd } from "./html.ts";
import { addRow, giveUp, setWord, unit } from "./memory.ts";
import * as rows from "./rows.ts";
import * as tokens from "./tokens.ts";

/** The longest scheme. */
const maximumScheme: i32 = 32;

/** Reads an angle bracket and gives where to go on. */
export function readAngle(at: i32, limit: i32, isWanted: bool): i32 {
  const next = unit(at + 1);
  if (isLetter(next)) {
    const autolink = autolinkEnd(at, limit);
    if (autolink > 0) return addAutolink(at, autolink, isWanted);
  } else if (isAlphanumeric(next) || isAddressUnit(next)) {
    checkAddress(at, limit);
  }
  const end = htmlEnd(at, limit);
  if (end < 0) return at + 1;
  const row = addRow(rows.opaqueWords);
  setWord(row, 0, rows.inlineHtml);
  setWord(row, 1, at);
  setWord(row, 2, end);
  if (isWanted) tokens.addToken(tokens.htmlToken, at, end, 0, 0);
  return end;
}

/** The offset behind the HTML at an offset; −1 for none. */
function htmlEnd(at: i32, limit: i32): i32 {
  const next = unit(at + 1);
  if (next === 0x21) return declarationEnd(at, limit);
  if (next === 0x3f) return sure(endOf("?>", at + 2, limit));
  return tagEnd(at, limit);
}

function declarationEnd(at: i32, limit: i32): i32 {
  if (unit(at + 2) === 0x2d && unit(at + 3) === 0x2d) return sure(endOf("-->", at + 2, limit));
  if (isLetter(unit(at + 2))) return sure(endOf(">", at + 3, limit));
  return isCdata(at) ? sure(endOf("]]>", at + 9, limit)) : -1;
}

/** What does not end is left to other parsers, so that it is looked for once. */
function sure(end: i32): i32 {
  if (end < 0) giveUp(100);
  return end;
}

/** The offset behind `<scheme:…>`; −1 for none. */
function autolinkEnd(at: i32, limit: i32): i32 {
  let stop = at + 2;
  while (stop < limit && stop - at <= maximumScheme && isSchemeUnit(unit(stop))) stop += 1;
  if (stop >= limit) return -1;
  if (unit(stop) !== 0x3a) {
    checkAddress(at, limit);
    return -1;
  }
  if (stop - at < 3) return -1;
  for (; stop < limit; stop += 1) {
    const code = unit(stop);
    if (code === 0x3e) return stop + 1;
    if (code <= 0x20 || code === 0x3c || code === 0x7f) break;
  }
  return -1;
}

function isSchemeUnit(code: i32): bool {
  return isAlphanumeric(code) || code === 0x2b || code === 0x2d || code === 0x2e;
}

/** Gives up on an address in angle brackets. */
function checkAddress(at: i32, limit: i32): void {
  for (let stop = at + 1; stop < limit; stop += 1) {
    const code = unit(stop);
    if (code === 0x40) {
      giveUp(101);
      return;
    }
    if (!isAlphanumeric(code) && !isAddressUnit(code)) return;
  }
}

/** Signs that the part of an address before the `@` may have. */
function isAddressUnit(code: i32): bool {
  return (
    !isSpace(code) &&
    code > 0x20 &&
    code < 0x7f &&
    code !== 0x3c &&
    code !== 0x3e &&
    code !== 0x40 &&
    code !== 0x28 &&
    code !== 0x29
  );
}

function addAutolink(at: i32, end: i32, isWanted: bool): i32 {
  const row = addRow(rows.linkWords);
  setWord(row, 0, rows.link);
  setWord(row, 1, at);
  setWord(row, 2, end);
  setWord(row, 3, rows.autolinkBit);
  setWord(row, 4, at + 1);
  setWord(row, 5, end - 1);
  setWord(row, 6, -1);
  setWord(row, 7, -1);
  setWord(row, 8, -1);
  setWord(row, 9, rows.plain);
  setWord(row, 10, at + 1);
  setWord(row, 11, end - 1);
  if (isWanted) tokens.addToken(tokens.autolinkToken, at, end, at + 1, end - 1);
  return end;
}
