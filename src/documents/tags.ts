/** Finds `#tags` in prose (rule D4). */
import {
  characterClass,
  codePointBefore,
  digitClass,
  emojiClass,
  isEscaped,
  isLetterOrDigit,
  joinerClass,
  letterClass,
  markClass,
} from "./character-class.ts";
import { firstRangeAfter, type OpaqueRanges } from "./opaque-ranges.ts";

/** A tag as it stands in the body. */
export interface WrittenTag {
  /** Without `#`. */
  readonly name: string;
  /** Offset of the `#`. */
  readonly offset: number;
}

const partOfTag = letterClass | digitClass | markClass | emojiClass | joinerClass;
const UNDERSCORE = 95;
const SLASH = 47;
/** How far back an address is looked for before a `#`, in code units. */
const maximumLookBack = 256;

/** What {@link findTags} takes. */
export interface TagsInput {
  readonly text: string;
  readonly from: number;
  readonly mask: OpaqueRanges;
  readonly hexColors: "color" | "tag";
}

/**
 * Every tag from `from` on outside the mask: `#`, then letters, marks and digits of any script, emoji, `-`, `_` and `/`, with a letter or
 * emoji among them. `hexColors`: whether `#FA4616` is a `color` or a `tag`.
 */
export function findTags({ text, from, mask, hexColors }: TagsInput): WrittenTag[] {
  const found: WrittenTag[] = [];
  // Without what attributes and addresses have, a text need not be gone back through for each tag.
  const hasBraces = text.includes("{");
  const hasAddresses = text.includes("://") || text.includes(".");
  let range = 0;
  let at = text.indexOf("#", from);
  if (at !== -1) range = firstRangeAfter(mask, at);
  while (at !== -1) {
    while (range < mask.count && (mask.ends[range] as number) <= at) range++;
    if (range < mask.count && (mask.starts[range] as number) <= at) {
      at = text.indexOf("#", mask.ends[range]);
      continue;
    }
    const limit = mask.starts[range] ?? text.length;
    const end = startsTag(text, at, hasAddresses) ? withoutEmphasis(text, at, tagEnd(text, at + 1, limit)) : -1;
    if (end !== -1 && !(hasBraces && isInAttributes(text, at))) {
      const name = text.slice(at + 1, end);
      if (hexColors === "tag" || !isColor(name)) found.push({ name, offset: at });
    }
    at = text.indexOf("#", Math.max(end, at + 1));
  }
  return found;
}

/** Whether what stands before a `#` lets a tag begin: no letter or digit, no escape, entity, second `#` or address. */
function startsTag(text: string, at: number, hasAddresses: boolean): boolean {
  const before = codePointBefore(text, at);
  if (before === -1 || before === 32 || before === 10 || before === 13 || before === 9) return true;
  if (before === 35 || before === 38) return false;
  if (before === 92) return !isEscaped(text, at);
  if (before === 40 && text.charCodeAt(at - 2) === 93) return false;
  if ((characterClass(before) & (letterClass | digitClass | markClass)) !== 0) return false;
  return !(hasAddresses && endsAddress(text, at));
}

/** Whether the run of characters before `at` is an address without blanks: it has `://`, or a dotted name before a slash. */
function endsAddress(text: string, at: number): boolean {
  let slash = false;
  const first = Math.max(0, at - maximumLookBack);
  for (let index = at - 1; index >= first; index--) {
    const unit = text.charCodeAt(index);
    if (unit <= 32 || unit === 60 || unit === 34) return false;
    if (unit === 47) {
      if (text.charCodeAt(index - 1) === 47 && text.charCodeAt(index - 2) === 58) return true;
      slash = true;
    } else if (unit === 46 && slash && isWord(text.charCodeAt(index + 1)) && isWord(text.charCodeAt(index - 1))) {
      return true;
    }
  }
  return false;
}

/** Longest `{#id .class key=value}`, in code units. */
const maximumAttributes = 256;
/** What stands between the braces of attributes: `#id`, `.class` and `key=value`, after a colon or not. */
const attributes = /^:?[ \t]*(?:(?:[#.][^\s{}]+|[\w:-]+=(?:"[^"{}]*"|'[^'{}]*'|[^\s"'{}]+))(?:[ \t]+|$))+$/;

/** Whether the `#` at `at` stands in braces that hold attributes of a heading or block: there it begins an id. */
function isInAttributes(text: string, at: number): boolean {
  const first = Math.max(0, at - maximumAttributes);
  for (let open = at - 1; open >= first; open--) {
    const unit = text.charCodeAt(open);
    if (unit === 10 || unit === 13 || unit === 125) return false;
    if (unit !== 123) continue;
    const ahead = text.slice(open + 1, open + maximumAttributes);
    const close = ahead.indexOf("}");
    return close !== -1 && attributes.test(ahead.slice(0, close));
  }
  return false;
}

function isWord(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57);
}

/** The end of a tag at `at` without the underscores that close emphasis which was opened before it on its line: `_#tag_`. */
function withoutEmphasis(text: string, at: number, end: number): number {
  if (text.charCodeAt(end - 1) !== UNDERSCORE) return end;
  let closing = end;
  while (text.charCodeAt(closing - 1) === UNDERSCORE) closing--;
  return Math.max(closing, end - openUnderscores(text, at));
}

/** The length of the last run of underscores before `at` on its line if it opens emphasis; 0 when it closes some, or there is none. */
function openUnderscores(text: string, at: number): number {
  const first = Math.max(0, at - maximumLookBack);
  for (let index = at; index > first; index--) {
    const unit = text.charCodeAt(index - 1);
    if (unit === 10 || unit === 13) return 0;
    if (unit !== UNDERSCORE) continue;
    let start = index - 1;
    while (start > first && text.charCodeAt(start - 1) === UNDERSCORE) start--;
    const before = codePointBefore(text, start);
    const after = text.charCodeAt(index);
    const opens = after !== 32 && after !== 9 && (before === -1 || !isLetterOrDigit(before));
    const closes = before !== -1 && before > 32 && !isLetterOrDigit(after);
    if (opens && !closes) return isEscaped(text, start) ? 0 : index - start;
    if (opens || closes) return 0;
    index = start + 1;
  }
  return 0;
}

/**
 * The end of the tag whose first character stands at `start`; −1 when there is none. A tag ends before an empty segment, and slashes at
 * its end do not belong to it.
 */
function tagEnd(text: string, start: number, limit: number): number {
  let named = false;
  let index = start;
  if (text.charCodeAt(start) === SLASH) return -1;
  while (index < limit) {
    const unit = text.charCodeAt(index);
    if (unit === 45 || unit === UNDERSCORE || unit === SLASH) {
      if (unit === SLASH && text.charCodeAt(index + 1) === SLASH) break;
      index++;
      continue;
    }
    const codePoint = unit < 0xd800 || unit > 0xdfff ? unit : (text.codePointAt(index) as number);
    const classes = characterClass(codePoint);
    if ((classes & partOfTag) === 0) break;
    if ((classes & (letterClass | emojiClass)) !== 0) named = true;
    index += codePoint > 0xffff ? 2 : 1;
  }
  while (index > start && text.charCodeAt(index - 1) === SLASH) index--;
  return named ? index : -1;
}

const hexadecimal = /^(?:[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** 6 or 8 hexadecimal digits of which one is a decimal digit. */
function isColor(name: string): boolean {
  return (name.length === 6 || name.length === 8) && hexadecimal.test(name) && /[0-9]/.test(name);
}
