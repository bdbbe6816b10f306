/** The edges of a graph, in the order of their sources, and who is at either end. */
import type { DocumentTag, MarkdownDocument, MarkdownLink, Section } from "../documents/markdown-document.ts";
import { entityIri } from "./iri.ts";
import type { EdgeKind, EdgePlace, GraphEdge, LinkResolution } from "./knowledge-graph.ts";
import type { DocumentNodes } from "./numbered-nodes.ts";
import { peopleWithoutNote } from "./people-without-note.ts";
import { folderOf } from "./resolve/name-forms.ts";
import { parentTagKey, tagKey } from "./tag-key.ts";

/** What edges are made from. */
export interface EdgeInput {
  readonly documents: readonly MarkdownDocument[];
  readonly links: readonly (readonly LinkResolution[])[];
  readonly nodes: DocumentNodes;
  readonly baseIri: string;
  /** The node that a link leads to. */
  readonly targetOf: (resolution: LinkResolution) => number | undefined;
}

/** An edge whose places are still being collected. */
interface GrowingEdge extends Omit<GraphEdge, "viaAlias"> {
  readonly places: EdgePlace[];
  /** Only while every place came by an alias. */
  viaAlias?: true;
}

const nowhere: readonly EdgePlace[] = [];

/**
 * Every edge: of a document its sections, its folder, tags, people and links; of a section its sub-sections; of a nested tag its
 * parent; of a folder the folder above. Sorted by source; within a document in that order, links by their first place.
 */
export function buildEdges(input: EdgeInput): readonly GraphEdge[] {
  const edges: GraphEdge[] = [];
  for (const document of input.documents.keys()) addDocumentEdges(edges, input, document);
  for (const document of input.documents.keys()) addSectionEdges(edges, input, document);
  const { tags, folders } = input.nodes;
  for (const key of tags.keys) {
    const parent = parentTagKey(key);
    if (parent !== undefined) addEdge(edges, tags.numberOf(key), tags.numberOf(parent), "partOf");
  }
  for (const path of folders.keys) {
    if (path !== "") addEdge(edges, folders.numberOf(path), folders.numberOf(folderOf(path)), "partOf");
  }
  return edges;
}

function addEdge(edges: GraphEdge[], source: number | undefined, target: number | undefined, kind: EdgeKind): void {
  if (source === undefined || target === undefined) return;
  edges.push({ index: edges.length, source, target, kind, places: nowhere });
}

function addDocumentEdges(edges: GraphEdge[], input: EdgeInput, source: number): void {
  const document = input.documents[source] as MarkdownDocument;
  const { sectionStart, folders } = input.nodes;
  const first = (sectionStart[source] as number) - 1;
  for (const { index, parent } of document.sections) {
    if (index > 0 && parent < 1) addEdge(edges, source, first + index, "contains");
  }
  addEdge(edges, source, folders.numberOf(folderOf(document.path)), "partOf");
  addTagEdges(edges, input.nodes, document, source);
  addPeopleEdges(edges, input, document, source);
  addLinkEdges(edges, input, document, source);
}

function addSectionEdges(edges: GraphEdge[], { documents, nodes }: EdgeInput, document: number): void {
  const first = (nodes.sectionStart[document] as number) - 1;
  const { sections } = documents[document] as MarkdownDocument;
  for (let index = 1; index < sections.length; index++) {
    const { level } = sections[index] as Section;
    // What is below a section follows it; headings have six levels, so each is looked at six times at most.
    for (let below = index + 1; below < sections.length && (sections[below] as Section).level > level; below++) {
      if ((sections[below] as Section).parent === index) addEdge(edges, first + index, first + below, "contains");
    }
  }
}

function addTagEdges(edges: GraphEdge[], nodes: DocumentNodes, document: MarkdownDocument, source: number): void {
  const byTag = new Map<number, GrowingEdge>();
  const add = ({ name, line, column, section }: Pick<DocumentTag, "name" | "line" | "column" | "section">): void => {
    const target = nodes.tags.numberOf(tagKey(name));
    if (target === undefined) return;
    let edge = byTag.get(target);
    if (edge === undefined) {
      edge = { index: edges.length, source, target, kind: "taggedWith", places: [] };
      byTag.set(target, edge);
      edges.push(edge);
    }
    edge.places.push({ path: document.path, line, column, text: name, target: name, section });
  };
  document.tags.forEach(add);
}

