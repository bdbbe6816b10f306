/** Finds `#tags` in prose (rule D4). */
import {
  characterClass,
  codePointBefore,
  digitClass,
  emojiClass,
  isEscaped,
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
  let range = 0;
  let at = text.indexOf("#", from);
  if (at !== -1) range = firstRangeAfter(mask, at);
  while (at !== -1) {
    while (range < mask.ends.length && (mask.ends[range] as number) <= at) range++;
    if (range < mask.starts.length && (mask.starts[range] as number) <= at) {
      at = text.indexOf("#", mask.ends[range]);
      continue;
    }
    const limit = mask.starts[range] ?? text.length;
    const end = startsTag(text, at) ? tagEnd(text, at + 1, limit) : -1;
    if (end !== -1 && !isInAttributes(text, at)) {
      const name = text.slice(at + 1, end);
      if (hexColors === "tag" || !isColor(name)) found.push({ name, offset: at });
    }
    at = text.indexOf("#", Math.max(end, at + 1));
  }
  return found;
}

/** Whether what stands before a `#` lets a tag begin: no letter or digit, no escape, entity, second `#` or address. */
function startsTag(text: string, at: number): boolean {
  const before = codePointBefore(text, at);
  if (before === -1 || before === 32 || before === 10 || before === 13 || before === 9) return true;
  if (before === 35 || before === 38) return false;
  if (before === 92) return !isEscaped(text, at);
  if (before === 40 && text.charCodeAt(at - 2) === 93) return false;
  if ((characterClass(before) & (letterClass | digitClass | markClass)) !== 0) return false;
  return !endsAddress(text, at);
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

/** The end of the tag whose first character stands at `start`; −1 when there is none. Slashes at its end do not belong to it. */
function tagEnd(text: string, start: number, limit: number): number {
  let named = false;
  let index = start;
  if (text.charCodeAt(start) === 47) return -1;
  while (index < limit) {
    const unit = text.charCodeAt(index);
    if (unit === 45 || unit === 95 || unit === 47) {
      index++;
      continue;
    }
    const codePoint = unit < 0xd800 || unit > 0xdfff ? unit : (text.codePointAt(index) as number);
    const classes = characterClass(codePoint);
    if ((classes & partOfTag) === 0) break;
    if ((classes & (letterClass | emojiClass)) !== 0) named = true;
    index += codePoint > 0xffff ? 2 : 1;
  }
  while (index > start && text.charCodeAt(index - 1) === 47) index--;
  return named ? index : -1;
}

const hexadecimal = /^(?:[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** 6 or 8 hexadecimal digits of which one is a decimal digit. */
function isColor(name: string): boolean {
  return (name.length === 6 || name.length === 8) && hexadecimal.test(name) && /[0-9]/.test(name);
}
