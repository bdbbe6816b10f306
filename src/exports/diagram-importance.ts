/** Which boxes of a diagram matter most. */
import type { KnowledgeGraph } from "../graph/knowledge-graph.ts";
import { rankDocuments } from "../graph/pagerank.ts";
import type { Diagram } from "./diagram.ts";

/** A label longer than this takes the room of a dozen others, so its box is the first to be given up. */
const longLabel = 500;

/**
 * Positions of the boxes, the most important first: documents by PageRank, every other box by what the boxes that lead to it pass
 * on. A section comes after its document and after the section that holds it.
 */
export function byImportance({ nodes, edges }: Diagram, graph: KnowledgeGraph): Int32Array {
  const ranks = documentRanks(nodes, graph);
  const importance = Float64Array.from(nodes, ({ kind }, position) => {
    const rank = ranks[position] as number;
    return kind === "section" ? rank / 2 : rank;
  });
  const degree = new Uint32Array(nodes.length);
  for (const { source } of edges) degree[source] = (degree[source] as number) + 1;
  for (const { source, target } of edges) {
    const kind = nodes[target]?.kind;
    if (kind === "document" || kind === "section") continue;
    importance[target] = (importance[target] as number) + (ranks[source] as number) / (1 + (degree[source] as number));
  }
  nodes.forEach(({ label }, position) => {
    if (label.length > longLabel) importance[position] = -1;
  });
  const order = Int32Array.from(nodes, (_, position) => position);
  return order.sort((a, b) => (importance[b] as number) - (importance[a] as number) || a - b);
}

/** For each document and section the rank of the document; 0 for other boxes. */
function documentRanks(nodes: Diagram["nodes"], graph: KnowledgeGraph): Float64Array {
  const ranks = rankDocuments(graph);
  const byPath = new Map<string, number>(graph.documents.map(({ path }, index) => [path, ranks[index] as number]));
  return Float64Array.from(nodes, ({ kind, path }) => {
    if ((kind !== "document" && kind !== "section") || path === undefined) return 0;
    return byPath.get(path) ?? 0;
  });
}
