/** What may name a revision of a repository. */
import { GraphdownError } from "../base/errors.ts";
import { showPath } from "../base/show-path.ts";

const maximumCharacters = 256;

/** Why a text can't name a revision, as the `details.reason` of the error, and in words. */
const faults = {
  not_text: "it is not text",
  empty: "it is empty",
  too_long: `it is longer than ${maximumCharacters} characters`,
  control_character: "it holds a control character",
  option: "it begins with a dash",
  range: "it is a range, and one revision is wanted",
  path: "it names a file in a revision, or searches messages",
} as const;

/**
 * Gives the text back when it may name a commit as git writes it: a branch, a tag, a hash or the beginning of one, `HEAD~3`,
 * `main@{yesterday}`. Whether there is such a commit, only the repository knows. What searches the messages of commits (`:/text`,
 * `HEAD^{/text}`) is refused, since how long that takes nobody can tell. Everything else is `invalid_input` with the reason.
 */
export function checkRevision(revision: unknown): string {
  const fault = faultOf(revision);
  if (fault === undefined) return revision as string;
  const shown = typeof revision === "string" ? `"${showPath(revision)}"` : String(revision);
  throw new GraphdownError({
    code: "invalid_input",
    message: `The revision ${shown} can't be used: ${faults[fault]}.`,
    details: { reason: fault },
    next: "Name a commit by a branch, a tag or a hash, such as main, v1.2 or HEAD~3.",
  });
}

function faultOf(revision: unknown): keyof typeof faults | undefined {
  if (typeof revision !== "string") return "not_text";
  if (revision === "") return "empty";
  if (revision.length > maximumCharacters) return "too_long";
  if (/[\p{Cc}\p{Cs}]/u.test(revision)) return "control_character";
  if (revision.startsWith("-")) return "option";
  // What stands in `@{…}` is a date or a branch, and may hold anything.
  const outside = revision.replace(/@\{[^{}]*\}/g, "");
  if (outside.includes("..")) return "range";
  return /[:{]\/|:/.test(outside) ? "path" : undefined;
}
