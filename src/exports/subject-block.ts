/** The triples of a graph, gathered by subject: what RDF writers write as one statement. */
import type { Quad } from "../graph/terms.ts";

/** All triples of one subject, each once and at least one: its types first, then by predicate, IRIs before literals. */
export interface SubjectBlock {
  readonly subject: string;
  readonly triples: readonly Quad[];
  /** The IRI of the document that says it, whose named graph it is in; absent for what documents share. */
  readonly graph?: string;
}

/** The IRI of `rdf:type`. */
export const typeIri = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/** The position after the last triple that has the predicate of the one at `start`. */
export function endOfPredicate(triples: readonly Quad[], start: number): number {
  const { predicate } = triples[start] as Quad;
  let end = start + 1;
  for (; end < triples.length; end++) {
    const other = (triples[end] as Quad).predicate;
    if (other !== predicate && other.value !== predicate.value) break;
  }
  return end;
}
