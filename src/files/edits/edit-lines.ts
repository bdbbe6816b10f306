/** Changes whole lines of a text: replaces and removes them by their numbers, inserts and appends others. */

import { editConflict, quoted, wrongEdit } from "../../base/edit-errors.ts";
import { endingOf, firstEnding, uniformEnding, withEndings } from "../../base/line-endings.ts";
import { lineStarts } from "../../base/lines.ts";

/** What becomes of one line. */
export interface LineEdit {
  /** 1-based, in the file as it is before any of the edits. */
  readonly lineNumber: number;
  /**
   * Replaces the line with its terminator: `""` removes it; text without a terminator at its end keeps the line's own; line breaks in it
   * insert lines and take the ending that the file uses throughout.
   */
  readonly newLine: string;
  /** What the line must hold now, its terminator aside. */
  readonly expectedLine?: string | undefined;
}

/**
 * Makes all edits, or none. Lines never join: in a file that mixes its endings, a lone CR that comes before a LF becomes a CRLF of its own.
 * `invalid_input` for an empty list, a number twice, or one that is no line of the file, with the allowed interval; `edit_conflict` where a
 * line is not the expected one.
 */
export function replaceLines(text: string, edits: readonly LineEdit[]): string {
  const starts = lineStarts(text);
  checkNumbers(edits, starts.length);
  const ending = uniformEnding(text);
  const pieces: Piece[] = [];
  let from = 0;
  for (const edit of edits.toSorted((a, b) => a.lineNumber - b.lineNumber)) {
    const start = starts[edit.lineNumber - 1] as number;
    const end = starts[edit.lineNumber] ?? text.length;
    const line = text.slice(start, end);
    checkExpected(edit, line);
    pieces.push({ text: text.slice(from, start), isNew: false });
    pieces.push({ text: replacementOf(withEndings(edit.newLine, ending), line), isNew: true });
    from = end;
  }
  pieces.push({ text: text.slice(from), isNew: false });
  return joined(pieces);
}

/** Whole lines of the result: those that stay, or those that come in the place of one. */
interface Piece {
  readonly text: string;
  readonly isNew: boolean;
}

/**
 * Puts lines one after the other. Where a lone CR would come before a LF, as it can in a file that mixes its endings, the two would be one
 * line break and a line would be lost: the one that is new gets one character more, so that it is a CRLF; where a line between the two
 * was removed, the CR does.
 */
function joined(pieces: readonly Piece[]): string {
  const parts: string[] = [];
  let before = "";
  for (const { text, isNew } of pieces) {
    if (text === "") continue;
    if (before.endsWith("\r") && text.startsWith("\n")) parts.push(isNew ? "\r" : "\n");
    parts.push(text);
    before = text;
  }
  return parts.join("");
}

function checkNumbers(edits: readonly LineEdit[], lineCount: number): void {
  if (edits.length === 0) throw wrongEdit("empty", "The list of edits is empty.", "Give at least one edit.");
  const seen = new Set<number>();
  for (const { lineNumber } of edits) {
    if (seen.has(lineNumber)) {
      throw wrongEdit(
        "duplicate_line",
        `Line ${lineNumber} is edited twice.`,
        "Give each line once; a newLine with line breaks makes several lines of one.",
        { lineNumber },
      );
    }
    seen.add(lineNumber);
    if (Number.isSafeInteger(lineNumber) && lineNumber >= 1 && lineNumber <= lineCount) continue;
    throw outOfRange("lineNumber", lineNumber, { least: 1, most: lineCount });
  }
}

function checkExpected({ lineNumber, expectedLine }: LineEdit, line: string): void {
  if (expectedLine === undefined || withoutEnding(expectedLine) === withoutEnding(line)) return;
  throw editConflict(
    "unexpected_line",
    `Line ${lineNumber} is ${quoted(withoutEnding(line))} and not ${quoted(withoutEnding(expectedLine))}.`,
    "Read the lines again: the numbers may have moved.",
    { lineNumber, line: withoutEnding(line).slice(0, 500) },
  );
}

function withoutEnding(line: string): string {
  return line.slice(0, line.length - endingOf(line).length);
}

function replacementOf(newLine: string, line: string): string {
  return newLine === "" || endingOf(newLine) !== "" ? newLine : newLine + endingOf(line);
}

/**
 * Inserts whole lines after a line; 0 is the top. A terminator that is missing between lines is added; after a last line without one
 * only what the content itself has comes last.
 */
export function insertLines(text: string, afterLine: number, content: string): string {
  const starts = lineStarts(text);
  if (!(Number.isSafeInteger(afterLine) && afterLine >= 0 && afterLine <= starts.length)) {
    throw outOfRange("afterLine", afterLine, { least: 0, most: starts.length });
  }
  if (content === "") {
    throw wrongEdit("empty", "The content is empty.", 'Give the lines to insert; "\\n" inserts a blank line.');
  }
  const ending = uniformEnding(text);
  const added = ending ?? firstEnding(text) ?? firstEnding(content) ?? "\n";
  const at = starts[afterLine] ?? text.length;
  const before = text.slice(0, at);
  const after = text.slice(at);
  const opens = before !== "" && endingOf(before) === "";
  const adapted = withEndings(content, ending);
  const closes = !opens && endingOf(adapted) === "";
  const opened = opens ? before + added : before;
  return opened + keptApart(closes ? adapted + added : adapted, opened, after) + after;
}

/**
 * Text that is put between two others, such that no line break of it and of theirs become one: where a file mixes its endings, a lone CR
 * before a LF would be a CRLF.
 */
function keptApart(text: string, before: string, after: string): string {
  const start = before.endsWith("\r") && text.startsWith("\n") ? `\r${text}` : text;
  return start.endsWith("\r") && after.startsWith("\n") ? `${start}\n` : start;
}

/** Puts content at the end. A line break is added first if the last line has none and the content does not begin with one. */
export function appendText(text: string, content: string): string {
  const ending = uniformEnding(text);
  const joins = text !== "" && content !== "" && endingOf(text) === "" && !/^[\r\n]/.test(content);
  const added = ending ?? firstEnding(text) ?? firstEnding(content) ?? "\n";
  const opened = joins ? text + added : text;
  return opened + keptApart(withEndings(content, ending), opened, "");
}

function outOfRange(parameter: string, value: number, { least, most }: { least: number; most: number }): Error {
  const has = most === 0 ? "The file has no lines" : `The file has ${most} lines`;
  return wrongEdit(
    "out_of_range",
    `${parameter} is ${value}. ${has}${most < least ? "." : `, so it must be a whole number from ${least} to ${most}.`}`,
    "Read the file for its line numbers; file_access_append adds lines at the end.",
    { parameter, minimum: least, maximum: most, lineCount: most },
  );
}
