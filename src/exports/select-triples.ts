/** The triples of a selection, subject by subject. */

import { tagSchemeIri } from "../graph/iri.ts";
import type { EdgeKind, GraphNode } from "../graph/knowledge-graph.ts";
import { iriOf } from "../graph/prefixes.ts";
import { type Literal, type NamedNode, namedNode, type Quad, quad } from "../graph/terms.ts";
import { quadsOfDocument, sharedQuads } from "../graph/to-quads.ts";
import type { Subgraph } from "./select-subgraph.ts";
import { blockOf, type SubjectBlock } from "./subject-block.ts";

/**
 * The triples of a selection: each document followed by its parts, then what documents share, in the order of the graph. Of a part
 * of the graph only what is said of and about nodes that are shown; where sections are not, what links to them says it of their
 * documents. Holds one document at a time.
 */
export function* selectedBlocks(subgraph: Subgraph): Generator<SubjectBlock> {
  const { graph, documents, whole } = subgraph;
  const filter = whole ? undefined : new TripleFilter(subgraph);
  for (const index of documents) {
    for (const [subject, triples] of bySubject(quadsOfDocument(graph, index))) {
      const kept = filter === undefined ? triples : filter.select(subject, triples);
      if (kept.length > 0) yield blockOf(subject, kept);
    }
  }
  for (const [subject, triples] of runs(sharedQuads(graph))) {
    const kept = filter === undefined ? triples : filter.select(subject, triples);
    if (kept.length > 0) yield blockOf(subject, kept);
  }
}

function bySubject(quads: readonly Quad[]): Map<string, Quad[]> {
  const groups = new Map<string, Quad[]>();
  let subject: NamedNode | undefined;
  let group: Quad[] = [];
  for (const triple of quads) {
    if (triple.subject !== subject) {
      subject = triple.subject;
      const known = groups.get(subject.value);
      group = known ?? [];
      if (known === undefined) groups.set(subject.value, group);
    }
    group.push(triple);
  }
  return groups;
}

/** Groups of a stream in which the triples of a subject follow each other. */
function* runs(quads: Iterable<Quad>): Generator<[string, Quad[]]> {
  let subject = "";
  let group: Quad[] = [];
  for (const triple of quads) {
    if (group.length > 0 && triple.subject.value !== subject) {
      yield [subject, group];
      group = [];
    }
    subject = triple.subject.value;
    group.push(triple);
  }
  if (group.length > 0) yield [subject, group];
}

const isPartOf = iriOf("schema:isPartOf");
const hasPart = iriOf("schema:hasPart");

/** The kind of edge that a predicate stands for, where it is always the same. */
const kindOfPredicate: ReadonlyMap<string, EdgeKind> = new Map<string, EdgeKind>([
  [iriOf("dcterms:references"), "linksTo"],
  [iriOf("md:linksToAsset"), "linksTo"],
  [iriOf("md:embeds"), "embeds"],
  [iriOf("schema:citation"), "cites"],
  [iriOf("schema:about"), "taggedWith"],
  [iriOf("schema:author"), "mentions"],
]);

/** Keeps the triples of the nodes and edges that are shown. */
class TripleFilter {
  readonly #subgraph: Subgraph;
  readonly #tagScheme: string;
  readonly #showsTags: boolean;

  constructor(subgraph: Subgraph) {
    const { graph, shown } = subgraph;
    this.#subgraph = subgraph;
    this.#tagScheme = tagSchemeIri(graph.options.baseIri);
    this.#showsTags = graph.nodes.some(({ kind, index }) => kind === "tag" && shown[index] === 1);
  }

  select(subject: string, triples: readonly Quad[]): Quad[] {
    const node = this.#subgraph.graph.nodeByIri(subject);
    if (!this.#isShown(subject, node)) return [];
    const kept: Quad[] = [];
    for (const triple of triples) {
      const selected = this.#triple(node, triple);
      if (selected !== undefined) kept.push(selected);
    }
    return kept;
  }

  /** Tasks and observations are no nodes; they belong to the whole picture only. */
  #isShown(subject: string, node: GraphNode | undefined): boolean {
    if (node !== undefined) return this.#subgraph.shown[node.index] === 1;
    return subject === this.#tagScheme ? this.#showsTags : this.#subgraph.detail === "full";
  }

  #triple(subject: GraphNode | undefined, triple: Quad): Quad | undefined {
    const { graph, shown, kinds, detail } = this.#subgraph;
    const { predicate, object } = triple;
    const target = object.termType === "NamedNode" ? graph.nodeByIri(object.value) : undefined;
    const kind = edgeKindOf(subject, predicate.value, object, target);
    if (kinds !== undefined && kind !== undefined && !kinds.has(kind)) return undefined;
    if (target === undefined)
      return detail !== "full" && kind === undefined && isPart(graph.options.baseIri, object) ? undefined : triple;
    if (shown[target.index] === 1) return triple;
    if (target.kind !== "section" || kind === "contains" || target.path === undefined) return undefined;
    const document = graph.nodeOf(target.path);
    if (document === undefined || shown[document.index] !== 1 || document.iri === triple.subject.value)
      return undefined;
    return quad(triple.subject, predicate, namedNode(document.iri));
  }
}

/** Whether an IRI is that of a task or an observation, which have no node. */
function isPart(baseIri: string, object: NamedNode | Literal): boolean {
  return object.termType === "NamedNode" && object.value.startsWith(baseIri) && object.value.includes("#~");
}

/** `undefined` for what is no edge: names, values, types. */
function edgeKindOf(
  subject: GraphNode | undefined,
  predicate: string,
  object: NamedNode | Literal,
  target: GraphNode | undefined,
): EdgeKind | undefined {
  const kind = kindOfPredicate.get(predicate);
  if (kind !== undefined) return kind;
  if (object.termType === "Literal" || target === undefined) return undefined;
  if (target.kind === "folder" || (subject?.kind === "tag" && target.kind === "tag")) return "partOf";
  const isOwn = target.path !== undefined && target.path === subject?.path;
  if (isOwn && ((predicate === isPartOf && subject?.kind === "section") || predicate === hasPart)) return "contains";
  return subject === undefined ? undefined : "relation";
}
