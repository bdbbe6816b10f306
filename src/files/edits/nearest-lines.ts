/** Finds what a searched text was probably meant to be: lines that differ from it only in blanks or line endings. */
import { lineStarts } from "../../base/lines.ts";

/** Lines of a file. */
export interface NearLines {
  /** 1-based. */
  readonly line: number;
  /** The first of the lines, without its terminator. */
  readonly text: string;
}

/** Lines of the searched text that are compared, and characters of it: enough to tell a place. */
const maximumLines = 50;
const maximumCharacters = 20_000;

/** Where the wanted text stands in the file but for blanks and line endings; `undefined` where nothing comes so near. */
export function nearestLines(text: string, wanted: string): NearLines | undefined {
  const bare = wanted
    .slice(0, maximumCharacters)
    .split(/[\r\n]+/)
    .map(withoutBlanks)
    .filter(isNotEmpty);
  const needle = bare.slice(0, maximumLines);
  if (needle.length === 0) return undefined;
  const starts = lineStarts(text);
  const lines: { readonly number: number; readonly bare: string }[] = [];
  for (const [index, start] of starts.entries()) {
    const line = withoutBlanks(text.slice(start, starts[index + 1]));
    if (line !== "") lines.push({ number: index + 1, bare: line });
  }
  for (let at = 0; at + needle.length <= lines.length; at++) {
    if (!fits(lines, at, needle)) continue;
    const line = (lines[at] as { number: number }).number;
    return { line, text: text.slice(starts[line - 1], starts[line]).replace(/[\r\n]+$/, "") };
  }
  return undefined;
}

/** Whether the needle's lines stand here: the first may be the end of a line, the last the start of one. */
function fits(lines: readonly { readonly bare: string }[], at: number, needle: readonly string[]): boolean {
  const last = needle.length - 1;
  return needle.every((wanted, index) => {
    const line = (lines[at + index] as { bare: string }).bare;
    if (last === 0) return line.includes(wanted);
    if (index === 0) return line.endsWith(wanted);
    return index === last ? line.startsWith(wanted) : line === wanted;
  });
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, "");
}

function isNotEmpty(text: string): boolean {
  return text !== "";
}
