/** A graph whose links are resolved; everything else about it is made when it is first read. */
import type { LogicalPath } from "../base/logical-path.ts";
import type { Diagnostic, MarkdownDocument } from "../documents/markdown-document.ts";
import type { NumberedList } from "./chunked-list.ts";
import type { DocumentOrder } from "./document-order.ts";
import { buildEdges, type EdgeIndex, indexEdges } from "./edge-table.ts";
import { NodeTable } from "./graph-nodes.ts";
import { GraphNumbers, rememberNumbers } from "./graph-numbers.ts";
import type { GraphEdge, GraphNode, GraphOptions, KnowledgeGraph, LinkResolution } from "./knowledge-graph.ts";
import { diagnoseLinks } from "./resolve/diagnose-links.ts";
import { Resolution } from "./resolve/resolution.ts";

/** What has been settled before the graph is made. */
export interface ResolvedGraphInput {
  readonly options: GraphOptions;
  /** Sorted by path, with their wikilinks read as they are meant. */
  readonly documents: readonly MarkdownDocument[];
  readonly otherPaths: readonly LogicalPath[];
  /** Of each document, by its number in the table of files. */
  readonly links: NumberedList<readonly LinkResolution[]>;
  /** The same by the documents' places, where that is there already. */
  readonly linkList?: readonly (readonly LinkResolution[])[] | undefined;
  readonly order: DocumentOrder;
}

export class ResolvedGraph implements KnowledgeGraph {
  readonly options: GraphOptions;
  readonly documents: readonly MarkdownDocument[];
  readonly otherPaths: readonly LogicalPath[];
  readonly #byFile: NumberedList<readonly LinkResolution[]>;
  readonly #order: DocumentOrder;
  readonly #numbers: GraphNumbers;
  readonly #nodes: NodeTable;
  #links: readonly (readonly LinkResolution[])[] | undefined;
  #edges: readonly GraphEdge[] | undefined;
  #bySource: EdgeIndex | undefined;
  #byTarget: EdgeIndex | undefined;
  #diagnostics: readonly (readonly Diagnostic[])[] | undefined;

  constructor({ options, documents, otherPaths, links, linkList, order }: ResolvedGraphInput) {
    this.options = options;
    this.documents = documents;
    this.otherPaths = otherPaths;
    this.#byFile = links;
    this.#links = linkList;
    this.#order = order;
    this.#numbers = new GraphNumbers(this);
    this.#nodes = new NodeTable(this, this.#numbers);
    rememberNumbers(this, this.#numbers);
  }

  get links(): readonly (readonly LinkResolution[])[] {
    this.#links ??= this.documents.map((_, document) => this.linksOf(document));
    return this.#links;
  }

  linksOf(document: number): readonly LinkResolution[] {
    return this.#byFile.get(this.#order.files[document] ?? -1);
  }

  get nodes(): readonly GraphNode[] {
    return this.#nodes.all();
  }

  get edges(): readonly GraphEdge[] {
    this.#edges ??= buildEdges({
      documents: this.documents,
      links: this.links,
      nodes: this.#numbers.own,
      baseIri: this.options.baseIri,
      targetOf: (resolution) => this.targetOf(resolution),
    });
    return this.#edges;
  }

  get diagnostics(): readonly (readonly Diagnostic[])[] {
    this.#diagnostics ??= this.documents.map((document, index) =>
      diagnoseLinks(document, this.links[index] as readonly LinkResolution[]).map(({ diagnostic }) => diagnostic),
    );
    return this.#diagnostics;
  }

  targetOf(resolution: LinkResolution): number | undefined {
    const file = Resolution.documentOf(resolution);
    return file === -1 ? this.#numbers.numberOf(resolution) : this.#order.positions[file];
  }

  nodeOf(path: LogicalPath | string): GraphNode | undefined {
    return this.#nodes.ofPath(path);
  }

  nodeByIri(iri: string): GraphNode | undefined {
    return this.#nodes.ofIri(iri);
  }

  sectionNode(document: number, section: number): GraphNode | undefined {
    return this.#nodes.ofSection(document, section);
  }

  outgoing(node: number): readonly GraphEdge[] {
    this.#bySource ??= indexEdges(this.edges, this.#nodes.count, "source");
    return this.#edgesAt(this.#bySource, node);
  }

  incoming(node: number): readonly GraphEdge[] {
    this.#byTarget ??= indexEdges(this.edges, this.#nodes.count, "target");
    return this.#edgesAt(this.#byTarget, node);
  }

  #edgesAt({ starts, edges }: EdgeIndex, node: number): readonly GraphEdge[] {
    const found: GraphEdge[] = [];
    for (let place = starts[node] ?? 0; place < (starts[node + 1] ?? 0); place++) {
      found.push(this.edges[edges[place] as number] as GraphEdge);
    }
    return found;
  }
}
