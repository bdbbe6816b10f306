/** The words by which a question says which edges it follows, checked. */
import { GraphdownError } from "../../base/errors.ts";
import { nearestName } from "../../base/nearest-name.ts";
import { showPath } from "../../base/show-path.ts";
import type { EdgeKind } from "../knowledge-graph.ts";
import { edgeKinds } from "./edge-kinds.ts";

/** Which way edges are followed: away from a node, towards it, or either way. */
export type Direction = "out" | "in" | "both";

export const directions: readonly Direction[] = ["both", "out", "in"];

/** The same edges seen from their other end. */
export function reversed(direction: Direction): Direction {
  if (direction === "both") return "both";
  return direction === "out" ? "in" : "out";
}

/** Links from one file to another. */
export const linkKinds: ReadonlySet<EdgeKind> = new Set(["linksTo", "embeds", "relation"]);

/** `both` by default; another word is `invalid_input`. */
export function requireDirection(direction: string = "both"): Direction {
  return oneOf(direction, directions, "direction");
}

/** `undefined` for no choice; a word that is no kind of edge is `invalid_input`. */
export function requireEdgeKinds(kinds: readonly string[] | undefined): ReadonlySet<EdgeKind> | undefined {
  return kinds === undefined ? undefined : new Set(kinds.map((kind) => oneOf(kind, edgeKinds, "kinds")));
}

function oneOf<Word extends string>(value: string, known: readonly Word[], parameter: string): Word {
  const found = known.find((word) => word === value);
  if (found !== undefined) return found;
  const nearest = nearestName(value, known);
  throw new GraphdownError({
    code: "invalid_input",
    message: `${parameter} can't have "${showPath(value)}".`,
    details: { parameter, known, ...(nearest === undefined ? {} : { nearest }) },
    next: nearest === undefined ? `Use ${known.join(", ")}.` : `Did you mean "${nearest}"?`,
  });
}

/** A whole number from 1 to `most`; anything else is `invalid_input`. */
export function requireWhole(parameter: string, value: number, most: number): number {
  if (Number.isSafeInteger(value) && value >= 1 && value <= most) return value;
  throw new GraphdownError({
    code: "invalid_input",
    message: `${parameter} must be a whole number from 1 to ${most}, but it is ${String(value)}.`,
    details: { parameter },
    next: `Give a number from 1 to ${most}, or leave it out.`,
  });
}
