/** What is around a node: links out, links in, tags, people, typed relations, each with its places. */
import { compareCodePoints } from "../../../base/compare-code-points.ts";
import type { MarkdownLink } from "../../../documents/markdown-document.ts";
import {
  documentAt,
  isSectionKey,
  kindOfKey,
  type NamedKey,
  type NodeKey,
  nameOfKey,
  sectionOfKey,
} from "../../key-of-node.ts";
import type { EdgeKind, KnowledgeGraph } from "../../knowledge-graph.ts";
import { missingTarget } from "../../resolve/resolution-pass.ts";
import { tagLabel } from "../../tag-key.ts";
import { type Direction, linkKinds } from "../edge-words.ts";
import { type NodeReference, nodeReference } from "../shown-node.ts";
import { GatheredEdges, type ShownEdge } from "./gathered-edges.ts";
import { type EdgeChoice, EdgeWalk, type VisitedEdge, visitEdges } from "./visit-edges.ts";

/** A node that edges lead to. */
export interface Neighbor extends NodeReference {
  /** Edges between it and the node: 1 to the depth. */
  readonly distance: number;
  /** Those that make the distance: they lead to nodes that are one step nearer. */
  readonly edges: readonly ShownEdge[];
}

/** The neighbourhood of a node, of which pages can be taken. */
export interface Neighborhood {
  readonly node: NodeReference;
  /** How many neighbours there are in all. */
  readonly count: number;
  /** Neighbours by distance, kind (documents first), and path or name. */
  page(offset: number, count: number): readonly Neighbor[];
}

/** What is asked for; all checked. */
export interface NeighborsInput {
  readonly graph: KnowledgeGraph;
  readonly key: NodeKey;
  readonly direction: Direction;
  /** Most edges between a neighbour and the node. */
  readonly depth: number;
  /** `undefined` for the usual ones: at first all but `contains` and `partOf`, further on links from document to document. */
  readonly kinds?: ReadonlySet<EdgeKind> | undefined;
}

const usualKinds: ReadonlySet<EdgeKind> = new Set([...linkKinds, "cites", "taggedWith", "mentions"]);
const folderKinds: ReadonlySet<EdgeKind> = new Set([...usualKinds, "partOf"]);

const kindOrder = ["document", "section", "tag", "entity", "folder", "external", "asset", "missing"];

/**
 * Finds the neighbourhood of a node. What it costs grows with the links of the nodes that are walked through; places are made for the pages
 * that are taken. A tag has the documents of the tags that are nested in it too.
 */
export function neighborsOf(input: NeighborsInput): Neighborhood {
  const { graph, key } = input;
  const walk = new Walk(input);
  return {
    node: nodeReference(graph, key, writtenFor(graph, key)),
    count: walk.found.length,
    page: (offset, count) => walk.describe(walk.found.slice(offset, offset + count)),
  };
}

/** How a tag or a missing note is written, by the first document that does. */
function writtenFor(graph: KnowledgeGraph, key: NodeKey): string | undefined {
  if (kindOfKey(key) !== "tag" && kindOfKey(key) !== "missing") return undefined;
  let written: string | undefined;
  visitEdges(graph, key, { direction: "in", kinds: usualKinds }, (edge) => {
    written ??= writtenName(graph, key, edge);
  });
  return written;
}

/** The name of a tag or a missing note as an edge to it writes it. */
function writtenName(graph: KnowledgeGraph, key: NodeKey, { source }: VisitedEdge): string | undefined {
  const kind = kindOfKey(key);
  if (kind === "tag" && source.kind === "tag") {
    // A nested tag begins with the one above it.
    const levels = nameOfKey(key as NamedKey).split("/").length;
    return tagLabel(source.tag.name).split("/").slice(0, levels).join("/");
  }
  if (kind !== "missing" || source.kind !== "link") return undefined;
  return missingTarget(documentAt(graph, source.holder).links[source.link] as MarkdownLink);
}

/** A neighbour whose edges are still being collected. */
interface GrowingNeighbor {
  readonly edges: GatheredEdges;
  written?: string | undefined;
}

class Walk {
  readonly #input: NeighborsInput;
  readonly #edges: EdgeWalk;
  /** Nodes by distance; at 0 the one that was asked about. */
  readonly #levels: (readonly NodeKey[])[];
  readonly #distances: Map<NodeKey, number>;

  constructor(input: NeighborsInput) {
    this.#input = input;
    this.#edges = new EdgeWalk(input.graph);
    this.#levels = [[input.key]];
    this.#distances = new Map([[input.key, 0]]);
    for (let distance = 1; distance <= input.depth; distance++) this.#levels.push(this.#nextLevel(distance));
  }

  /** Every node but the one at the start, by distance. */
  get found(): readonly NodeKey[] {
    return this.#levels.slice(1).flat();
  }

  #nextLevel(distance: number): readonly NodeKey[] {
    const next: NodeKey[] = [];
    const choice = this.#choiceAt(distance);
    for (const node of this.#levels[distance - 1] as readonly NodeKey[]) {
      this.#edges.visitEdges(node, choice, ({ other }) => {
        if (this.#distances.has(other) || !this.#isReached(other, distance)) return;
        this.#distances.set(other, distance);
        next.push(other);
      });
    }
    return next.sort(compareNodes);
  }

  /** Some of the nodes, with the edges that lead to each from nodes that are one step nearer. */
  describe(nodes: readonly NodeKey[]): readonly Neighbor[] {
    const { graph } = this.#input;
    const neighbors = new Map<NodeKey, GrowingNeighbor>(
      nodes.map((node) => [node, { edges: new GatheredEdges(graph) }]),
    );
    for (const distance of new Set(nodes.map((node) => this.#distances.get(node) as number))) {
      for (const nearer of this.#levels[distance - 1] as readonly NodeKey[]) {
        this.#edges.visitEdges(nearer, this.#choiceAt(distance), (edge) => {
          const neighbor = neighbors.get(edge.other);
          if (neighbor === undefined || this.#distances.get(edge.other) !== distance) return;
          neighbor.written ??= writtenName(graph, edge.other, edge);
          neighbor.edges.add(edge, distance === 1 ? undefined : nearer);
        });
      }
    }
    return Array.from(neighbors, ([node, { edges, written }]) => ({
      ...nodeReference(graph, node, written),
      distance: this.#distances.get(node) as number,
      edges: edges.list,
    }));
  }

  /** Which edges the step to a distance follows. */
  #choiceAt(distance: number): EdgeChoice {
    const { key, direction, kinds } = this.#input;
    if (kinds !== undefined) return { direction, kinds };
    if (distance > 1) return { direction, kinds: linkKinds };
    return { direction, kinds: kindOfKey(key) === "folder" ? folderKinds : usualKinds };
  }

  /** Where the kinds were not chosen, further steps go from document to document. */
  #isReached(key: NodeKey, distance: number): boolean {
    return distance === 1 || this.#input.kinds !== undefined || typeof key === "number";
  }
}

/** Documents by their paths, then the other kinds, each by name. */
function compareNodes(a: NodeKey, b: NodeKey): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const order = kindOrder.indexOf(kindOfKey(a)) - kindOrder.indexOf(kindOfKey(b));
  if (order !== 0 || typeof a === "number" || typeof b === "number") return order;
  if (!isSectionKey(a) || !isSectionKey(b)) return compareCodePoints(a, b);
  const [one, other] = [sectionOfKey(a), sectionOfKey(b)];
  return one.document - other.document || one.section - other.section;
}
