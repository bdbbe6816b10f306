/** The errors that edits of a text can end in. None of them names the file: who edits one adds its path. */
import { GraphdownError } from "./errors.ts";
import { showPath } from "./show-path.ts";

/** The arguments are wrong, whatever the file holds. */
export function wrongEdit(reason: string, message: string, next: string, details: object = {}): GraphdownError {
  return new GraphdownError({ code: "invalid_input", message, details: { reason, ...details }, next });
}

/** The file is there, but the edit does not fit its text. Nothing is written. */
export function editConflict(reason: string, message: string, next: string, details: object = {}): GraphdownError {
  return new GraphdownError({ code: "edit_conflict", message, details: { reason, ...details }, next });
}

/** What is written, or what an edit makes, is too large. `actual` is the size, or at least so much of it as is known. */
export function tooLargeToWrite(actual: number, maximum: number): GraphdownError {
  return new GraphdownError({
    code: "limit_exceeded",
    message: `The file would have ${actual} bytes, and at most ${maximum} are written (maximumWriteBytes).`,
    details: { limit: "maximumWriteBytes", maximum, actual },
    next: "Split the content over several files, or raise maximumWriteBytes.",
  });
}

const shownCharacters = 80;

/** A text as an error shows it: in quotes, escaped, cut. */
export function quoted(text: string): string {
  const cut = text.length > shownCharacters;
  return `${showPath(JSON.stringify(cut ? text.slice(0, shownCharacters) : text))}${cut ? "…" : ""}`;
}
