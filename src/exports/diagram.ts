/** A selection as boxes and arrows: what Mermaid and DOT both draw. */
import { type DirectoryPath, type LogicalPath, parentOf } from "../base/logical-path.ts";
import type { EdgeKind, GraphEdge, GraphNode, KnowledgeGraph, NodeKind } from "../graph/knowledge-graph.ts";
import { isShown, type Subgraph } from "./select-subgraph.ts";

/** A box. `folded` stands for several nodes that were too many to draw. */
export interface DiagramNode {
  readonly kind: Exclude<NodeKind, "folder"> | "folded";
  readonly iri: string;
  readonly label: string;
  /** The folder whose frame it is drawn in; `""` for none. */
  readonly folder: DirectoryPath;
  /** What a link on the box opens. */
  readonly path?: LogicalPath;
  readonly fragment?: string;
}

/** An arrow between two boxes, told by their positions. Between the same two there is one for each label. */
export interface DiagramEdge {
  readonly source: number;
  readonly target: number;
  readonly kind: EdgeKind;
  /** The name of a typed relation; empty for others. */
  readonly label: string;
}

/** Boxes in the order of the graph, and arrows sorted by the positions of their ends. */
export interface Diagram {
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly DiagramEdge[];
}

/** The diagram of a selection. Folders are frames, not boxes; what a document says about itself is not drawn. Linear in the selection. */
export function diagramOf(subgraph: Subgraph): Diagram {
  const { graph, shown } = subgraph;
  const nodes: DiagramNode[] = [];
  const positions = new Int32Array(graph.nodes.length).fill(-1);
  for (const node of graph.nodes) {
    if (shown[node.index] !== 1 || node.kind === "folder") continue;
    positions[node.index] = nodes.length;
    nodes.push(boxOf(graph, node));
  }
  const collector = new EdgeCollector(nodes.length);
  for (const edge of graph.edges) {
    if (!isShown(subgraph, edge) || positions[edge.target] === -1) continue;
    if (subgraph.detail === "documents" || edge.places.length === 0)
      collector.add(positions[edge.source] as number, positions[edge.target] as number, edge);
    else addPlaces({ graph, edge, positions, collector });
  }
  return { nodes, edges: collector.sorted() };
}

function boxOf(graph: KnowledgeGraph, node: GraphNode): DiagramNode {
  const path = node.path === undefined || node.path === "" ? undefined : node.path;
  const fragment = node.section === undefined ? undefined : fragmentOf(graph, node);
  return {
    kind: node.kind as DiagramNode["kind"],
    iri: node.iri,
    label: node.label,
    folder: path === undefined ? "" : parentOf(path),
    ...(path === undefined ? {} : { path }),
    ...(fragment === undefined ? {} : { fragment }),
  };
}

function fragmentOf(graph: KnowledgeGraph, { path, section }: GraphNode): string | undefined {
  const document = path === undefined ? undefined : graph.nodeOf(path);
  if (document === undefined || section === undefined) return undefined;
  const slug = graph.documents[document.index]?.sections[section]?.slug;
  return slug === "" ? undefined : slug;
}

/** Where sections are drawn, an arrow goes from the section that holds the link to the section that it names. */
function addPlaces({
  graph,
  edge,
  positions,
  collector,
}: {
  graph: KnowledgeGraph;
  edge: GraphEdge;
  positions: Int32Array;
  collector: EdgeCollector;
}): void {
  for (const { section, targetSection } of edge.places) {
    const source = sectionPosition(graph, edge.source, section, positions);
    const target =
      targetSection === undefined
        ? (positions[edge.target] as number)
        : sectionPosition(graph, edge.target, targetSection, positions);
    collector.add(source, target, edge);
  }
}

function sectionPosition(graph: KnowledgeGraph, document: number, section: number, positions: Int32Array): number {
  const node = section === 0 ? undefined : graph.sectionNode(document, section);
  const position = node === undefined ? -1 : (positions[node.index] as number);
  return position === -1 ? (positions[document] as number) : position;
}

/** Gathers arrows without repeating one. */
export class EdgeCollector {
  readonly #edges = new Map<number | string, DiagramEdge>();
  readonly #nodeCount: number;

  constructor(nodeCount: number) {
    this.#nodeCount = nodeCount;
  }

  get size(): number {
    return this.#edges.size;
  }

  /** An arrow from a box to itself is left out. */
  add(source: number, target: number, { kind, relation = "" }: Pick<GraphEdge, "kind" | "relation">): void {
    if (source === target) return;
    const pair = source * this.#nodeCount + target;
    const key = relation === "" ? (kind === "contains" ? -1 - pair : pair) : `${pair} ${relation}`;
    if (!this.#edges.has(key)) this.#edges.set(key, { source, target, kind, label: relation });
  }

  sorted(): DiagramEdge[] {
    return [...this.#edges.values()].sort(
      (a, b) => a.source - b.source || a.target - b.target || (a.label < b.label ? -1 : Number(a.label > b.label)),
    );
  }
}
