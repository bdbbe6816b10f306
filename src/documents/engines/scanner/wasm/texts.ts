/** Puts the plain text of headings, links and images together. */

import { isBlank, skipBlanks } from "./characters.ts";
import { pairDelimiters } from "./emphasis.ts";
import { addRow, giveUp, setWord, top, unit, word } from "./memory.ts";
import * as rows from "./rows.ts";
import * as tokens from "./tokens.ts";

/** Row of the pieces that are put together, and how many there are. */
let row: usize = 0;
let count: i32 = 0;

/** What the tokens that are looked at come to. */
let isChanged: bool = false;
let isEncoded: bool = false;

/** Writes what the text from `start` to `end` is, in which the tokens from `first` up to `last` are, as three words from `index` on. */
export function writeText(target: usize, index: i32, start: i32, end: i32, first: i32, last: i32): void {
  isChanged = false;
  isEncoded = false;
  if (first < last) {
    if (pairDelimiters(first, last)) isChanged = true;
    for (let token = first; token < last; token += 1) look(token);
  }
  setWord(target, index, isChanged ? rows.inPieces : isEncoded ? rows.encoded : rows.plain);
  setWord(target, index + 1, isChanged ? <i32>top : start);
  setWord(target, index + 2, isChanged ? 0 : end);
  if (isChanged) addPieces(start, end, first, last);
}

function look(token: i32): void {
  const kind = tokens.kindOf(token);
  if (kind === tokens.encodedToken) isEncoded = true;
  else if (kind !== tokens.textToken) isChanged = true;
}

function addPieces(start: i32, end: i32, first: i32, last: i32): void {
  row = addRow(2);
  count = 0;
  let from = start;
  for (let token = first; token < last; token += 1) {
    const at = tokens.tokenAt(token);
    const kind = word(at, 0);
    if (kind === tokens.textToken || kind === tokens.encodedToken) continue;
    addPiece(rows.encoded, from, word(at, 1));
    addTokenText(kind, at);
    from = word(at, 2);
  }
  addPiece(rows.encoded, from, end);
  setWord(row, 0, rows.pieces);
  setWord(row, 1, count);
}

function addTokenText(kind: i32, at: usize): void {
  const start = word(at, 1);
  const first = word(at, 3);
  const second = word(at, 4);
  if (kind === tokens.delimiterToken) addPiece(rows.plain, start, start + second);
  else if (kind === tokens.codeToken) addPiece(rows.codeText, first, second);
  else if (kind === tokens.autolinkToken) addPiece(rows.plain, first, second);
  else if (kind === tokens.breakToken) addBreak(first, second);
  else if (kind === tokens.imageToken) addImage(<usize>first);
}

function addBreak(at: i32, isHard: i32): void {
  if (isHard !== 0) addPiece(rows.lineBreak, at, at + 1);
  else addPiece(rows.plain, at, unit(at) === 0x0d ? at + 2 : at + 1);
}

/** The text of an image is put in, so its pieces are written once more. */
function addImage(image: usize): void {
  const form = word(image, 9);
  if (form !== rows.inPieces) {
    addPiece(form, word(image, 10), word(image, 11));
    return;
  }
  const from = <usize>word(image, 10);
  const size = word(from, 1);
  for (let index = 0; index < size; index += 1) {
    addPiece(word(from, 2 + index * 3), word(from, 3 + index * 3), word(from, 4 + index * 3));
  }
}

function addPiece(form: i32, start: i32, end: i32): void {
  if (start >= end) return;
  const at = addRow(3);
  setWord(at, 0, form);
  setWord(at, 1, start);
  setWord(at, 2, end);
  count += 1;
}

/** Adds the line end at an offset, with the blanks around it, in content that begins at `from`; gives where the next line's text begins. */
export function addLineEnd(feed: i32, from: i32, limit: i32): i32 {
  const at = feed > from && unit(feed - 1) === 0x0d ? feed - 1 : feed;
  let start = at;
  let hasTab = false;
  while (start > from && isBlank(unit(start - 1))) {
    start -= 1;
    if (unit(start) === 0x09) hasTab = true;
  }
  const isHard = at - start >= 2 && !hasTab ? 1 : 0;
  const next = skipBlanks(feed + 1, limit);
  tokens.addToken(tokens.breakToken, start, next, at, isHard);
  return next;
}

/** Gives up on an image whose text has what is left out of other texts only. */
export function checkAlternative(first: i32, last: i32): void {
  for (let token = first; token < last; token += 1) {
    const kind = tokens.kindOf(token);
    if (kind === tokens.htmlToken || kind === tokens.autolinkToken || kind === tokens.breakToken) giveUp(72);
  }
}

/** Gives up on a link in whose text there is another one. */
export function checkLinkText(first: i32, last: i32): void {
  for (let token = first; token < last; token += 1) if (tokens.kindOf(token) === tokens.autolinkToken) giveUp(73);
}
