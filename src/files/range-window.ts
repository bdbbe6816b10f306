/** Collects the lines of one window from the text that streams past. */
import { utf8Length } from "../base/utf8-length.ts";
import { countCodePoints, createLineEnds, endsLine } from "./count-lines.ts";

/** What a window may hold. */
export interface WindowBounds {
  readonly maximumLines: number;
  /** Bytes of UTF-8, line numbers included. */
  readonly maximumBytes: number;
  /** Put each line's number and a tab before it. */
  readonly lineNumbers: boolean;
}

/** A window being filled. The caller gives it the file's text from the window's start on, piece by piece. */
export interface RangeWindow {
  /** Takes what fits of the text; `false` once the window can take no more. */
  take(text: string): boolean;
  /** Notes that text follows what was taken, after the last line that the window holds. */
  leave(): void;
  /** Lines that the window can still take. */
  readonly linesLeft: () => number;
  /** What was taken. */
  readonly content: () => string;
  /** Where the next character would be. */
  readonly line: () => number;
  readonly column: () => number;
  /** The last line that has content in the window; `undefined` when nothing was taken. */
  readonly lastLine: () => number | undefined;
  /** Whether the byte bound ended the window. */
  readonly cutByBytes: () => boolean;
  /** Whether text was offered that the window did not take. */
  readonly left: () => boolean;
}

/** An empty window that begins at a line and column. */
export function createRangeWindow(start: { line: number; column: number }, bounds: WindowBounds): RangeWindow {
  const pieces: string[] = [];
  let { line, column } = start;
  let linesLeft = bounds.maximumLines;
  let bytesLeft = bounds.maximumBytes;
  let lastLine: number | undefined;
  let cutByBytes = false;
  let left = false;

  function takeSegment(segment: string): boolean {
    const number = bounds.lineNumbers && lastLine !== line ? `${line}\t` : "";
    const room = bytesLeft - number.length;
    const size = utf8Length(segment);
    const taken = size <= room ? segment : segment.slice(0, unitsWithin(segment, room, lastLine !== undefined));
    if (taken !== "") {
      pieces.push(number, taken);
      bytesLeft = room - (taken === segment ? size : utf8Length(taken));
      lastLine = line;
    }
    if (taken === segment && endsLine(segment, segment.length)) {
      line++;
      column = 1;
      linesLeft--;
    } else column += countCodePoints(taken);
    return taken === segment;
  }

  function take(text: string): boolean {
    const lineEnd = createLineEnds(text);
    for (let index = 0; index < text.length; ) {
      left = linesLeft === 0;
      if (left) return false;
      const end = lineEnd(index);
      if (!takeSegment(text.slice(index, end))) {
        cutByBytes = true;
        left = true;
        return false;
      }
      index = end;
    }
    return true;
  }

  return {
    take,
    leave(): void {
      left = true;
    },
    linesLeft: () => linesLeft,
    content: () => pieces.join(""),
    line: () => line,
    column: () => column,
    lastLine: () => lastLine,
    cutByBytes: () => cutByBytes,
    left: () => left,
  };
}

/**
 * How many units of a text fit into so many bytes of UTF-8. Never splits a character; nor a `\r\n`, unless the window would hold
 * nothing without its first half.
 */
function unitsWithin(text: string, maximumBytes: number, hasContent: boolean): number {
  let bytes = 0;
  let index = 0;
  while (index < text.length) {
    const code = text.codePointAt(index) as number;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes > maximumBytes) break;
    index += code < 0x10000 ? 1 : 2;
  }
  const splitsEnding = text[index] === "\n" && text[index - 1] === "\r";
  return splitsEnding && (hasContent || index > 1) ? index - 1 : index;
}
