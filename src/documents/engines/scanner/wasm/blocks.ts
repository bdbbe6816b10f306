/** Reads the lines of a text and adds a row for each block. */
import { isAlphanumeric, isBlank, runLength, skipBlanks } from "./characters.ts";
import { lineFeedFrom } from "./check-text.ts";
import * as containers from "./containers.ts";
import {
  beginsTitle,
  destinationEnd,
  destinationStart,
  labelEnd,
  readDefinition,
  titleEnd,
  titleStart,
} from "./destinations.ts";
import { htmlKind } from "./html.ts";
import { addLabel } from "./labels.ts";
import * as leaves from "./leaf.ts";
import { isEmptyItem, isStrong, isThematicBreak, marker, markerLength, prefixLength, readMarker } from "./markers.ts";
import { addRow, doubt, giveUp, length, setWord, unit } from "./memory.ts";
import * as rows from "./rows.ts";
import { delimiterCells, headCells } from "./tables.ts";

/** Where the rest of the line that is being read begins, and where the line ends. */
let at: i32 = 0;
let end: i32 = 0;

/** Where the line begins. */
let begin: i32 = 0;

/** The length of the run of lines without a blank one that is being read, and whether one is so long that it may have to be eased. */
let runStart: i32 = -1;
export let isLong: bool = false;

/** A run of lines that has as many units is looked at by what eases parsing. */
const longRun: i32 = 8192;

/** A marker as far from the start of its line may be too deep. */
const deepColumn: i32 = 20;

export function readBlocks(): void {
  containers.resetContainers();
  leaves.resetLeaf();
  isLong = false;
  runStart = 0;
  for (let start = 0; start < length && doubt === 0; ) {
    const feed = lineFeedFrom(start);
    end = feed > start && unit(feed - 1) === 0x0d ? feed - 1 : feed;
    at = start;
    begin = start;
    readLine();
    start = feed + 1;
  }
  if (length - runStart >= longRun) isLong = true;
  leaves.closeLeaf(containers.depth > 0);
  containers.closeContainers(0);
}

function readLine(): void {
  const content = containers.contentStart(begin, end);
  const hasContent = content < end;
  if (content - begin > 4 && isDeep(content)) isLong = true;
  if (!hasContent) {
    if (begin - runStart >= longRun) isLong = true;
    runStart = end;
  }
  let matched = continueContainers();
  if (matched < containers.depth || !leaves.isConcrete()) matched = openContainers(matched);
  if (doubt === 0) {
    if (skipBlanks(at, end) >= end) readBlank(matched);
    else readText(matched);
  }
  if (hasContent) containers.extendContainers(end);
}

/** Whether a marker that stands first on the line may be too deep, whatever it comes to; a tab is up to four columns. */
function isDeep(content: i32): bool {
  const code = unit(content);
  if (content < end && code !== 0x2d && code !== 0x2b && code !== 0x2a && (code < 0x30 || code > 0x39)) return false;
  let column = 0;
  for (let index = begin; index < content; index += 1) column += unit(index) === 0x09 ? 4 : 1;
  return column >= deepColumn;
}

/** The offset of the first unit that is no blank, but at most three further on. */
function indented(): i32 {
  let text = at;
  while (text - at < 3 && text < end && unit(text) === 0x20) text += 1;
  return text;
}

/** Gives up on a line with a tab where columns count, unless it is blank or no container is open and all of it is indentation. */
function checkTab(text: i32): void {
  if (text < end && unit(text) === 0x09 && skipBlanks(text, end) < end && containers.depth > 0) giveUp(50);
}

/** Goes through the open containers, past their marks on the line, and gives how many of them the line belongs to. */
function continueContainers(): i32 {
  let index = 0;
  while (index < containers.depth) {
    if (!(containers.isQuote(index) ? continueQuote() : continueItem(index))) break;
    index += 1;
  }
  return index;
}

function continueQuote(): bool {
  const text = indented();
  if (text >= end || unit(text) !== 0x3e) {
    checkTab(text);
    return false;
  }
  at = text + 1;
  passBlank();
  return true;
}

/** Passes the blank that belongs to a quote mark. */
function passBlank(): void {
  if (at >= end) return;
  if (unit(at) === 0x20) at += 1;
  else if (unit(at) === 0x09 && skipBlanks(at, end) < end) giveUp(51);
}

function continueItem(index: i32): bool {
  if (skipBlanks(at, end) >= end) {
    containers.noteBlank(index);
    return true;
  }
  const size = containers.itemSize(index);
  if (containers.takeFurtherBlank(index)) return continueList(index);
  let text = at;
  while (text - at < size && text < end && unit(text) === 0x20) text += 1;
  if (text - at < size) {
    checkTab(text);
    return continueList(index);
  }
  at = text;
  return true;
}

/** Ends an item and begins its next sibling, if there is one on the line. */
function continueList(index: i32): bool {
  const text = indented();
  if (text >= end || !readMarker(text, end) || marker !== containers.itemMarker(index)) return false;
  leaves.closeLeaf(true);
  containers.closeContainers(index);
  beginItem(text);
  return true;
}

