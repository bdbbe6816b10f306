/** The triples of a graph, gathered by subject: what both RDF writers write as one statement. */
import type { Literal, NamedNode, Quad } from "../graph/terms.ts";
import { type PredicateOrder, sortObjects } from "./triple-order.ts";

/** What a subject says with one predicate. */
export interface BlockProperty {
  readonly predicate: string;
  /** Each once; IRIs before literals, each sorted. */
  readonly objects: readonly (NamedNode | Literal)[];
}

/** All triples of one subject: its types first, then by predicate. */
export interface SubjectBlock {
  readonly subject: string;
  readonly properties: readonly BlockProperty[];
}

/** The IRI of `rdf:type`. */
export const typeIri = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/** How many triples a block holds. */
export function countBlock({ properties }: SubjectBlock): number {
  let count = 0;
  for (const { objects } of properties) count += objects.length;
  return count;
}

interface GrowingProperty extends BlockProperty {
  readonly term: NamedNode;
  readonly objects: (NamedNode | Literal)[];
}

/** Up to here looking through a list is faster than a map. */
const fewProperties = 16;

/** Gathers the triples of one subject, which may come in any order. */
export class BlockBuilder {
  readonly #subject: string;
  readonly #properties: GrowingProperty[] = [];
  #byPredicate: Map<string, GrowingProperty> | undefined;

  constructor(subject: string) {
    this.#subject = subject;
  }

  add({ predicate, object }: Quad): void {
    const known = this.#propertyOf(predicate);
    if (known !== undefined) {
      known.objects.push(object);
      return;
    }
    const property = { term: predicate, predicate: predicate.value, objects: [object] };
    this.#properties.push(property);
    if (this.#byPredicate !== undefined) this.#byPredicate.set(property.predicate, property);
    else if (this.#properties.length > fewProperties)
      this.#byPredicate = new Map(this.#properties.map((each) => [each.predicate, each]));
  }

  /** Sorts what was added; to be called once. */
  build(order: PredicateOrder): SubjectBlock {
    for (const { objects } of this.#properties) if (objects.length > 1) sortObjects(objects);
    order.sort(this.#properties);
    return { subject: this.#subject, properties: this.#properties };
  }

  /** Most predicates are always the same term, which is found without comparing text. */
  #propertyOf(term: NamedNode): GrowingProperty | undefined {
    const properties = this.#properties;
    if (this.#byPredicate !== undefined) return this.#byPredicate.get(term.value);
    for (let index = properties.length - 1; index >= 0; index--) {
      const property = properties[index] as GrowingProperty;
      if (property.term === term) return property;
    }
    for (const property of properties) if (property.predicate === term.value) return property;
    return undefined;
  }
}
