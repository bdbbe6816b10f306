/** What can be seen of a graph, as plain values. */
import { componentsOf } from "../../src/graph/components.ts";
import { documentAdjacency } from "../../src/graph/document-adjacency.ts";
import { fileIri } from "../../src/graph/file-iri.ts";
import { incomingLinks } from "../../src/graph/incoming-links.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { rankDocuments } from "../../src/graph/pagerank.ts";
import { backlinksOf, looseDocuments } from "../../src/graph/questions/backlinks.ts";
import { countDocumentTriples, countTriples } from "../../src/graph/triple-count.ts";

/** What questions keep with a graph from one to the next. */
export function keptParts(graph: KnowledgeGraph): object {
  const numbers = [...graph.documents.keys()];
  return {
    iris: graph.documents.map(({ path }) => fileIri(graph, path)),
    incoming: numbers.map((document) => incomingLinks(graph, document)),
    triples: [countTriples(graph), ...numbers.map((document) => countDocumentTriples(graph, document))],
    ranks: [...rankDocuments(graph)],
    adjacency: Object.values(documentAdjacency(graph)).map((list) => [...list]),
  };
}

/** Everything that can be seen of a graph. */
export function seenOf(graph: KnowledgeGraph): object {
  const numbers = [...graph.documents.keys()];
  return {
    files: [graph.documents, graph.otherPaths],
    links: graph.links,
    targets: graph.links.map((links) => links.map((resolution) => graph.targetOf(resolution) ?? -1)),
    nodes: graph.nodes,
    edges: graph.edges,
    diagnostics: graph.diagnostics,
    backlinks: numbers.map((document) => backlinksOf(graph, document)),
    loose: looseDocuments(graph),
    components: [...componentsOf(graph)],
    ...keptParts(graph),
  };
}
