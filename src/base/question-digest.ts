/** What a cursor says of the question that it goes on with: enough to notice that another one is asked. */
import { GraphdownError } from "./errors.ts";
import { sha256OfText } from "./hash.ts";

/**
 * The name of what is asked, and every argument that decides what is found and in which order. The length of a page is none of them.
 * Arguments that are `undefined` count as left out.
 */
export type CursorQuestion = { readonly asked: string } & Readonly<Record<string, unknown>>;

/** It guards against mistakes, not against forgers. */
const digits = 8;

/** Eight hexadecimal digits: the same for the same arguments in whatever order they were named. */
export function questionDigest(question: CursorQuestion): string {
  const given = Object.entries(question).filter(([, value]) => value !== undefined);
  return sha256OfText(JSON.stringify(given.sort(([a], [b]) => (a < b ? -1 : 1)))).slice(0, digits);
}

/** The error of a cursor that another question gave: `invalid_input`. */
export function otherQuestion(cursor: string, { asked }: CursorQuestion): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: `The cursor ${JSON.stringify(cursor.slice(0, 80))} is of another question than this ${asked}.`,
    details: { parameter: "cursor" },
    next: "Ask with the arguments of the answer that gave the cursor (only count may differ), or leave cursor out for the first page.",
  });
}
