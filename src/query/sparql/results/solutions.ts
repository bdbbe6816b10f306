/** What the result formats of SPARQL write: rows with their variables, or yes or no. */
import type { SparqlRow, SparqlTerm } from "../sparql-answer.ts";

export interface Solutions {
  readonly variables: readonly string[];
  readonly rows: readonly SparqlRow[];
}

export interface Truth {
  readonly boolean: boolean;
}

/** The value of a variable in a row, whatever its name; `undefined` for none. */
export function valueIn(row: SparqlRow, variable: string): SparqlTerm | undefined {
  return Object.hasOwn(row, variable) ? row[variable] : undefined;
}
