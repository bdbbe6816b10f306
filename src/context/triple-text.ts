/** Triples of a difference as people and programs read them. */
import { lineLiteral } from "../exports/line-literal.ts";
import { writableIri } from "../exports/writable-iri.ts";
import type { GraphDiff } from "./file-context.ts";

type DiffTriple = NonNullable<GraphDiff["triples"]["addedTriples"]>[number];

/** A triple as a line of N-Triples, without the line's end. */
export function tripleText({ subject, predicate, object, datatype, language = "" }: DiffTriple): string {
  const end =
    datatype === undefined
      ? `<${writableIri(object)}>`
      : lineLiteral({ value: object, language, datatype: { value: datatype } });
  return `<${writableIri(subject)}> <${writableIri(predicate)}> ${end} .`;
}
