/** GFM literals: addresses that are links as they stand. What is not plainly one or none is left to other parsers. */
import { constantLength, constantUnit, isAlphanumeric, isDigit, isLetter, isSpace, lower } from "./characters.ts";
import { addRow, giveUp, setWord, unit } from "./memory.ts";
import * as rows from "./rows.ts";

/** Whether the literal that was read last stands in brackets, where it is one only if they come to nothing. */
export let isBracketed: bool = false;

/** Where the literal begins that was read last; −1 where there was none. */
export let literalStart: i32 = -1;

/** Units before a mark that were read, in lower case. */
function follows(text: string, at: i32, from: i32): bool {
  const size = constantLength(text);
  if (at - size < from) return false;
  for (let index = 0; index < size; index += 1) {
    if (lower(unit(at - size + index)) !== constantUnit(text, index)) return false;
  }
  return true;
}

/** Whether a literal may plainly begin at an offset. */
function isCleanStart(at: i32, from: i32): bool {
  if (at === from) return true;
  const code = unit(at - 1);
  return isSpace(code) || code === 0x28;
}

/** Reads a full stop, which may be that of `www.`; gives where to go on. */
export function readFullStop(at: i32, from: i32, limit: i32, inBrackets: bool): i32 {
  isBracketed = false;
  literalStart = -1;
  if (lower(unit(at - 1)) !== 0x77 || !follows("www", at, from)) return at + 1;
  const start = at - 3;
  if (start > from && isAlphanumeric(unit(start - 1))) return at + 1;
  return readHost(start, at + 1, from, limit, rows.autolinkBit | rows.hostBit, inBrackets);
}

/** Reads a colon, which may be that of `http://` or `https://`. */
export function readColon(at: i32, from: i32, limit: i32, inBrackets: bool): i32 {
  isBracketed = false;
  literalStart = -1;
  if (at + 2 >= limit || unit(at + 1) !== 0x2f || unit(at + 2) !== 0x2f) return at + 1;
  let start = 0;
  if (follows("https", at, from)) start = at - 5;
  else if (follows("http", at, from)) start = at - 4;
  else return at + 1;
  if (start > from && isLetter(unit(start - 1))) return at + 1;
  return readHost(start, at + 3, from, limit, rows.autolinkBit, inBrackets);
}

/** Reads a literal whose host begins at `host`. */
function readHost(start: i32, host: i32, from: i32, limit: i32, form: i32, inBrackets: bool): i32 {
  if (inBrackets) {
    isBracketed = true;
    return host;
  }
  if (!isCleanStart(start, from) || host >= limit || !isAlphanumeric(unit(host))) {
    giveUp(90);
    return host;
  }
  let stop = host;
  while (stop < limit && isUrlUnit(unit(stop))) stop += 1;
  if (stop < limit && !isSpace(unit(stop))) giveUp(91);
  const end = urlEnd(host, stop);
  addLiteral(start, end, form);
  return end;
}

/** Letters, digits and the punctuation that a URL may have; no `@`, quotes, brackets or pipes. */
function isUrlUnit(code: i32): bool {
  if (isAlphanumeric(code)) return true;
  return (
    code === 0x2f ||
    code === 0x2e ||
    code === 0x2d ||
    code === 0x5f ||
    code === 0x3d ||
    code === 0x3f ||
    code === 0x23 ||
    code === 0x25 ||
    code === 0x26 ||
    code === 0x2b ||
    code === 0x2c ||
    code === 0x3a ||
    code === 0x3b ||
    code === 0x28 ||
    code === 0x29 ||
    code === 0x21 ||
    code === 0x27 ||
    code === 0x22 ||
    code === 0x2a ||
    code === 0x7e
  );
}

/** The end of a URL in a run of such units: without the punctuation that ends a sentence or a parenthesis. */
function urlEnd(host: i32, stop: i32): i32 {
  let trail = stop;
  while (trail > host && isTrail(unit(trail - 1))) trail -= 1;
  for (let at = trail; at < stop; at += 1) if (unit(at) === 0x3b) giveUp(92);
  let at = host;
  while (at < trail && isHostUnit(unit(at))) {
    if (unit(at) === 0x5f) giveUp(93);
    at += 1;
  }
  let open = 0;
  for (; at < stop; at += 1) {
    const code = unit(at);
    if (at >= trail && (code !== 0x29 || open <= 0)) break;
    if (code === 0x28) open += 1;
    else if (code === 0x29) open -= 1;
  }
  return at;
}

function isHostUnit(code: i32): bool {
  return isAlphanumeric(code) || code === 0x2d || code === 0x2e || code === 0x5f;
}

function isTrail(code: i32): bool {
  return (
    code === 0x21 ||
    code === 0x22 ||
    code === 0x27 ||
    code === 0x29 ||
    code === 0x2a ||
    code === 0x2c ||
    code === 0x2e ||
    code === 0x3a ||
    code === 0x3b ||
    code === 0x3f ||
    code === 0x5f ||
    code === 0x7e
  );
}

function addLiteral(start: i32, end: i32, form: i32): void {
  literalStart = start;
  const row = addRow(rows.linkWords);
  setWord(row, 0, rows.link);
  setWord(row, 1, start);
  setWord(row, 2, end);
  setWord(row, 3, form);
  setWord(row, 4, start);
  setWord(row, 5, end);
  setWord(row, 6, -1);
  setWord(row, 7, -1);
  setWord(row, 8, -1);
  setWord(row, 9, rows.plain);
  setWord(row, 10, start);
  setWord(row, 11, end);
}

/** Reads an `@`, which may be that of an e-mail address. */
export function readAt(at: i32, from: i32, limit: i32, inBrackets: bool): i32 {
  isBracketed = false;
  literalStart = -1;
  let start = at;
  while (start > from && isAddressUnit(unit(start - 1))) start -= 1;
  if (start === at) return at + 1;
  let end = at + 1;
  let dots = 0;
  while (end < limit && isHostUnit(unit(end))) {
    if (unit(end) === 0x2e) {
      if (end + 1 >= limit || !isHostUnit(unit(end + 1)) || unit(end + 1) === 0x2e) break;
      dots += 1;
    }
    end += 1;
  }
  if (end < limit && isDoubtfulAfter(unit(end)) && end > at + 1) giveUp(94);
  if (end === at + 1 || dots === 0) return at + 1;
  if (inBrackets) {
    isBracketed = true;
    return at + 1;
  }
  if (!isCleanStart(start, from) || !isPlainAddress(start, at, end)) {
    giveUp(95);
    return at + 1;
  }
  addLiteral(start, end, rows.autolinkBit | rows.addressBit);
  return end;
}

function isAddressUnit(code: i32): bool {
  return isHostUnit(code) || code === 0x2b;
}

/** What may come to be a part of the address, or shows that it goes on. */
function isDoubtfulAfter(code: i32): bool {
  return code === 0x5c || code === 0x26 || code === 0x40 || code === 0x2b;
}

/** Whether an address has no underscore, and no hyphen or digit where these make a difference. */
function isPlainAddress(start: i32, at: i32, end: i32): bool {
  if (!isAlphanumeric(unit(start)) || !isAlphanumeric(unit(at + 1)) || !isLetter(unit(end - 1))) return false;
  for (let index = start; index < end; index += 1) {
    const code = unit(index);
    if (code === 0x5f) return false;
    if (index > at && code === 0x2e && (!isAlphanumeric(unit(index + 1)) || !isAlphanumeric(unit(index - 1))))
      return false;
  }
  return !isDigit(unit(end - 1));
}
