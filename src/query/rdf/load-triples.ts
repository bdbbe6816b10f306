/** Quads as a set of triples, without keeping others from their turn. */
import type { GivenQuad } from "../../exports/write-quads.ts";
import type { TermTable } from "./term-table.ts";
import type { TripleSet } from "./triple-set.ts";
import type { WorkGuard } from "./work-guard.ts";

/** Quads between two chances for others. */
const quadsAtOnce = 1_024;

export interface LoadTriplesOptions {
  readonly quads: Iterable<GivenQuad>;
  readonly into: TripleSet;
  readonly terms: TermTable;
  readonly guard: WorkGuard;
}

/** Adds the triples of all quads, whatever graph they are in. */
export async function loadTriples({ quads, into, terms, guard }: LoadTriplesOptions): Promise<void> {
  let count = 0;
  for (const { subject, predicate, object } of quads) {
    guard.step();
    into.add(terms.numberOf(subject), terms.numberOf(predicate), terms.numberOf(object));
    count += 1;
    if (count % quadsAtOnce === 0) await guard.pause();
  }
}
