/** Replaces text by text: literally, with regard to case, over line breaks too. */

import { editConflict, quoted, tooLargeToWrite, wrongEdit } from "../../base/edit-errors.ts";
import { uniformEnding, withEndings } from "../../base/line-endings.ts";
import { lineOf, lineStarts } from "../../base/lines.ts";
import { applyTextEdits, type TextEdit } from "../../base/text-edits.ts";
import { findOccurrences } from "./find-occurrences.ts";
import { nearestLines } from "./nearest-lines.ts";

/** One replacement. */
export interface Replacement {
  /** The text as it stands in the file; not empty. With `\n` it also matches the one other line ending that a file uses throughout. */
  readonly oldString: string;
  /** What comes in its place. Line breaks take the ending that the file uses throughout. */
  readonly newString: string;
  /** Replace every occurrence, from left to right without overlap. Default `false`: there must be exactly one, overlapping ones counted. */
  readonly replaceAll?: boolean | undefined;
}

/** A text after replacements, and how many were made. */
export interface ReplacedText {
  readonly text: string;
  readonly replacements: number;
}

/** Lines that an error lists. */
const listedLines = 20;

/**
 * Makes replacements one after the other, each on the text that the one before has left; all or none. `invalid_input` for an empty
 * `oldString` or an empty list; `edit_conflict` with reason `not_found`, or `ambiguous` with count and line numbers.
 *
 * @param maximumBytes The result may not be larger (`limit_exceeded`); it is not made first.
 */
export function replaceText(text: string, edits: readonly Replacement[], maximumBytes: number): ReplacedText {
  if (edits.length === 0) throw wrongEdit("empty", "The list of edits is empty.", "Give at least one edit.");
  for (const [index, { oldString }] of edits.entries()) {
    if (oldString === "") {
      throw wrongEdit("empty", `${nameOf(index, edits)}oldString is empty.`, "Give the text that is to be replaced.");
    }
  }
  let current = text;
  let replacements = 0;
  for (const [index, edit] of edits.entries()) {
    const made = replaceOne(current, edit, { name: nameOf(index, edits), maximumBytes });
    current = made.text;
    replacements += made.replacements;
  }
  return { text: current, replacements };
}

function nameOf(index: number, edits: readonly Replacement[]): string {
  return edits.length === 1 ? "" : `Edit ${index + 1} of ${edits.length}: `;
}

interface Circumstances {
  readonly name: string;
  readonly maximumBytes: number;
}

function replaceOne(text: string, { oldString, newString, replaceAll = false }: Replacement, about: Circumstances) {
  const ending = uniformEnding(text);
  const needle = uniformEnding(oldString) === "\n" ? withEndings(oldString, ending) : oldString;
  const replacement = withEndings(newString, ending);
  const growth = Math.max(0, replacement.length - needle.length);
  const edits: TextEdit[] = [];
  const offsets: number[] = [];
  let count = 0;
  let free = 0;
  findOccurrences(text, needle, (start) => {
    count++;
    if (offsets.length < listedLines) offsets.push(start);
    if (start < free || !(replaceAll || count === 1)) return;
    free = start + needle.length;
    edits.push({ start, end: free, text: replacement });
    // A UTF-16 unit takes at least one byte.
    const atLeast = text.length + edits.length * growth;
    if (growth > 0 && atLeast > about.maximumBytes) throw tooLargeToWrite(atLeast, about.maximumBytes);
  });
  if (count === 0) throw notFound(text, oldString, about.name);
  if (count > 1 && !replaceAll) throw ambiguous(text, { count, offsets, name: about.name });
  return { text: applyTextEdits(text, edits), replacements: edits.length };
}

function notFound(text: string, wanted: string, name: string): Error {
  const near = nearestLines(text, wanted);
  const message = `${name}The text ${quoted(wanted)} is not in the file.`;
  if (near === undefined) {
    return editConflict("not_found", message, "Read the lines again and copy the text exactly, blanks included.");
  }
  return editConflict(
    "not_found",
    `${message} Line ${near.line} differs from it only in blanks or line endings: ${quoted(near.text)}.`,
    "Copy the text exactly as it stands there.",
    { nearest: { line: near.line, text: near.text.slice(0, 500) } },
  );
}

function ambiguous(
  text: string,
  { count, offsets, name }: { readonly count: number; readonly offsets: readonly number[]; readonly name: string },
): Error {
  const starts = lineStarts(text);
  const lines = offsets.map((offset) => lineOf(starts, offset));
  const listed = `${lines.join(", ")}${count > lines.length ? " and more" : ""}`;
  return editConflict(
    "ambiguous",
    `${name}The text is in the file ${count} times, starting on line ${listed}.`,
    "Give more of the text around the place that is meant, or replaceAll: true for all of them.",
    { count, lines },
  );
}
