/** What is different between two graphs of one knowledge base: documents, links, sections, triples. */
import type { LogicalPath } from "../../../base/logical-path.ts";
import type { KnowledgeGraph } from "../../knowledge-graph.ts";
import { type DiffedLinks, diffLinks, type LinksOfDocument } from "./diff-links.ts";
import { type DiffedSections, diffSections } from "./diff-sections.ts";
import { type DiffedTriples, diffTriples, saysSame } from "./diff-triples.ts";
import { at, type DocumentPair, pairDocuments } from "./pair-documents.ts";

export interface DiffDocument {
  readonly path: LogicalPath;
  readonly title: string;
}

/** A document whose content is the same under another path. */
export interface RenamedDocument {
  readonly from: LogicalPath;
  readonly to: LogicalPath;
  readonly title: string;
}

/** All differences. Each list is sorted by path, the later one where there are two, then by place. */
export interface GraphDifference {
  readonly documents: {
    readonly added: readonly DiffDocument[];
    readonly removed: readonly DiffDocument[];
    readonly renamed: readonly RenamedDocument[];
    readonly changed: readonly DiffDocument[];
  };
  readonly links: { readonly [Kind in keyof DiffedLinks]: readonly DiffedLinks[Kind][number][] };
  readonly sections: { readonly [Kind in keyof DiffedSections]: readonly DiffedSections[Kind][number][] };
  readonly triples: DiffedTriples;
}

/** What is compared. */
export interface DiffInput {
  readonly from: KnowledgeGraph;
  readonly to: KnowledgeGraph;
  /** Also list the triples. Default `false`. */
  readonly triples?: boolean | undefined;
}

/**
 * Compares two graphs. Documents are the same by path, or by content where a path has gone and another has come. Nothing that has only moved
 * within its document is a difference. Graphs that share documents which did not change are compared in the time that the others take.
 */
export function diffGraphs({ from, to, triples = false }: DiffInput): GraphDifference {
  const { pairs, moved } = pairDocuments(from, to);
  const different = pairs.filter((pair) => !saysSame(from, to, pair));
  const links: DiffedLinks = { newlyBroken: [], newlyResolved: [], changed: [], added: [], removed: [] };
  const sections: DiffedSections = { added: [], removed: [], changed: [] };
  for (const pair of different) {
    diffLinks(linksOf(from, pair.from), linksOf(to, pair.to), moved, links);
    if (isOtherText(from, to, pair)) diffSections(documentAt(from, pair.from), documentAt(to, pair.to), sections);
  }
  return {
    documents: diffDocuments(from, to, different),
    links,
    sections,
    triples: diffTriples(from, to, different, triples),
  };
}

function linksOf(graph: KnowledgeGraph, place: number | undefined): LinksOfDocument | undefined {
  return place === undefined ? undefined : { document: at(graph, place), resolutions: graph.linksOf(place) };
}

function documentAt(graph: KnowledgeGraph, place: number | undefined): LinksOfDocument["document"] | undefined {
  return place === undefined ? undefined : at(graph, place);
}

function isOtherText(from: KnowledgeGraph, to: KnowledgeGraph, pair: DocumentPair): boolean {
  return documentAt(from, pair.from)?.sha256 !== documentAt(to, pair.to)?.sha256;
}

function diffDocuments(
  from: KnowledgeGraph,
  to: KnowledgeGraph,
  pairs: readonly DocumentPair[],
): GraphDifference["documents"] {
  const documents = {
    added: [] as DiffDocument[],
    removed: [] as DiffDocument[],
    renamed: [] as RenamedDocument[],
    changed: [] as DiffDocument[],
  };
  for (const pair of pairs) {
    const [before, after] = [documentAt(from, pair.from), documentAt(to, pair.to)];
    if (after === undefined) {
      if (before !== undefined) documents.removed.push({ path: before.path, title: before.title });
      continue;
    }
    const { path, title } = after;
    if (before === undefined) documents.added.push({ path, title });
    else if (before.path !== path) documents.renamed.push({ from: before.path, to: path, title });
    else if (before.sha256 !== after.sha256) documents.changed.push({ path, title });
  }
  return documents;
}
