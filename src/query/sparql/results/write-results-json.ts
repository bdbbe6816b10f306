/** SPARQL 1.1 Query Results JSON Format (https://www.w3.org/TR/sparql11-results-json/). */
import type { SparqlTerm } from "../sparql-answer.ts";
import { type Solutions, type Truth, valueIn } from "./solutions.ts";

export function writeResultsJson(results: Solutions | Truth): string {
  if ("boolean" in results) return JSON.stringify({ head: {}, boolean: results.boolean });
  const { variables, rows } = results;
  const bindings = rows.map((row) => {
    const bound = variables.flatMap((name) => {
      const term = valueIn(row, name);
      return term === undefined ? [] : [`${JSON.stringify(name)}:${JSON.stringify(jsonTerm(term))}`];
    });
    // Put together as text, since an object has no place for a variable named __proto__.
    return `{${bound.join(",")}}`;
  });
  return `{"head":{"vars":${JSON.stringify(variables)}},"results":{"bindings":[${bindings.join(",")}]}}`;
}

function jsonTerm({ type, value, datatype, language }: SparqlTerm): Readonly<Record<string, string>> {
  return {
    type,
    ...(language === undefined ? {} : { "xml:lang": language }),
    ...(datatype === undefined ? {} : { datatype }),
    value,
  };
}
