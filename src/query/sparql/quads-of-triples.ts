/** Triples of an answer as RDF/JS-like quads, for the writers of RDF formats. */
import type { GivenQuad, GivenTerm } from "../../exports/write-quads.ts";
import type { SparqlTerm, SparqlTriple } from "./sparql-answer.ts";

const graph: GivenTerm = { termType: "DefaultGraph", value: "" };

export function quadsOfTriples(triples: readonly SparqlTriple[]): readonly GivenQuad[] {
  return triples.map(({ subject, predicate, object }) => ({
    subject: termOf(subject),
    predicate: termOf(predicate),
    object: termOf(object),
    graph,
  }));
}

function termOf({ type, value, language, datatype }: SparqlTerm): GivenTerm {
  if (type === "uri") return { termType: "NamedNode", value };
  if (type === "bnode") return { termType: "BlankNode", value };
  return { termType: "Literal", value, language, ...(datatype === undefined ? {} : { datatype: { value: datatype } }) };
}
