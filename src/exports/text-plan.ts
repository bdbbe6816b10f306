/** The text of an export as statements that it may be cut between, and the one place where a bound cuts it. */
import type { Cut } from "../base/cut.ts";
import { GraphdownError } from "../base/errors.ts";
import type { DrawnPart } from "./graph-export.ts";

/** The text of a format that is ready to be written. `opening`, then statements, then `closingAfter` make a whole text wherever it stops. */
export interface PlannedText {
  readonly opening: string;
  /** Consumed once. */
  readonly statements: Iterable<string>;
  /** What has to follow the first `count` statements. */
  closingAfter(count: number): string;
  /** What stands before the closing of a text that was cut, where there is room for it: a comment. Default nothing. */
  readonly cutNote?: string;
  /** The shortest text that is valid in the format, for a bound that not even the opening fits in. */
  readonly smallest: string;
  /**
   * Nodes and edges of the selection, as the format shows them, whether or not a bound lets all of them be written; and its triples,
   * if the format has such.
   */
  counts(): { readonly tripleCount?: number; readonly nodeCount: number; readonly edgeCount: number };
  /** Set when the selection was already reduced to what the format can show. */
  readonly cut?: Cut;
  /** Set with it: what of the selection the text shows. */
  readonly drawn?: DrawnPart;
  /** What readers should know; complete once the statements were consumed. */
  warnings(): readonly string[];
}

/** A text whose triples are counted by who gives them. */
export type PlannedTriples = Pick<PlannedText, "opening" | "statements" | "closingAfter" | "smallest">;

/**
 * The text in pieces, at most `maximum` UTF-16 units in all; gives back the cut, if there was one. Pieces before the end are passed
 * on as they come. A bound that is smaller than an empty text of the format is `invalid_input`.
 */
export function* boundedPieces(plan: PlannedText, maximum: number): Generator<string, Cut | undefined> {
  if (maximum === Number.POSITIVE_INFINITY) return yield* allPieces(plan);
  let length = plan.opening.length;
  if (length + plan.closingAfter(0).length > maximum) {
    if (plan.smallest.length > maximum) throw boundTooSmall(plan.smallest.length, maximum);
    yield plan.smallest;
    return { reason: "characters" };
  }
  yield plan.opening;
  const { cutNote = "" } = plan;
  const fits = (more: number, count: number): boolean => length + more + plan.closingAfter(count).length <= maximum;
  let count = 0;
  // What fits only if it is the last: with it there is no room for the note.
  const held: string[] = [];
  let heldLength = 0;
  for (const statement of plan.statements) {
    const counted = count + held.length + 1;
    if (!fits(heldLength + statement.length, counted)) {
      const isNoted = fits(cutNote.length, count);
      yield (isNoted ? cutNote : "") + plan.closingAfter(count);
      return { reason: "characters" };
    }
    if (held.length > 0 || !fits(statement.length + cutNote.length, counted)) {
      held.push(statement);
      heldLength += statement.length;
      continue;
    }
    length += statement.length;
    count++;
    yield statement;
  }
  yield held.join("") + plan.closingAfter(count + held.length);
  return plan.cut;
}

function* allPieces(plan: PlannedText): Generator<string, Cut | undefined> {
  yield plan.opening;
  let count = 0;
  for (const statement of plan.statements) {
    count++;
    yield statement;
  }
  yield plan.closingAfter(count);
  return plan.cut;
}

function boundTooSmall(least: number, maximum: number): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: `maximumCharacters is ${maximum}, but an empty export in this format already takes ${least}.`,
    details: { reason: "out_of_range", parameter: "maximumCharacters", least },
    next: `Give maximumCharacters at least ${least}.`,
  });
}
