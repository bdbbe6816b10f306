/**
 * The guard against hostile text, for all engines alike: where delimiters, entities, escapes, brackets, containers or lazy lines come in floods, they are hidden
 * from the parser, so that time stays in proportion to length. Offsets stay, and what is hidden comes back in the values.
 */
import type { MarkdownSyntax, TextRange } from "../markdown-engine.ts";
import { backtickRuns } from "./backtick-runs.ts";
import { matchBrackets } from "./brackets.ts";
import { lazyFloodMarkers } from "./lazy-lines.ts";
import { longBlocks } from "./long-blocks.ts";
import { MaskedText } from "./masked-text.ts";
import { scanLines } from "./scan-lines.ts";

/** Blocks below this many characters are never looked into: even the slowest parser reads any of them in a fraction of a second. */
const minimumBlock = 8_192;

/**
 * Delimiter runs, entities and escapes that one block may have of each. Of 21,000 real files none has more than 1,034 in a block. At the
 * bound the reference parser needs 0.05 s for the worst block, the native one 0.01 s, and both four times as long for twice as many.
 */
const maximumRuns = 2_048;

/** How many pairs of brackets may be nested, and how many characters one may hold. */
const maximumBracketHeight = 32;
const maximumBracketLength = 16_384;

/** Entities of a block times its length, from which on `manyEntities` is set; satteri takes 0.04 s and 4 MB for as many. */
const maximumEntityProduct = 8_000_000;

/** A text as an engine is to parse it. */
export interface SimplifiedText {
  readonly text: string;
  /** Where something is hidden; empty for all but hostile texts. */
  readonly ranges: readonly TextRange[];
  readonly masked?: MaskedText;
  /** A block has so many entities for its length that a parser which copies the block's text at each of them would be slow. */
  readonly manyEntities: boolean;
}

export function simplifyText(text: string): SimplifiedText {
  const scanned = text.includes("\r") ? text.replace(/\r(?!\n)/g, "\n") : text;
  const { runs, deepMarkers } = scanLines(scanned, minimumBlock);
  if (runs.length === 0 && deepMarkers.length === 0) return { text, ranges: [], manyEntities: false };
  const masked = new MaskedText(text);
  const ranges: TextRange[] = [];
  for (const at of deepMarkers) {
    masked.hide(at);
    ranges.push({ start: at, end: at + 1 });
  }
  let manyEntities = false;
  for (const run of runs) {
    const lazy = hideAll(lazyFloodMarkers(scanned, run), masked);
    if (lazy !== undefined) ranges.push(lazy);
    for (const block of longBlocks(scanned, run, minimumBlock)) {
      const found = floodOf(scanned, block);
      manyEntities ||= found.manyEntities;
      const range = hideAll(found.offsets, masked);
      if (range !== undefined) ranges.push(range);
    }
  }
  return masked.changed ? { text: masked.text, ranges, masked, manyEntities } : { text, ranges: [], manyEntities };
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

function hideAll(offsets: readonly number[], masked: MaskedText): TextRange | undefined {
  if (offsets.length === 0) return undefined;
  let start = Number.POSITIVE_INFINITY;
  let end = 0;
  for (const at of offsets) {
    masked.hide(at);
    start = Math.min(start, at);
    end = Math.max(end, at + 1);
  }
  return { start, end };
}

/** What a block has too much of: offsets of the characters to hide. */
interface Flood {
  readonly offsets: readonly number[];
  readonly manyEntities: boolean;
}

function floodOf(text: string, block: TextRange): Flood {
  const entities = matchOffsets(/&#?[\dA-Za-z]{1,31};/g, text, block);
  const escapes = matchOffsets(/\\[!-/:-@[-`{-~]/g, text, block);
  const delimiters = delimiterOffsets(text, block);
  const offsets = deepBrackets(text, block);
  if (entities.length > maximumRuns) for (const at of entities) offsets.push(at);
  if (escapes.length > maximumRuns) for (const at of escapes) offsets.push(at);
  if (delimiters.runs > maximumRuns) for (const at of delimiters.offsets) offsets.push(at);
  const manyEntities =
    entities.length <= maximumRuns && entities.length * (block.end - block.start) > maximumEntityProduct;
  return { offsets, manyEntities };
}

/** Where each match of a global expression begins in a block. */
function matchOffsets(expression: RegExp, text: string, block: TextRange): number[] {
  const offsets: number[] = [];
  for (const { index } of text.slice(block.start, block.end).matchAll(expression)) offsets.push(block.start + index);
  return offsets;
}

/**
 * The delimiters of `*`, `_` and `~` that could open or close emphasis: the offset of each, and how many runs they are, where a run counts as
 * often as emphasis can nest in it.
 */
function delimiterOffsets(text: string, block: TextRange): { runs: number; offsets: number[] } {
  const offsets: number[] = [];
  let runs = 0;
  for (const match of text.slice(block.start, block.end).matchAll(/[*_~]+/g)) {
    const start = block.start + match.index;
    const end = start + match[0].length;
    if (!canDelimit(text, start, end) || isBlockMark(text, start, end)) continue;
    runs += Math.ceil((end - start) / 2);
    for (let at = start; at < end; at += 1) offsets.push(at);
  }
  return { runs, offsets };
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

/** Brackets that are nested too deep or hold too much. */
function deepBrackets(text: string, block: TextRange): number[] {
  const offsets: number[] = [];
  for (const pair of matchBrackets(text, block, backtickRuns(text, block))) {
    const isLong = pair.open >= 0 && pair.close - pair.open > maximumBracketLength;
    if (pair.height > maximumBracketHeight || isLong) offsets.push(pair.open, pair.close);
  }
  return offsets;
}
