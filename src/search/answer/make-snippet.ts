/** Some text around a place of a section, on one line. */
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import { BodySegments } from "../words/body-segments.ts";

/** Longest snippet in code units. */
export const maximumSnippetLength = 240;

/** How much of a snippet stands before the place that it is about. */
const before = 70;

const ellipsis = "…";

/**
 * Text of a section around `offset`, at most 240 code units, without what is hidden; blanks, line breaks and control characters
 * become single blanks. Begins and ends at blanks where there are some near, never inside a character; an ellipsis stands for text
 * that was left out.
 */
export function makeSnippet(document: MarkdownDocument, section: number, offset: number): string {
  const own = document.sections[section]?.own ?? { start: 0, end: 0 };
  const start = startNear(document.text, own.start, offset);
  const opening = start > own.start ? ellipsis : "";
  const { text, complete } = collect(document, section, start, maximumSnippetLength * 4);
  const room = maximumSnippetLength - opening.length;
  if (complete && text.length <= room) return opening + text;
  return opening + cutAtBlank(text, room - ellipsis.length) + ellipsis;
}

/** A place shortly before `offset` where a word begins. */
function startNear(text: string, sectionStart: number, offset: number): number {
  const earliest = Math.max(sectionStart, offset - before);
  if (earliest === sectionStart) return sectionStart;
  for (let at = earliest; at < offset; at++)
    if (isBlank(text.charCodeAt(at - 1)) && !isBlank(text.charCodeAt(at))) return at;
  return isTrail(text.charCodeAt(earliest)) ? earliest + 1 : earliest;
}

/** The visible text from `start` on, at most about `length` code units of it. */
function collect(
  document: MarkdownDocument,
  section: number,
  start: number,
  length: number,
): { readonly text: string; readonly complete: boolean } {
  const segments = new BodySegments();
  segments.loadOnly(document, section);
  let text = "";
  for (let index = 0; index < segments.count; index++) {
    const from = Math.max(start, segments.starts[index] as number);
    const to = segments.ends[index] as number;
    if (to <= from) continue;
    const cut = Math.min(to, from + length);
    const end = cut < to && isTrail(document.text.charCodeAt(cut)) ? cut - 1 : cut;
    text += document.text.slice(from, end);
    if (end < to || text.length > length) return { text: onOneLine(text), complete: false };
  }
  return { text: onOneLine(text), complete: true };
}

function onOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

function cutAtBlank(text: string, length: number): string {
  if (text.length <= length) return text;
  const blank = text.lastIndexOf(" ", length);
  if (blank > length - 40 && blank > 0) return text.slice(0, blank);
  return text.slice(0, isTrail(text.charCodeAt(length)) ? length - 1 : length);
}

function isBlank(unit: number): boolean {
  return unit <= 32;
}

function isTrail(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
