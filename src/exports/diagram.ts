/** A selection as boxes and arrows: what Mermaid and DOT both draw. */
import { type DirectoryPath, type LogicalPath, parentOf } from "../base/logical-path.ts";
import type { MarkdownLink } from "../documents/markdown-document.ts";
import type { EdgeKind, GraphEdge, GraphNode, KnowledgeGraph, NodeKind } from "../graph/knowledge-graph.ts";
import { isShown, type Subgraph } from "./select-subgraph.ts";

/** A box. `folded` stands for several nodes that were too many to draw. */
export interface DiagramNode {
  readonly kind: Exclude<NodeKind, "folder"> | "folded";
  readonly iri: string;
  readonly label: string;
  /** The folder whose frame it is drawn in; `""` for none. */
  readonly folder: DirectoryPath;
  /** The file that a link on the box opens. */
  readonly path: LogicalPath | undefined;
  /** Index of the section in its document. */
  readonly section: number | undefined;
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
  const isPlain = subgraph.detail === "documents" && subgraph.kinds === undefined;
  return isPlain ? documentDiagram(subgraph) : nodeDiagram(subgraph);
}

/** Documents and their links: the usual diagram, made from the links alone, which is much faster than with all nodes and edges. */
function documentDiagram({ graph, documents, shown }: Subgraph): Diagram {
  const positions = new Int32Array(graph.documents.length).fill(-1);
  documents.forEach((document, position) => {
    positions[document] = position;
  });
  const nodes = documents.map((document) => boxOf(graph.nodeOf(graph.documents[document]?.path ?? "") as GraphNode));
  const collector = new EdgeCollector(nodes.length);
  for (const source of documents) {
    const links = graph.documents[source]?.links ?? [];
    const resolutions = graph.links[source] ?? [];
    for (let index = 0; index < links.length; index++) {
      const resolution = resolutions[index];
      const target = resolution?.status === "document" ? graph.targetOf(resolution) : undefined;
      if (target === undefined || shown[target] !== 1) continue;
      const { relation, embed } = links[index] as MarkdownLink;
      const kind = relation === undefined ? (embed ? "embeds" : "linksTo") : "relation";
      collector.add({
        source: positions[source] as number,
        target: positions[target] as number,
        kind,
        label: relation ?? "",
      });
    }
  }
  return { nodes, edges: collector.sorted() };
}

function nodeDiagram(subgraph: Subgraph): Diagram {
  const { graph, shown } = subgraph;
  const nodes: DiagramNode[] = [];
  const positions = new Int32Array(graph.nodes.length).fill(-1);
  for (const node of graph.nodes) {
    if (shown[node.index] !== 1 || node.kind === "folder") continue;
    positions[node.index] = nodes.length;
    nodes.push(boxOf(node));
  }
  const collector = new EdgeCollector(nodes.length);
  for (const edge of graph.edges) {
    if (!isShown(subgraph, edge) || positions[edge.target] === -1) continue;
    const { source, target, kind, relation: label = "", places } = edge;
    if (subgraph.detail === "documents" || places.length === 0)
      collector.add({ source: positions[source] as number, target: positions[target] as number, kind, label });
    else for (const ends of endsOf({ graph, edge, positions })) collector.add({ ...ends, kind, label });
  }
  return { nodes, edges: collector.sorted() };
}

function boxOf({ kind, iri, label, path: given, section }: GraphNode): DiagramNode {
  const path = given === "" ? undefined : given;
  return {
    kind: kind as DiagramNode["kind"],
    iri,
    label,
    folder: path === undefined ? "" : parentOf(path),
    path,
    section,
  };
}

/** Where sections are drawn, an arrow goes from the section that holds the link to the section that it names. */
function* endsOf({
  graph,
  edge,
  positions,
}: {
  graph: KnowledgeGraph;
  edge: GraphEdge;
  positions: Int32Array;
}): Generator<Pick<DiagramEdge, "source" | "target">> {
  const positionOf = (document: number, section = 0): number => {
    const node = section === 0 ? undefined : graph.sectionNode(document, section);
    const position = node === undefined ? -1 : (positions[node.index] as number);
    return position === -1 ? (positions[document] as number) : position;
  };
  for (const { section, targetSection } of edge.places)
    yield { source: positionOf(edge.source, section), target: positionOf(edge.target, targetSection) };
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
  add(edge: DiagramEdge): void {
    const { source, target, kind, label } = edge;
    if (source === target) return;
    const pair = source * this.#nodeCount + target;
    const key = label === "" ? (kind === "contains" ? -1 - pair : pair) : `${pair} ${label}`;
    if (!this.#edges.has(key)) this.#edges.set(key, edge);
  }

  sorted(): DiagramEdge[] {
    return [...this.#edges.values()].sort(
      (a, b) => a.source - b.source || a.target - b.target || (a.label < b.label ? -1 : Number(a.label > b.label)),
    );
  }
}
