/** The triples of a selection as a stream that knows how much it is. */
import { countTriples } from "../graph/triple-count.ts";
import { countEdges, countNodes } from "./count-edges.ts";
import { isShown, type Subgraph } from "./select-subgraph.ts";
import { selectedBlocks } from "./select-triples.ts";
import type { SubjectBlock } from "./subject-block.ts";
import type { PlannedText } from "./text-plan.ts";

/** To be read once; {@link counts} is of the whole selection, wherever the reading stopped. */
export class SelectedTriples implements Iterable<SubjectBlock> {
  readonly #subgraph: Subgraph;
  #count: number | undefined;

  constructor(subgraph: Subgraph) {
    this.#subgraph = subgraph;
  }

  *[Symbol.iterator](): Generator<SubjectBlock> {
    let count = 0;
    for (const block of selectedBlocks(this.#subgraph)) {
      count += block.triples.length;
      yield block;
    }
    this.#count = count;
  }

  counts(): ReturnType<PlannedText["counts"]> {
    return { tripleCount: this.#count ?? this.#countAgain(), ...this.#countNodesAndEdges() };
  }

  #countAgain(): number {
    const subgraph = this.#subgraph;
    if (subgraph.whole) return countTriples(subgraph.graph);
    let count = 0;
    for (const block of selectedBlocks(subgraph)) count += block.triples.length;
    return count;
  }

  #countNodesAndEdges(): { nodeCount: number; edgeCount: number } {
    const subgraph = this.#subgraph;
    const { graph, whole } = subgraph;
    if (whole) return { nodeCount: countNodes(graph), edgeCount: countEdges(graph) };
    let nodeCount = 0;
    for (const shown of subgraph.shown) nodeCount += shown;
    return { nodeCount, edgeCount: graph.edges.filter((edge) => isShown(subgraph, edge)).length };
  }
}
