/** What a SPARQL query answers. */

/** A value of a row. */
export interface SparqlTerm {
  readonly type: "uri" | "literal" | "bnode";
  /** The IRI, the text, or the label of a blank node, which means something within this answer only. */
  readonly value: string;
  /** Of a literal without a language; absent for plain text (`xsd:string`). */
  readonly datatype?: string;
  /** Of a literal with a language. */
  readonly language?: string;
}

/** One solution: a value for each variable that has one. */
export type SparqlRow = Readonly<Record<string, SparqlTerm>>;

/** A triple of a graph that was constructed. */
export interface SparqlTriple {
  readonly subject: SparqlTerm;
  readonly predicate: SparqlTerm;
  readonly object: SparqlTerm;
}

/** The answer to one query; `cut` where there would be more than the bound. */
export type SparqlResult = SelectResult | AskResult | GraphResult;

export interface SelectResult {
  readonly form: "select";
  /** In the order of the query. */
  readonly variables: readonly string[];
  readonly rows: readonly SparqlRow[];
  readonly isCut: boolean;
}

export interface AskResult {
  readonly form: "ask";
  readonly boolean: boolean;
}

export interface GraphResult {
  readonly form: "construct" | "describe";
  /** Each once, in the order of their lines as N-Triples. */
  readonly triples: readonly SparqlTriple[];
  readonly isCut: boolean;
}
