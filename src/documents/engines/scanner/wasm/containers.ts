/** The quotes and list items that are open, outer before inner. */
import { addRow, containerBase, containerSize, giveUp, maximumContainers, setWord, unit, word } from "./memory.ts";
import * as rows from "./rows.ts";

/** Words of an open container. */
const kindWord: i32 = 0;
const rowWord: i32 = 1;
const sizeWord: i32 = 2;
const markerWord: i32 = 3;
const initialBlankWord: i32 = 4;
const furtherBlankWord: i32 = 5;
const childWord: i32 = 6;
const endWord: i32 = 7;
const uncertainWord: i32 = 8;

/** How many are open. */
export let depth: i32 = 0;

export function resetContainers(): void {
  depth = 0;
}

function place(index: i32): usize {
  return containerBase + <usize>index * containerSize;
}

export function isQuote(index: i32): bool {
  return word(place(index), kindWord) === rows.quote;
}

/** Opens one that begins at `start`, whose marker ends at `end`. */
export function openContainer(kind: i32, start: i32, end: i32): void {
  if (depth === maximumContainers) {
    giveUp(10);
    return;
  }
  noteChild();
  const at = place(depth);
  memory.fill(at, 0, containerSize);
  const row = addRow(rows.rowWords);
  setWord(row, 0, kind);
  setWord(row, 1, start);
  setWord(row, 3, 0);
  setWord(at, kindWord, kind);
  setWord(at, rowWord, <i32>row);
  setWord(at, endWord, end);
  depth += 1;
}

/** How many columns the lines of the innermost item are indented by, and its marker. */
export function setItem(size: i32, marker: i32, isEmpty: bool): void {
  const at = place(depth - 1);
  setWord(at, sizeWord, size);
  setWord(at, markerWord, marker);
  setWord(at, initialBlankWord, isEmpty ? 1 : 0);
}

/** Tells that the end of the innermost container is not known until it gets content. */
export function setUncertain(): void {
  setWord(place(depth - 1), uncertainWord, 1);
}

export function itemSize(index: i32): i32 {
  return word(place(index), sizeWord);
}

export function itemMarker(index: i32): i32 {
  return word(place(index), markerWord);
}

/** Notes a blank line of an item. */
export function noteBlank(index: i32): void {
  const at = place(index);
  if (word(at, initialBlankWord) !== 0) setWord(at, furtherBlankWord, 1);
}

/** Whether an item that begins with a blank line had another one; a line that is not blank ends both. */
export function takeFurtherBlank(index: i32): bool {
  const at = place(index);
  const further = word(at, furtherBlankWord) !== 0;
  setWord(at, initialBlankWord, 0);
  setWord(at, furtherBlankWord, 0);
  return further;
}

/** Whether the innermost container is an item in which nothing has begun yet. */
export function isFreshItem(): bool {
  if (depth === 0) return false;
  const at = place(depth - 1);
  return word(at, kindWord) === rows.item && word(at, childWord) === 0;
}

/** Notes that a block begins in the innermost container. */
export function noteChild(): void {
  if (depth > 0) setWord(place(depth - 1), childWord, 1);
}

/** Where the innermost item begins. */
export function itemStart(): i32 {
  return word(<usize>word(place(depth - 1), rowWord), 1);
}

/** Sets the state of the innermost item's task mark. */
export function setTask(state: i32): void {
  setWord(<usize>word(place(depth - 1), rowWord), 3, state);
}

/** Notes that a line with content, which ends at `end`, belongs to all open containers. */
export function extendContainers(end: i32): void {
  for (let index = 0; index < depth; index += 1) {
    const at = place(index);
    setWord(at, endWord, end);
    setWord(at, uncertainWord, 0);
  }
}

/** Closes those from `count` on. */
export function closeContainers(count: i32): void {
  while (depth > count) {
    depth -= 1;
    const at = place(depth);
    if (word(at, uncertainWord) !== 0) giveUp(11);
    setWord(<usize>word(at, rowWord), 2, word(at, endWord));
  }
}

/** The offset of the first unit of a line that is no blank, tab or quote mark; its end where there is none. */
export function contentStart(start: i32, end: i32): i32 {
  while (start < end) {
    const code = unit(start);
    if (code !== 0x20 && code !== 0x09 && code !== 0x3e) return start;
    start += 1;
  }
  return end;
}

/** Whether a line has anything but blanks and quote marks. */
export function hasContent(start: i32, end: i32): bool {
  return contentStart(start, end) < end;
}
