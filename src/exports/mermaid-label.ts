/** Text of any kind as a label that Mermaid shows as it is. */
import type { DiagramTexts } from "./diagram-text.ts";

/**
 * Characters that are written as `#number;`, Mermaid's entities: the punctuation of Mermaid, Markdown, HTML, math and icons where it
 * could be taken for that; `ﬂ` and `¶`, which Mermaid uses itself in place of `#` and `;`; blanks other than U+0020, which HTML or
 * Mermaid's line rules would change; and bidirectional controls, so that the source can't be reordered either.
 */
const written =
  /["#$%*;<>@[\\\]^`{|}~\t\u007f\u00a0\u00b6\u061c\u1680\u2000-\u200a\u200e\u200f\u2028-\u202f\u205f\u2066-\u2069\u3000\ufb02\ufeff]|[:&](?! |$)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** Blanks that Mermaid trims or that make a `direction` statement of the whole line; marks that begin a list or a rule. */
const positioned = /^ | $|(?<=direction) |^[-+=]|(?<=^\d+)[.)]/gi;

/** Before a colon, these make Mermaid drop the last `;` of the line, and with it the end of an entity. */
const statementWord = /style|classDef/;

/** Finds anything of the above, and more; most labels hold none. */
const doubtful = /[^\p{L}\p{N} .,/()'!?-]|\ufb02|^[ -]| $|direction |^\d+[.)]/iu;

/**
 * The label in quotes: parses as one string whatever it holds, is never Markdown, HTML, an entity, an icon or a directive, and reads
 * back equal once entities are decoded and `<br/>` is taken for a line end. An empty label is a blank, since Mermaid takes no less.
 */
export function mermaidLabel(text: string, texts: DiagramTexts): string {
  if (text === "") return '" "';
  if (!doubtful.test(text)) return `"${text}"`;
  const escaped = texts.prepare(text).replace(written, entity).replace(positioned, entity).replaceAll("\n", "<br/>");
  return `"${statementWord.test(escaped) ? escaped.replaceAll(":", entity) : escaped}"`;
}

function entity(character: string): string {
  return `#${character.charCodeAt(0)};`;
}
