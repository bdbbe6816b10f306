/** Goes through the rows of the blocks and adds those that are read in the end: blocks in their order, and what is found within lines. */
import { readAngle } from "./angles.ts";
import { beginBrackets, bracketCount, closeBracket, endBrackets, noteLiteral, openBracket } from "./brackets.ts";
import { hasClass, isLineEnd, markClass, runLength, skipBlanks } from "./characters.ts";
import { beginCode, readBackticks } from "./code-spans.ts";
import { isEscape } from "./destinations.ts";
import { addDelimiters } from "./emphasis.ts";
import { checkEntities, checkEscape, entityEnd } from "./entities.ts";
import { isBracketed, literalStart, readAt, readColon, readFullStop } from "./literals.ts";
import { addRow, doubt, setWord, unit, word } from "./memory.ts";
import * as rows from "./rows.ts";
import { addLineEnd, writeText } from "./texts.ts";
import * as tokens from "./tokens.ts";

/** Where the content that is read begins and ends, and whether it is that of a heading. */
let from: i32 = 0;
let limit: i32 = 0;
let inHeading: bool = false;

export function readContents(start: usize, end: usize): void {
  let at = start;
  while (at < end && doubt === 0) at += (<usize>readRow(at)) << 2;
}

/** Reads a row and gives its length in words. */
function readRow(at: usize): i32 {
  const kind = word(at, 0);
  if (kind === rows.content) {
    readContent(word(at, 1), word(at, 2));
  } else if (kind === rows.heading) {
    readHeading(at);
    return rows.rowWords * 2;
  } else if (kind === rows.code || kind === rows.htmlBlock) {
    copyRow(at, rows.opaqueWords);
  } else if (kind === rows.definition) {
    copyRow(at, rows.definitionWords);
    checkEntities(word(at, 5), word(at, 6));
    if (word(at, 7) >= 0) checkEntities(word(at, 7), word(at, 8));
    return rows.definitionWords;
  } else if (kind !== rows.none) {
    copyRow(at, rows.rowWords);
  }
  return rows.rowWords;
}

function copyRow(at: usize, words: i32): void {
  const row = addRow(words);
  memory.copy(row, at, (<usize>words) << 2);
}

function readHeading(at: usize): void {
  const text = at + ((<usize>rows.rowWords) << 2);
  const row = addRow(rows.headingWords);
  setWord(row, 0, rows.headingText);
  setWord(row, 1, word(at, 1));
  setWord(row, 2, word(at, 2));
  setWord(row, 3, word(at, 3));
  inHeading = true;
  readContent(word(text, 1), word(text, 2));
  inHeading = false;
  writeText(row, 4, from, limit, 0, tokens.tokenCount);
}

function readContent(start: i32, end: i32): void {
  from = start;
  limit = end;
  tokens.setTokenCount(0);
  beginBrackets();
  beginCode();
  let at = start;
  while (at < end && doubt === 0) {
    const code = unit(at);
    at = hasClass(code, markClass) ? readMark(at, code) : at + 1;
  }
  endBrackets();
}

/** Whether what is found may be needed for a text. */
function isWanted(): bool {
  return inHeading || bracketCount > 0;
}

/** Reads a character that may begin something, and gives where to go on. */
function readMark(at: i32, code: i32): i32 {
  if (code === 0x2e) return afterLiteral(readFullStop(at, from, limit, bracketCount > 0));
  if (code === 0x3a) return afterLiteral(readColon(at, from, limit, bracketCount > 0));
  if (code === 0x40) return afterLiteral(readAt(at, from, limit, bracketCount > 0));
  if (code === 0x0a) return isWanted() ? addLineEnd(at, from, limit) : at + 1;
  if (code === 0x5f || code === 0x2a || code === 0x7e) return readDelimiters(at, code);
  if (code === 0x60) return readBackticks(at, limit, isWanted());
  if (code === 0x5b) return openBracket(at, false);
  if (code === 0x5d) return readClosing(at);
  if (code === 0x21) return unit(at + 1) === 0x5b && at + 1 < limit ? openBracket(at, true) : at + 1;
  if (code === 0x3c) return readAngle(at, limit, isWanted());
  if (code === 0x5c) return readBackslash(at);
  return readAmpersand(at);
}

/** Reads a closing bracket. Tokens are kept for as long as a text may need them. */
function readClosing(at: i32): i32 {
  const next = closeBracket(at, limit);
  if (!isWanted()) tokens.setTokenCount(0);
  return next;
}

function afterLiteral(next: i32): i32 {
  if (isBracketed) noteLiteral();
  if (literalStart >= 0 && inHeading) tokens.addToken(tokens.autolinkToken, literalStart, next, literalStart, next);
  return next;
}

function readDelimiters(at: i32, code: i32): i32 {
  const end = at + runLength(at, limit, code);
  if (isWanted()) addDelimiters(at, end, from, limit);
  return end;
}

function readBackslash(at: i32): i32 {
  if (isEscape(at, limit)) {
    checkEscape(at);
    if (isWanted()) tokens.addToken(tokens.encodedToken, at, at + 2, 0, 0);
    return at + 2;
  }
  if (at + 1 < limit && isLineEnd(unit(at + 1)) && isWanted()) return addHardBreak(at);
  return at + 1;
}

/** A backslash at the end of a line makes a hard break. */
function addHardBreak(at: i32): i32 {
  const feed = unit(at + 1) === 0x0d ? at + 2 : at + 1;
  const next = skipBlanks(feed + 1, limit);
  tokens.addToken(tokens.breakToken, at, next, at + 1, 1);
  return next;
}

function readAmpersand(at: i32): i32 {
  const end = entityEnd(at, limit);
  if (end > at + 1 && isWanted()) tokens.addToken(tokens.encodedToken, at, end, 0, 0);
  return end;
}
