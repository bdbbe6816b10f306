/** Which documents link to which: the skeleton that ranks, components and orphans are computed on. */
import type { KnowledgeGraph, LinkResolution } from "./knowledge-graph.ts";

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

const kept: WeakMap<KnowledgeGraph, DocumentAdjacency> = new WeakMap();

/** The adjacency of a graph's documents, in time linear in the links; made once a graph. */
export function documentAdjacency(graph: KnowledgeGraph): DocumentAdjacency {
  const known = kept.get(graph);
  if (known !== undefined) return known;
  const adjacency = build(graph.links);
  kept.set(graph, adjacency);
  return adjacency;
}

function build(links: readonly (readonly LinkResolution[])[]): DocumentAdjacency {
  const starts = new Uint32Array(links.length + 1);
  const targets: number[] = [];
  const incomingCounts = new Uint32Array(links.length);
  // The last document that was seen to link to each.
  const seenFrom = new Int32Array(links.length).fill(-1);
  for (const [source, resolutions] of links.entries()) {
    seenFrom[source] = source;
    for (const { status, target } of resolutions) {
      if (status !== "document" || target === undefined || seenFrom[target] === source) continue;
      seenFrom[target] = source;
      targets.push(target);
      incomingCounts[target] = (incomingCounts[target] as number) + 1;
    }
    starts[source + 1] = targets.length;
  }
  return { starts, targets: Uint32Array.from(targets), incomingCounts };
}
