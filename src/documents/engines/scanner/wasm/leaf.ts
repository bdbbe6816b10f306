/** The block that holds text and is open: a paragraph, code, HTML, a table or definitions. */

import { isBlank, skipBlanks, trimEnd } from "./characters.ts";
import { depth, hasContent, isFreshItem, itemStart, noteChild, setTask } from "./containers.ts";
import { hasHtmlEnd, htmlEndFrom } from "./html.ts";
import { addRow, blankOut, cutRows, giveUp, setWord, unit, word } from "./memory.ts";
import * as rows from "./rows.ts";
import { addCells } from "./tables.ts";

export const noLeaf: i32 = 0;
export const paragraphLeaf: i32 = 1;
export const fenceLeaf: i32 = 2;
export const htmlLeaf: i32 = 3;
export const indentedLeaf: i32 = 4;
export const tableLeaf: i32 = 5;
export const definitionLeaf: i32 = 6;

/** Which is open. */
export let leaf: i32 = noLeaf;
/** Its row. */
let row: usize = 0;
/** The row of the paragraph with which an item begins; 0 for another one. */
let firstRow: usize = 0;
/** Where its last line with content ends. */
let leafEnd: i32 = 0;
/** Of a paragraph: its last line, whether that is lazy or indented like code, and whether any is lazy or it has a task mark. */
let lineStart: i32 = 0;
let isDoubtfulHead: bool = false;
let isDoubtfulParagraph: bool = false;
let previousEnd: i32 = 0;
/** Of fenced code: the character of the fence and its length. */
let fence: i32 = 0;
let fenceLength: i32 = 0;
/** Of HTML: its kind. */
let html: i32 = 0;

export function resetLeaf(): void {
  leaf = noLeaf;
}

function addBlock(kind: i32, start: i32): usize {
  const at = addRow(rows.rowWords);
  setWord(at, 0, kind);
  setWord(at, 1, start);
  setWord(at, 2, start);
  setWord(at, 3, 0);
  return at;
}

function open(kind: i32, rowKind: i32, start: i32, end: i32): void {
  noteChild();
  leaf = kind;
  row = addBlock(rowKind, start);
  leafEnd = end;
}

/** Closes it. `isInside` tells that the end is that of a container around it. */
export function closeLeaf(isInside: bool): void {
  if (leaf === noLeaf) return;
  // What parsers make of code or HTML that its container cuts off, is not sure.
  if (isInside && (leaf === fenceLeaf || (leaf === htmlLeaf && html < 6))) giveUp(40);
  if (leaf !== definitionLeaf) setWord(row, 2, leafEnd);
  if (leaf === paragraphLeaf && firstRow !== 0) setWord(firstRow, 2, leafEnd);
  leaf = noLeaf;
}

/** Opens a paragraph at a line whose text is given. */
export function openParagraph(start: i32, end: i32): void {
  const isFirst = isFreshItem();
  firstRow = 0;
  isDoubtfulParagraph = false;
  isDoubtfulHead = false;
  if (isFirst) {
    const text = taskText(start, end);
    isDoubtfulParagraph = text > start;
    start = text;
    firstRow = addBlock(rows.firstParagraph, start);
  }
  open(paragraphLeaf, rows.content, start, end);
  lineStart = start;
  previousEnd = start;
}

/** Where the text after a task mark begins; `start` where there is none. */
function taskText(start: i32, end: i32): i32 {
  if (unit(start) !== 0x5b) return start;
  if (start + 1 === end) giveUp(41);
  const state = unit(start + 1);
  if (unit(start + 2) !== 0x5d || !(state === 0x20 || state === 0x09 || state === 0x78 || state === 0x58)) return start;
  if (state === 0x09) giveUp(41);
  const after = start + 3;
  if (after < end && !isBlank(unit(after))) return start;
  if (skipBlanks(after, end) === end) giveUp(41);
  // A mark below its bullet counts at times only.
  for (let at = itemStart(); at < start; at += 1) if (unit(at) === 0x0a) giveUp(45);
  setTask(state === 0x20 ? 1 : 2);
  return after + 1;
}

