/** A graph as a graphology graph, for algorithms and tools of others. */
import { MultiDirectedGraph } from "graphology";
import type { EdgeKind, EdgePlace, KnowledgeGraph, NodeKind } from "./knowledge-graph.ts";

/** What is known of a node. */
export interface GraphologyNode {
  readonly kind: NodeKind;
  readonly label: string;
  /** The file of a document, section or asset; the path of a folder. */
  readonly path?: string;
}

/** What is known of an edge. */
export interface GraphologyEdge {
  readonly kind: EdgeKind;
  /** The name of a typed relation. */
  readonly relation?: string;
  readonly syntax?: string;
  /** In how many places it was written; 1 for one that follows from where things lie. What algorithms take for its weight. */
  readonly weight: number;
  readonly places: readonly EdgePlace[];
}

/**
 * Makes a graphology graph of every node and edge. Nodes are named by their IRIs, edges by `e` and their places in `KnowledgeGraph.edges`. It
 * is a copy: changing it changes nothing else. Where an algorithm takes no parallel edges, `graphology-operators` makes it simple.
 */
export function toGraphology(graph: KnowledgeGraph): MultiDirectedGraph<GraphologyNode, GraphologyEdge> {
  const made = new MultiDirectedGraph<GraphologyNode, GraphologyEdge>();
  for (const { iri, kind, label, path } of graph.nodes) {
    made.addNode(iri, { kind, label, ...(path === undefined ? {} : { path }) });
  }
  const iriOf = (node: number): string => (graph.nodes[node] as KnowledgeGraph["nodes"][number]).iri;
  for (const { index, source, target, kind, relation, syntax, places } of graph.edges) {
    made.addDirectedEdgeWithKey(`e${index}`, iriOf(source), iriOf(target), {
      kind,
      ...(relation === undefined ? {} : { relation }),
      ...(syntax === undefined ? {} : { syntax }),
      weight: Math.max(1, places.length),
      places,
    });
  }
  return made;
}
