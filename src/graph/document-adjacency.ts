/** Which documents link to which: the skeleton that ranks, components and orphans are computed on. */
import { type GraphTable, keepsNeighbours, neighboursIn, orderOf, tableOf } from "./graph-tables.ts";
import type { KnowledgeGraph } from "./knowledge-graph.ts";
import { Regions } from "./regions.ts";

/**
 * Links between different documents, each pair once, whatever their kind and number. Document `d` links to
 * `targets[starts[d]]` up to `targets[starts[d + 1]]`, in the order of its links.
 */
export interface DocumentAdjacency {
  readonly starts: Uint32Array;
  readonly targets: Uint32Array;
  /** How many documents link to each. */
  readonly incomingCounts: Uint32Array;
}

/** The neighbours of each document by numbers in the table of files, which stay when others come and go. */
const neighbours: GraphTable<Regions> = {
  build(graph) {
    const regions = new Regions();
    const { files } = orderOf(graph);
    for (let place = 0; place < files.length; place++) {
      const file = files[place] as number;
      const found = neighboursIn(graph.linksOf(place), file);
      if (found.length > 0) regions.set(file, found);
    }
    return regions;
  },
  move(value, _, step) {
    if (keepsNeighbours(step)) return value;
    const regions = value.fork();
    for (const { file, after } of step.touched) {
      const found = after === undefined ? [] : neighboursIn(after.links, file);
      if (!regions.equals(file, found)) regions.set(file, found);
    }
    return regions;
  },
};

const adjacency: GraphTable<DocumentAdjacency> = {
  build,
  move: (value, _, step) => (keepsNeighbours(step) ? value : undefined),
};

/** The neighbours of a graph's documents by their numbers in the table of files; moves on with the graph. */
export function documentNeighbours(graph: KnowledgeGraph): Regions {
  return tableOf(neighbours, graph);
}

/** The adjacency of a graph's documents, in time linear in the links; made once a graph. */
export function documentAdjacency(graph: KnowledgeGraph): DocumentAdjacency {
  return tableOf(adjacency, graph);
}

function build(graph: KnowledgeGraph): DocumentAdjacency {
  const regions = tableOf(neighbours, graph);
  const { files, positions } = orderOf(graph);
  const { values } = regions;
  const starts = new Uint32Array(files.length + 1);
  for (let place = 0; place < files.length; place++) {
    const file = files[place] as number;
    starts[place + 1] = (starts[place] as number) + regions.endOf(file) - regions.startOf(file);
  }
  const targets = new Uint32Array(starts[files.length] as number);
  const incomingCounts = new Uint32Array(files.length);
  let next = 0;
  for (const file of files) {
    const end = regions.endOf(file);
    for (let at = regions.startOf(file); at < end; at++) {
      const target = positions[values[at] as number] as number;
      targets[next++] = target;
      incomingCounts[target] = (incomingCounts[target] as number) + 1;
    }
  }
  return { starts, targets, incomingCounts };
}
