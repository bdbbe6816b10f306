/** Documents to a resolved graph. */
import { compareCodePoints } from "../base/compare-code-points.ts";
import type { LogicalPath } from "../base/logical-path.ts";
import type { Diagnostic, MarkdownDocument } from "../documents/markdown-document.ts";
import { buildEdges, type EdgeIndex, indexEdges } from "./edge-table.ts";
import { NodeTable } from "./graph-nodes.ts";
import { rememberNumbers } from "./graph-numbers.ts";
import { resolveGraphOptions } from "./graph-options.ts";
import type { GraphEdge, GraphNode, GraphOptions, KnowledgeGraph, LinkResolution } from "./knowledge-graph.ts";
import { type DocumentNodes, numberDocumentNodes } from "./numbered-nodes.ts";
import { diagnoseLinks } from "./resolve/diagnose-links.ts";
import { type ResolvedLinks, resolveLinks } from "./resolve/resolve-links.ts";
import { readWikilinks } from "./wikilink-order.ts";

/** What a graph is built from. */
export interface BuildGraphInput {
  readonly documents: readonly MarkdownDocument[];
  /** All other visible files, so that a link to something that is not Markdown is told from a broken one. */
  readonly otherPaths: readonly LogicalPath[];
  readonly options?: Partial<GraphOptions> | undefined;
}

/**
 * Builds the graph. Links are resolved at once, in time linear in their number; nodes, edges and diagnostics are made when they are
 * first read. The order of the input does not matter. Options that make no sense are `invalid_options`.
 */
export function buildGraph(input: BuildGraphInput): KnowledgeGraph {
  return new ResolvedGraph(input);
}

class ResolvedGraph implements KnowledgeGraph {
  readonly options: GraphOptions;
  readonly documents: readonly MarkdownDocument[];
  readonly otherPaths: readonly LogicalPath[];
  readonly links: readonly (readonly LinkResolution[])[];
  readonly #own: DocumentNodes;
  readonly #nodes: NodeTable;
  #edges: readonly GraphEdge[] | undefined;
  #bySource: EdgeIndex | undefined;
  #byTarget: EdgeIndex | undefined;
  #diagnostics: readonly (readonly Diagnostic[])[] | undefined;

  constructor(input: BuildGraphInput) {
    this.options = resolveGraphOptions(input.options);
    this.documents = readWikilinks(
      sortedBy(input.documents, ({ path }) => path),
      this.options.wikilinkOrder,
    );
    this.otherPaths = sortedBy(input.otherPaths, (path) => path);
    this.#own = numberDocumentNodes(this.documents);
    const { links, ...linked }: ResolvedLinks = resolveLinks({
      documents: this.documents,
      otherPaths: this.otherPaths,
      options: this.options,
      nodes: this.#own,
    });
    this.links = links;
    this.#nodes = new NodeTable({
      documents: this.documents,
      baseIri: this.options.baseIri,
      own: this.#own,
      linked,
    });
    rememberNumbers(this, { own: this.#own, linked });
  }

  get nodes(): readonly GraphNode[] {
    return this.#nodes.all();
  }

  get edges(): readonly GraphEdge[] {
    this.#edges ??= buildEdges({ documents: this.documents, links: this.links, nodes: this.#own });
    return this.#edges;
  }

  get diagnostics(): readonly (readonly Diagnostic[])[] {
    this.#diagnostics ??= this.documents.map((document, index) =>
      diagnoseLinks(document, this.links[index] as readonly LinkResolution[]).map(({ diagnostic }) => diagnostic),
    );
    return this.#diagnostics;
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

/** The list itself when it is in order already, which it is when a snapshot gives it. */
function sortedBy<Item>(items: readonly Item[], pathOf: (item: Item) => string): readonly Item[] {
  for (let index = 1; index < items.length; index++) {
    const order = compareCodePoints(pathOf(items[index - 1] as Item), pathOf(items[index] as Item));
    if (order > 0) return items.toSorted((a, b) => compareCodePoints(pathOf(a), pathOf(b)));
  }
  return items;
}
