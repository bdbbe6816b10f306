/** Finds `key:: value` lines and `[key:: value]`, `(key:: value)` within text. */
import { rdfPrefixes } from "../base/rdf-prefixes.ts";
import {
  characterClass,
  digitClass,
  emojiClass,
  isBlank,
  isEscaped,
  isLineEnd,
  joinerClass,
  letterClass,
  markClass,
} from "./character-class.ts";
import type { TextRange } from "./markdown-engine.ts";
import { firstRangeAfter, type OpaqueRanges } from "./opaque-ranges.ts";

/** An inline property as written. Its range is that of the value, without blanks around it. */
export interface WrittenProperty extends TextRange {
  readonly key: string;
  /** Where the key begins. */
  readonly offset: number;
}

/** Longest key and longest value in brackets, in code units; both keep hostile lines linear. */
const maximumKey = 64;
const maximumValue = 1_000;

const partOfKey = letterClass | digitClass | markClass | emojiClass | joinerClass;

/** Brackets of one line that may stay open before the rest of the line is taken to have no properties in brackets. */
const maximumUnclosed = 16;

/** Every inline property from `from` on whose `::` is outside the mask, in order. Nested ones come after the one around them. */
export function findInlineProperties(text: string, from: number, mask: OpaqueRanges): WrittenProperty[] {
  const found: WrittenProperty[] = [];
  let unclosed = 0;
  let lineEnd = -1;
  for (let at = text.indexOf("::", from); at !== -1; at = text.indexOf("::", at + 2)) {
    const next = text.charCodeAt(at + 2);
    if (!isBlank(next) || !isKeyEnd(text.charCodeAt(at - 1))) continue;
    const range = firstRangeAfter(mask, at);
    if ((mask.starts[range] ?? text.length) <= at) continue;
    if (at > lineEnd) {
      unclosed = 0;
      lineEnd = at;
      while (!isLineEnd(text.charCodeAt(lineEnd))) lineEnd++;
    }
    const start = prefixStart(text, keyStart(text, at, from), from);
    let end = -1;
    if (isInBrackets(text, start, from)) {
      if (unclosed < maximumUnclosed) end = closingBracket(text, at + 2, text.charCodeAt(start - 1));
      if (end === -1) unclosed++;
      else if (isLinkText(text, end)) end = -1;
    } else if (startsLine(text, start, from)) {
      end = lineEnd;
    }
    const property = end === -1 ? undefined : makeProperty(text, start, at, end);
    if (property !== undefined) found.push(property);
  }
  return found;
}

/** Whether a bracket or parenthesis stands before the key: one that is not escaped and not one of two. */
function isInBrackets(text: string, start: number, from: number): boolean {
  if (start <= from) return false;
  const opening = text.charCodeAt(start - 1);
  if (opening !== 91 && opening !== 40) return false;
  return !isEscaped(text, start - 1) && text.charCodeAt(start - 2) !== opening;
}

/** Keys end in a letter, digit or emoji, or in the asterisks of emphasis. */
function isKeyEnd(unit: number): boolean {
  return !Number.isNaN(unit) && unit !== 58 && (unit > 127 || unit === 42 || (characterClass(unit) & partOfKey) !== 0);
}

/** Whether a bracket that closes at `close` is followed by a destination or label, so that the brackets hold the text of a link. */
function isLinkText(text: string, close: number): boolean {
  const next = text.charCodeAt(close + 1);
  return text.charCodeAt(close) === 93 && (next === 40 || next === 91);
}

/** Goes back over the characters of a key; never over a line break. */
function keyStart(text: string, colons: number, from: number): number {
  let index = colons;
  const first = Math.max(from, colons - maximumKey);
  while (index > first) {
    const unit = text.charCodeAt(index - 1);
    const inKey =
      isBlank(unit) ||
      unit === 45 ||
      unit === 95 ||
      unit === 42 ||
      unit === 47 ||
      (unit >= 0xd800 && unit <= 0xdfff) ||
      (characterClass(unit) & partOfKey) !== 0;
    if (!inKey) break;
    index--;
  }
  return index;
}

const knownPrefix = new RegExp(`(?<![\\w-])(?:${[...rdfPrefixes.keys()].join("|")}):$`);
const longestPrefix = Math.max(...Array.from(rdfPrefixes.keys(), ({ length }) => length)) + 2;

/** Where a key begins whose name begins at `start`: a known prefix before it (`foaf:knows`) is part of it. */
function prefixStart(text: string, start: number, from: number): number {
  if (start <= from || text.charCodeAt(start - 1) !== 58 || isBlank(text.charCodeAt(start))) return start;
  const before = text.slice(Math.max(from, start - longestPrefix), start);
  return start - (knownPrefix.exec(before)?.[0].length ?? 0);
}

const taskMark = /^\[[^\]\r\n]\][ \t]$/;

/**
 * Whether a key that begins at `start` begins its line, but for quote marks, a list marker and a task mark. The markers `-`, `*` and
 * numbers are read as part of the key when going back, and taken off by `makeProperty`.
 */
function startsLine(text: string, start: number, from: number): boolean {
  let index = start;
  while (index > from) {
    const unit = text.charCodeAt(index - 1);
    if (isLineEnd(unit)) return true;
    if (isBlank(unit) || unit === 62 || unit === 43) index--;
    else if (unit === 93 && taskMark.test(text.slice(index - 3, index + 1))) index -= 3;
    else if (unit === 46 || unit === 41) {
      let digits = index - 1;
      while (digits > from && digits > index - 11 && isDigit(text.charCodeAt(digits - 1))) digits--;
      if (digits === index - 1) return false;
      index = digits;
    } else if (unit === 45 || unit === 42) index--;
    else return false;
  }
  return true;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

function closingBracket(text: string, from: number, opening: number): number {
  const closing = opening === 91 ? 93 : 41;
  let depth = 0;
  for (let index = from; index < from + maximumValue; index++) {
    const unit = text.charCodeAt(index);
    if (isLineEnd(unit)) return -1;
    if (unit === 92) index++;
    else if (unit === opening) depth++;
    else if (unit === closing && depth-- === 0) return index;
  }
  return -1;
}

const marker = /^[ \t]*(?:[-*][ \t]+)*/;
const emphasis = /^(?:\*{1,3}|_{1,3})?(.*?)(?:\*{1,3}|_{1,3})?$/s;
const letterOrEmoji = /[\p{L}\p{Extended_Pictographic}]/u;
const trailingBlockId = /[ \t]\^[\w-]+$/;

function makeProperty(text: string, keyFrom: number, colons: number, valueTo: number): WrittenProperty | undefined {
  const written = text.slice(keyFrom, colons);
  const offset = keyFrom + (marker.exec(written)?.[0].length ?? 0);
  const key = (emphasis.exec(text.slice(offset, colons).trim())?.[1] ?? "").trim();
  if (!letterOrEmoji.test(key)) return undefined;
  let start = colons + 2;
  while (start < valueTo && isBlank(text.charCodeAt(start))) start++;
  let end = valueTo;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  const blockId = trailingBlockId.exec(text.slice(Math.max(start, end - maximumKey), end));
  if (blockId !== null) end -= blockId[0].length;
  return end <= start ? undefined : { key, offset, start, end };
}
