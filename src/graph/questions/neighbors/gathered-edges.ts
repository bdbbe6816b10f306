/** Places of edges as edges: one for each way in which two nodes are connected. */
import type { LinkSyntax, MarkdownLink } from "../../../documents/markdown-document.ts";
import { documentAt, type NodeKey } from "../../key-of-node.ts";
import type { GraphEdge, KnowledgeGraph } from "../../knowledge-graph.ts";
import { nodeIri } from "../shown-node.ts";
import { type ShownPlace, shownPlace } from "./edge-place.ts";
import type { VisitedEdge } from "./visit-edges.ts";

/** One way in which two nodes are connected. */
export interface ShownEdge extends Pick<GraphEdge, "kind" | "relation"> {
  /** `out`: it leads away from the node where the question begins; `in`: towards it. */
  readonly direction: "out" | "in";
  readonly syntax?: LinkSyntax;
  /** The node at its nearer end, by its `id`; absent where that goes without saying. */
  readonly with?: string;
  /** Places in which it was written; 0 for one that follows from where things lie. */
  readonly count: number;
  /** The first of them, at most 5. */
  readonly places: readonly ShownPlace[];
}

const shownPlaces = 5;

interface GrowingEdge extends ShownEdge {
  count: number;
  readonly places: ShownPlace[];
}

/** Gathers the edges of one node to another, or to some others, in the order of their first places. */
export class GatheredEdges {
  readonly #graph: KnowledgeGraph;
  readonly #edges: Map<string, GrowingEdge> = new Map();

  constructor(graph: KnowledgeGraph) {
    this.#graph = graph;
  }

  get list(): readonly ShownEdge[] {
    return [...this.#edges.values()];
  }

  /** Takes one place in; `nearer` is the node that the edge is said to be with. */
  add(edge: VisitedEdge, nearer?: NodeKey): void {
    const known = this.#edgeOf(edge, nearer);
    if (edge.source.kind === "structure") return;
    known.count++;
    if (known.places.length === shownPlaces) return;
    const place = shownPlace(this.#graph, edge);
    if (place !== undefined) known.places.push(place);
  }

  #edgeOf({ direction, kind, source }: VisitedEdge, nearer: NodeKey | undefined): GrowingEdge {
    const { relation, syntax } =
      source.kind === "link" ? (documentAt(this.#graph, source.holder).links[source.link] as MarkdownLink) : noLink;
    const name = JSON.stringify([nearer, direction, kind, relation, syntax]);
    let edge = this.#edges.get(name);
    if (edge === undefined) {
      edge = {
        direction,
        kind,
        ...(relation === undefined ? {} : { relation }),
        ...(syntax === undefined ? {} : { syntax }),
        ...(nearer === undefined ? {} : { with: nodeIri(this.#graph, nearer) }),
        count: 0,
        places: [],
      };
      this.#edges.set(name, edge);
    }
    return edge;
  }
}

const noLink: { readonly relation?: string; readonly syntax?: LinkSyntax } = {};
