/** Makes a diagram small enough: the most important boxes stay, the others become one box for each folder. */
import type { KnowledgeGraph } from "../graph/knowledge-graph.ts";
import { type Diagram, type DiagramNode, EdgeCollector } from "./diagram.ts";
import { byImportance } from "./diagram-importance.ts";
import { FoldGroups } from "./fold-groups.ts";

/** A diagram of which some boxes stand for several. */
export interface FoldedDiagram {
  readonly diagram: Diagram;
  /** Boxes of the original that are still drawn. */
  readonly kept: number;
  /** Boxes that the others were folded into. */
  readonly groups: number;
}

export interface FoldOptions {
  readonly diagram: Diagram;
  readonly graph: KnowledgeGraph;
  readonly maximumEdges: number;
  /** No more boxes than this can fit; it only saves work. */
  readonly maximumNodes: number;
  readonly maximumLength: number;
  /** Characters of a diagram when it is written. */
  lengthOf(candidate: FoldedDiagram): number;
}

/** One way to fold that may fit. */
interface Attempt {
  readonly kept: number;
  readonly depth: number;
  /** The part of the bounds that it may take. */
  readonly room?: number;
}

/**
 * Folds a diagram until it fits; `undefined` when not even a single box does. Folders are told apart as deeply as half of the room
 * allows, and what is left goes to as many of the most important boxes as fit. Takes about log2(nodes) passes over the edges.
 */
export function foldDiagram(options: FoldOptions): FoldedDiagram | undefined {
  const { diagram, graph, maximumEdges, maximumLength, lengthOf } = options;
  const order = byImportance(diagram, graph);
  const groups = new FoldGroups(diagram.nodes, graph.options.baseIri);
  const attempt = ({ kept, depth, room = 1 }: Attempt): FoldedDiagram | undefined => {
    const folded = fold({ diagram, groups, order, kept, depth, maximumEdges: Math.floor(maximumEdges * room) });
    return folded !== undefined && lengthOf(folded) <= maximumLength * room ? folded : undefined;
  };
  const canTell = (depth: number): boolean => {
    const count = groups.countAt(depth);
    return (
      count <= maximumEdges / 2 &&
      count <= options.maximumNodes &&
      attempt({ kept: 0, depth, room: 1 / 2 }) !== undefined
    );
  };
  let depth = groups.deepest;
  while (depth > 0 && !canTell(depth)) depth--;
  let best = attempt({ kept: 0, depth });
  if (best === undefined) return undefined;
  let low = 0;
  let high = Math.min(diagram.nodes.length, options.maximumNodes);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const candidate = attempt({ kept: middle, depth });
    if (candidate === undefined) high = middle - 1;
    else {
      best = candidate;
      low = middle;
    }
  }
  return best;
}

/** The part of the arrows that is kept free for those between folded boxes. */
const groupShare = 1 / 4;

/**
 * One way to fold; `undefined` as soon as it has too many arrows. All arrows of kept boxes are drawn, and of those between folded
 * boxes, which would often fill the picture alone, as many of the strongest as there is room for.
 */
function fold({
  diagram,
  groups,
  order,
  kept,
  depth,
  maximumEdges,
}: Pick<FoldOptions, "diagram" | "maximumEdges"> & {
  groups: FoldGroups;
  order: Int32Array;
  kept: number;
  depth: number;
}): FoldedDiagram | undefined {
  const nodes: DiagramNode[] = [];
  const places = new Int32Array(diagram.nodes.length).fill(-1);
  // Kept boxes stay in the order of the graph, so that a diagram changes little when one more is kept.
  for (const position of order.slice(0, kept).sort()) {
    places[position] = nodes.length;
    nodes.push(diagram.nodes[position] as DiagramNode);
  }
  nodes.push(...groups.place({ places, depth, first: kept }));
  const collector = new EdgeCollector(nodes.length);
  const between = new GroupArrows(nodes.length);
  for (const { source, target, kind, label } of diagram.edges) {
    const from = places[source] as number;
    const to = places[target] as number;
    if (from >= kept && to >= kept) between.add(from, to);
    // What leads to or from many boxes at once has no one name and no one kind.
    else if (from >= kept || to >= kept) collector.add({ source: from, target: to, kind: "linksTo", label: "" });
    else collector.add({ source: from, target: to, kind, label });
    if (collector.size > maximumEdges - Math.min(between.size, Math.floor(maximumEdges * groupShare))) return undefined;
  }
  between.addStrongest(collector, maximumEdges - collector.size);
  return { diagram: { nodes, edges: collector.sorted() }, kept, groups: nodes.length - kept };
}

/** Arrows between folded boxes, with how many arrows each stands for. */
class GroupArrows {
  readonly #weights: Map<number, number> = new Map();
  readonly #nodeCount: number;

  constructor(nodeCount: number) {
    this.#nodeCount = nodeCount;
  }

  get size(): number {
    return this.#weights.size;
  }

  add(from: number, to: number): void {
    if (from === to) return;
    const pair = from * this.#nodeCount + to;
    this.#weights.set(pair, (this.#weights.get(pair) ?? 0) + 1);
  }

  addStrongest(collector: EdgeCollector, count: number): void {
    const pairs = [...this.#weights].sort(([a, first], [b, second]) => second - first || a - b);
    for (const [pair] of pairs.slice(0, count)) {
      const target = pair % this.#nodeCount;
      collector.add({ source: (pair - target) / this.#nodeCount, target, kind: "linksTo", label: "" });
    }
  }
}