function beginItem(text: i32): void {
  const after = text + markerLength;
  containers.openContainer(rows.item, text, after);
  if (isEmptyItem && after < end) containers.setUncertain();
  const size = isEmptyItem ? text - at + markerLength + 1 : text - at + prefixLength;
  containers.setItem(size, marker, isEmptyItem);
  at = text + prefixLength;
}

/** Opens the containers that begin on the line, and gives how many the line belongs to. */
function openContainers(matched: i32): i32 {
  const isAll = matched === containers.depth;
  const leaf = leaves.leaf;
  const interrupts = isAll && (leaf === leaves.paragraphLeaf || leaf === leaves.definitionLeaf);
  const afterCode = isAll && leaf === leaves.indentedLeaf;
  let isOpened = false;
  while (at < end) {
    const text = indented();
    checkTab(text);
    if (text >= end) break;
    const isQuote = unit(text) === 0x3e;
    if (unit(text) === 0x5b && unit(text + 1) === 0x5e) checkFootnote(text);
    if (!isQuote) {
      if (!readMarker(text, end)) break;
      if (!isStrong && (afterCode || (interrupts && isOpened))) giveUp(52);
      if (!isStrong && interrupts) break;
    }
    if (!isOpened) {
      leaves.closeLeaf(!isAll);
      containers.closeContainers(matched);
    }
    isOpened = true;
    matched += 1;
    if (text - begin >= deepColumn) isLong = true;
    if (isQuote) beginQuote(text);
    else beginItem(text);
    if (doubt !== 0) break;
  }
  return matched;
}

/** The definitions of footnotes are left to other parsers. */
function checkFootnote(text: i32): void {
  for (let index = text; index + 1 < end; index += 1) if (unit(index) === 0x5d && unit(index + 1) === 0x3a) giveUp(58);
}

function beginQuote(text: i32): void {
  containers.openContainer(rows.quote, text, text + 1);
  containers.setUncertain();
  at = text + 1;
  passBlank();
}

function readBlank(matched: i32): void {
  if (matched < containers.depth) {
    leaves.closeLeaf(true);
    containers.closeContainers(matched);
  } else {
    leaves.readBlankLine();
  }
}

function readText(matched: i32): void {
  const text = skipBlanks(at, end);
  if (containers.depth > 0) for (let index = at; index < text; index += 1) if (unit(index) === 0x09) giveUp(53);
  if (matched < containers.depth) {
    if (leaves.leaf === leaves.paragraphLeaf && isLazy(text)) {
      leaves.addParagraphLine(begin, text, end, true, text - at > 3);
      return;
    }
    if (leaves.leaf === leaves.definitionLeaf) giveUp(54);
    leaves.closeLeaf(true);
    containers.closeContainers(matched);
  }
  readLeafLine(text);
}

/** Whether a line goes on with the paragraph of a container to which it does not belong. */
function isLazy(text: i32): bool {
  const code = unit(text);
  if (isAlphanumeric(code) || code >= 128) return true;
  if (isIndentedCode(text)) giveUp(55);
  if (code === 0x3c || code === 0x3d || code === 0x7c || code === 0x3a) giveUp(56);
  if (code === 0x2d && !isThematicBreak(text, end)) giveUp(57);
  return !beginsBlock(text);
}

/** Whether a text is indented like code. */
function isIndentedCode(text: i32): bool {
  if (text - at > 3) return true;
  for (let index = at; index < text; index += 1) if (unit(index) === 0x09) return true;
  return false;
}

/** Whether a heading, a fence or a thematic break stands at an offset. */
function beginsBlock(text: i32): bool {
  const code = unit(text);
  if (code === 0x23) return headingDepth(text) > 0;
  if (code === 0x60 || code === 0x7e) return fenceLength(text) > 0;
  return isThematicBreak(text, end);
}

function headingDepth(text: i32): i32 {
  const hashes = runLength(text, end, 0x23);
  return hashes <= 6 && (text + hashes >= end || isBlank(unit(text + hashes))) ? hashes : 0;
}

function fenceLength(text: i32): i32 {
  const code = unit(text);
  if (code !== 0x60 && code !== 0x7e) return 0;
  const size = runLength(text, end, code);
  if (size < 3) return 0;
  if (code === 0x60) for (let index = text + size; index < end; index += 1) if (unit(index) === 0x60) return 0;
  return size;
}

function readLeafLine(text: i32): void {
  const leaf = leaves.leaf;
  if (leaf === leaves.fenceLeaf) leaves.readFenceLine(at, end);
  else if (leaf === leaves.htmlLeaf) leaves.readHtmlLine(at, end);
  else if (leaf === leaves.indentedLeaf && isIndentedCode(text)) leaves.extendIndented(at, end);
  else if (leaf === leaves.paragraphLeaf) continueParagraph(text);
  else if (leaf === leaves.tableLeaf) continueTable(text);
  else if (leaf === leaves.definitionLeaf) continueDefinitions(text);
  else beginBlock(text, false);
}

