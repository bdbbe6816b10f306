/** Who links to a document, and which documents nobody links to. */
import type { MarkdownDocument, MarkdownLink } from "../../documents/markdown-document.ts";
import { documentAdjacency } from "../document-adjacency.ts";
import { edgeKind, placeOf } from "../edge-table.ts";
import { incomingLinks } from "../incoming-links.ts";
import type { EdgeKind, EdgePlace, GraphEdge, KnowledgeGraph, LinkResolution } from "../knowledge-graph.ts";

/** A document that links here in one way, with every place. */
export interface Backlink extends Pick<GraphEdge, "kind" | "relation" | "syntax"> {
  /** Number of the linking document. */
  readonly source: number;
  readonly places: readonly EdgePlace[];
}

/** Links from other documents to a document, by source and then as edges are told apart; links to oneself are left out. */
export function backlinksOf(graph: KnowledgeGraph, document: number): readonly Backlink[] {
  const found: (Backlink & { readonly places: EdgePlace[] })[] = [];
  let first = 0;
  for (const { source, link: index } of incomingLinks(graph, document)) {
    const holder = graph.documents[source] as MarkdownDocument;
    const link = holder.links[index] as MarkdownLink;
    const resolution = graph.linksOf(source)[index] as LinkResolution;
    if (found.at(-1)?.source !== source) first = found.length;
    const kind = edgeKind(link, resolution);
    const { relation, syntax } = link;
    const place = placeOf(holder, link, resolution);
    let at = first;
    while (at < found.length && !isSameWay(found[at] as Backlink, kind, link)) at++;
    const known = found[at];
    if (known !== undefined) known.places.push(place);
    else found.push({ source, kind, ...(relation === undefined ? {} : { relation }), syntax, places: [place] });
  }
  return found;
}

function isSameWay(known: Backlink, kind: EdgeKind, { relation, syntax }: MarkdownLink): boolean {
  return known.kind === kind && known.relation === relation && known.syntax === syntax;
}

/** Documents by what is missing from them; numbers of documents, in order. */
export interface LooseDocuments {
  /** No link to or from another document. */
  readonly orphans: readonly number[];
  /** No link from another document. */
  readonly noIncoming: readonly number[];
  /** No link to another document. */
  readonly deadEnds: readonly number[];
}

/** Documents without links. Links to oneself, to assets and external addresses, tags and folders do not count. */
export function looseDocuments(graph: KnowledgeGraph): LooseDocuments {
  const { starts, incomingCounts } = documentAdjacency(graph);
  const numbers = [...graph.documents.keys()];
  const noIncoming = numbers.filter((document) => incomingCounts[document] === 0);
  const deadEnds = numbers.filter((document) => starts[document] === starts[document + 1]);
  return { noIncoming, deadEnds, orphans: noIncoming.filter((document) => starts[document] === starts[document + 1]) };
}
