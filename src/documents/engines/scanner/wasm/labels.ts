/** The labels of the definitions of a text. */
import { isSpace, lower, skipSpaces, trimEnd } from "./characters.ts";
import { giveUp, labelSlots, labelTable, lookAhead, unit, word } from "./memory.ts";

/** How many definitions there are. */
export let definitionCount: i32 = 0;

/** Definitions that the table holds; texts with more are left to other parsers. */
const maximumDefinitions: i32 = labelSlots / 2;

export function resetLabels(): void {
  if (definitionCount > 0) memory.fill(labelTable, 0, (<usize>labelSlots) << 3);
  definitionCount = 0;
}

/** Adds the label of a definition whose row is at a place; the first of several counts. */
export function addLabel(row: usize): void {
  if (definitionCount === maximumDefinitions) {
    giveUp(30);
    return;
  }
  const start = word(row, 3);
  const end = word(row, 4);
  for (let at = start; at < end; at += 1) if (!isUncased(unit(at))) giveUp(31);
  const slot = slotOf(start, end);
  if (load<i32>(slot) === 0) {
    store<i32>(slot, <i32>row);
    store<i32>(slot, definitionCount + 1, 4);
  }
  definitionCount += 1;
}

/** The number of the definition that a label has; −1 for none. */
export function definitionOf(start: i32, end: i32): i32 {
  if (definitionCount === 0 || end - start > 999) return -1;
  lookAhead(end - start);
  for (let at = start; at < end; at += 1) if (isFoldedToAscii(unit(at))) giveUp(32);
  return load<i32>(slotOf(start, end), 4) - 1;
}

/** Whether a unit is ASCII or of a script without upper and lower case. */
function isUncased(code: i32): bool {
  return code < 128 || (code >= 0x3000 && code < 0xa000) || (code >= 0xac00 && code < 0xd7a4);
}

/** Whether the folded form of a character beyond ASCII may have letters of ASCII. */
function isFoldedToAscii(code: i32): bool {
  if (code < 0xdf) return false;
  return (
    code === 0xdf ||
    code === 0x130 ||
    code === 0x131 ||
    code === 0x149 ||
    code === 0x17f ||
    code === 0x1f0 ||
    (code >= 0x1e96 && code <= 0x1e9e) ||
    code === 0x212a ||
    (code >= 0xfb00 && code < 0xfb18)
  );
}

/** The slot of a label, or the one that is free for it. Labels are the same but for case and for how blanks are written. */
function slotOf(start: i32, end: i32): usize {
  start = skipSpaces(start, end);
  end = trimEnd(start, end);
  let hash = 7;
  for (let at = start; at < end; at = next(at, end)) hash = hash * 31 + foldedUnit(at);
  let slot = slotAt(hash);
  while (isTaken(slot, start, end)) slot = slotAt(++hash);
  return slot;
}

function slotAt(hash: i32): usize {
  return labelTable + ((<usize>(hash & (labelSlots - 1))) << 3);
}

/** Whether a slot has another label. */
function isTaken(slot: usize, start: i32, end: i32): bool {
  const row = <usize>load<i32>(slot);
  return row !== 0 && !isSame(start, end, word(row, 3), word(row, 4));
}

function isSame(start: i32, end: i32, other: i32, otherEnd: i32): bool {
  other = skipSpaces(other, otherEnd);
  otherEnd = trimEnd(other, otherEnd);
  while (start < end && other < otherEnd) {
    if (foldedUnit(start) !== foldedUnit(other)) return false;
    start = next(start, end);
    other = next(other, otherEnd);
  }
  return start >= end && other >= otherEnd;
}

function foldedUnit(at: i32): i32 {
  const code = unit(at);
  return isSpace(code) ? 0x20 : lower(code);
}

/** The next unit; blanks in a row are one. */
function next(at: i32, end: i32): i32 {
  return isSpace(unit(at)) ? skipSpaces(at, end) : at + 1;
}
