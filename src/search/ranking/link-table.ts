/** Links with what became of them. */
import type { MarkdownLink } from "../../documents/markdown-document.ts";
import type { KnowledgeGraph, LinkResolution } from "../../graph/knowledge-graph.ts";

/** One link with what became of it. */
export interface PlacedLink {
  readonly link: MarkdownLink;
  readonly resolution: LinkResolution;
}

/** A link of a document by its index. */
export function placedLink(graph: KnowledgeGraph, document: number, index: number): PlacedLink | undefined {
  const link = graph.documents[document]?.links[index];
  const resolution = graph.linksOf(document)[index];
  return link === undefined || resolution === undefined ? undefined : { link, resolution };
}

/** Number of the section that a link to a document leads to, within the document; `undefined` for the document as a whole. */
export function targetSectionOf({ fragment }: LinkResolution): number | undefined {
  return fragment === undefined || fragment.status === "missing" ? undefined : fragment.section;
}
