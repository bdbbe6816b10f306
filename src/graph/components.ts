/** Groups of documents that links connect, whichever way they lead. */
import { documentAdjacency } from "./document-adjacency.ts";
import type { KnowledgeGraph } from "./knowledge-graph.ts";

/**
 * The component of each selected document: the smallest document number in it; −1 for documents outside the selection, over which no
 * path leads. All documents are selected by default.
 */
export function componentsOf(
  graph: KnowledgeGraph,
  isSelected: (document: number) => boolean = () => true,
): Int32Array {
  const { starts, targets } = documentAdjacency(graph);
  const parents = Int32Array.from(graph.documents, (_, document) => (isSelected(document) ? document : -1));
  for (let source = 0; source < parents.length; source++) {
    if (parents[source] === -1) continue;
    for (let place = starts[source] as number; place < (starts[source + 1] as number); place++) {
      const target = targets[place] as number;
      if (parents[target] !== -1) join(parents, source, target);
    }
  }
  for (let document = 0; document < parents.length; document++) {
    if (parents[document] !== -1) parents[document] = rootOf(parents, document);
  }
  return parents;
}

function join(parents: Int32Array, a: number, b: number): void {
  const rootA = rootOf(parents, a);
  const rootB = rootOf(parents, b);
  if (rootA < rootB) parents[rootB] = rootA;
  else parents[rootA] = rootB;
}

/** Halves the path on its way, so that later look-ups are short. */
function rootOf(parents: Int32Array, document: number): number {
  let node = document;
  while (parents[node] !== node) {
    const parent = parents[node] as number;
    parents[node] = parents[parent] as number;
    node = parents[node] as number;
  }
  return node;
}
