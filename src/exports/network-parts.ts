/** What files for programs that draw networks have in common. */
import type { GraphEdge, GraphNode } from "../graph/knowledge-graph.ts";
import { NodeAttributes } from "./attribute-columns.ts";
import { diagramIds } from "./diagram-ids.ts";
import type { Subgraph } from "./select-subgraph.ts";
import { selectedParts } from "./selected-parts.ts";
import { XmlTexts } from "./xml-texts.ts";

/** The nodes and edges of a file, and what they are written with. */
export class NetworkParts {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly attributes: NodeAttributes;
  readonly texts: XmlTexts = new XmlTexts();
  #ids: ReadonlyMap<number, string> | undefined;

  constructor(subgraph: Subgraph) {
    const { nodes, edges } = selectedParts(subgraph);
    this.nodes = nodes;
    this.edges = edges;
    this.attributes = new NodeAttributes(subgraph.graph, nodes);
  }

  /** The id of a node in the file, by its index in the graph. */
  idOf(index: number): string | undefined {
    this.#ids ??= idsOf(this.nodes);
    return this.#ids.get(index);
  }
}

function idsOf(nodes: readonly GraphNode[]): ReadonlyMap<number, string> {
  const ids = diagramIds(nodes.map(({ iri }) => iri));
  return new Map(nodes.map(({ index }, position) => [index, ids[position] as string]));
}
