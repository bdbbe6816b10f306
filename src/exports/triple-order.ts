/** The order in which RDF exports say things, the same for the same graph on every machine. */
import type { Literal, NamedNode } from "../graph/terms.ts";

const typeIri = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/** Predicates that are ranked; a graph with more of them compares the others by their text. */
const maximumRanked = 256;

/** Up to here a plain insertion is faster than the general sort. */
const fewItems = 24;

/** The order of predicates: `rdf:type`, then by IRI. A few predicates make most triples, so their ranks are remembered. */
export class PredicateOrder {
  readonly #ranks: Map<string, number> = new Map();

  sort(properties: { readonly predicate: string }[]): void {
    for (const { predicate } of properties)
      if (this.#ranks.size < maximumRanked && !this.#ranks.has(predicate)) this.#rank(predicate);
    sortFewOrMany(properties, (a, b) => this.#compare(a.predicate, b.predicate));
  }

  #compare(a: string, b: string): number {
    const first = this.#ranks.get(a);
    const second = this.#ranks.get(b);
    return first === undefined || second === undefined ? comparePredicates(a, b) : first - second;
  }

  #rank(predicate: string): void {
    const predicates = [...this.#ranks.keys(), predicate].sort(comparePredicates);
    for (let rank = 0; rank < predicates.length; rank++) this.#ranks.set(predicates[rank] as string, rank);
  }
}

function comparePredicates(a: string, b: string): number {
  return a === typeIri ? -1 : b === typeIri ? 1 : compare(a, b);
}

/** Sorts the objects of one subject and predicate, IRIs before literals, and drops those that come again. */
export function sortObjects(objects: (NamedNode | Literal)[]): void {
  sortFewOrMany(objects, compareObjects);
  let kept = 1;
  for (let index = 1; index < objects.length; index++) {
    const object = objects[index] as NamedNode | Literal;
    if (compareObjects(objects[kept - 1] as NamedNode | Literal, object) !== 0) objects[kept++] = object;
  }
  objects.length = kept;
}

function compareObjects(a: NamedNode | Literal, b: NamedNode | Literal): number {
  if (a === b) return 0;
  if (a.termType !== b.termType) return a.termType === "NamedNode" ? -1 : 1;
  if (a.value !== b.value || a.termType === "NamedNode" || b.termType === "NamedNode") return compare(a.value, b.value);
  return compare(a.datatype.value, b.datatype.value) || compare(a.language, b.language);
}

function sortFewOrMany<Item>(items: Item[], compareItems: (a: Item, b: Item) => number): void {
  if (items.length > fewItems) {
    items.sort(compareItems);
    return;
  }
  for (let end = 1; end < items.length; end++) {
    const item = items[end] as Item;
    let place = end;
    for (; place > 0 && compareItems(items[place - 1] as Item, item) > 0; place--)
      items[place] = items[place - 1] as Item;
    items[place] = item;
  }
}

/** JavaScript's own order: the same on every machine, and by far the fastest. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a === b ? 0 : 1;
}
