/** Tells the lines of one text in which a pattern is found, with what is around them. */
import { isPairAt } from "../base/lines.ts";
import { endOfLine, type LineSearch } from "./grep/line-search.ts";

/** A line that matches. */
export interface MatchingLine {
  /** 1-based. */
  readonly lineNumber: number;
  /** Without its terminator; a long one is cut around the first match. */
  readonly line: string;
  /** The lines before and after it where they were asked for; long ones are cut at their end. */
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

/** What was found in one text. */
export interface TextMatches {
  /** Text around the first match. */
  readonly snippet: string;
  readonly lines: readonly MatchingLine[];
  /** Whether further lines match. */
  readonly hasMore: boolean;
}

export interface MatchBounds {
  readonly maximumLines: number;
  readonly maximumLineCharacters: number;
  /** Lines to show before and after each one that matches. */
  readonly context: number;
}

/** Characters of a snippet. */
const snippetCharacters = 200;

/** The lines of a text that match, each once, at most `maximumLines`; `undefined` when there is none. */
export function matchLines(text: string, search: LineSearch, bounds: MatchBounds): TextMatches | undefined {
  const lined = withLineFeeds(text);
  let found = search.find(lined, 0);
  if (found === -1) return undefined;
  const { maximumLines, maximumLineCharacters, context } = bounds;
  const lines: MatchingLine[] = [];
  let snippet = "";
  let lineNumber = 1;
  let counted = 0;
  while (found !== -1 && lines.length < maximumLines) {
    const start = found === 0 ? 0 : lined.lastIndexOf("\n", found - 1) + 1;
    const end = endOfLine(lined, start);
    for (; counted < start; counted = endOfLine(lined, counted) + 1) lineNumber++;
    const line = lined.slice(start, end);
    if (lines.length === 0) snippet = around(line, found - start, snippetCharacters);
    lines.push({
      lineNumber,
      line: around(line, found - start, maximumLineCharacters),
      ...linesAround({ text: lined, start, end, context, maximum: maximumLineCharacters }),
    });
    found = end + 1 < lined.length ? search.find(lined, end + 1) : -1;
  }
  return { snippet, lines, hasMore: found !== -1 };
}

/** The text with every terminator as one line feed. */
function withLineFeeds(text: string): string {
  if (!text.includes("\r")) return text;
  const joined = text.replace(/\r\n/g, "\n");
  return joined.includes("\r") ? joined.replace(/\r/g, "\n") : joined;
}

function linesAround(options: {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly context: number;
  readonly maximum: number;
}): Pick<MatchingLine, "before" | "after"> {
  const { text, context, maximum } = options;
  const before: string[] = [];
  for (let { start } = options; start > 0 && before.length < context; ) {
    const end = start - 1;
    start = end === 0 ? 0 : text.lastIndexOf("\n", end - 1) + 1;
    before.unshift(around(text.slice(start, end), 0, maximum));
  }
  const after: string[] = [];
  for (let start = options.end + 1; start < text.length && after.length < context; ) {
    const end = endOfLine(text, start);
    after.push(around(text.slice(start, end), 0, maximum));
    start = end + 1;
  }
  return { ...(before.length === 0 ? {} : { before }), ...(after.length === 0 ? {} : { after }) };
}

/** At most `maximum` characters of a line, with what comes before the match in the first quarter. Does not split a surrogate pair. */
function around(line: string, match: number, maximum: number): string {
  if (line.length <= maximum) return line;
  let start = Math.max(0, Math.min(match - Math.floor(maximum / 4), line.length - maximum));
  let end = start + maximum;
  if (start > 0 && isPairAt(line, start - 1)) start++;
  if (isPairAt(line, end - 1)) end--;
  return line.slice(start, end);
}
