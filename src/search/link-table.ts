/** The links between documents, by their target. */
import type { MarkdownLink } from "../documents/markdown-document.ts";
import type { KnowledgeGraph, LinkResolution } from "../graph/knowledge-graph.ts";

/** Links that end at document `d` are at `starts[d]` to `starts[d + 1]`, in the order of their places. Links to oneself are left out. */
export interface IncomingLinks {
  readonly starts: Uint32Array;
  /** Document that holds the link, and its index there. */
  readonly sources: Uint32Array;
  readonly links: Uint32Array;
}

/** One link with what became of it. */
export interface PlacedLink {
  readonly link: MarkdownLink;
  readonly resolution: LinkResolution;
}

const known: WeakMap<KnowledgeGraph, IncomingLinks> = new WeakMap();

/** The incoming links of all documents. Made once a graph. */
export function incomingLinks(graph: KnowledgeGraph): IncomingLinks {
  const before = known.get(graph);
  if (before !== undefined) return before;
  const starts = new Uint32Array(graph.documents.length + 1);
  visitLinks(graph, (_, target) => {
    (starts[target + 1] as number)++;
  });
  for (let index = 0; index < graph.documents.length; index++)
    starts[index + 1] = (starts[index + 1] as number) + (starts[index] as number);
  const next = starts.slice();
  const total = starts[graph.documents.length] as number;
  const table = { starts, sources: new Uint32Array(total), links: new Uint32Array(total) };
  visitLinks(graph, (source, target, link) => {
    const at = (next[target] as number)++;
    table.sources[at] = source;
    table.links[at] = link;
  });
  known.set(graph, table);
  return table;
}

/** A link of a document by its index. */
export function placedLink(graph: KnowledgeGraph, document: number, index: number): PlacedLink | undefined {
  const link = graph.documents[document]?.links[index];
  const resolution = graph.links[document]?.[index];
  return link === undefined || resolution === undefined ? undefined : { link, resolution };
}

function visitLinks(graph: KnowledgeGraph, visit: (source: number, target: number, link: number) => void): void {
  for (let source = 0; source < graph.links.length; source++) {
    const resolutions = graph.links[source] as readonly LinkResolution[];
    for (let link = 0; link < resolutions.length; link++) {
      const { status, target } = resolutions[link] as LinkResolution;
      if (status === "document" && target !== undefined && target !== source) visit(source, target, link);
    }
  }
}

/** Number of the section that a link to a document leads to, within the document; `undefined` for the document as a whole. */
export function targetSectionOf({ fragment }: LinkResolution): number | undefined {
  return fragment === undefined || fragment.status === "missing" ? undefined : fragment.section;
}
