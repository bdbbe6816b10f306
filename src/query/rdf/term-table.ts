/** Numbers for terms, so that a statement is three numbers and terms are compared by one look. */
import type { GivenTerm } from "../../exports/write-quads.ts";
import { iriOf } from "../../graph/prefixes.ts";

const stringType = iriOf("xsd:string");

/** Terms by number and numbers by term. The first number is 0. Graph names and triples as terms are not taken. */
export class TermTable {
  readonly #terms: GivenTerm[] = [];
  readonly #iris = new Map<string, number>();
  readonly #others = new Map<string, number>();

  /** The number of a term, which gets one if it has none yet. */
  numberOf(term: GivenTerm): number {
    const [numbers, key] = this.#place(term);
    let number = numbers.get(key);
    if (number === undefined) {
      number = this.#terms.length;
      this.#terms.push(term);
      numbers.set(key, number);
    }
    return number;
  }

  /** The number of an IRI. */
  numberOfIri(iri: string): number {
    const number = this.#iris.get(iri);
    return number ?? this.numberOf({ termType: "NamedNode", value: iri });
  }

  termOf(number: number): GivenTerm {
    return this.#terms[number] as GivenTerm;
  }

  #place(term: GivenTerm): readonly [Map<string, number>, string] {
    if (term.termType === "NamedNode") return [this.#iris, term.value];
    return [this.#others, keyOfOther(term)];
  }
}

/** Two literals are one where value, datatype and language are the same, languages without regard to case. */
function keyOfOther({ termType, value, language = "", datatype }: GivenTerm): string {
  if (termType !== "Literal") return `_${value}`;
  const type = language === "" ? (datatype?.value ?? stringType) : "";
  return `"${language.toLowerCase()} ${type} ${value}`;
}
