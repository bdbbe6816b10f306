/** Cursors of paged questions: where the next page begins, the snapshot that the first one was made from, and what was asked. */
import { GraphdownError } from "../base/errors.ts";
import { sha256OfText } from "../base/hash.ts";

export interface SearchCursor {
  /** How many matches come before the page. */
  readonly offset: number;
  /** The first digits of the snapshot's digest. */
  readonly snapshot: string;
}

/**
 * What a cursor goes on with: the method's name, and every argument that decides what is found and in which order. The length of a page is
 * none of them. Arguments that are `undefined` count as left out.
 */
export type PagedQuestion = { readonly asked: "search" | "find" | "neighbors" } & Readonly<Record<string, unknown>>;

/** Enough to tell snapshots apart, short enough to be copied. */
const digestDigits = 16;

/** Enough to notice a cursor of another question: it guards against mistakes, not against forgers. */
const questionDigits = 8;

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
  return `${offset}-${digest.slice(0, digestDigits)}-${digestOf(question)}`;
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
  if (match[3] !== digestOf(question)) {
    throw new GraphdownError({
      code: "invalid_input",
      message: `The cursor ${JSON.stringify(cursor)} is of another question than this ${question.asked}.`,
      details: { parameter: "cursor" },
      next: "Ask with the arguments of the answer that gave the cursor (only count may differ), or leave cursor out for the first page.",
    });
  }
  return { offset: Number(match[1]), snapshot: match[2] as string };
}

/** Whether a cursor was made from another snapshot than the one with this digest. */
export function hasMoved(cursor: SearchCursor, digest: string): boolean {
  return !digest.startsWith(cursor.snapshot);
}

/** The same for the same arguments in whatever order they were named. */
function digestOf(question: PagedQuestion): string {
  const given = Object.entries(question).filter(([, value]) => value !== undefined);
  return sha256OfText(JSON.stringify(given.sort(([a], [b]) => (a < b ? -1 : 1)))).slice(0, questionDigits);
}
