/** Finds the lines of one text that hold a literal. */
import { isPairAt, lineOf, lineStarts } from "../base/lines.ts";

/** A line that matches. */
export interface MatchingLine {
  /** 1-based. */
  readonly lineNumber: number;
  /** Without its terminator; a long one is cut around the match. */
  readonly line: string;
}

/** What was found in one text. */
export interface TextMatches {
  /** Text around the first match. */
  readonly snippet: string;
  readonly lines: readonly MatchingLine[];
  /** Whether further lines match. */
  readonly hasMore: boolean;
}

/** Characters of a snippet. */
const snippetCharacters = 200;

/** A pattern that finds `needle` and nothing else, ignoring case as Unicode's simple folding does. */
export function literalPattern(needle: string): RegExp {
  return new RegExp(needle.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu");
}

/** The lines of a text in which a pattern is found, each once, at most `maximumLines`; `undefined` when there is none. */
export function matchLines(
  text: string,
  pattern: RegExp,
  bounds: { readonly maximumLines: number; readonly maximumLineCharacters: number },
): TextMatches | undefined {
  pattern.lastIndex = 0;
  let match = pattern.exec(text);
  if (match === null) return undefined;
  const starts = lineStarts(text);
  const lines: MatchingLine[] = [];
  let snippet = "";
  while (match !== null && lines.length < bounds.maximumLines) {
    const lineNumber = lineOf(starts, match.index);
    const start = starts[lineNumber - 1] as number;
    const end = starts[lineNumber] ?? text.length;
    const line = text.slice(start, end).replace(/[\r\n]+$/, "");
    const found = { start: match.index - start, length: match[0].length };
    if (lines.length === 0) snippet = around(line, found, snippetCharacters);
    lines.push({ lineNumber, line: around(line, found, bounds.maximumLineCharacters) });
    pattern.lastIndex = end;
    match = pattern.exec(text);
  }
  return { snippet, lines, hasMore: match !== null };
}

/** At most `maximum` characters of a line, with the match in the middle. Does not split a surrogate pair. */
function around(line: string, match: { readonly start: number; readonly length: number }, maximum: number): string {
  if (line.length <= maximum) return line;
  const before = Math.max(0, Math.floor((maximum - match.length) / 2));
  let start = Math.max(0, Math.min(match.start - before, line.length - maximum));
  let end = start + maximum;
  if (start > 0 && isPairAt(line, start - 1)) start++;
  if (isPairAt(line, end - 1)) end--;
  return line.slice(start, end);
}
