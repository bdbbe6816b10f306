/** Finds where values of front matter stand in the file. */
import { isPairAt, lineOf, lineStarts } from "../../base/lines.ts";
import type { FrontMatter } from "../markdown-document.ts";
import type { TextRange } from "../markdown-engine.ts";

/** Line and column in the file, and the range in its text. */
export interface SourcePlace {
  readonly line: number;
  readonly column: number;
  readonly range: TextRange;
}

/** Finds written text key by key; keys and the texts of a key have to be asked for in their order. */
export interface SourcePlaces {
  /**
   * The next place of `written` in the source of `key`, also as the escapes of the format write it. A text that does not stand there
   * as such (folded lines, aliases) has the place of its key's line.
   */
  find(key: string, written: string): SourcePlace;
}

/** Texts that are not found cost a search each; after so many the places of keys have to do. */
const maximumMisses = 100;

/** Makes the finder for one block. */
export function createSourcePlaces(frontMatter: FrontMatter): SourcePlaces {
  const { source, range, lines } = frontMatter;
  const starts = lineStarts(source);
  const firstLine = range.start === 0 ? 1 : 2;
  const keyLines = [...new Set(lines.values())].sort((a, b) => a - b);
  const column = createColumnCounter(source);
  let key: string | undefined;
  let at = 0;
  let end = 0;
  let misses = 0;

  function placeOf(start: number, stop: number): SourcePlace {
    const index = lineOf(starts, start) - 1;
    return {
      line: firstLine + index,
      column: column(starts[index] ?? 0, start),
      range: { start: range.start + start, end: range.start + stop },
    };
  }

  function startOfLine(line: number | undefined): number {
    return line === undefined ? source.length : (starts[line - firstLine] ?? source.length);
  }

  function enter(next: string): void {
    const line = lines.get(next) ?? firstLine;
    end = startOfLine(keyLines[firstAbove(keyLines, line)]);
    // Several keys may share a line; what was found before stays behind.
    at = Math.max(at, startOfLine(line));
    const written = source.slice(at, end).indexOf(next);
    if (written !== -1) at += written + next.length;
    key = next;
  }

  function search(written: string): number {
    for (let found = source.slice(0, end).indexOf(written, at); found !== -1; ) {
      if (!isOnCommentLine(source, starts[lineOf(starts, found) - 1] ?? 0)) return found;
      found = source.slice(0, end).indexOf(written, found + written.length);
    }
    return -1;
  }

  function find(next: string, written: string): SourcePlace {
    if (key !== next) enter(next);
    for (const form of misses < maximumMisses ? formsOf(written) : []) {
      const found = search(form);
      if (found === -1) continue;
      at = found + form.length;
      return placeOf(found, at);
    }
    misses++;
    const line = lines.get(next) ?? firstLine;
    const start = startOfLine(line);
    const text = source.slice(start, Math.max(start, startOfLine(line + 1)));
    return placeOf(start, start + text.trimEnd().length);
  }

  return { find };
}

/** Counts columns in code points; offsets that go up within a line cost only what lies between them. */
function createColumnCounter(source: string): (lineStart: number, offset: number) => number {
  let counted = 0;
  let countedLine = -1;
  let column = 1;
  return (lineStart, offset) => {
    if (lineStart !== countedLine || offset < counted) {
      countedLine = lineStart;
      counted = lineStart;
      column = 1;
    }
    for (; counted < offset; column++) counted += isPairAt(source, counted) ? 2 : 1;
    return column;
  };
}

function isOnCommentLine(source: string, lineStart: number): boolean {
  let at = lineStart;
  while (source.charCodeAt(at) === 0x20 || source.charCodeAt(at) === 0x09) at++;
  return source.charCodeAt(at) === 0x23;
}

/** A text as it may be written: as it is, in single quotes, in double quotes. */
function formsOf(written: string): readonly string[] {
  if (written === "") return [];
  if (!/['"\\]/.test(written)) return [written];
  return [written, written.replaceAll("'", "''"), JSON.stringify(written).slice(1, -1)];
}

/** Index of the first of ascending numbers that is larger than `bound`. */
function firstAbove(numbers: readonly number[], bound: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) <= bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
