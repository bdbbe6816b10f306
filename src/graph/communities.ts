/** Groups of documents that are linked with one another more than with the rest. */
import louvainModule from "graphology-communities-louvain";
import { documentAdjacency } from "./document-adjacency.ts";
import { type GraphTable, keepsNeighbours, tableOf } from "./graph-tables.ts";
import { incomingAdjacency } from "./incoming-adjacency.ts";
import type { KnowledgeGraph } from "./knowledge-graph.ts";
import { louvainView } from "./louvain-view.ts";

/** The communities of a graph. Equal graphs have equal communities, in whatever order their files came. */
export interface Communities {
  /** How many there are. Documents without a link to another are in none. */
  readonly count: number;
  /** The community of each document, by its place in `KnowledgeGraph.documents`: 0 for the largest; −1 for none. */
  readonly of: Int32Array;
  /** Documents of each, descending; of several of one size the one with the first document by path comes first. */
  readonly sizes: readonly number[];
  /** How much more links stay within communities than chance would have it: below 1; 0 for a graph that has no communities. */
  readonly modularity: number;
}

/** The declarations say `default`, the module is the function itself. */
const louvain = louvainModule as unknown as typeof louvainModule.default;

const table: GraphTable<Communities> = {
  build: computeCommunities,
  move: (value, _, step) => (keepsNeighbours(step) ? value : undefined),
};

/** Finds communities by Louvain's algorithm with a fixed seed; links count whichever way they lead. Made once for each state of the links. */
export function communitiesOf(graph: KnowledgeGraph): Communities {
  return tableOf(table, graph);
}

function computeCommunities(graph: KnowledgeGraph): Communities {
  const of = new Int32Array(graph.documents.length).fill(-1);
  const view = louvainView(documentAdjacency(graph), incomingAdjacency(graph));
  if (view.order === 0) return { count: 0, of, sizes: [], modularity: 0 };
  const { communities, modularity } = louvain.detailed(view, { rng: seededRandom() });
  const members = new Map<number, number[]>();
  // In the order of the documents, since keys that are whole numbers are enumerated so.
  for (const [node, community] of Object.entries(communities)) {
    const known = members.get(community);
    if (known === undefined) members.set(community, [Number(node)]);
    else known.push(Number(node));
  }
  const ordered = [...members.values()].sort((a, b) => b.length - a.length || (a[0] as number) - (b[0] as number));
  for (const [number, documents] of ordered.entries()) for (const document of documents) of[document] = number;
  return { count: ordered.length, of, sizes: ordered.map(({ length }) => length), modularity };
}

/** Numbers from 0 to 1 that are the same each time (mulberry32). */
function seededRandom(): () => number {
  let state = 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
