/** Which documents are linked from which: the adjacency the other way round. */
import { documentAdjacency } from "./document-adjacency.ts";
import { type GraphTable, keepsNeighbours, tableOf } from "./graph-tables.ts";
import type { KnowledgeGraph } from "./knowledge-graph.ts";

/** Document `d` is linked from `sources[starts[d]]` up to `sources[starts[d + 1]]`, ascending, each once. */
export interface IncomingAdjacency {
  readonly starts: Uint32Array;
  readonly sources: Uint32Array;
}

const incoming: GraphTable<IncomingAdjacency> = {
  build(graph) {
    const { starts, targets, incomingCounts } = documentAdjacency(graph);
    const count = incomingCounts.length;
    const reversed = new Uint32Array(count + 1);
    for (let document = 0; document < count; document++)
      reversed[document + 1] = (reversed[document] as number) + (incomingCounts[document] as number);
    const next = reversed.slice(0, count);
    const sources = new Uint32Array(targets.length);
    for (let source = 0; source < count; source++) {
      for (let place = starts[source] as number; place < (starts[source + 1] as number); place++) {
        const target = targets[place] as number;
        const at = next[target] as number;
        sources[at] = source;
        next[target] = at + 1;
      }
    }
    return { starts: reversed, sources };
  },
  move: (value, _, step) => (keepsNeighbours(step) ? value : undefined),
};

/** Who links to each document, in time linear in the links; made once a graph. */
export function incomingAdjacency(graph: KnowledgeGraph): IncomingAdjacency {
  return tableOf(incoming, graph);
}
