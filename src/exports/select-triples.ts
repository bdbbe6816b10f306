/** The triples of a selection, subject by subject. */

import { fileIri } from "../graph/file-iri.ts";
import { tagSchemeIri } from "../graph/iri.ts";
import type { EdgeKind, GraphNode } from "../graph/knowledge-graph.ts";
import { iriOf } from "../graph/prefixes.ts";
import { type Literal, type NamedNode, namedNode, type Quad, quad } from "../graph/terms.ts";
import { quadsOfDocument, sharedQuads } from "../graph/to-quads.ts";
import type { Subgraph } from "./select-subgraph.ts";
import type { SubjectBlock } from "./subject-block.ts";
import { dropRepeated, TripleOrder } from "./triple-order.ts";

/**
 * The triples of a selection: each document followed by its parts, then what documents share, in the order of the graph. Of a part
 * of the graph only what is said of and about nodes that are shown; where sections are not, what links to them says it of their
 * documents. Holds one document at a time.
 */
export function* selectedBlocks(subgraph: Subgraph): Generator<SubjectBlock> {
  const { graph, documents, whole } = subgraph;
  const filter = whole ? undefined : new TripleFilter(subgraph);
  const order = new TripleOrder();
  for (const index of documents) {
    const name = fileIri(graph, graph.documents[index]?.path ?? "");
    for (const [subject, triples] of bySubject(quadsOfDocument(graph, index), filter)) {
      order.sort(triples);
      // A graph says nothing twice, but what is said in place of something else may be said already.
      if (filter !== undefined) dropRepeated(triples);
      yield { subject, triples, graph: name };
    }
  }
  // What is shared comes subject by subject, so that one at a time is enough.
  let triples: Quad[] = [];
  for (const triple of selected(sharedQuads(graph), filter)) {
    const subject = triples[0]?.subject.value ?? triple.subject.value;
    if (subject !== triple.subject.value) {
      order.sort(triples);
      yield { subject, triples };
      triples = [];
    }
    triples.push(triple);
  }
  order.sort(triples);
  if (triples[0] !== undefined) yield { subject: triples[0].subject.value, triples };
}

/** The triples of each subject, in the order in which they are first spoken of. */
function bySubject(quads: Iterable<Quad>, filter: TripleFilter | undefined): Map<string, Quad[]> {
  const groups = new Map<string, Quad[]>();
  let subject: NamedNode | undefined;
  let group: Quad[] = [];
  for (const triple of filter === undefined ? quads : selected(quads, filter)) {
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

function* selected(quads: Iterable<Quad>, filter: TripleFilter | undefined): Generator<Quad> {
  for (const triple of quads) {
    const kept = filter === undefined ? triple : filter.select(triple);
    if (kept !== undefined) yield kept;
  }
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

  /** The triple itself, or what is said in its place, or nothing. */
  select(triple: Quad): Quad | undefined {
    const subject = this.#subgraph.graph.nodeByIri(triple.subject.value);
    return this.#isShown(triple.subject.value, subject) ? this.#triple(subject, triple) : undefined;
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
    const kind = edgeKindOf({ subject, triple, target });
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
function edgeKindOf({
  subject,
  triple: { predicate: term, object },
  target,
}: {
  subject: GraphNode | undefined;
  triple: Quad;
  target: GraphNode | undefined;
}): EdgeKind | undefined {
  const predicate = term.value;
  const kind = kindOfPredicate.get(predicate);
  if (kind !== undefined) return kind;
  if (object.termType === "Literal" || target === undefined) return undefined;
  if (target.kind === "folder" || (subject?.kind === "tag" && target.kind === "tag")) return "partOf";
  const isOwn = target.path !== undefined && target.path === subject?.path;
  if (isOwn && ((predicate === isPartOf && subject?.kind === "section") || predicate === hasPart)) return "contains";
  return subject === undefined ? undefined : "relation";
}
