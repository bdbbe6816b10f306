/** The product's one line rule: `\n`, `\r\n` and a lone `\r` end a line, and the terminator belongs to it. */

const LF = 10;
const CR = 13;

/** Offsets at which lines start. Text that ends in a terminator has no extra empty line; empty text has no line. */
export function lineStarts(text: string): number[] {
  if (text.length === 0) return [];
  const last = text.length - 1;
  if (!text.includes("\r")) return startsAfterFeeds(text, last);
  const starts = [0];
  for (let index = 0; index < last; index++) {
    const unit = text.charCodeAt(index);
    if (unit === LF || (unit === CR && text.charCodeAt(index + 1) !== LF)) starts.push(index + 1);
  }
  return starts;
}

/** Characters of a usual line: room is made for so many lines at first. */
const usualLine = 32;

/** The starts of a text whose lines end in nothing but line feeds. */
function startsAfterFeeds(text: string, last: number): number[] {
  const starts: number[] = new Array((last / usualLine) | 0);
  let count = 0;
  starts[count++] = 0;
  for (let feed = text.indexOf("\n"); feed !== -1 && feed < last; feed = text.indexOf("\n", feed + 1)) {
    starts[count++] = feed + 1;
  }
  starts.length = count;
  return starts;
}

/** 1-based number of the line that holds `offset`; offsets past the end belong to the last line, and empty text counts as line 1. */
export function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** 1-based column of `offset` in its line, counted in code points. */
export function columnOf(text: string, starts: readonly number[], offset: number): number {
  const start = starts[lineOf(starts, offset) - 1] ?? 0;
  let column = 1;
  for (let index = start; index < offset; column++) index += isPairAt(text, index) ? 2 : 1;
  return column;
}

/** Whether a surrogate pair, and so one code point of two units, begins at `index`. */
export function isPairAt(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = text.charCodeAt(index + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}
