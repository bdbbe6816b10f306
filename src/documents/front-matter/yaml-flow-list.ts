/** The one-line values of the plain YAML reader: quoted, plain, and lists of these in brackets. */
import { keptList } from "../../base/kept-list.ts";
import type { PropertyValue } from "../markdown-document.ts";
import { readScalar, textValue } from "./property-value.ts";

/** A value and the offset after it. */
export interface ValueAt {
  readonly value: PropertyValue;
  readonly end: number;
}

const deepestList = 4;

/** Reads a quoted value that begins at `at` and ends before `end`; `undefined` where it holds an escape or does not end. */
export function readQuoted(source: string, at: number, end: number): ValueAt | undefined {
  const quote = source[at] as string;
  const close = source.indexOf(quote, at + 1);
  if (close === -1 || close >= end) return undefined;
  const text = source.slice(at + 1, close);
  if (quote === '"') return text.includes("\\") ? undefined : { value: textValue(text), end: close + 1 };
  return source.charCodeAt(close + 1) === 0x27 ? undefined : { value: textValue(text), end: close + 1 };
}

/** Reads a list in brackets that begins at `at` and ends before `end`; `undefined` where anything in it is not plain. */
export function readFlowList(source: string, at: number, end: number, depth = 1): ValueAt | undefined {
  const items: PropertyValue[] = [];
  let next = skipBlanks(source, at + 1, end);
  while (next < end) {
    if (source.charCodeAt(next) === 0x5d) {
      return { value: { type: "list", items: keptList(items), text: source.slice(at, next + 1) }, end: next + 1 };
    }
    const item = readFlowItem(source, next, end, depth);
    if (item === undefined) return undefined;
    items.push(item.value);
    next = skipBlanks(source, item.end, end);
    const unit = source.charCodeAt(next);
    if (unit === 0x2c) next = skipBlanks(source, next + 1, end);
    else if (unit !== 0x5d) return undefined;
  }
  return undefined;
}

function readFlowItem(source: string, at: number, end: number, depth: number): ValueAt | undefined {
  const unit = source.charCodeAt(at);
  if (unit === 0x22 || unit === 0x27) return readQuoted(source, at, end);
  if (unit === 0x5b) return depth < deepestList ? readFlowList(source, at, end, depth + 1) : undefined;
  if (!startsPlain(source, at)) return undefined;
  let stop = at;
  while (stop < end && !isFlowEnd(source.charCodeAt(stop))) stop++;
  const mark = source.charCodeAt(stop);
  if (mark !== 0x2c && mark !== 0x5d) return undefined;
  let last = stop;
  while (source.charCodeAt(last - 1) === 0x20) last--;
  return isPlain(source, at, last) ? { value: readScalar(source.slice(at, last)), end: stop } : undefined;
}

/** `,`, `]`, and the marks that end a plain value in a way that is not read here: `[`, `{`, `}`. */
function isFlowEnd(unit: number): boolean {
  return unit === 0x2c || unit === 0x5d || unit === 0x5b || unit === 0x7b || unit === 0x7d;
}

/** Offset of the first character from `at` that is no blank, at most `end`. */
export function skipBlanks(source: string, at: number, end: number): number {
  while (at < end && source.charCodeAt(at) === 0x20) at++;
  return at;
}

/** Whether a plain value may begin at `at`: a letter, digit or other character that is never a mark of YAML. */
export function startsPlain(source: string, at: number): boolean {
  const unit = source.charCodeAt(at);
  if (unit === 0x2d) return isWordUnit(source.charCodeAt(at + 1));
  return (
    isWordUnit(unit) ||
    unit === 0x2f ||
    unit === 0x2e ||
    unit === 0x2b ||
    unit === 0x28 ||
    unit === 0x7e ||
    unit === 0x24
  );
}

function isWordUnit(unit: number): boolean {
  return (
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x30 && unit <= 0x39) ||
    unit === 0x5f ||
    unit > 0x9f
  );
}

/** Whether a piece of a line holds neither the mark of a key (`: `) nor that of a comment (` #`). */
export function isPlain(source: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const unit = source.charCodeAt(at);
    if (unit === 0x3a && (at + 1 === end || source.charCodeAt(at + 1) === 0x20)) return false;
    if (unit === 0x23 && source.charCodeAt(at - 1) === 0x20) return false;
  }
  return true;
}