function addPeopleEdges(
  edges: GraphEdge[],
  { nodes, baseIri, links }: EdgeInput,
  document: MarkdownDocument,
  source: number,
): void {
  const seen = new Set<number>();
  const people = peopleWithoutNote({ document, links: links[source] as readonly LinkResolution[] });
  for (const { name } of people) {
    const target = nodes.entities.numberOf(entityIri(baseIri, name));
    if (target === undefined || seen.has(target)) continue;
    seen.add(target);
    const line = authorLine(document);
    const place = { path: document.path, line, column: 1, text: name, target: name, section: 0 };
    edges.push({ index: edges.length, source, target, kind: "mentions", places: [place] });
  }
}

/** The line of the front matter key that names the authors. */
export function authorLine({ frontMatter }: MarkdownDocument): number {
  for (const [key, line] of frontMatter?.lines ?? []) {
    if (/^authors?$/i.test(key)) return line;
  }
  return 1;
}

function addLinkEdges(
  edges: GraphEdge[],
  { links, targetOf }: EdgeInput,
  document: MarkdownDocument,
  source: number,
): void {
  const resolutions = links[source] as readonly LinkResolution[];
  const byTarget = new Map<number, GrowingEdge[]>();
  for (const [index, link] of document.links.entries()) {
    const resolution = resolutions[index] as LinkResolution;
    const target = targetOf(resolution);
    if (target === undefined) continue;
    const place = placeOf(document, link, resolution);
    const known = byTarget.get(target);
    const kind = edgeKind(link, resolution);
    const viaAlias = resolution.by === "alias";
    const edge = known?.find(
      (other) => other.kind === kind && other.relation === link.relation && other.syntax === link.syntax,
    );
    if (edge !== undefined) {
      edge.places.push(place);
      if (!viaAlias) delete edge.viaAlias;
      continue;
    }
    const added: GrowingEdge = {
      index: edges.length,
      source,
      target,
      kind,
      ...(link.relation === undefined ? {} : { relation: link.relation }),
      syntax: link.syntax,
      ...(viaAlias ? { viaAlias: true } : {}),
      places: [place],
    };
    edges.push(added);
    if (known === undefined) byTarget.set(target, [added]);
    else known.push(added);
  }
}

/** The kind of edge that a link makes. */
export function edgeKind(link: MarkdownLink, resolution: LinkResolution): EdgeKind {
  if (link.relation !== undefined) return "relation";
  if (link.metadata !== undefined) return "mentions";
  if (resolution.status === "external") return "cites";
  return link.embed ? "embeds" : "linksTo";
}

/** A link as the place of an edge. */
export function placeOf(document: MarkdownDocument, link: MarkdownLink, resolution: LinkResolution): EdgePlace {
  const { line, column, text, target, section } = link;
  const place = { path: document.path, line, column, text, target, section };
  if (link.fragment === undefined) return place;
  const { fragment } = resolution;
  if (fragment === undefined || fragment.status === "missing") return { ...place, fragment: link.fragment };
  return { ...place, targetSection: fragment.section, fragment: link.fragment };
}

/** Edges by the node at one of their ends, as offsets into one array. */
export interface EdgeIndex {
  /** Edges of node `n` are `edges[starts[n]]` up to `edges[starts[n + 1]]`. */
  readonly starts: Uint32Array;
  readonly edges: Uint32Array;
}

/** Indexes edges by their source or target, in linear time; each node's edges are in the order of their numbers. */
export function indexEdges(edges: readonly GraphEdge[], nodeCount: number, end: "source" | "target"): EdgeIndex {
  const starts = new Uint32Array(nodeCount + 1);
  for (const edge of edges) starts[edge[end] + 1] = (starts[edge[end] + 1] as number) + 1;
  for (let node = 0; node < nodeCount; node++)
    starts[node + 1] = (starts[node + 1] as number) + (starts[node] as number);
  const next = starts.slice(0, nodeCount);
  const ordered = new Uint32Array(edges.length);
  for (const { index, [end]: node } of edges) {
    ordered[next[node] as number] = index;
    next[node] = (next[node] as number) + 1;
  }
  return { starts, edges: ordered };
}
