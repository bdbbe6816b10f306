/** The order in which RDF exports say things, the same for the same graph on every machine. */
import type { Literal, NamedNode, Quad } from "../graph/terms.ts";
import { typeIri } from "./subject-block.ts";

/** Predicates that are ranked; a graph with more of them compares the others by their text. */
const maximumRanked = 256;

/** Up to here a plain insertion is faster than the general sort. */
const fewTriples = 40;

/** Sorts the triples of one subject after another. A few predicates make most triples, so their ranks are remembered. */
export class TripleOrder {
  readonly #ranks: Map<string, number> = new Map();
  /** Ranks of the triples that are being sorted, kept between calls. */
  readonly #keys: number[] = [];

  /** Sorts in place: `rdf:type` first, then by predicate, IRIs before literals. */
  sort(triples: Quad[]): void {
    if (triples.length < 2) return;
    if (triples.length <= fewTriples && this.#findRanks(triples)) this.#insert(triples);
    else triples.sort(compareTriples);
  }

  /** Whether every predicate has a rank, new ones included. */
  #findRanks(triples: readonly Quad[]): boolean {
    for (let index = 0; index < triples.length; index++) {
      const predicate = (triples[index] as Quad).predicate.value;
      const rank = this.#ranks.get(predicate);
      if (rank !== undefined) this.#keys[index] = rank;
      else if (this.#ranks.size === maximumRanked) return false;
      else {
        this.#rank(predicate);
        // The ranks of others have moved.
        index = -1;
      }
    }
    return true;
  }

  #rank(predicate: string): void {
    const predicates = [...this.#ranks.keys(), predicate].sort(comparePredicates);
    for (let rank = 0; rank < predicates.length; rank++) this.#ranks.set(predicates[rank] as string, rank);
  }

  #insert(triples: Quad[]): void {
    const keys = this.#keys;
    for (let end = 1; end < triples.length; end++) {
      const triple = triples[end] as Quad;
      const key = keys[end] as number;
      let place = end;
      for (; place > 0; place--) {
        const before = triples[place - 1] as Quad;
        const other = keys[place - 1] as number;
        if (other < key || (other === key && compareObjects(before.object, triple.object) <= 0)) break;
        triples[place] = before;
        keys[place] = other;
      }
      triples[place] = triple;
      keys[place] = key;
    }
  }
}

/** Drops from sorted triples what comes again. */
export function dropRepeated(triples: Quad[]): void {
  let kept = Math.min(1, triples.length);
  for (let index = 1; index < triples.length; index++) {
    const triple = triples[index] as Quad;
    if (compareTriples(triples[kept - 1] as Quad, triple) !== 0) triples[kept++] = triple;
  }
  triples.length = kept;
}

function compareTriples({ predicate: a, object }: Quad, { predicate: b, object: other }: Quad): number {
  return a === b || a.value === b.value ? compareObjects(object, other) : comparePredicates(a.value, b.value);
}

function comparePredicates(a: string, b: string): number {
  return a === typeIri ? -1 : b === typeIri ? 1 : compare(a, b);
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