function continueParagraph(text: i32): void {
  const code = unit(text);
  if (!isAlphanumeric(code) && code < 128 && !isIndentedCode(text)) {
    if (code === 0x3d || code === 0x2d) {
      const underline = text + runLength(text, end, code);
      if (skipBlanks(underline, end) === end) {
        leaves.makeHeading(code === 0x3d ? 1 : 2, end);
        return;
      }
    }
    if (beginsBlock(text) || (code === 0x3c && interruptsAsHtml(text))) {
      beginBlock(text, true);
      return;
    }
    if ((code === 0x7c || code === 0x3a || code === 0x2d) && beginsTable(text)) return;
  }
  leaves.addParagraphLine(begin, text, end, false, isIndentedCode(text));
}

function interruptsAsHtml(text: i32): bool {
  const kind = htmlKind(text, end);
  return kind > 0 && kind < 7;
}

/** Makes a table of the last line of the paragraph and this one, if they are one. */
function beginsTable(text: i32): bool {
  const cells = delimiterCells(text, end);
  if (cells === 0 || headCells(leaves.headStart(), leaves.headEnd()) !== cells) return false;
  leaves.makeTable(end);
  return true;
}

function continueTable(text: i32): void {
  const code = unit(text);
  if (isIndentedCode(text)) giveUp(60);
  if (code === 0x3c) giveUp(61);
  if (beginsBlock(text)) beginBlock(text, true);
  else leaves.addTableRow(text, end);
}

/** What follows a definition at once may be read as a part of it, and what may interrupt it is not sure. */
function continueDefinitions(text: i32): void {
  const code = unit(text);
  if (isIndentedCode(text) || beginsTitle(code)) giveUp(62);
  if (code === 0x5b) {
    if (!readsDefinition(text)) giveUp(63);
    return;
  }
  if (!isAlphanumeric(code) && code < 128 && headingDepth(text) === 0) giveUp(64);
  for (let index = text; index < end; index += 1) if (unit(index) === 0x7c) giveUp(65);
  beginBlock(text, true);
}

/** Begins a block at a text, after closing what is open. */
function beginBlock(text: i32, closes: bool): void {
  if (closes || leaves.leaf !== leaves.noLeaf) leaves.closeLeaf(false);
  const code = unit(text);
  if (isIndentedCode(text)) {
    leaves.openIndented(at, end);
    return;
  }
  if (!isAlphanumeric(code) && code < 128 && beginsMarked(text, code)) return;
  leaves.openParagraph(text, end);
}

/** Begins a block other than a paragraph, if there is one. */
function beginsMarked(text: i32, code: i32): bool {
  if (code === 0x23) return beginsHeading(text);
  if (code === 0x5b) return readsDefinition(text);
  if (code === 0x3c) {
    const kind = htmlKind(text, end);
    if (kind > 0) leaves.openHtml(kind, text, end);
    return kind > 0;
  }
  const size = fenceLength(text);
  if (size > 0) {
    leaves.openFence(text, end, code, size);
    return true;
  }
  if (!isThematicBreak(text, end)) return false;
  containers.noteChild();
  return true;
}

function beginsHeading(text: i32): bool {
  const hashes = headingDepth(text);
  if (hashes === 0) return false;
  const start = skipBlanks(text + hashes, end);
  let stop = end;
  while (stop > start && isBlank(unit(stop - 1))) stop -= 1;
  let closing = stop;
  while (closing > start && unit(closing - 1) === 0x23) closing -= 1;
  if (closing === start || isBlank(unit(closing - 1))) stop = closing;
  leaves.addHeading(text, end, hashes, start, stop);
  return true;
}

/** Adds the definition that a line is, if it is one. */
function readsDefinition(text: i32): bool {
  if (unit(text + 1) === 0x5e) giveUp(66);
  const close = labelEnd(text + 1, end);
  if (close < 0) {
    checkOpenLabel(text);
    return false;
  }
  if (close + 1 >= end || unit(close + 1) !== 0x3a) return false;
  if (readDefinition(close + 2, end) < 0) {
    giveUp(67);
    return false;
  }
  const row = addRow(rows.definitionWords);
  setWord(row, 0, rows.definition);
  setWord(row, 1, text);
  setWord(row, 2, end);
  setWord(row, 3, text + 1);
  setWord(row, 4, close);
  setWord(row, 5, destinationStart);
  setWord(row, 6, destinationEnd);
  setWord(row, 7, titleStart);
  setWord(row, 8, titleEnd);
  addLabel(row);
  leaves.openDefinition();
  return true;
}

/** A label may end on another line. */
function checkOpenLabel(text: i32): void {
  let index = text + 1;
  for (; index < end; index += 1) if (unit(index) === 0x5b || unit(index) === 0x5d) return;
  giveUp(68);
}
