/** One pass over the lines of a text that finds what may be slow to parse: long runs of lines and deeply nested containers. */
import type { TextRange } from "../markdown-engine.ts";

/** How deep block quotes and lists are read; what is nested deeper is text. */
export const maximumDepth = 32;

/** What a pass over the lines finds. */
export interface LineScan {
  /** Runs of lines without a blank one between them that have at least the asked number of characters. */
  readonly runs: readonly TextRange[];
  /** Offsets of the first marker on each line that would open a container beyond `maximumDepth`. */
  readonly deepMarkers: readonly number[];
}

const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const blank = 0x20;
const quoteMark = 0x3e;

/** Scans a text. Its line ends must be LF or CRLF. */
export function scanLines(text: string, minimumRun: number): LineScan {
  const runs: TextRange[] = [];
  const markers = new MarkerScan(text);
  let runStart = -1;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    if (isBlankLine(text, start, end, markers)) {
      if (runStart >= 0 && start - runStart >= minimumRun) runs.push({ start: runStart, end: start });
      runStart = -1;
    } else if (runStart < 0) {
      runStart = start;
    }
    start = end + 1;
  }
  if (runStart >= 0 && text.length - runStart >= minimumRun) runs.push({ start: runStart, end: text.length });
  return { runs, deepMarkers: markers.deep };
}

/** Whether a line has nothing but blanks and quote marks. Lines that begin with a marker are looked through on the way. */
function isBlankLine(text: string, start: number, end: number, markers: MarkerScan): boolean {
  let at = start;
  let code = text.charCodeAt(at);
  if (code > 0x3e) return false;
  while (code === blank || code === tab) code = text.charCodeAt(++at);
  if (at >= end || code === carriageReturn) return true;
  if (code === quoteMark) {
    markers.readLine(start, at, end);
    while (at < end && (code === blank || code === tab || code === quoteMark || code === carriageReturn)) {
      code = text.charCodeAt(++at);
    }
    return at >= end;
  }
  if (code === 0x2d || code === 0x2a || code === 0x2b || (code >= 0x30 && code <= 0x39))
    markers.readLine(start, at, end);
  return false;
}

/**
 * Bounds from above how deep each line's containers are. A list item stays open until one begins further left, so the columns at which the
 * content of open items begins are kept; quotes are counted on each line.
 */
class MarkerScan {
  readonly deep: number[] = [];
  readonly #text: string;
  readonly #columns: number[] = [];
  #quotes = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads the markers at the start of a line whose first character that is no blank stands at `first`. */
  readLine(start: number, first: number, end: number): void {
    const text = this.#text;
    this.#quotes = 0;
    let column = columnAfter(text, start, first);
    let at = first;
    while (at < end) {
      const marker = markerAt(text, at, end);
      if (marker === 0) return;
      if (!this.#open(at, marker, column, end)) return;
      const after = at + marker;
      column += marker;
      at = after;
      while (at < end && (text.charCodeAt(at) === blank || text.charCodeAt(at) === tab)) {
        column += text.charCodeAt(at) === tab ? 4 - (column % 4) : 1;
        at += 1;
      }
    }
  }

  /** Counts a container in; notes its marker and gives `false` when it is too deep. */
  #open(at: number, length: number, column: number, end: number): boolean {
    const columns = this.#columns;
    const isQuote = this.#text.charCodeAt(at) === quoteMark;
    if (!isQuote) while (columns.length > 0 && columns[columns.length - 1]! > column) columns.pop();
    if (columns.length + this.#quotes >= maximumDepth) {
      if (!isThematicBreak(this.#text, at, end)) this.deep.push(at + length - 1);
      return false;
    }
    if (isQuote) this.#quotes += 1;
    else columns.push(column + length + 1);
    return true;
  }
}

function columnAfter(text: string, start: number, end: number): number {
  let column = 0;
  for (let at = start; at < end; at += 1) column += text.charCodeAt(at) === tab ? 4 - (column % 4) : 1;
  return column;
}

/** Length of the container marker at an offset: 1 for `>` and bullets, more for numbers; 0 when there is none. */
function markerAt(text: string, at: number, end: number): number {
  const code = text.charCodeAt(at);
  if (code === quoteMark) return 1;
  if (code === 0x2d || code === 0x2a || code === 0x2b) return isBlankOrEnd(text, at + 1, end) ? 1 : 0;
  let digits = 0;
  while (digits < 9 && isDigit(text.charCodeAt(at + digits))) digits += 1;
  const delimiter = text.charCodeAt(at + digits);
  if (digits === 0 || (delimiter !== 0x2e && delimiter !== 0x29)) return 0;
  return isBlankOrEnd(text, at + digits + 1, end) ? digits + 1 : 0;
}

function isBlankOrEnd(text: string, at: number, end: number): boolean {
  const code = text.charCodeAt(at);
  return at >= end || code === blank || code === tab || code === carriageReturn || code === lineFeed;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Whether the rest of a line is one kind of bullet and blanks only, so that its bullets open no list. */
function isThematicBreak(text: string, at: number, end: number): boolean {
  const marker = text.charCodeAt(at);
  if (marker !== 0x2d && marker !== 0x2a) return false;
  for (let index = at; index < end; index += 1) {
    const code = text.charCodeAt(index);
    if (code !== marker && code !== blank && code !== tab && code !== carriageReturn) return false;
  }
  return true;
}
