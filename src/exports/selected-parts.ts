/** The nodes and edges of a selection, for formats that list them. */
import type { GraphEdge, GraphNode } from "../graph/knowledge-graph.ts";
import { isShown, type Subgraph } from "./select-subgraph.ts";

/** In the order of the graph; every end of an edge is among the nodes. */
export interface SelectedParts {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** Linear in the graph; a whole graph is not copied. */
export function selectedParts(subgraph: Subgraph): SelectedParts {
  const { graph, whole, shown } = subgraph;
  if (whole) return { nodes: graph.nodes, edges: graph.edges };
  return {
    nodes: graph.nodes.filter(({ index }) => shown[index] === 1),
    edges: graph.edges.filter((edge) => isShown(subgraph, edge)),
  };
}
