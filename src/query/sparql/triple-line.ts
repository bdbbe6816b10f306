/** Terms of answers as N-Triples writes them, by the writers that the exports use. */
import { lineLiteral } from "../../exports/line-literal.ts";
import { writableIri } from "../../exports/writable-iri.ts";
import type { SparqlTerm, SparqlTriple } from "./sparql-answer.ts";

const stringType = "http://www.w3.org/2001/XMLSchema#string";

/** A triple as a line, without its end. */
export function tripleLine({ subject, predicate, object }: SparqlTriple): string {
  return `${termText(subject)} ${termText(predicate)} ${termText(object)} .`;
}

/** A term: `<iri>`, `_:label`, or a literal in quotes with its language or datatype. */
export function termText({ type, value, datatype = stringType, language = "" }: SparqlTerm): string {
  if (type === "uri") return `<${writableIri(value)}>`;
  return type === "bnode" ? `_:${value}` : lineLiteral({ value, language, datatype: { value: datatype } });
}
