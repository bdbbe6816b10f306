/** Guesses from the lines of a text which labels are defined in it. */
import { type DefinedLabels, normaliseLabel } from "./shared-labels.ts";

/**
 * A label with a colon at the start of a line, after marks of containers. For a footnote that is all; a definition has a destination, maybe on
 * the next line, and then the line ends or a title begins.
 */
const labelAtLineStart = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*\[((?:[^[\]\\]|\\[\s\S]){1,999})\]:/gm;
const destination = /[ \t]*(?:\r?\n[ \t>]*)?(?:<[^<>\n]*>|[^\s<]\S*)[ \t]*(?:$|[\r\n"'(])/y;

/** What looks defined: nearly always it is. Takes time in proportion to the length of the text. */
export function likelyLabels(text: string): DefinedLabels {
  const definitions = new Set<string>();
  const footnotes = new Set<string>();
  if (!text.includes("]:")) return { definitions, footnotes };
  for (const match of text.matchAll(labelAtLineStart)) {
    const label = normaliseLabel(match[1]!);
    destination.lastIndex = match.index + match[0].length;
    if (label.startsWith("^")) footnotes.add(label.slice(1));
    else if (destination.test(text)) definitions.add(label);
  }
  return { definitions, footnotes };
}
