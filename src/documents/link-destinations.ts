/** Finds what is not shown of the links that an engine gives: destinations, titles and labels, and whole autolinks and definitions. */
import { isLineEnd } from "./character-class.ts";
import type { MarkdownSyntax, SyntaxLink } from "./markdown-engine.ts";
import {
  appendRange,
  createRanges,
  mergeRanges,
  noRanges,
  type OpaqueRanges,
  opaque,
  sortRanges,
} from "./opaque-ranges.ts";

/** How many `](` of one link are looked at before the last one is taken: hostile texts hold thousands. */
const maximumCandidates = 16;

/**
 * Ranges of destinations, labels, definitions (kind `destination`) and autolinks (kind `address`), sorted. `shift` is added to the
 * offsets of the syntax.
 */
export function findDestinations(text: string, syntax: MarkdownSyntax, shift: number): OpaqueRanges {
  if (syntax.links.length === 0 && syntax.definitions.length === 0) return noRanges;
  const links = createRanges(syntax.links.length);
  for (const link of syntax.links) {
    const start = link.start + shift;
    const end = link.end + shift;
    if (link.form === "autolink") appendRange(links, start, end, opaque.address);
    else appendRange(links, hiddenStart(text, link.form, start, end), end, opaque.destination);
  }
  if (syntax.definitions.length === 0) return sortRanges(links);
  const definitions = createRanges(syntax.definitions.length);
  for (const { start, end } of syntax.definitions) {
    appendRange(definitions, start + shift, end + shift, opaque.destination);
  }
  return mergeRanges(sortRanges(links), sortRanges(definitions));
}

/** Where the hidden part of a link begins: at the `(` of its destination or the `[` of its label; its end when there is none. */
function hiddenStart(text: string, form: SyntaxLink["form"], start: number, end: number): number {
  if (form === "reference") {
    let bracket = end - 2;
    while (bracket > start && text.charCodeAt(bracket) !== 91) bracket--;
    return bracket > start && text.charCodeAt(bracket - 1) === 93 ? bracket : end;
  }
  let last = end - 2;
  while (last >= start && !(text.charCodeAt(last) === 93 && text.charCodeAt(last + 1) === 40)) last--;
  if (last < start) return end;
  let at = text.indexOf("](", start);
  for (let tried = 0; at < last && tried < maximumCandidates; tried++, at = text.indexOf("](", at + 2)) {
    if (isDestination(text, at + 2, end - 1)) return at + 1;
  }
  return last + 1;
}

/** Whether [start, end) reads as a destination and an optional title: only asked where a link holds several `](`. */
function isDestination(text: string, start: number, end: number): boolean {
  const inner = text.slice(start, end).trim();
  let index = 0;
  if (inner.startsWith("<")) {
    index = inner.indexOf(">") + 1;
    if (index === 0) return false;
  } else {
    let depth = 0;
    for (; index < inner.length; index++) {
      const unit = inner.charCodeAt(index);
      if (unit === 32 || unit === 9 || isLineEnd(unit)) break;
      if (unit === 92) index++;
      else if (unit === 40) depth++;
      else if (unit === 41 && --depth < 0) return false;
    }
    if (depth !== 0) return false;
  }
  const title = inner.slice(index).trimStart();
  return title === "" || isTitle(title);
}

function isTitle(title: string): boolean {
  const close = title[0] === "(" ? ")" : title[0];
  if (title.length < 2 || (close !== '"' && close !== "'" && close !== ")") || !title.endsWith(close)) return false;
  for (let index = 1; index < title.length - 1; index++) {
    if (title[index] === "\\") index++;
    else if (title[index] === close) return false;
  }
  return true;
}
