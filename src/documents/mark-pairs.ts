/** How far a pair of marks (`%% … %%`, `$$ … $$`) may reach in a text. */
import { isBlank, isLineEnd } from "./character-class.ts";
import { type OpaqueRanges, opaqueEndAt } from "./opaque-ranges.ts";

const QUOTE = 62;

/** Two marks of two characters each. */
export interface MarkPair {
  readonly text: string;
  /** Offsets of the marks. */
  readonly open: number;
  readonly close: number;
  /** Whether a pair over blank lines needs its closing mark alone on a line too. */
  readonly closesAlone: boolean;
}

/** What stands before the content of a line: quote marks, list markers, blanks. */
interface LineHead {
  /** Offset of the content. */
  content: number;
  quotes: number;
  /** Blanks before the content or its first list marker, behind the last quote mark. */
  indent: number;
  listed: boolean;
  /** A quote begins inside the list item. */
  quotedItem: boolean;
}

/** What stands between two marks. */
interface Between {
  blankLine: boolean;
  /** A line begins a block of its own: an item, a heading, a row, a fence or a deeper quote. */
  block: boolean;
  /** A line stands outside the quote or list item of the opening mark. */
  outside: boolean;
  /** Offset at which the line of the closing mark starts. */
  lastLine: number;
}

/**
 * Whether two marks belong together: on one line always; over lines as long as these are of one paragraph, or go on without a blank line
 * and the opening mark is the first on its line; over blank lines and other blocks of the same quote or list item when it stands alone
 * there. So a stray mark never swallows a document.
 */
export function marksPair({ text, open, close, closesAlone }: MarkPair): boolean {
  if (!hasLineBreak(text, open + 2, close)) return true;
  const head = headOf(text, lineStartOf(text, open));
  const between = linesBetween(text, open, close, head);
  const first = head.content === open;
  if (!between.blankLine && !between.block) return first || !followsDigit(text, open);
  if (first && !head.listed && !between.blankLine) return true;
  if (!first || !isLastOnLine(text, open + 2) || between.outside) return false;
  return !closesAlone || (headOf(text, between.lastLine).content === close && isLastOnLine(text, close + 2));
}

function hasLineBreak(text: string, from: number, to: number): boolean {
  for (let index = from; index < to; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 10 || unit === 13) return true;
  }
  return false;
}

/** `100%% sure` opens nothing that goes over lines. */
function followsDigit(text: string, offset: number): boolean {
  const before = text.charCodeAt(offset - 1);
  return before >= 48 && before <= 57;
}

function linesBetween(text: string, open: number, close: number, head: LineHead): Between {
  const between: Between = { blankLine: false, block: false, outside: false, lastLine: open };
  for (let index = open + 2; index < close; index++) {
    const unit = text.charCodeAt(index);
    if (unit !== 10 && unit !== 13) continue;
    if (unit === 13 && text.charCodeAt(index + 1) === 10) index++;
    addLine(text, index + 1, head, between);
  }
  return between;
}

function addLine(text: string, start: number, head: LineHead, between: Between): void {
  const line = headOf(text, start);
  between.lastLine = start;
  if (line.quotes < head.quotes) between.outside = true;
  if (isLineEnd(text.charCodeAt(line.content)) && !line.listed) {
    between.blankLine = true;
    return;
  }
  if (head.listed && !head.quotedItem && line.indent <= head.indent) between.outside = true;
  if (line.listed || line.quotes > head.quotes || beginsBlock(text, line.content)) between.block = true;
}

/** A heading, a row of a table, a fence or a thematic break. */
const blockStart = /#{1,6}(?:[ \t\r\n]|$)|\||```|~~~|(?:[-*_=][ \t]*){3,}(?:[\r\n]|$)/y;

function beginsBlock(text: string, content: number): boolean {
  blockStart.lastIndex = content;
  return blockStart.test(text);
}

function lineStartOf(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && !isLineEnd(text.charCodeAt(start - 1))) start--;
  return start;
}

const listMarker = /(?:[-*+]|\d{1,9}[.)])(?=[ \t\r\n]|$)/y;

function headOf(text: string, start: number): LineHead {
  const head: LineHead = { content: start, quotes: 0, indent: 0, listed: false, quotedItem: false };
  let at = start;
  let blanks = 0;
  for (;;) {
    const unit = text.charCodeAt(at);
    if (isBlank(unit)) {
      blanks++;
      at++;
    } else if (unit === QUOTE) {
      head.quotes++;
      if (head.listed) head.quotedItem = true;
      blanks = 0;
      at++;
    } else {
      if (!head.listed) head.indent = blanks;
      listMarker.lastIndex = at;
      if (!listMarker.test(text)) break;
      head.listed = true;
      at = listMarker.lastIndex;
    }
  }
  head.content = at;
  return head;
}

function isLastOnLine(text: string, offset: number): boolean {
  let index = offset;
  while (isBlank(text.charCodeAt(index))) index++;
  return isLineEnd(text.charCodeAt(index));
}

/** The next place of `mark` at or after `from` that is not masked; −1 when there is none. */
export function nextUnmasked(text: string, mark: string, from: number, mask: OpaqueRanges): number {
  let at = text.indexOf(mark, from);
  while (at !== -1) {
    const end = opaqueEndAt(mask, at);
    if (end === -1) return at;
    at = text.indexOf(mark, end);
  }
  return -1;
}
