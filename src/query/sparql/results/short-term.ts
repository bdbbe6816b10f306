/** A value of an answer as people read it: paths and prefixed names where it has them. */
import { prefixes } from "../../../graph/prefixes.ts";
import type { SparqlTerm } from "../sparql-answer.ts";

const namespaces = [...prefixes];

/** The base of IRIs where none is set. */
const baseIri = "urn:graphdown:/";

/** Text and numbers bare, with a language behind an `@`; documents as paths in angle brackets, which queries take too. */
export function shortTerm({ type, value, language }: SparqlTerm): string {
  if (type === "bnode") return `_:${value}`;
  if (type === "literal") return language === undefined ? value : `${value}@${language}`;
  for (const [prefix, namespace] of namespaces) {
    if (!value.startsWith(namespace)) continue;
    const name = value.slice(namespace.length);
    if (/^[A-Za-z][\w-]*$/.test(name)) return `${prefix}:${name}`;
  }
  return `<${value.startsWith(baseIri) ? value.slice(baseIri.length) : value}>`;
}
