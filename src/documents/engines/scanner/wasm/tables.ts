/** Rows of GFM tables. */
import { isBlank, skipBlanks } from "./characters.ts";
import { addRow, setWord, unit } from "./memory.ts";
import * as rows from "./rows.ts";

/** How many cells the row that goes below a head tells of; 0 where a line is no such row. */
export function delimiterCells(at: i32, end: i32): i32 {
  let cells = 0;
  let isTable = false;
  while (true) {
    if (at < end && unit(at) === 0x7c) {
      isTable = true;
      at = skipBlanks(at + 1, end);
    }
    if (at >= end) return isTable ? cells : 0;
    const start = at;
    if (unit(at) === 0x3a) at += 1;
    const dashes = at;
    while (at < end && unit(at) === 0x2d) at += 1;
    if (at === dashes) return 0;
    if (at < end && unit(at) === 0x3a) at += 1;
    if (unit(start) === 0x3a || unit(at - 1) === 0x3a) isTable = true;
    cells += 1;
    at = skipBlanks(at, end);
    if (at < end && unit(at) !== 0x7c) return 0;
  }
}

/** How many cells a line has as the head of a table; 0 where it is none. */
export function headCells(at: i32, end: i32): i32 {
  if (skipBlanks(at, end) >= end || (unit(at) === 0x7c && skipBlanks(at + 1, end) >= end)) return 0;
  let cells = 0;
  let isNext = unit(at) !== 0x7c;
  for (; at < end; at += 1) {
    const code = unit(at);
    if (isBlank(code)) continue;
    if (isNext) cells += 1;
    isNext = code === 0x7c;
    if (code === 0x5c && isEscapable(unit(at + 1))) at += 1;
  }
  return cells;
}

/** The backslash and the pipe. */
function isEscapable(code: i32): bool {
  return code === 0x5c || code === 0x7c;
}

/** Adds the content of the cells of a row. */
export function addCells(at: i32, end: i32): void {
  while (at < end) {
    const start = skipBlanks(at, end);
    at = start;
    let last = start;
    while (at < end && unit(at) !== 0x7c) {
      if (unit(at) === 0x5c && isEscapable(unit(at + 1))) at += 1;
      if (!isBlank(unit(at))) last = at + 1;
      at += 1;
    }
    if (last > end) last = end;
    if (last > start) addCell(start, last);
    at += 1;
  }
}

function addCell(start: i32, end: i32): void {
  const row = addRow(rows.rowWords);
  setWord(row, 0, rows.content);
  setWord(row, 1, start);
  setWord(row, 2, end);
  setWord(row, 3, 1);
}
