/** Finds what satteri and remark read differently within a line: emphasis in places where it changes a text, and unusual blanks. */
import type { TextRange } from "../markdown-engine.ts";

/** A delimiter run with an emoji on one side and no blank on the other. remark looks at UTF-16 units, to which emoji are no punctuation. */
const besideEmoji =
  /(?=[\p{P}\p{S}])[\u{10000}-\u{10FFFF}][*_~]+[^\s*_~]|[^\s*_~][*_~]+(?=[\p{P}\p{S}])[\u{10000}-\u{10FFFF}]/u;

/** A run of `*` between `_` and a letter. remark does not take the `_` for a reason to open or close it there. */
const betweenDelimiters = /_\*+[^\s\p{P}\p{S}]|[^\s\p{P}\p{S}]\*+_/u;

/** Such a run that both parsers match with the only other one. */
const onePair = /^[^*]*_(\*+)[^\s\p{P}\p{S}](?:[^*]*[^\s\p{P}\p{S}])?\1_[^*]*$/u;

/**
 * Whether the emphasis in a heading or link may be resolved differently. Emphasis elsewhere does not matter: it changes no value of a
 * `MarkdownSyntax`.
 */
export function hasDoubtfulEmphasis(source: string, range: TextRange): boolean {
  const text = source.slice(range.start, range.end);
  if (!text.includes("*") && !text.includes("_") && !text.includes("~")) return false;
  if (betweenDelimiters.test(text) && !onePair.test(text)) return true;
  return besideEmoji.test(text);
}

/** Whether a text that is not all ASCII has a blank of one parser only: the zero-width no-break space, the "next line" control. */
export function hasDoubtfulBlank(source: string): boolean {
  return source.includes("\uFEFF") || source.includes("\u0085");
}

/** Whether the character before `at` lies beyond the basic plane; `www.` after an emoji is a link for satteri only. */
export function isAfterEmoji(source: string, at: number): boolean {
  return at > 0 && (source.charCodeAt(at - 1) & 0xf800) === 0xd800;
}
