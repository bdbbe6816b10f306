/** Which part of a graph an export shows. */
import { type DirectoryPath, isBelow } from "../base/logical-path.ts";
import { documentAt, isSectionKey, kindOfKey, nameOfKey, sectionOfKey } from "../graph/key-of-node.ts";
import type { EdgeKind, GraphEdge, GraphNode, KnowledgeGraph, NodeKind } from "../graph/knowledge-graph.ts";
import { findNode } from "../graph/questions/find-node.ts";
import { nodeIri } from "../graph/questions/shown-node.ts";
import { isTagWithin, tagKey } from "../graph/tag-key.ts";
import type { ExportDetail } from "./graph-export.ts";
import type { ResolvedExportOptions } from "./resolve-export-options.ts";

/** A selection. Nodes are told by their index in the graph. */
export interface Subgraph {
  readonly graph: KnowledgeGraph;
  /** Nothing was left out: every node and edge of the graph is shown. */
  readonly whole: boolean;
  readonly detail: ExportDetail;
  /** Indexes of the documents, ascending. */
  readonly documents: readonly number[];
  /** 1 for each node that is shown; nodes past its end are not. */
  readonly shown: Uint8Array;
  /** `undefined` when edges of every kind are shown. */
  readonly kinds: ReadonlySet<EdgeKind> | undefined;
}

type Selection = Pick<
  ResolvedExportOptions,
  "directory" | "focus" | "depth" | "direction" | "kinds" | "tags" | "detail"
>;

/**
 * Selects what the options ask for; linear in the graph. Documents are those in `directory`, with one of `tags`, within `depth`
 * edges of `focus`, which is named as in every question ({@link findNode}); the other nodes follow from them by `detail`, and by `kinds` where it names edges to them. An unknown focus is
 * `not_found` with near names; filters that leave nothing give an empty selection.
 */
export function selectSubgraph({ graph, options }: { graph: KnowledgeGraph; options: Selection }): Subgraph {
  return new SelectedSubgraph(graph, options);
}

class SelectedSubgraph implements Subgraph {
  readonly graph: KnowledgeGraph;
  readonly whole: boolean;
  readonly detail: ExportDetail;
  readonly documents: readonly number[];
  readonly kinds: ReadonlySet<EdgeKind> | undefined;
  #shown: Uint8Array | undefined;

  constructor(graph: KnowledgeGraph, options: Selection) {
    this.graph = graph;
    this.detail = options.detail;
    this.kinds = options.kinds;
    this.documents = selectDocuments(graph, options);
    const all = this.documents.length === graph.documents.length;
    this.whole = all && this.detail === "full" && this.kinds === undefined;
  }

  /** Found when it is asked for: a whole graph in RDF needs no nodes. */
  get shown(): Uint8Array {
    this.#shown ??= this.whole ? new Uint8Array(this.graph.nodes.length).fill(1) : shownNodes(this);
    return this.#shown;
  }
}

/** Whether an edge is part of a selection. */
export function isShown({ shown, kinds }: Subgraph, edge: GraphEdge): boolean {
  return shown[edge.source] === 1 && shown[edge.target] === 1 && (kinds === undefined || kinds.has(edge.kind));
}

function selectDocuments(graph: KnowledgeGraph, { directory, tags, ...options }: Selection): number[] {
  const near = options.focus === undefined ? undefined : nodesNear(graph, { ...options, focus: options.focus });
  const selected: number[] = [];
  for (let index = 0; index < graph.documents.length; index++) {
    const document = graph.documents[index];
    if (document === undefined || (near !== undefined && near[index] !== 1)) continue;
    if (!isBelow(document.path, directory)) continue;
    if (tags !== undefined && !document.tags.some(({ name }) => isWithinAny(tagKey(name), tags))) continue;
    selected.push(index);
  }
  return selected;
}

function isWithinAny(key: string, wanted: readonly string[]): boolean {
  return wanted.some((ancestor) => isTagWithin(key, ancestor));
}

