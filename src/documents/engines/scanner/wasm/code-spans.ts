/** Code within a line. */
import { isSpace, runLength } from "./characters.ts";
import { addRow, backticks, giveUp, setWord, unit, word } from "./memory.ts";
import * as rows from "./rows.ts";
import * as tokens from "./tokens.ts";

/** Runs of as many backticks or more are left to other parsers. */
const maximumLength: i32 = 64;

/** Whether a run has been looked for in vain in this content. */
let isMissed: bool = false;

export function beginCode(): void {
  if (isMissed) memory.fill(backticks, 0, (<usize>maximumLength) << 2);
  isMissed = false;
}

/** Reads a run of backticks and gives where to go on: behind what it begins, or behind itself. */
export function readBackticks(at: i32, limit: i32, isWanted: bool): i32 {
  const size = runLength(at, limit, 0x60);
  const from = at + size;
  if (size >= maximumLength) {
    giveUp(110);
    return from;
  }
  if (word(backticks, size) !== 0) return from;
  const close = closingRun(from, limit, size);
  if (close < 0) {
    setWord(backticks, size, 1);
    isMissed = true;
    return from;
  }
  const row = addRow(rows.opaqueWords);
  setWord(row, 0, rows.inlineCode);
  setWord(row, 1, at);
  setWord(row, 2, close + size);
  if (isWanted) addCode(at, from, close, close + size);
  return close + size;
}

function closingRun(at: i32, limit: i32, size: i32): i32 {
  while (at < limit) {
    if (unit(at) === 0x60) {
      const length = runLength(at, limit, 0x60);
      if (length === size) return at;
      at += length;
    } else {
      at += 1;
    }
  }
  return -1;
}

/** Adds the content: without the blank at each side, unless it is blank altogether. */
function addCode(start: i32, from: i32, to: i32, end: i32): void {
  let isBlank = true;
  for (let at = from; at < to; at += 1) {
    const code = unit(at);
    if (!isSpace(code)) isBlank = false;
    // Line ends become blanks, and in tables an escaped pipe loses its backslash.
    if (code === 0x0a || (code === 0x5c && unit(at + 1) === 0x7c)) giveUp(111);
  }
  if (!isBlank && unit(from) === 0x20 && unit(to - 1) === 0x20) {
    from += 1;
    to -= 1;
  }
  tokens.addToken(tokens.codeToken, start, end, from, to);
}
