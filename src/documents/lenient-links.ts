/** `[text](path with blanks.md)`: what CommonMark does not take as a link, found so that it can count when its target exists. */
import { isBlank, isEscaped, isLineEnd } from "./character-class.ts";
import { addLink, type LinkCollection } from "./link-collection.ts";
import {
  appendRange,
  createRanges,
  firstRangeAfter,
  noRanges,
  type OpaqueRanges,
  opaque,
  opaqueEndAt,
} from "./opaque-ranges.ts";
import { schemeOf } from "./schemes.ts";
import { unescapeTarget } from "./wikilinks.ts";

/** Longest destination and longest text that are looked at, in code units. */
const maximumLength = 1_024;

/** What {@link addLenientLinks} takes. */
export interface LenientInput {
  readonly text: string;
  readonly from: number;
  readonly mask: OpaqueRanges;
  readonly collection: LinkCollection;
}

/** Adds these links with `onlyIfResolved`; gives the ranges of their destinations, in which there are no tags. */
export function addLenientLinks({ text, from, mask, collection }: LenientInput): OpaqueRanges {
  let destinations = noRanges;
  let floor = from;
  for (let at = text.indexOf("](", from); at !== -1; at = text.indexOf("](", at + 2)) {
    if (opaqueEndAt(mask, at + 1) !== -1 || opaqueEndAt(mask, at) !== -1) continue;
    const close = destinationEnd(text, at + 2);
    if (close === -1 || isEscaped(text, at)) continue;
    if ((mask.starts[firstRangeAfter(mask, at + 1)] ?? close) < close) continue;
    const target = destinationOf(text.slice(at + 2, close));
    if (target === undefined) continue;
    const open = openingBracket(text, at, floor);
    if (open === -1) continue;
    const embed = text.charCodeAt(open - 1) === 33 && !isEscaped(text, open - 1);
    const link = addLink(collection, {
      syntax: "markdown",
      embed,
      lookup: "path",
      target,
      text: text.slice(open + 1, at),
      start: embed ? open - 1 : open,
      end: close + 1,
    });
    if (link === undefined) continue;
    link.onlyIfResolved = true;
    if (destinations === noRanges) destinations = createRanges();
    appendRange(destinations, at + 1, close + 1, opaque.destination);
    floor = close + 1;
  }
  return destinations;
}

/** Where the parenthesis closes that opens before `start`: on the same line, balanced, before another `](`; −1 otherwise. */
function destinationEnd(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < start + maximumLength; index++) {
    const unit = text.charCodeAt(index);
    if (isLineEnd(unit)) return -1;
    if (unit === 92) index++;
    else if (unit === 40) depth++;
    else if (unit === 41 && depth-- === 0) return index;
    else if (unit === 93 && text.charCodeAt(index + 1) === 40) return -1;
  }
  return -1;
}

/** The destination with a blank in it that stands between the parentheses; `undefined` when there is none, or it has a scheme. */
function destinationOf(written: string): string | undefined {
  const target = withoutTitle(written.trim());
  if (target[0] === "<" || !/[ \t]/.test(target) || schemeOf(target) !== undefined) return undefined;
  return unescapeTarget(target);
}

/** What stands before a title in quotes. */
function withoutTitle(inner: string): string {
  const quote = inner[inner.length - 1];
  if (quote !== '"' && quote !== "'") return inner;
  const open = inner.lastIndexOf(quote, inner.length - 2);
  return open > 0 && isBlank(inner.charCodeAt(open - 1)) ? inner.slice(0, open).trimEnd() : inner;
}

/** The bracket that opens the text which ends at `close`, on the same line and not before `floor`; −1 when there is none. */
function openingBracket(text: string, close: number, floor: number): number {
  let depth = 0;
  const first = Math.max(floor, close - maximumLength);
  for (let index = close - 1; index >= first; index--) {
    const unit = text.charCodeAt(index);
    if (unit === 10 || unit === 13) return -1;
    if (unit === 93 && !isEscaped(text, index)) depth++;
    else if (unit === 91 && !isEscaped(text, index) && depth-- === 0) return index;
  }
  return -1;
}
