/** Finds where readers see something else than is written: entities, escapes within names, and marks of emphasis within words. */
import { codePointBefore, isEscaped, isLetterOrDigit, isLineEnd } from "./character-class.ts";
import { decodeEntity } from "./decode-entity.ts";
import type { TextReading } from "./markdown-document.ts";
import { type OpaqueRanges, opaque, opaqueEndAt } from "./opaque-ranges.ts";

/** What {@link findReadings} takes. */
export interface ReadingsInput {
  readonly text: string;
  /** Where the body starts. */
  readonly from: number;
  readonly mask: OpaqueRanges;
}

/** In these, what is written is what is seen, or nothing is. */
const literal = opaque.code | opaque.destination | opaque.address | opaque.comment | opaque.math | opaque.script;
/** Blocks of HTML have entities, but neither escapes nor emphasis. */
const unmarked = literal | opaque.html;

/** The readings of a body, in order and not overlapping. None holds or makes a line break. */
export function findReadings(input: ReadingsInput): readonly TextReading[] {
  const found: TextReading[] = [];
  addEntities(input, found);
  addEscapes(input, found);
  addEmphasis(input, "*", found);
  addEmphasis(input, "~~", found);
  return found.length < 2 ? found : found.sort((a, b) => a.start - b.start);
}

const entity = /&(#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/y;

function addEntities({ text, from, mask }: ReadingsInput, found: TextReading[]): void {
  for (let at = text.indexOf("&", from); at !== -1; at = text.indexOf("&", at + 1)) {
    entity.lastIndex = at;
    const match = entity.exec(text);
    const decoded = match === null ? undefined : decodeEntity(match[1] as string);
    if (match === null || decoded === undefined) continue;
    if (isEscaped(text, at) || opaqueEndAt(mask, at, literal) !== -1) continue;
    found.push({ start: at, end: at + match[0].length, text: decoded });
  }
}

/** Signs that hold names together or end them, as in `max\_count` and `C\#`; any other sign parts words with a backslash or without. */
const inNames = "_-.+#'";

function addEscapes({ text, from, mask }: ReadingsInput, found: TextReading[]): void {
  for (let at = text.indexOf("\\", from); at !== -1; at = text.indexOf("\\", at + 2)) {
    if (!inNames.includes(text.charAt(at + 1)) || at + 1 === text.length) continue;
    if (!isLetterOrDigit(codePointBefore(text, at)) || opaqueEndAt(mask, at, unmarked) !== -1) continue;
    found.push({ start: at, end: at + 1, text: "" });
  }
}

/** A run of one mark that may open or close emphasis. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly opens: boolean;
  readonly closes: boolean;
}

/** Between two lines of which the second begins a block of its own, or between two cells. */
const boundary = /\n[ \t>]*(?:[\r\n]|[-+*][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t])|\|/;

/**
 * Adds the marks with a letter or digit on both sides that emphasis begins or ends with. Runs pair as in CommonMark where both have the
 * same length; others are left as they are.
 */
function addEmphasis(input: ReadingsInput, mark: string, found: TextReading[]): void {
  const { text, from } = input;
  if (!hasInnerMark(text, from, mark)) return;
  const open: Run[] = [];
  /** How many runs of each length are open, so that none is looked for in vain. */
  const waiting = new Map<number, number>();
  let last = from;
  for (const run of runsOf(input, mark)) {
    const length = run.end - run.start;
    if (boundary.test(text.slice(last, run.start))) {
      open.length = 0;
      waiting.clear();
    }
    last = run.end;
    if (run.closes && (waiting.get(length) ?? 0) > 0) {
      let opener: Run;
      do {
        opener = open.pop() as Run;
        const size = opener.end - opener.start;
        waiting.set(size, (waiting.get(size) ?? 0) - 1);
      } while (opener.end - opener.start !== length);
      for (const { start, end } of [opener, run]) {
        if (isInWord(text, start, end)) found.push({ start, end, text: "" });
      }
    } else if (run.opens) {
      open.push(run);
      waiting.set(length, (waiting.get(length) ?? 0) + 1);
    }
  }
}

/** Most texts have none, and that is seen without looking at more than their marks. */
function hasInnerMark(text: string, from: number, mark: string): boolean {
  for (let at = text.indexOf(mark, from); at !== -1; ) {
    const end = endOfRun(text, at);
    if (isInWord(text, at, end)) return true;
    at = text.indexOf(mark, end);
  }
  return false;
}

function* runsOf({ text, from, mask }: ReadingsInput, mark: string): Generator<Run, void, undefined> {
  for (let at = text.indexOf(mark, from); at !== -1; ) {
    const end = endOfRun(text, at);
    const masked = opaqueEndAt(mask, at, unmarked);
    if (masked !== -1) {
      at = text.indexOf(mark, Math.max(end, masked));
      continue;
    }
    const before = classOf(codePointBefore(text, at));
    const after = classOf(text.codePointAt(end) ?? -1);
    // A run opens before what is no blank, unless a sign follows a letter; it closes in the same way backwards.
    const opens = after !== "blank" && (after === "letter" || before !== "letter");
    const closes = before !== "blank" && (before === "letter" || after !== "letter");
    if ((opens || closes) && !isEscaped(text, at)) yield { start: at, end, opens, closes };
    at = text.indexOf(mark, end);
  }
}

function classOf(codePoint: number): "blank" | "letter" | "sign" {
  if (codePoint <= 32 || isLineEnd(codePoint) || codePoint === 0xa0) return "blank";
  return isLetterOrDigit(codePoint) ? "letter" : "sign";
}

function endOfRun(text: string, start: number): number {
  const unit = text.charCodeAt(start);
  let end = start + 1;
  while (text.charCodeAt(end) === unit) end++;
  return end;
}

function isInWord(text: string, start: number, end: number): boolean {
  return isLetterOrDigit(codePointBefore(text, start)) && isLetterOrDigit(text.codePointAt(end) ?? -1);
}
