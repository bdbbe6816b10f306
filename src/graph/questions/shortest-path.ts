/** How one node leads to another: a shortest way over links between documents. */
import { documentAdjacency } from "../document-adjacency.ts";
import { incomingAdjacency } from "../incoming-adjacency.ts";
import { isSectionKey, type NodeKey, sectionOfKey } from "../key-of-node.ts";
import type { EdgeKind, KnowledgeGraph } from "../knowledge-graph.ts";
import { type Direction, linkKinds } from "./edge-words.ts";
import { GatheredEdges, type ShownEdge } from "./neighbors/gathered-edges.ts";
import { visitEdges } from "./neighbors/visit-edges.ts";
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

function reversed(direction: Direction): Direction {
  if (direction === "both") return "both";
  return direction === "out" ? "in" : "out";
}

const unknown = -1;

/**
 * A shortest way from one of the first documents to one of the last. Distances to the last ones are found breadth first, then the first
 * document that comes nearer is taken at each step: of all shortest ways that is the first one by the numbers of its documents.
 */
function pathBetween(
  graph: KnowledgeGraph,
  first: readonly number[],
  last: readonly number[],
  direction: Direction,
): number[] | undefined {
  const distances = distancesTo(graph, first, last, reversed(direction));
  let at = unknown;
  for (const document of first) {
    const distance = distances[document] as number;
    if (distance !== unknown && (at === unknown || distance < (distances[at] as number))) at = document;
  }
  if (at === unknown) return undefined;
  const neighbours = neighboursBy(graph, direction);
  const path = [at];
  for (let left = (distances[at] as number) - 1; left >= 0; left--) {
    let next = Number.POSITIVE_INFINITY;
    for (const { starts, others } of neighbours) {
      for (let place = starts[at] as number; place < (starts[at + 1] as number); place++) {
        const document = others[place] as number;
        if (distances[document] === left && document < next) next = document;
      }
    }
    at = next;
    path.push(at);
  }
  return path;
}

/** The number of steps from each document to the nearest of the last ones; −1 for those that are not nearer than the first ones that are reached. */
function distancesTo(
  graph: KnowledgeGraph,
  first: readonly number[],
  last: readonly number[],
  direction: Direction,
): Int32Array {
  const distances = new Int32Array(graph.documents.length).fill(unknown);
  const neighbours = neighboursBy(graph, direction);
  const wanted = new Set(first);
  const queue = new Int32Array(graph.documents.length);
  let [head, tail] = [0, 0];
  for (const document of last) {
    distances[document] = 0;
    queue[tail++] = document;
  }
  // All of the first ones that are as near as the nearest are reached with it: what is farther is not looked at.
  let bound = last.some((document) => wanted.has(document)) ? 0 : Number.POSITIVE_INFINITY;
  while (head < tail) {
    const document = queue[head++] as number;
    const distance = (distances[document] as number) + 1;
    if (distance > bound) break;
    for (const { starts, others } of neighbours) {
      for (let place = starts[document] as number; place < (starts[document + 1] as number); place++) {
        const next = others[place] as number;
        if (distances[next] !== unknown) continue;
        distances[next] = distance;
        queue[tail++] = next;
        if (wanted.has(next)) bound = distance;
      }
    }
  }
  return distances;
}

/** Lists of documents by document: those of `d` from `starts[d]` up to `starts[d + 1]`. */
interface Neighbours {
  readonly starts: Uint32Array;
  readonly others: Uint32Array;
}

/** Where links lead (`out`), where they come from (`in`), or both. */
function neighboursBy(graph: KnowledgeGraph, direction: Direction): readonly Neighbours[] {
  const { starts, targets } = documentAdjacency(graph);
  const outgoing = { starts, others: targets };
  if (direction === "out") return [outgoing];
  const { starts: incomingStarts, sources } = incomingAdjacency(graph);
  const incoming = { starts: incomingStarts, others: sources };
  return direction === "in" ? [incoming] : [outgoing, incoming];
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
