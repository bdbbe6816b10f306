/** Finds `[[wikilinks]]` and `![[embeds]]` in the source of a text, outside the mask, in linear time. */
import { isEscaped } from "./character-class.ts";
import type { TextRange } from "./markdown-engine.ts";
import { firstRangeAfter, type OpaqueRanges, opaque } from "./opaque-ranges.ts";

/** A wikilink as written. Its range has the brackets, and the `!` of an embed. */
export interface WrittenWikilink extends TextRange {
  readonly embed: boolean;
  /** What stands before the pipe, without blanks around it. Never empty. */
  readonly target: string;
  /** What stands after the first pipe, without blanks around it; `undefined` without a pipe. */
  readonly alias: string | undefined;
  /** Where what is shown begins: after the pipe, or after the brackets. */
  readonly shown: number;
  /** Whether the pipe has no backslash, which breaks a table cell. */
  readonly barePipe: boolean;
}

const OPEN = 91;
const CLOSE = 93;
const BACKSLASH = 92;
const PIPE = 124;

/** Ranges that a wikilink steps over: brackets in them close nothing. */
const steppedOver = opaque.code | opaque.html | opaque.comment | opaque.math | opaque.script;

/** Where the scan of one wikilink's content ended: at its closing brackets, or where the search goes on. */
interface Content {
  /** Offset of the closing brackets; −1 when there are none. */
  close: number;
  /** Where the search goes on: behind the link, at an inner `[[` or at the end of the line. */
  resume: number;
  /** Whether a single `]` that closes nothing stands before the closing brackets. */
  stray: boolean;
}

/** Every wikilink from `from` on, in order. A target has no line break; an unclosed `[[` is text and the search restarts at the next one. */
export function findWikilinks(text: string, from: number, mask: OpaqueRanges): WrittenWikilink[] {
  const found: WrittenWikilink[] = [];
  const content: Content = { close: -1, resume: 0, stray: false };
  let at = text.indexOf("[[", from);
  while (at !== -1) {
    let resume: number;
    const range = firstRangeAfter(mask, at);
    if (range < mask.count && (mask.starts[range] as number) <= at) {
      resume = mask.ends[range] as number;
    } else {
      const limit = mask.starts[range] ?? text.length;
      let open = at + 2;
      while (open < limit && text.charCodeAt(open) === OPEN) open++;
      const first = isEscaped(text, at) ? at + 1 : at;
      if (open - first < 2) {
        resume = open;
      } else {
        scanContent(text, open, mask, range, content);
        resume = content.resume;
        const link = content.close === -1 ? undefined : linkOf(text, first, open, content);
        if (link !== undefined) found.push(link);
      }
    }
    at = text.indexOf("[[", resume);
  }
  return found;
}

function scanContent(text: string, open: number, mask: OpaqueRanges, range: number, content: Content): void {
  let depth = 0;
  let nextOpaque = mask.starts[range] ?? Number.POSITIVE_INFINITY;
  content.close = -1;
  content.stray = false;
  let index = open;
  for (; index < text.length; index++) {
    if (index >= nextOpaque) {
      const kind = mask.kinds[range] as number;
      if ((kind & opaque.destination) !== 0) break;
      if ((kind & steppedOver) !== 0) {
        const end = mask.ends[range] as number;
        if (hasLineBreak(text, index, end)) break;
        index = end;
      }
      nextOpaque = mask.starts[++range] ?? Number.POSITIVE_INFINITY;
      if (index >= nextOpaque) {
        index--;
        continue;
      }
    }
    const unit = text.charCodeAt(index);
    if (unit === CLOSE) {
      const double = text.charCodeAt(index + 1) === CLOSE;
      if (double && (depth === 0 || text.charCodeAt(index + 2) !== CLOSE)) {
        content.close = index;
        content.resume = index + 2;
        return;
      }
      if (depth > 0) depth--;
      else content.stray = true;
    } else if (unit === OPEN) {
      if (text.charCodeAt(index + 1) === OPEN) break;
      depth++;
    } else if (unit === BACKSLASH) {
      const next = text.charCodeAt(index + 1);
      if (next !== 10 && next !== 13 && index + 1 < nextOpaque) index++;
    } else if (unit === 10 || unit === 13) {
      break;
    }
  }
  content.resume = index;
}

/** Ranges are short or hold a line break early, so this looks at each character at most once a wikilink that reaches it. */
function hasLineBreak(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 10 || unit === 13) return true;
  }
  return false;
}

function linkOf(text: string, first: number, open: number, content: Content): WrittenWikilink | undefined {
  // Of three brackets or more the last two open the link, unless the third one pairs with a single bracket of the target.
  const body = content.stray && open - first > 2 ? open - 1 : open;
  const brackets = body - 2;
  const pipe = findPipe(text, body, content.close);
  const target = text.slice(body, pipe === -1 ? content.close : pipe).trim();
  const bare = pipe === -1 || text.charCodeAt(pipe - 1) !== BACKSLASH;
  const name = bare ? target : target.slice(0, -1).trimEnd();
  if (!isTarget(name)) return undefined;
  const embed = text.charCodeAt(brackets - 1) === 33 && !isEscaped(text, brackets - 1);
  return {
    start: embed ? brackets - 1 : brackets,
    end: content.close + 2,
    embed,
    target: name,
    alias: pipe === -1 ? undefined : text.slice(pipe + 1, content.close).trim(),
    shown: pipe === -1 ? body : pipe + 1,
    barePipe: pipe !== -1 && bare,
  };
}

function findPipe(text: string, from: number, to: number): number {
  for (let index = from; index < to; index++) if (text.charCodeAt(index) === PIPE) return index;
  return -1;
}

/** Not a target: nothing, a mere `#`, and the character classes of regular expressions (`[[:alpha:]]`). */
function isTarget(name: string): boolean {
  if (name === "" || name === "#") return false;
  return !(name.length > 1 && name.charCodeAt(0) === 58 && name.charCodeAt(name.length - 1) === 58);
}

const escapedPunctuation = /\\([!-/:-@[-`{-~])/g;

/** The text of a target without the backslashes that escape punctuation. */
export function unescapeTarget(target: string): string {
  return target.includes("\\") ? target.replace(escapedPunctuation, "$1") : target;
}
