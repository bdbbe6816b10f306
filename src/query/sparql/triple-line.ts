/** Terms and triples as N-Triples writes them (https://www.w3.org/TR/n-triples/). */
import type { SparqlTerm, SparqlTriple } from "./sparql-answer.ts";

/** A triple as a line, without its end. */
export function tripleLine({ subject, predicate, object }: SparqlTriple): string {
  return `${termText(subject)} ${termText(predicate)} ${termText(object)} .`;
}

/** A term: `<iri>`, `_:label` or a literal in quotes with its language or datatype. */
export function termText({ type, value, datatype, language }: SparqlTerm): string {
  if (type === "uri") return `<${iriText(value)}>`;
  if (type === "bnode") return `_:${value}`;
  const text = quotedText(value);
  if (language !== undefined) return `${text}@${language}`;
  return datatype === undefined ? text : `${text}^^<${iriText(datatype)}>`;
}

const forbiddenInIri = /[\u0000-\u0020<>"{}|^`\\]/g;

/** An IRI between its angle brackets; what it can't hold is escaped by number, so that it reads back as it was. */
export function iriText(iri: string): string {
  return iri.replace(forbiddenInIri, byNumber);
}

const escaped = /["\\\u0000-\u001f\u007f]/;
const allEscaped = /["\\\u0000-\u001f\u007f]/g;
const short: Readonly<Record<string, string>> = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A text in quotes, on one line. */
export function quotedText(text: string): string {
  return escaped.test(text) ? `"${text.replace(allEscaped, (each) => short[each] ?? byNumber(each))}"` : `"${text}"`;
}

function byNumber(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}
