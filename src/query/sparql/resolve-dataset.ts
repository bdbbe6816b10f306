/** The graphs that a query or its caller names as data: only documents of this knowledge base are any. */
import { GraphdownError } from "../../base/errors.ts";
import { showPath } from "../../base/show-path.ts";
import type { KnowledgeGraph } from "../../graph/knowledge-graph.ts";
import { namedIri } from "../../graph/named-iri.ts";
import type { QueryDataset } from "./check-query.ts";
import type { NamedQuery } from "./with-named-iris.ts";

/**
 * The data of a query, as whole IRIs; `undefined` for all documents as one graph. What the caller names goes before what the query names, as
 * the protocol of SPARQL wants it. `invalid_query` for a graph that is no document.
 */
export function resolveDataset(
  { dataset: named }: Pick<NamedQuery, "dataset">,
  given: { readonly [Key in keyof QueryDataset]?: QueryDataset[Key] | undefined },
  graph: KnowledgeGraph,
): QueryDataset | undefined {
  const { defaultGraphs = [], namedGraphs = [] } = given;
  const isGiven = defaultGraphs.length + namedGraphs.length > 0;
  const dataset = isGiven ? { defaultGraphs, namedGraphs } : named;
  if (dataset === undefined) return undefined;
  const resolve = (iri: string): string => documentGraph(graph, namedIri(graph, iri));
  return { defaultGraphs: dataset.defaultGraphs.map(resolve), namedGraphs: dataset.namedGraphs.map(resolve) };
}

function documentGraph(graph: KnowledgeGraph, iri: string): string {
  if (graph.nodeByIri(iri)?.kind === "document") return iri;
  throw new GraphdownError({
    code: "invalid_query",
    message: `<${showPath(iri)}> is no graph of this knowledge base: each document is one, and nothing else is loaded.`,
    details: { reason: "dataset", iri: showPath(iri) },
    next: "Leave the graph out to ask all documents, or name a document by its IRI.",
  });
}
