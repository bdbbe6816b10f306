/** Pairs the delimiters of emphasis. */
import { flank } from "./characters.ts";
import { giveUp, setWord, unit, word } from "./memory.ts";
import { addToken, delimiterToken, kindOf, textToken, tokenAt } from "./tokens.ts";

/** Flags of a run. */
const opensBit: i32 = 1;
const closesBit: i32 = 2;

/** Runs of one text that are paired; with more the text is left to other parsers. */
const maximumRuns: i32 = 256;

/** Adds a run of delimiters in content from `from` to `limit`. */
export function addDelimiters(start: i32, end: i32, from: i32, limit: i32): void {
  const code = unit(start);
  const before = start > from ? flank(unit(start - 1)) : 1;
  const after = end < limit ? flank(unit(end)) : 1;
  if (before === 3 || after === 3) {
    addToken(delimiterToken, start, end, code << 8, -1);
    return;
  }
  // `before` and `after` are those of micromark, which takes a tilde for a reason to open or close, but for tildes themselves.
  const isTilde = code === 0x7e;
  const opens = after === 0 || (after === 2 && before !== 0) || (!isTilde && end < limit && unit(end) === 0x7e);
  const closes =
    before === 0 || (before === 2 && after !== 0) || (!isTilde && start > from && unit(start - 1) === 0x7e);
  let flags = 0;
  if (isTilde && end - start > 2) return;
  if (code === 0x2a || isTilde) {
    flags = (opens ? opensBit : 0) | (closes ? closesBit : 0);
  } else {
    flags = (opens && (before !== 0 || !closes) ? opensBit : 0) | (closes && (after !== 0 || !opens) ? closesBit : 0);
  }
  addToken(delimiterToken, start, end, (code << 8) | flags, end - start);
}

/** Pairs the runs among the tokens from `first` up to `last`; they take no part in what is paired later. Gives whether any was used. */
export function pairDelimiters(first: i32, last: i32): bool {
  let count = 0;
  for (let index = first; index < last; index += 1) {
    if (kindOf(index) !== delimiterToken) continue;
    count += 1;
    if (word(tokenAt(index), 4) < 0 || count > maximumRuns) giveUp(71);
    if (word(tokenAt(index), 3) >> 8 === 0x7e) checkTildes(first, index);
  }
  if (count === 0) return false;
  let isUsed = false;
  for (let index = first; index < last; index += 1) if (isCloser(index) && closeRun(first, index)) isUsed = true;
  for (let index = first; index < last; index += 1) if (kindOf(index) === delimiterToken) disable(index);
  return isUsed;
}

/** Gives up on strikethrough; tildes without a partner are text. */
function checkTildes(first: i32, index: i32): void {
  if (isCloser(index) && openerOf(first, index) >= 0) giveUp(74);
  else setWord(tokenAt(index), 3, word(tokenAt(index), 3) & ~closesBit);
}

function isCloser(index: i32): bool {
  return kindOf(index) === delimiterToken && (word(tokenAt(index), 3) & closesBit) !== 0;
}

function disable(index: i32): void {
  const at = tokenAt(index);
  setWord(at, 3, word(at, 3) & ~(opensBit | closesBit));
  if (word(at, 4) === word(at, 2) - word(at, 1)) setWord(at, 0, textToken);
}

/** Pairs a run with the nearest ones before it for as long as it has delimiters. */
function closeRun(first: i32, index: i32): bool {
  const at = tokenAt(index);
  let isUsed = false;
  while (word(at, 4) > 0) {
    const open = openerOf(first, index);
    if (open < 0) break;
    const opener = tokenAt(open);
    const used = word(opener, 4) > 1 && word(at, 4) > 1 ? 2 : 1;
    setWord(opener, 4, word(opener, 4) - used);
    setWord(at, 4, word(at, 4) - used);
    for (let between = open + 1; between < index; between += 1)
      if (kindOf(between) === delimiterToken) disable(between);
    isUsed = true;
  }
  return isUsed;
}

function openerOf(first: i32, index: i32): i32 {
  const at = tokenAt(index);
  const size = word(at, 4);
  const flags = word(at, 3);
  for (let open = index - 1; open >= first; open -= 1) {
    if (kindOf(open) !== delimiterToken) continue;
    const opener = tokenAt(open);
    const other = word(opener, 3);
    const left = word(opener, 4);
    if ((other & opensBit) === 0 || left === 0 || other >> 8 !== flags >> 8) continue;
    if (other >> 8 === 0x7e) {
      if (left === size) return open;
      continue;
    }
    const isBoth = (other & closesBit) !== 0 || (flags & opensBit) !== 0;
    if (isBoth && size % 3 !== 0 && (left + size) % 3 === 0) continue;
    return open;
  }
  return -1;
}
