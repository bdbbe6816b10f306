/** PageRank of the documents: how much the other documents lead to each. */
import { documentAdjacency } from "./document-adjacency.ts";
import { type GraphTable, keepsNeighbours, presetTable, tableOf } from "./graph-tables.ts";
import type { KnowledgeGraph } from "./knowledge-graph.ts";

const damping = 0.85;
const maximumIterations = 100;
/** Mean change of a rank below which the iteration ends. */
const tolerance = 1e-6;

const ranks: GraphTable<Float64Array> = {
  build: computeRanks,
  move: (value, _, step) => (keepsNeighbours(step) ? value : undefined),
};

/**
 * The rank of each document; they add up to 1. Links count once a pair of documents, links to oneself not at all. Computed as
 * graphology-metrics does, with its defaults; the same graph gives the same numbers. Kept with the graph: not to be changed.
 */
export function rankDocuments(graph: KnowledgeGraph): Float64Array {
  return tableOf(ranks, graph);
}

/** Gives a graph the ranks that were computed of an equal one. */
export function presetRanks(graph: KnowledgeGraph, values: Float64Array): void {
  presetTable(ranks, graph, values);
}

function computeRanks(graph: KnowledgeGraph): Float64Array {
  const { starts, targets } = documentAdjacency(graph);
  const count = starts.length - 1;
  let current = new Float64Array(count).fill(1 / count);
  let next = new Float64Array(count);
  for (let iteration = 0; iteration < maximumIterations; iteration++) {
    spread({ starts, targets, ranks: current, next });
    let change = 0;
    for (let document = 0; document < count; document++) {
      change += Math.abs((next[document] as number) - (current[document] as number));
    }
    [current, next] = [next, current];
    if (change < count * tolerance) break;
  }
  return current;
}

/** One step: each document hands its rank on in equal parts; what documents without links hold is spread over all. */
function spread(step: { starts: Uint32Array; targets: Uint32Array; ranks: Float64Array; next: Float64Array }): void {
  const { starts, targets, ranks, next } = step;
  const count = ranks.length;
  let dangling = 0;
  for (let document = 0; document < count; document++) {
    if (starts[document] === starts[document + 1]) dangling += ranks[document] as number;
  }
  next.fill((damping * dangling + 1 - damping) / count);
  for (let document = 0; document < count; document++) {
    const start = starts[document] as number;
    const end = starts[document + 1] as number;
    const share = (damping * (ranks[document] as number)) / (end - start);
    for (let place = start; place < end; place++) {
      const target = targets[place] as number;
      next[target] = (next[target] as number) + share;
    }
  }
}
