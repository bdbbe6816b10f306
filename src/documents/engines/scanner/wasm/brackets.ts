/** Links and images: what brackets come to. */
import { destinationEnd, destinationStart, labelEnd, readResource, titleEnd, titleStart } from "./destinations.ts";
import { checkEntities } from "./entities.ts";
import { definitionOf } from "./labels.ts";
import {
  addRow,
  bracketBase,
  bracketSize,
  cutRows,
  giveUp,
  maximumBrackets,
  setWord,
  top,
  unit,
  word,
} from "./memory.ts";
import * as rows from "./rows.ts";
import { checkAlternative, checkLinkText, writeText } from "./texts.ts";
import * as tokens from "./tokens.ts";

/** Words of an open bracket: where it begins, its token, its row, its flags. */
const startWord: i32 = 0;
const tokenWord: i32 = 1;
const rowWord: i32 = 2;
const flagsWord: i32 = 3;

/** Flags: of an image; of a link within which there is one already; with a literal in it. */
const imageFlag: i32 = 1;
const inactiveFlag: i32 = 2;
const literalFlag: i32 = 4;

/** How many are open. */
export let bracketCount: i32 = 0;

function bracketAt(index: i32): usize {
  return bracketBase + <usize>index * bracketSize;
}

export function beginBrackets(): void {
  bracketCount = 0;
}

/** Ends content: literals in brackets that stayed open may be links after all. */
export function endBrackets(): void {
  for (let index = 0; index < bracketCount; index += 1) {
    if ((word(bracketAt(index), flagsWord) & literalFlag) !== 0) giveUp(120);
  }
}

/** Opens a bracket that begins at an offset with `[` or `![`; gives where to go on. */
export function openBracket(start: i32, isImage: bool): i32 {
  const after = isImage ? start + 2 : start + 1;
  if (bracketCount === maximumBrackets) {
    giveUp(121);
    return after;
  }
  // Footnotes are left to other parsers.
  if (unit(after) === 0x5e) giveUp(122);
  const at = bracketAt(bracketCount);
  setWord(at, startWord, start);
  setWord(at, tokenWord, tokens.addToken(tokens.textToken, start, after, 0, 0));
  const row = addRow(rows.linkWords);
  setWord(row, 0, rows.none);
  setWord(at, rowWord, <i32>row);
  setWord(at, flagsWord, isImage ? imageFlag : 0);
  bracketCount += 1;
  return after;
}

/** Notes a literal in the innermost bracket. */
export function noteLiteral(): void {
  const at = bracketAt(bracketCount - 1);
  setWord(at, flagsWord, word(at, flagsWord) | literalFlag);
}

/** Closes the innermost bracket with `]` at an offset; gives where to go on. */
export function closeBracket(close: i32, limit: i32): i32 {
  if (bracketCount === 0) return close + 1;
  bracketCount -= 1;
  const at = bracketAt(bracketCount);
  const flags = word(at, flagsWord);
  const end = (flags & inactiveFlag) !== 0 ? -1 : linkEnd(at, close, limit);
  if (end >= 0) return end;
  if ((flags & literalFlag) !== 0) {
    if (bracketCount > 0) noteLiteral();
    else giveUp(123);
  }
  // Brackets that come to nothing, as those of wikilinks, leave no row where none follows.
  const row = <usize>word(at, rowWord);
  if (row + ((<usize>rows.linkWords) << 2) === top) cutRows(row);
  return close + 1;
}

/** The offset behind the link or image that a bracket begins, whose row is filled; −1 where it is none. */
function linkEnd(at: usize, close: i32, limit: i32): i32 {
  const next = close + 1 < limit ? unit(close + 1) : 0;
  if (next === 0x28) {
    const end = readResource(close + 2, limit);
    if (end === -2) giveUp(124);
    if (end >= 0) {
      finishResource(at, close, end);
      return end;
    }
  }
  return referenceEnd(at, close, next, limit);
}

function finishResource(at: usize, close: i32, end: i32): void {
  const row = finish(at, close, end, 0);
  setWord(row, 4, destinationStart);
  setWord(row, 5, destinationEnd);
  setWord(row, 6, titleStart);
  setWord(row, 7, titleEnd);
  setWord(row, 8, -1);
  checkEntities(destinationStart, destinationEnd);
  if (titleStart >= 0) checkEntities(titleStart, titleEnd);
}

function referenceEnd(at: usize, close: i32, next: i32, limit: i32): i32 {
  let end = close + 1;
  let definition = -1;
  const isFollowed = next === 0x5b;
  if (isFollowed) {
    const label = labelEnd(close + 2, limit);
    if (label >= 0) {
      definition = definitionOf(close + 2, label);
      end = label + 1;
    }
  }
  if (definition < 0) {
    definition = definitionOf(textStart(at), close);
    if (definition < 0) return -1;
    end = close + 1;
    if (isFollowed) {
      // A label that is followed by one without a definition.
      if (unit(close + 2) !== 0x5d || close + 2 >= limit) giveUp(125);
      end = close + 3;
    }
  }
  const row = finish(at, close, end, rows.referenceBit);
  setWord(row, 8, definition);
  return end;
}

/** Where the text of a bracket begins. */
function textStart(at: usize): i32 {
  return word(at, startWord) + ((word(at, flagsWord) & imageFlag) !== 0 ? 2 : 1);
}

/** Fills the row of a link or image but for its destination, and gives the row. */
function finish(at: usize, close: i32, end: i32, form: i32): usize {
  const start = word(at, startWord);
  const token = word(at, tokenWord);
  const row = <usize>word(at, rowWord);
  const isImage = (word(at, flagsWord) & imageFlag) !== 0;
  setWord(row, 0, rows.link);
  setWord(row, 1, start);
  setWord(row, 2, end);
  setWord(row, 3, form | (isImage ? rows.imageBit : 0));
  const last = tokens.tokenCount;
  if (isImage) {
    checkAlternative(token + 1, last);
    finishImage(row, at, close, end, last);
  } else {
    checkLinkText(token + 1, last);
    writeText(row, 9, textStart(at), close, token + 1, last);
    setWord(tokens.tokenAt(token), 0, tokens.skippedToken);
    tokens.addToken(tokens.skippedToken, close, end, 0, 0);
    disableLinks();
  }
  return row;
}

/** What is in an image counts for its text only. */
function finishImage(row: usize, at: usize, close: i32, end: i32, last: i32): void {
  const token = word(at, tokenWord);
  if (!hasPieces(token + 1, last)) cutRows(row + ((<usize>rows.linkWords) << 2));
  writeText(row, 9, textStart(at), close, token + 1, last);
  tokens.setTokenCount(token);
  tokens.addToken(tokens.imageToken, word(at, startWord), end, <i32>row, 0);
}

/** Whether there is an image among tokens, whose pieces would be cut off. */
function hasPieces(first: i32, last: i32): bool {
  for (let index = first; index < last; index += 1) {
    if (tokens.kindOf(index) === tokens.imageToken) {
      giveUp(126);
      return true;
    }
  }
  return false;
}

/** No link is in another one: those that are open can't become links any more. */
function disableLinks(): void {
  for (let index = bracketCount - 1; index >= 0; index -= 1) {
    const at = bracketAt(index);
    const flags = word(at, flagsWord);
    if ((flags & imageFlag) !== 0) continue;
    if ((flags & inactiveFlag) !== 0) return;
    setWord(at, flagsWord, flags | inactiveFlag);
  }
}
