/** Finds what satteri and remark read differently within a line: emphasis in places where it changes a text, and unusual blanks. */
import type { TextRange } from "../markdown-engine.ts";

/** A delimiter run with an emoji on one side and no blank on the other. remark looks at UTF-16 units, to which emoji are no punctuation. */
const besideEmoji =
  /(?=[\p{P}\p{S}])[\u{10000}-\u{10FFFF}][*_~]+[^\s*_~]|[^\s*_~][*_~]+(?=[\p{P}\p{S}])[\u{10000}-\u{10FFFF}]/u;

/** Delimiters of different kinds side by side: remark, unlike satteri, does not take one for a reason to open or close the other. */
const mixedDelimiters = /\*_|_\*|~[*_]|[*_]~/;

/** An escaped delimiter right before others: satteri takes it for a part of their run. */
const escapedDelimiter = /\\[*_~][*_~]/;

/** The one use of them that both read alike: around a whole text. */
const aroundText = /^[^*_~]*?([*_]+)[\p{L}\p{N}](?:[^*_~]*[\p{L}\p{N}])?([*_]+)[^*_~]*$/u;

/**
 * Whether the emphasis in a heading or link may be resolved differently. Emphasis elsewhere does not matter: it changes no value of a
 * `MarkdownSyntax`.
 */
export function hasDoubtfulEmphasis(source: string, range: TextRange): boolean {
  if (!hasDelimiter(source, range)) return false;
  const text = source.slice(range.start, range.end).replace(/`[^`]*`/g, "x");
  if (mixedDelimiters.test(text) && !isAroundText(text)) return true;
  return escapedDelimiter.test(text) || besideEmoji.test(text);
}

/** Blanks and a line break right behind a bracket: of those in a heading, satteri keeps neither and remark the line break. */
const breakInBracket = /\[[ \t]+(?:\r\n|\r|\n)/;

/** Whether the text of a heading over several lines may be joined differently. */
export function hasDoubtfulBreak(source: string, { start, end }: TextRange): boolean {
  return breakInBracket.test(source.slice(start, end));
}

function hasDelimiter(source: string, { start, end }: TextRange): boolean {
  for (let at = start; at < end; at += 1) {
    const code = source.charCodeAt(at);
    if (code === 0x2a || code === 0x5f || code === 0x7e) return true;
  }
  return false;
}

function isAroundText(text: string): boolean {
  const [, opening, closing] = aroundText.exec(text) ?? [];
  return opening !== undefined && closing !== undefined && opening === [...closing].reverse().join("");
}

/** Whether a text that is not all ASCII has a blank of one parser only: the zero-width no-break space, the "next line" control. */
export function hasDoubtfulBlank(source: string): boolean {
  return source.includes("\uFEFF") || source.includes("\u0085");
}

/** Whether the character before `at` lies beyond the basic plane; `www.` after an emoji is a link for satteri only. */
export function isAfterEmoji(source: string, at: number): boolean {
  return at > 0 && (source.charCodeAt(at - 1) & 0xf800) === 0xd800;
}
