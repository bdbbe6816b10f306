/** Quads of a graph as the N-Triples that a store loads. */
import { lineLiteral } from "../../exports/line-literal.ts";
import { writableIri } from "../../exports/writable-iri.ts";
import type { Quad } from "../../graph/terms.ts";

/** One quad as a line with its end; which graph it is in is not part of it. */
export function loadLine({ subject, predicate, object }: Quad): string {
  const text = object.termType === "Literal" ? lineLiteral(object) : `<${writableIri(object.value)}>`;
  return `<${writableIri(subject.value)}> <${writableIri(predicate.value)}> ${text} .\n`;
}

export function loadText(quads: Iterable<Quad>): string {
  let text = "";
  for (const quad of quads) text += loadLine(quad);
  return text;
}
