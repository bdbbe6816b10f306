/** Finds marks in a block that cannot come to anything: what would have to follow them does not. */
import type { TextRange } from "../markdown-engine.ts";
import type { BacktickRun } from "./backtick-runs.ts";
import type { BracketPair } from "./brackets.ts";
import { isResource } from "./link-resource.ts";
import { type DefinedLabels, normaliseLabel } from "./shared-labels.ts";

/** How far from its partner, in characters, a mark may be. */
const maximumDistance = 16_384;

/** Marks found: offsets of characters, and how many marks they are. */
export interface FoundMarks {
  readonly count: number;
  readonly offsets: readonly number[];
}

/** Backticks that open no code. Those that may be a fence, and escaped ones, are left out. */
export function uselessBackticks(text: string, runs: readonly BacktickRun[]): FoundMarks {
  const offsets: number[] = [];
  let count = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const { start, end, closing } = runs[index]!;
    if (closing >= 0 && runs[closing]!.start - end <= maximumDistance) {
      index = closing;
    } else if (text.charCodeAt(start - 1) !== 0x5c && !(end - start > 2 && isFirstOnLine(text, start))) {
      count += 1;
      for (let at = start; at < end; at += 1) offsets.push(at);
    }
  }
  return { count, offsets };
}

/** Brackets that are no part of a link, image, reference, footnote, task mark or definition. `labels` are those that are defined. */
export function uselessBrackets(text: string, pairs: readonly BracketPair[], labels: DefinedLabels): FoundMarks {
  const offsets: number[] = [];
  let count = 0;
  for (const { open, close } of pairs) {
    if (open >= 0 && close >= 0 && isUsefulPair(text, open, close, labels)) continue;
    count += 1;
    if (open >= 0) offsets.push(open);
    if (close >= 0) offsets.push(close);
  }
  return { count, offsets };
}

function isUsefulPair(text: string, open: number, close: number, labels: DefinedLabels): boolean {
  const next = text.charAt(close + 1);
  if (next === "(" && isResource(text, close + 1)) return true;
  if (next === ":" && isFirstOnLine(text, open)) return true;
  if (close - open === 1) return text.charAt(open - 1) === "]";
  if (close - open === 2 && /\s/.test(next) && isFirstOnLine(text, open)) return true;
  if (labels.definitions.size + labels.footnotes.size === 0) return false;
  if (close - open <= 1_000 && isDefined(text.slice(open + 1, close), labels)) return true;
  if (next !== "[") return false;
  const end = text.slice(close + 2, close + 1_002).indexOf("]");
  return end >= 0 && isDefined(text.slice(close + 2, close + 2 + end), labels);
}

function isDefined(text: string, { definitions, footnotes }: DefinedLabels): boolean {
  const label = normaliseLabel(text);
  return label.startsWith("^") ? footnotes.has(label.slice(1)) : definitions.has(label);
}

/** Opening brackets without a partner after which much text follows: micromark looks back to them from each word. */
export function farBrackets(pairs: readonly BracketPair[], block: TextRange): FoundMarks {
  const offsets = pairs
    .filter(({ open, close }) => close < 0 && block.end - open > maximumDistance)
    .map(({ open }) => open);
  return { count: offsets.length, offsets };
}

/** Instructions, declarations, comments and CDATA within a line that do not end. */
export function uselessAngles(text: string, block: TextRange): FoundMarks {
  const offsets: number[] = [];
  const part = text.slice(block.start, block.end);
  const endings = new Map<string, number>();
  for (let at = part.indexOf("<"); at >= 0; at = part.indexOf("<", at + 1)) {
    const ending = endingOf(part, at);
    if (ending === undefined || part.charAt(at - 1) === "\\" || isFirstOnLine(text, block.start + at)) continue;
    const end = nextPlace(part, ending, at + 2, endings);
    if (end - at > maximumDistance) offsets.push(block.start + at);
  }
  return { count: offsets.length, offsets };
}

/** Where `wanted` stands next; infinite when it does not. `known` keeps the last answers, so that a pass costs one search in all. */
function nextPlace(part: string, wanted: string, from: number, known: Map<string, number>): number {
  const last = known.get(wanted);
  if (last !== undefined && last >= from) return last;
  const found = part.indexOf(wanted, from);
  const place = found < 0 ? Number.POSITIVE_INFINITY : found;
  known.set(wanted, place);
  return place;
}

/** What ends the piece of HTML that `<` at an offset begins; `undefined` for tags and for text. */
function endingOf(text: string, at: number): string | undefined {
  if (text.startsWith("?", at + 1)) return "?>";
  if (!text.startsWith("!", at + 1)) return undefined;
  if (text.startsWith("--", at + 2)) return "-->";
  return text.startsWith("[CDATA[", at + 2) ? "]]>" : ">";
}

/** Parentheses that would begin the title of a link, with no closing one near. */
export function uselessParentheses(text: string, block: TextRange): FoundMarks {
  const offsets: number[] = [];
  const part = text.slice(block.start, block.end);
  const closing = new Map<string, number>();
  for (let at = part.indexOf("("); at >= 0; at = part.indexOf("(", at + 1)) {
    const close = nextPlace(part, ")", at, closing);
    if (close - at > maximumDistance && /\s/.test(part.charAt(at - 1))) offsets.push(block.start + at);
  }
  return { count: offsets.length, offsets };
}

/** Whether only blanks, quote marks and bullets stand before an offset on its line; looks at 64 characters at most. */
function isFirstOnLine(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - 64), offset);
  return /(?:^|\n)[ \t>]*(?:[-+*][ \t]+|\d{1,9}[.)][ \t]+)*$/.test(before) && (offset <= 64 || before.includes("\n"));
}
