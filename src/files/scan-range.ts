/** Finds a line and column in a text that streams past, and reads a window from there; holds one block and the window. */
import type { TextEncodingName } from "../base/decode-text.ts";
import { GraphdownError } from "../base/errors.ts";
import { countCodePoints, createLineEnds, endsLine, scanLines } from "./count-lines.ts";
import type { KnownText, LineMap } from "./known-files.ts";
import type { RangeWindow } from "./range-window.ts";
import { type BlockVisitor, type TextBlock, textOfBlock } from "./text-blocks.ts";

/** A text file whose blocks can be read from any known place. */
export interface TextSource {
  readonly encoding: TextEncodingName;
  /** Hands on the blocks from a byte offset on, until the text ends or the visitor has enough. */
  scan(offset: number, visit: BlockVisitor): Promise<void>;
}

/** A line and a column, both 1-based; columns count code points. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Lines of the whole text. */
export async function countLines(source: TextSource, lineMap: LineMap): Promise<number> {
  const scan = createScan({ encoding: source.encoding, lineMap }, { line: Number.POSITIVE_INFINITY, column: 1 });
  await source.scan(scan.offset, (block) => {
    scan.pass(block);
    return true;
  });
  return scan.totalLines();
}

/** A window that is being filled by visiting the blocks of a text from `offset` on. */
export interface WindowFilling {
  readonly offset: number;
  /** Takes the next block; `false` once the window is full. */
  readonly visit: BlockVisitor;
  /** No block is left: the number of lines of the text. A column that the line does not have is `invalid_input`. */
  end(): number;
}

/** What of a text file is needed to find lines in it. */
export type MappedText = Pick<KnownText, "encoding" | "lineMap">;

/** Begins to fill a window from a line and column on. */
export function startFilling(text: MappedText, start: TextPlace, window: RangeWindow): WindowFilling {
  const { encoding, lineMap } = text;
  const scan = createScan(text, start);
  let found = false;
  return {
    offset: scan.offset,
    visit(block): boolean {
      const rest = found ? block.bytes : scan.pass(block);
      if (rest === undefined) return true;
      found = true;
      const fits = typeof rest === "string" ? window.take(rest) : takeBytes(window, rest, encoding);
      const { bytes, offset } = block;
      if (fits) lineMap.add({ line: window.line(), column: window.column(), offset: offset + bytes.length });
      return fits;
    },
    end(): number {
      if (found) return linesBefore(window.line(), window.column());
      scan.checkEnd();
      return scan.totalLines();
    },
  };
}

/** Fills a window from `start` on. Gives the number of lines of the text where the end was seen. */
export async function fillWindow(request: {
  readonly source: TextSource;
  readonly lineMap: LineMap;
  readonly start: TextPlace;
  readonly window: RangeWindow;
}): Promise<number | undefined> {
  const { source, lineMap, start, window } = request;
  const filling = startFilling({ encoding: source.encoding, lineMap }, start, window);
  let goesOn = true;
  await source.scan(filling.offset, (block) => {
    goesOn = filling.visit(block);
    return goesOn;
  });
  return goesOn ? filling.end() : undefined;
}

/** Decodes no more of a block than the window has lines left for. */
function takeBytes(window: RangeWindow, bytes: Uint8Array, encoding: TextEncodingName): boolean {
  const { lines, end } = scanLines(bytes, encoding, window.linesLeft());
  if (lines < window.linesLeft() || end === bytes.length) return window.take(textOfBlock(bytes, encoding));
  if (window.take(textOfBlock(bytes.subarray(0, end), encoding))) window.leave();
  return false;
}

interface Scan {
  /** Where to begin reading. */
  readonly offset: number;
  /** What is in the block from the wanted place on: bytes where a line begins there; `undefined` while it lies further on. */
  pass(block: TextBlock): Uint8Array | string | undefined;
  /** Lines passed when the text has ended. */
  totalLines(): number;
  /** Refuses a column that the last line does not have. */
  checkEnd(): void;
}

function createScan({ encoding, lineMap }: MappedText, wanted: TextPlace): Scan {
  const begin = lineMap.nearest(wanted.line, wanted.column);
  let { line, column } = begin;

  function passBlock({ bytes, offset }: TextBlock): Uint8Array | string | undefined {
    let from = 0;
    if (line < wanted.line) {
      const passed = scanLines(bytes, encoding, wanted.line - line);
      line += passed.lines;
      from = passed.end;
      if (passed.lines > 0) column = 1;
    }
    if (line === wanted.line && column === wanted.column && from < bytes.length) return bytes.subarray(from);
    const rest = textOfBlock(bytes.subarray(from), encoding);
    if (line === wanted.line) {
      const text = passColumns(rest);
      if (text !== undefined) return text === "" ? undefined : text;
    } else column += isSingleBytes(rest, bytes.length - from) ? rest.length : countCodePoints(rest);
    lineMap.add({ line, column, offset: offset + bytes.length });
    return undefined;
  }

  /** Goes on to the wanted column within the line that `text` begins in; `undefined` when that line continues behind the text. */
  function passColumns(text: string): string | undefined {
    const missing = wanted.column - column;
    if (missing === 0) return text;
    const end = createLineEnds(text)(0);
    const available = countCodePoints(text.slice(0, end));
    if (missing < available) return text.slice(unitsOf(text, missing));
    if (text !== "" && endsLine(text, end)) throw columnPastEnd(wanted, column + available - 1);
    column += available;
    return undefined;
  }

  return {
    offset: begin.offset,
    pass: passBlock,
    totalLines: () => linesBefore(line, column),
    checkEnd(): void {
      if (line === wanted.line && column > 1 && wanted.column > column) throw columnPastEnd(wanted, column);
    },
  };
}

/** Whether a text has a unit for each of its bytes; then it has no surrogate pair, and it need not be looked through. */
function isSingleBytes(text: string, bytes: number): boolean {
  return text.length === bytes;
}

/** Lines of a text whose end is at this line and column. */
function linesBefore(line: number, column: number): number {
  return column === 1 ? line - 1 : line;
}

/** Units that the first `codePoints` characters of a text take. */
function unitsOf(text: string, codePoints: number): number {
  let index = 0;
  for (let passed = 0; passed < codePoints; passed++) index += (text.codePointAt(index) as number) < 0x10000 ? 1 : 2;
  return index;
}

function columnPastEnd(wanted: TextPlace, last: number): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: `Line ${wanted.line} has the columns 1 to ${last}, but startColumn is ${wanted.column}.`,
    details: { parameter: "startColumn", minimum: 1, maximum: last, actual: wanted.column },
    next: `Give a startColumn from 1 to ${last}, or leave it out to read the line from its start.`,
  });
}
