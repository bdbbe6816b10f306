/** The triples of a graph, gathered by subject: what both RDF writers write as one statement. */
import type { Literal, NamedNode, Quad } from "../graph/terms.ts";

/** All triples of one subject, each once, sorted: types first, then by predicate, IRIs before literals. At least one. */
export interface SubjectBlock {
  readonly subject: string;
  readonly triples: readonly Quad[];
}

/** The IRI of `rdf:type`. */
export const typeIri = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/** The block of a subject from its triples in any order, which must not be used any more. */
export function blockOf(subject: string, triples: Quad[]): SubjectBlock {
  return { subject, triples: sortedOnce(triples) };
}

function sortedOnce(triples: Quad[]): Quad[] {
  if (triples.length === 1) return triples;
  triples.sort(compareTriples);
  let kept = 1;
  for (let index = 1; index < triples.length; index++) {
    const triple = triples[index] as Quad;
    if (compareTriples(triples[kept - 1] as Quad, triple) !== 0) triples[kept++] = triple;
  }
  triples.length = kept;
  return triples;
}

function compareTriples(a: Quad, b: Quad): number {
  if (a.predicate !== b.predicate) {
    const first = a.predicate.value;
    const second = b.predicate.value;
    if (first !== second) return first === typeIri ? -1 : second === typeIri ? 1 : compare(first, second);
  }
  return compareObjects(a.object, b.object);
}

function compareObjects(a: NamedNode | Literal, b: NamedNode | Literal): number {
  if (a === b) return 0;
  if (a.termType !== b.termType) return a.termType === "NamedNode" ? -1 : 1;
  if (a.value !== b.value || a.termType === "NamedNode" || b.termType === "NamedNode") return compare(a.value, b.value);
  return compare(a.datatype.value, b.datatype.value) || compare(a.language, b.language);
}

/** JavaScript's own order: the same on every machine, and by far the fastest. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a === b ? 0 : 1;
}

/**
 * What would end an IRI, or be no part of one: for Turtle the ASCII characters, for JSON-LD processors every blank of Unicode too.
 * Graphs hold valid IRIs, so this is the second lock on the door.
 */
const forbidden = /[\s\u0000-\u001f"<>\\^`{|}]/;
const allForbidden = /[\s\u0000-\u001f"<>\\^`{|}]/g;

/** An IRI that can't end the quotes or brackets around it. */
export function writableIri(iri: string): string {
  return forbidden.test(iri) ? iri.replace(allForbidden, encodeURIComponent) : iri;
}
