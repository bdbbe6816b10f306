/** The links between documents as Louvain's algorithm wants to read them: a graphology graph would cost more than the algorithm. */
import type louvain from "graphology-communities-louvain";
import type { DocumentAdjacency } from "./document-adjacency.ts";
import type { IncomingAdjacency } from "./incoming-adjacency.ts";

/** What the algorithm takes. */
type LouvainGraph = Parameters<typeof louvain.default>[0];

/** A pair of documents that links connect: one that is linked both ways counts twice. */
interface Pair {
  readonly source: number;
  readonly target: number;
  readonly weight: number;
}

/** The part of a graphology graph that `graphology-communities-louvain` reads. Nodes are the numbers of linked documents, as texts. */
class LouvainView {
  /** By these three it knows a graph. */
  readonly multi = false;
  readonly type = "undirected";
  readonly selfLoopCount = 0;
  readonly order: number;
  readonly size: number;
  readonly #nodes: readonly number[];
  readonly #pairs: readonly Pair[];
  readonly #degrees: Uint32Array;

  constructor({ starts, targets }: DocumentAdjacency, incoming: IncomingAdjacency) {
    const count = starts.length - 1;
    const pairs: Pair[] = [];
    this.#degrees = new Uint32Array(count);
    const weights = new Map<number, number>();
    for (let source = 0; source < count; source++) {
      weights.clear();
      const add = (other: number): void => {
        if (other > source) weights.set(other, (weights.get(other) ?? 0) + 1);
      };
      for (let at = starts[source] as number; at < (starts[source + 1] as number); at++) add(targets[at] as number);
      for (let at = incoming.starts[source] as number; at < (incoming.starts[source + 1] as number); at++)
        add(incoming.sources[at] as number);
      for (const target of [...weights.keys()].sort((a, b) => a - b)) {
        pairs.push({ source, target, weight: weights.get(target) as number });
        (this.#degrees[source] as number)++;
        (this.#degrees[target] as number)++;
      }
    }
    this.#pairs = pairs;
    this.#nodes = [...this.#degrees.keys()].filter((document) => (this.#degrees[document] as number) > 0);
    this.order = this.#nodes.length;
    this.size = pairs.length;
  }

  forEachNode(visit: (node: string) => void): void {
    for (const node of this.#nodes) visit(String(node));
  }

  forEachEdge(
    visit: (edge: string, attributes: { readonly weight: number }, source: string, target: string) => void,
  ): void {
    for (const [index, pair] of this.#pairs.entries())
      visit(String(index), pair, String(pair.source), String(pair.target));
  }

  undirectedDegreeWithoutSelfLoops(node: string): number {
    return this.#degrees[Number(node)] as number;
  }

  addUndirectedEdgeWithKey(): never {
    throw new TypeError("This view of the links can't be changed.");
  }

  dropNode(): never {
    throw new TypeError("This view of the links can't be changed.");
  }
}

/** Documents that links connect, whichever way, in the order of their numbers. `order` is 0 where there are none. */
export function louvainView(outgoing: DocumentAdjacency, incoming: IncomingAdjacency): LouvainGraph {
  // Only what the algorithm reads is there: a test compares its answers with those of a whole graphology graph.
  return new LouvainView(outgoing, incoming) as unknown as LouvainGraph;
}