const linkKinds: ReadonlySet<EdgeKind> = new Set(["linksTo", "embeds", "relation"]);
const kindsThroughOthers: ReadonlySet<EdgeKind> = new Set([...linkKinds, "taggedWith", "mentions", "cites"]);

/** Breadth first from the focus. A document's neighbours are what it is linked with, as are those of a folder's documents; another node's are what names it. */
function nodesNear(
  graph: KnowledgeGraph,
  { focus, depth, direction, kinds }: Pick<Selection, "depth" | "direction" | "kinds"> & { focus: string },
): Uint8Array {
  const starts = focusNodes(graph, focus);
  const followed = kinds ?? (starts.every((start) => start < graph.documents.length) ? linkKinds : kindsThroughOthers);
  const near = new Uint8Array(graph.nodes.length);
  for (const start of starts) near[start] = 1;
  let frontier = starts;
  for (let distance = 0; distance < depth && frontier.length > 0; distance++) {
    const next: number[] = [];
    const visit = (node: number): void => {
      if (near[node] === 1) return;
      near[node] = 1;
      next.push(node);
    };
    for (const node of frontier) {
      if (direction !== "in") for (const edge of graph.outgoing(node)) if (followed.has(edge.kind)) visit(edge.target);
      if (direction !== "out") for (const edge of graph.incoming(node)) if (followed.has(edge.kind)) visit(edge.source);
    }
    frontier = next;
  }
  return near;
}

/**
 * Where the focus is, as nodes: a section stands for its document, a folder for the documents below it, a tag also for those nested in it. A
 * file that nothing links to is no node of the graph.
 */
function focusNodes(graph: KnowledgeGraph, focus: string): readonly number[] {
  const key = findNode(graph, focus);
  if (typeof key === "number") return [key];
  if (isSectionKey(key)) return [sectionOfKey(key).document];
  const kind = kindOfKey(key);
  const name = nameOfKey(key);
  if (kind === "folder") {
    return [...graph.documents.keys()].filter((index) => isBelow(documentAt(graph, index).path, name as DirectoryPath));
  }
  if (kind !== "tag") return [graph.nodeByIri(nodeIri(graph, key))?.index].filter((each) => each !== undefined);
  const isWithin = ({ iri }: GraphNode): boolean => iri === whole || iri.startsWith(`${whole}/`);
  const whole = nodeIri(graph, key);
  return graph.nodes.flatMap((node) => (node.kind === "tag" && isWithin(node) ? [node.index] : []));
}

/** Kinds of nodes that an edge kind, when it is asked for by name, brings into a selection of documents. */
const kindsBroughtIn: Readonly<Partial<Record<EdgeKind, NodeKind>>> = {
  contains: "section",
  taggedWith: "tag",
  mentions: "entity",
  cites: "external",
};

function shownNodes({ graph, documents, detail, kinds }: Omit<Subgraph, "shown">): Uint8Array {
  const others = otherKinds(detail, kinds);
  const shown = new Uint8Array(others.size === 0 ? graph.documents.length : graph.nodes.length);
  for (const index of documents) shown[index] = 1;
  if (others.size === 0) return shown;
  const pending = [...documents];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (const { kind, target } of graph.outgoing(node)) {
      if (shown[target] === 1 || !others.has((graph.nodes[target] as GraphNode).kind)) continue;
      // The sections of a document belong to it, whichever edges are wanted between them.
      if (kinds !== undefined && kind !== "contains" && !kinds.has(kind)) continue;
      shown[target] = 1;
      // Sections hold sections and folders lie in folders.
      if (kind === "contains" || kind === "partOf") pending.push(target);
    }
  }
  return shown;
}

/** Kinds of nodes besides documents. */
function otherKinds(detail: ExportDetail, kinds: ReadonlySet<EdgeKind> | undefined): ReadonlySet<NodeKind> {
  if (detail === "full") return new Set(["section", "tag", "entity", "folder", "external", "asset", "missing"]);
  const others = new Set<NodeKind>(detail === "sections" ? ["section"] : []);
  for (const kind of kinds ?? []) {
    const brought = kindsBroughtIn[kind];
    if (brought !== undefined) others.add(brought);
  }
  return others;
}
