/** SPARQL Query Results XML Format (https://www.w3.org/TR/rdf-sparql-XMLres/). */
import type { SparqlTerm } from "../sparql-answer.ts";
import { type Solutions, type Truth, valueIn } from "./solutions.ts";

const opening = '<?xml version="1.0" encoding="UTF-8"?>\n<sparql xmlns="http://www.w3.org/2005/sparql-results#">\n';

/** Characters that XML can't hold become U+FFFD. */
export function writeResultsXml(results: Solutions | Truth): string {
  if ("boolean" in results) return `${opening}<head/>\n<boolean>${results.boolean}</boolean>\n</sparql>\n`;
  const { variables, rows } = results;
  const names = variables.map((name) => `<variable name="${escaped(name)}"/>`).join("");
  let text = `${opening}<head>${names}</head>\n<results>\n`;
  for (const row of rows) {
    const bindings = variables.map((name) => {
      const term = valueIn(row, name);
      return term === undefined ? "" : `<binding name="${escaped(name)}">${xmlTerm(term)}</binding>`;
    });
    text += `<result>${bindings.join("")}</result>\n`;
  }
  return `${text}</results>\n</sparql>\n`;
}

function xmlTerm({ type, value, datatype, language }: SparqlTerm): string {
  if (type !== "literal") return `<${type}>${escaped(value)}</${type}>`;
  if (language !== undefined) return `<literal xml:lang="${escaped(language)}">${escaped(value)}</literal>`;
  const about = datatype === undefined ? "" : ` datatype="${escaped(datatype)}"`;
  return `<literal${about}>${escaped(value)}</literal>`;
}

const special = /[&<>"\r\n\t\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // A reader makes a line feed of a carriage return, and blanks of both in attributes.
  "\r": "&#xD;",
  "\n": "&#xA;",
  "\t": "&#x9;",
};

function escaped(text: string): string {
  return text.replace(special, (character) => entities[character] ?? "\ufffd");
}