/** Adds a line that begins at `begin` to the paragraph. What stands before its text is hidden, so that the paragraph can be read as one. */
export function addParagraphLine(begin: i32, start: i32, end: i32, isLazy: bool, isIndented: bool): void {
  if (depth > 0) for (let at = begin; at < start; at += 1) blankOut(at);
  previousEnd = leafEnd;
  lineStart = start;
  leafEnd = end;
  isDoubtfulHead = isLazy || isIndented;
  if (isLazy) isDoubtfulParagraph = true;
}

/** Where the last line of the paragraph begins and ends. */
export function headStart(): i32 {
  return lineStart;
}
export function headEnd(): i32 {
  return leafEnd;
}

/** Makes a Setext heading of the paragraph. */
export function makeHeading(depthOfHeading: i32, end: i32): void {
  if (isDoubtfulParagraph) giveUp(42);
  const start = word(row, 1);
  const textEnd = leafEnd;
  cutRows(firstRow !== 0 ? firstRow : row);
  addHeading(start, end, depthOfHeading, start, textEnd);
  leaf = noLeaf;
}

/** Adds a heading with its content. */
export function addHeading(start: i32, end: i32, depthOfHeading: i32, textStart: i32, textEnd: i32): void {
  noteChild();
  const at = addBlock(rows.heading, start);
  setWord(at, 2, end);
  setWord(at, 3, depthOfHeading);
  const text = addBlock(rows.content, textStart);
  setWord(text, 2, trimEnd(textStart, textEnd));
}

/** Makes the last line of the paragraph the head of a table; the lines before it stay a paragraph. */
export function makeTable(end: i32): void {
  // HTML that may not interrupt a paragraph does so where a table might begin.
  if (isDoubtfulHead || unit(lineStart) === 0x3c) giveUp(43);
  const start = lineStart;
  const headEndOffset = leafEnd;
  if (start === word(row, 1)) {
    if (isDoubtfulParagraph) giveUp(44);
    cutRows(firstRow !== 0 ? firstRow : row);
    leaf = noLeaf;
  } else {
    leafEnd = previousEnd;
    closeLeaf(false);
  }
  open(tableLeaf, rows.table, start, end);
  addCells(start, headEndOffset);
}

export function addTableRow(start: i32, end: i32): void {
  leafEnd = end;
  addCells(start, end);
}

export function openFence(start: i32, end: i32, code: i32, size: i32): void {
  open(fenceLeaf, rows.code, start, end);
  fence = code;
  fenceLength = size;
}

/** Reads a line within fenced code; `at` is where it begins, past the marks of containers. */
export function readFenceLine(at: i32, end: i32): void {
  let text = at;
  while (text < end && text - at < 3 && unit(text) === 0x20) text += 1;
  let next = text;
  while (next < end && unit(next) === fence) next += 1;
  if (hasContent(at, end)) leafEnd = end;
  if (next - text >= fenceLength && skipBlanks(next, end) === end) closeLeaf(false);
}

export function openHtml(kind: i32, start: i32, end: i32): void {
  open(htmlLeaf, rows.htmlBlock, start, end);
  html = kind;
  if (kind < 6 && hasHtmlEnd(kind, htmlEndFrom(kind, start), end)) closeLeaf(false);
}

/** Reads a line within HTML that is not blank. */
export function readHtmlLine(at: i32, end: i32): void {
  if (hasContent(at, end)) leafEnd = end;
  if (html < 6 && hasHtmlEnd(html, at, end)) closeLeaf(false);
}

/** What a blank line does: it ends all but code and some HTML. */
export function readBlankLine(): void {
  if (leaf === fenceLeaf || leaf === indentedLeaf || (leaf === htmlLeaf && html < 6)) return;
  closeLeaf(false);
}

export function openIndented(start: i32, end: i32): void {
  open(indentedLeaf, rows.code, start, end);
}

export function extendIndented(at: i32, end: i32): void {
  // Quote marks alone may be a block of their own.
  if (!hasContent(at, end)) giveUp(46);
  leafEnd = end;
}

/** Adds a definition; what follows it may be another one. */
export function openDefinition(): void {
  noteChild();
  leaf = definitionLeaf;
}

/** Whether new containers are not looked for on a line that belongs to this leaf. */
export function isConcrete(): bool {
  return leaf === fenceLeaf || leaf === htmlLeaf;
}
