/** How one node leads to another: a shortest way over links between documents. */
import { isSectionKey, type NodeKey, sectionOfKey } from "../key-of-node.ts";
import type { EdgeKind, KnowledgeGraph } from "../knowledge-graph.ts";
import { type Direction, linkKinds, reversed } from "./edge-words.ts";
import { GatheredEdges, type ShownEdge } from "./neighbors/gathered-edges.ts";
import { visitEdges } from "./neighbors/visit-edges.ts";
import { pathBetween } from "./path-between.ts";
import { type NodeReference, nodeReference } from "./shown-node.ts";

/** A step from the node before to the next one. */
export interface PathStep {
  readonly to: NodeReference;
  /** `out`: the link leads onwards, as the path does; `in`: it leads back. */
  readonly edges: readonly ShownEdge[];
}

export interface PathAnswer {
  readonly from: NodeReference;
  readonly to: NodeReference;
  readonly direction: Direction;
  /** Whether there is a path. */
  readonly found: boolean;
  /** How many steps it has; absent where there is none. */
  readonly length?: number;
  /** Of all shortest paths the one whose documents come first by path; empty where there is none, and from a node to itself. */
  readonly steps: readonly PathStep[];
  /** Where none was found in one direction: how long the path is that goes over links either way; absent where there is none either. */
  readonly lengthEitherWay?: number;
}

export interface PathInput {
  readonly graph: KnowledgeGraph;
  readonly from: NodeKey;
  readonly to: NodeKey;
  /** `out`: along the links; `in`: against them; `both`: as they come. */
  readonly direction: Direction;
}

/** What the first and the last step may go over, beyond links, where they leave a tag, a person, an address or a file. */
const endKinds: ReadonlySet<EdgeKind> = new Set([...linkKinds, "cites", "taggedWith", "mentions", "partOf"]);

/**
 * Finds a shortest path. It leads over documents; other nodes can be its ends. A section stands for its document. The same graph gives the
 * same path. Linear in the links between documents at worst.
 */
export function shortestPath(input: PathInput): PathAnswer {
  const { graph, direction } = input;
  const [from, to] = [asWhole(input.from), asWhole(input.to)];
  const nodes = findPath(graph, from, to, direction);
  const ends = { from: nodeReference(graph, input.from), to: nodeReference(graph, input.to), direction };
  if (nodes === undefined) {
    const either = direction === "both" ? undefined : findPath(graph, from, to, "both");
    return {
      ...ends,
      found: false,
      steps: [],
      ...(either === undefined ? {} : { lengthEitherWay: either.length - 1 }),
    };
  }
  const steps = nodes.slice(1).map((node, index) => stepTo(graph, nodes[index] as NodeKey, node, direction));
  return { ...ends, found: true, length: steps.length, steps };
}

function asWhole(key: NodeKey): NodeKey {
  return typeof key !== "number" && isSectionKey(key) ? sectionOfKey(key).document : key;
}

/** The nodes of the path, both ends included. */
function findPath(graph: KnowledgeGraph, from: NodeKey, to: NodeKey, direction: Direction): NodeKey[] | undefined {
  if (from === to) return [from];
  const first = typeof from === "number" ? [from] : documentsAround(graph, from, direction);
  const last = typeof to === "number" ? [to] : documentsAround(graph, to, reversed(direction));
  const between = pathBetween(graph, first, last, direction);
  if (between === undefined) return undefined;
  return [...(typeof from === "number" ? [] : [from]), ...between, ...(typeof to === "number" ? [] : [to])];
}

/** The documents that a step over an edge of a node that is none leads to, ascending. */
function documentsAround(graph: KnowledgeGraph, key: NodeKey, direction: Direction): readonly number[] {
  const found = new Set<number>();
  visitEdges(graph, key, { direction, kinds: endKinds }, ({ other }) => {
    if (typeof other === "number") found.add(other);
  });
  return [...found].sort((a, b) => a - b);
}

/** A step with its edges: those from document to document are links. */
function stepTo(graph: KnowledgeGraph, before: NodeKey, node: NodeKey, direction: Direction): PathStep {
  const edges = new GatheredEdges(graph);
  const kinds = typeof before === "number" && typeof node === "number" ? linkKinds : endKinds;
  visitEdges(graph, before, { direction, kinds }, (edge) => {
    if (edge.other === node) edges.add(edge);
  });
  return { to: nodeReference(graph, node), edges: edges.list };
}
