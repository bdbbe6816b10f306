/** SPARQL 1.1 Query Results in TSV (https://www.w3.org/TR/sparql11-results-csv-tsv/): terms as Turtle writes them, nothing is lost. */
import { iriOf } from "../../../graph/prefixes.ts";
import type { SparqlTerm } from "../sparql-answer.ts";
import { termText } from "../triple-line.ts";
import { type Solutions, valueIn } from "./solutions.ts";

export function writeResultsTsv({ variables, rows }: Solutions): string {
  const lines = rows.map((row) =>
    variables.map((name) => {
      const term = valueIn(row, name);
      return term === undefined ? "" : shortText(term);
    }),
  );
  return [variables.map((name) => `?${name}`), ...lines].map((cells) => `${cells.join("\t")}\n`).join("");
}

/** Numbers whose form tells their datatype are written as they are. */
const shortForms: ReadonlyMap<string | undefined, RegExp> = new Map([
  [iriOf("xsd:integer"), /^[+-]?\d+$/],
  [iriOf("xsd:decimal"), /^[+-]?\d*\.\d+$/],
  [iriOf("xsd:double"), /^[+-]?(?:\d+\.\d*|\.?\d+)[eE][+-]?\d+$/],
]);

function shortText(term: SparqlTerm): string {
  return term.type === "literal" && shortForms.get(term.datatype)?.test(term.value) ? term.value : termText(term);
}
