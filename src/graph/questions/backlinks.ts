/** Who links to a document, and which documents nobody links to. */
import { documentAdjacency } from "../document-adjacency.ts";
import type { EdgePlace, GraphEdge, KnowledgeGraph } from "../knowledge-graph.ts";

/** A document that links here, with every place. */
export interface Backlink {
  /** Number of the linking document. */
  readonly source: number;
  readonly edge: GraphEdge;
  readonly places: readonly EdgePlace[];
}

/** Links from other documents to a document, by source and edge; links to oneself are left out. */
export function backlinksOf(graph: KnowledgeGraph, document: number): readonly Backlink[] {
  return graph
    .incoming(document)
    .filter(({ source, syntax }) => source !== document && syntax !== undefined)
    .map((edge) => ({ source: edge.source, edge, places: edge.places }));
}

/** Documents by what is missing from them; numbers of documents, in order. */
export interface LooseDocuments {
  /** No link to or from another document. */
  readonly orphans: readonly number[];
  /** No link from another document. */
  readonly noIncoming: readonly number[];
  /** No link to another document. */
  readonly deadEnds: readonly number[];
}

/** Documents without links. Links to oneself, to assets and external addresses, tags and folders do not count. */
export function looseDocuments(graph: KnowledgeGraph): LooseDocuments {
  const { starts, incomingCounts } = documentAdjacency(graph);
  const numbers = [...graph.documents.keys()];
  const noIncoming = numbers.filter((document) => incomingCounts[document] === 0);
  const deadEnds = numbers.filter((document) => starts[document] === starts[document + 1]);
  return { noIncoming, deadEnds, orphans: noIncoming.filter((document) => starts[document] === starts[document + 1]) };
}
