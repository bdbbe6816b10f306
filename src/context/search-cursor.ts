/** Cursors of searches: where the next page begins, and the snapshot that the first one was made from. */
import { GraphdownError } from "../base/errors.ts";

export interface SearchCursor {
  /** How many matches come before the page. */
  readonly offset: number;
  /** The first digits of the snapshot's digest. */
  readonly snapshot: string;
}

/** Enough to tell snapshots apart, short enough to be copied. */
const digestDigits = 16;

/** The cursor of the page that begins after `offset` matches. */
export function writeCursor(offset: number, digest: string): string {
  return `${offset}-${digest.slice(0, digestDigits)}`;
}

/** Reads a cursor that {@link writeCursor} made; anything else is `invalid_input`. */
export function readCursor(cursor: string): SearchCursor {
  const match = /^(\d{1,9})-([0-9a-f]{16})$/.exec(cursor);
  if (match !== null) return { offset: Number(match[1]), snapshot: match[2] as string };
  throw new GraphdownError({
    code: "invalid_input",
    message: `The cursor ${JSON.stringify(cursor.slice(0, 40))} was not made by a search.`,
    details: { parameter: "cursor" },
    next: "Give the cursor of an earlier answer as it was, or none for the first page.",
  });
}

/** Whether a cursor was made from another snapshot than the one with this digest. */
export function hasMoved(cursor: SearchCursor, digest: string): boolean {
  return !digest.startsWith(cursor.snapshot);
}
