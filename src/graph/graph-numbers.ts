/** How the nodes behind a graph are numbered, for what is derived from it without making its nodes. */
import type { KnowledgeGraph } from "./knowledge-graph.ts";
import type { DocumentNodes } from "./numbered-nodes.ts";
import type { ResolvedLinks } from "./resolve/resolve-links.ts";

/** Nodes by kind. */
export interface GraphNumbers {
  readonly own: DocumentNodes;
  readonly linked: Omit<ResolvedLinks, "links">;
}

const numbers: WeakMap<KnowledgeGraph, GraphNumbers> = new WeakMap();

/** Keeps the numbering of a graph for as long as the graph lives. */
export function rememberNumbers(graph: KnowledgeGraph, value: GraphNumbers): void {
  numbers.set(graph, value);
}

/** The numbering of a graph that `buildGraph` made. */
export function numbersOf(graph: KnowledgeGraph): GraphNumbers {
  const value = numbers.get(graph);
  if (value === undefined) throw new TypeError("The graph was not made by buildGraph.");
  return value;
}
