/** How the nodes behind a graph are numbered, for what is derived from it without making its nodes. */
import type { LogicalPath } from "../base/logical-path.ts";
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import type { KnowledgeGraph, LinkResolution } from "./knowledge-graph.ts";
import { type DocumentNodes, KeyedNodes, numberDocumentNodes } from "./numbered-nodes.ts";
import { Resolution } from "./resolve/resolution.ts";
import { missingTarget } from "./resolve/resolution-pass.ts";

/** Nodes that only links bring in, numbered after all others. */
export interface LinkedNodes {
  /** Key: the IRI. */
  readonly externals: KeyedNodes<string>;
  /** Assets that a link leads to. Key: the path. */
  readonly assets: KeyedNodes<LogicalPath>;
  /** Wikilink targets without a note. Value: the target as first written. */
  readonly missing: KeyedNodes<string>;
}

/** What a graph has before its nodes are made. */
type NumberedGraph = Pick<KnowledgeGraph, "documents" | "linksOf" | "options">;

/** Nodes by kind. Documents are numbered by their places; all others when they are first asked for, since a change renumbers them. */
export class GraphNumbers {
  readonly #graph: NumberedGraph;
  #own: DocumentNodes | undefined;
  #linked: LinkedNodes | undefined;

  constructor(graph: NumberedGraph) {
    this.#graph = graph;
  }

  get own(): DocumentNodes {
    this.#own ??= numberDocumentNodes(this.#graph);
    return this.#own;
  }

  get linked(): LinkedNodes {
    this.#linked ??= numberLinkedNodes(this.#graph, this.own);
    return this.#linked;
  }

  /** The node of a target that is no document. */
  numberOf(resolution: LinkResolution): number | undefined {
    const { status, path, iri, name } = resolution;
    // An address that is linked to may be that of a thing which is spoken of.
    if (iri !== undefined) return this.own.entities.numberOf(iri) ?? this.linked.externals.numberOf(iri);
    if (name !== undefined) return this.linked.missing.numberOf(name);
    if (status !== "asset" || path === undefined) return undefined;
    // A folder has a node where documents lie below it.
    return Resolution.fileOf(resolution) === undefined
      ? this.own.folders.numberOf(path)
      : this.linked.assets.numberOf(path);
  }
}

function numberLinkedNodes(graph: NumberedGraph, { entities, folders }: DocumentNodes): LinkedNodes {
  const externals = new Map<string, string>();
  const assets = new Map<string, LogicalPath>();
  const missing = new Map<string, string>();
  for (let document = 0; document < graph.documents.length; document++) {
    const resolutions = graph.linksOf(document);
    for (let place = 0; place < resolutions.length; place++) {
      const resolution = resolutions[place] as LinkResolution;
      const { status, path, iri, name } = resolution;
      if (status === "document") continue;
      if (iri !== undefined) {
        if (entities.numberOf(iri) === undefined) externals.set(iri, iri);
      } else if (name !== undefined) {
        if (missing.has(name)) continue;
        const link = graph.documents[document]?.links[place] as MarkdownDocument["links"][number];
        missing.set(name, missingTarget(link));
      } else if (status === "asset" && path !== undefined && Resolution.fileOf(resolution) !== undefined) {
        assets.set(path, path);
      }
    }
  }
  const externalNodes = new KeyedNodes(folders.end, externals);
  const assetNodes = new KeyedNodes(externalNodes.end, assets);
  return { externals: externalNodes, assets: assetNodes, missing: new KeyedNodes(assetNodes.end, missing) };
}

const numbers: WeakMap<KnowledgeGraph, GraphNumbers> = new WeakMap();

/** Keeps the numbering of a graph for as long as the graph lives. */
export function rememberNumbers(graph: KnowledgeGraph, value: GraphNumbers): void {
  numbers.set(graph, value);
}

/** The numbering of a graph that `buildGraph` made. */
export function numbersOf(graph: KnowledgeGraph): GraphNumbers {
  const value = numbers.get(graph);
  if (value === undefined) throw new TypeError("The graph was not made by buildGraph.");
  return value;
}
