/** Cursors of paged questions: where the next page begins, the snapshot that the first one was made from, and what was asked. */
import { GraphdownError } from "../base/errors.ts";
import { type CursorQuestion, otherQuestion, questionDigest } from "../base/question-digest.ts";

export interface SearchCursor {
  /** How many matches come before the page. */
  readonly offset: number;
  /** The first digits of the snapshot's digest. */
  readonly snapshot: string;
}

/** What a cursor goes on with. */
export type PagedQuestion = CursorQuestion & { readonly asked: "search" | "find" | "neighbors" };

/** Enough to tell snapshots apart, short enough to be copied. */
const digestDigits = 16;

/** The cursor of the page that begins after `offset` matches. */
export function writeCursor({
  offset,
  digest,
  question,
}: {
  readonly offset: number;
  readonly digest: string;
  readonly question: PagedQuestion;
}): string {
  return `${offset}-${digest.slice(0, digestDigits)}-${questionDigest(question)}`;
}

/** Reads a cursor that {@link writeCursor} made for the same question; anything else is `invalid_input`. */
export function readCursor(cursor: string, question: PagedQuestion): SearchCursor {
  const match = /^(\d{1,9})-([0-9a-f]{16})-([0-9a-f]{8})$/.exec(cursor);
  if (match === null) {
    throw new GraphdownError({
      code: "invalid_input",
      message: `The cursor ${JSON.stringify(cursor.slice(0, 40))} was not made by ${question.asked}.`,
      details: { parameter: "cursor" },
      next: "Give the cursor of an earlier answer as it was, or none for the first page.",
    });
  }
  if (match[3] !== questionDigest(question)) throw otherQuestion(cursor, question);
  return { offset: Number(match[1]), snapshot: match[2] as string };
}

/** Whether a cursor was made from another snapshot than the one with this digest. */
export function hasMoved(cursor: SearchCursor, digest: string): boolean {
  return !digest.startsWith(cursor.snapshot);
}
