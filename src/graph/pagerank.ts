/** PageRank of the documents: how much the other documents lead to each. */
import { documentNeighbours } from "./document-adjacency.ts";
import { type GraphTable, keepsNeighbours, orderOf, presetTable, tableOf } from "./graph-tables.ts";
import type { KnowledgeGraph } from "./knowledge-graph.ts";
import type { Regions } from "./regions.ts";

const damping = 0.85;
const maximumIterations = 100;
/** Mean change of a rank below which the iteration ends. */
const tolerance = 1e-6;

const rankTable: GraphTable<Float64Array> = {
  build: computeRanks,
  move: (value, _, step) => (keepsNeighbours(step) ? value : undefined),
};

/**
 * The rank of each document; they add up to 1. Links count once a pair of documents, links to oneself not at all. Computed as
 * graphology-metrics does, with its defaults; the same graph gives the same numbers. Kept with the graph: not to be changed.
 */
export function rankDocuments(graph: KnowledgeGraph): Float64Array {
  return tableOf(rankTable, graph);
}

/** Gives a graph the ranks that were computed of an equal one. */
export function presetRanks(graph: KnowledgeGraph, values: Float64Array): void {
  presetTable(rankTable, graph, values);
}

function computeRanks(graph: KnowledgeGraph): Float64Array {
  const { files, positions } = orderOf(graph);
  const neighbours = documentNeighbours(graph);
  const count = files.length;
  // By numbers in the table of files, as the neighbours are; summed up in the order of the documents, so that equal graphs have equal ranks.
  let ranks = new Float64Array(positions.length).fill(1 / count);
  let next = new Float64Array(positions.length);
  for (let iteration = 0; iteration < maximumIterations; iteration++) {
    spread({ files, neighbours, ranks, next });
    let change = 0;
    for (const file of files) change += Math.abs((next[file] as number) - (ranks[file] as number));
    [ranks, next] = [next, ranks];
    if (change < count * tolerance) break;
  }
  const ofDocuments = new Float64Array(count);
  for (let place = 0; place < count; place++) ofDocuments[place] = ranks[files[place] as number] as number;
  return ofDocuments;
}

/** One step: each document hands its rank on in equal parts; what documents without links hold is spread over all. */
function spread(step: {
  readonly files: Int32Array;
  readonly neighbours: Regions;
  readonly ranks: Float64Array;
  readonly next: Float64Array;
}): void {
  const { files, neighbours, ranks, next } = step;
  const { values } = neighbours;
  let dangling = 0;
  for (const file of files) {
    if (neighbours.startOf(file) === neighbours.endOf(file)) dangling += ranks[file] as number;
  }
  next.fill((damping * dangling + 1 - damping) / files.length);
  for (const file of files) {
    const start = neighbours.startOf(file);
    const end = neighbours.endOf(file);
    const share = (damping * (ranks[file] as number)) / (end - start);
    for (let place = start; place < end; place++) {
      const target = values[place] as number;
      next[target] = (next[target] as number) + share;
    }
  }
}
