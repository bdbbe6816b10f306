/** What ends the lines of a text, so that what is put into it can end its lines alike. */

/** A line's terminator. */
export type LineEnding = "\n" | "\r\n" | "\r";

/** The terminator that a text uses throughout; `undefined` for a text that mixes them, or has none. */
export function uniformEnding(text: string): LineEnding | undefined {
  if (!text.includes("\r")) return text.includes("\n") ? "\n" : undefined;
  let found: LineEnding | undefined;
  for (const [ending] of text.matchAll(/\r\n|\r|\n/g)) {
    if (found !== undefined && ending !== found) return undefined;
    found = ending as LineEnding;
  }
  return found;
}

/** The text with every line break written as `ending`; as it is when there is none to follow. */
export function withEndings(text: string, ending: LineEnding | undefined): string {
  return ending === undefined ? text : text.replace(/\r\n|\r|\n/g, ending);
}

/** The terminator at the end of a text, `""` where it has none. */
export function endingOf(text: string): LineEnding | "" {
  if (text.endsWith("\r\n")) return "\r\n";
  if (text.endsWith("\n")) return "\n";
  return text.endsWith("\r") ? "\r" : "";
}

/** The first terminator of a text that has one. */
export function firstEnding(text: string): LineEnding | undefined {
  return /\r\n|\r|\n/.exec(text)?.[0] as LineEnding | undefined;
}
