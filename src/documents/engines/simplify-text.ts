/**
 * The guard against hostile text, for all engines alike: where delimiters, entities, escapes, brackets or containers come in floods, they are hidden
 * from the parser, so that time stays in proportion to length. Offsets stay, and what is hidden comes back in the values.
 */
import type { MarkdownSyntax, TextRange } from "../markdown-engine.ts";
import { backtickRuns } from "./backtick-runs.ts";
import { matchBrackets } from "./brackets.ts";
import { longBlocks } from "./long-blocks.ts";
import { MaskedText } from "./masked-text.ts";
import { scanLines } from "./scan-lines.ts";

/** Blocks below this many characters are never looked into: even the slowest parser reads any of them in a fraction of a second. */
const minimumBlock = 4_096;

/**
 * Delimiter runs, entities and escapes that one block may have of each. Of 21,000 real files none has more than 1,034 in a block. At the bound the
 * reference parser needs 0.05 s for the worst block, the native one 0.01 s, and both need four times as long for twice as many.
 */
const maximumRuns = 2_048;

/** How many pairs of brackets may be nested, and how many characters one may hold. */
const maximumBracketHeight = 32;
const maximumBracketLength = 16_384;

/** A text as an engine is to parse it. */
export interface SimplifiedText {
  readonly text: string;
  /** Where something is hidden; empty for all but hostile texts. */
  readonly ranges: readonly TextRange[];
  readonly masked?: MaskedText;
}

export function simplifyText(text: string): SimplifiedText {
  const scanned = text.includes("\r") ? text.replace(/\r(?!\n)/g, "\n") : text;
  const { runs, deepMarkers } = scanLines(scanned, minimumBlock);
  if (runs.length === 0 && deepMarkers.length === 0) return { text, ranges: [] };
  const masked = new MaskedText(text);
  const ranges: TextRange[] = [];
  for (const at of deepMarkers) {
    masked.hide(at);
    ranges.push({ start: at, end: at + 1 });
  }
  for (const run of runs) {
    for (const block of longBlocks(scanned, run, minimumBlock)) {
      const hidden = simplifyBlock(scanned, block, masked);
      if (hidden !== undefined) ranges.push(hidden);
    }
  }
  return masked.changed ? { text: masked.text, ranges, masked } : { text, ranges: [] };
}

/** What was parsed, with the hidden characters back, and `simplified` where any of them stood outside code and blocks of HTML. */
export function restoreSyntax(syntax: MarkdownSyntax, simplified: SimplifiedText): MarkdownSyntax {
  const { masked, ranges } = simplified;
  if (masked === undefined) return syntax;
  const restored = masked.restoreSyntax(syntax);
  return areOpaque(ranges, syntax) ? restored : { ...restored, simplified: true };
}

/** Whether each range lies within code or a block of HTML, where nothing was lost. */
function areOpaque(ranges: readonly TextRange[], syntax: MarkdownSyntax): boolean {
  const opaque = syntax.opaque.filter((range) => range.kind === "code" || range.block === true);
  let next = 0;
  for (const range of [...ranges].sort((left, right) => left.start - right.start)) {
    while (next < opaque.length && opaque[next]!.end < range.end) next += 1;
    if (next === opaque.length || opaque[next]!.start > range.start) return false;
  }
  return true;
}

/** Hides what a block has too much of. Gives the range in which something is hidden now. */
function simplifyBlock(text: string, block: TextRange, masked: MaskedText): TextRange | undefined {
  const hidden = [
    ...[
      delimiterOffsets(text, block),
      matchOffsets(entity, text, block),
      matchOffsets(escapedMark, text, block),
    ].filter((found) => found.runs > maximumRuns),
    deepBrackets(text, block),
  ].flatMap((found) => found.all);
  if (hidden.length === 0) return undefined;
  let start = block.end;
  let end = block.start;
  for (const at of hidden) {
    masked.hide(at);
    start = Math.min(start, at);
    end = Math.max(end, at + 1);
  }
  return { start, end };
}

/** Offsets of characters, and how many runs they are. */
interface FoundMarks {
  readonly runs: number;
  readonly all: number[];
}

const delimiterRun = /[*_~]+/g;

/** The runs of `*`, `_` and `~` that could open or close emphasis, and the offset of each of their characters. */
function delimiterOffsets(text: string, block: TextRange): FoundMarks {
  const all: number[] = [];
  let runs = 0;
  delimiterRun.lastIndex = block.start;
  for (
    let match = delimiterRun.exec(text);
    match !== null && match.index < block.end;
    match = delimiterRun.exec(text)
  ) {
    const start = match.index;
    const end = delimiterRun.lastIndex;
    if (!canDelimit(text, start, end) || isBlockMark(text, start, end)) continue;
    // Three and more delimiters in a run can nest that often.
    runs += Math.ceil((end - start) / 2);
    for (let at = start; at < end && at < block.end; at += 1) all.push(at);
  }
  return { runs, all };
}

/** Not between blanks, and for `_` not within a word. */
function canDelimit(text: string, start: number, end: number): boolean {
  const before = text.charAt(start - 1);
  const after = text.charAt(end);
  if (text.charAt(start) === "_") return !(isWord(before) && isWord(after));
  return !(/^\s?$/.test(before) && /^\s?$/.test(after));
}

function isWord(character: string): boolean {
  return /^[\dA-Za-z]$/.test(character);
}

/** A bullet, a thematic break or a fence: first on its line, and a blank, only delimiters, or a third `~` follow. */
function isBlockMark(text: string, start: number, end: number): boolean {
  let at = start;
  while (at > 0 && /[ \t>]/.test(text.charAt(at - 1))) at -= 1;
  if (at > 0 && text.charAt(at - 1) !== "\n") return false;
  if (end - start === 1 && /\s/.test(text.charAt(end))) return true;
  if (text.startsWith("~~~", start)) return true;
  return /^[*_ \t]*(?:\r?\n|$)/.test(text.slice(start, start + 256));
}

const entity = /&#?[\dA-Za-z]{1,31};/g;
const escapedMark = /\\[!-/:-@[-`{-~]/g;

/** Where each match of a global expression begins in a block. */
function matchOffsets(expression: RegExp, text: string, block: TextRange): FoundMarks {
  const all: number[] = [];
  expression.lastIndex = block.start;
  for (let match = expression.exec(text); match !== null && match.index < block.end; match = expression.exec(text)) {
    all.push(match.index);
  }
  return { runs: all.length, all };
}

/** Brackets that are nested too deep or hold too much. */
function deepBrackets(text: string, block: TextRange): FoundMarks {
  const all: number[] = [];
  for (const pair of matchBrackets(text, block, backtickRuns(text, block))) {
    const isLong = pair.open >= 0 && pair.close - pair.open > maximumBracketLength;
    if (pair.height > maximumBracketHeight || isLong) all.push(pair.open, pair.close);
  }
  return { runs: all.length, all };
}
