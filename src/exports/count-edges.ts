/** The numbers of a graph's nodes and edges, without making them. */
import type { MarkdownDocument, MarkdownLink } from "../documents/markdown-document.ts";
import { edgeKind } from "../graph/edge-table.ts";
import { numbersOf } from "../graph/graph-numbers.ts";
import { entityIri } from "../graph/iri.ts";
import type { KnowledgeGraph, LinkResolution } from "../graph/knowledge-graph.ts";
import { peopleWithoutNote } from "../graph/people-without-note.ts";
import { parentTagKey, tagKey } from "../graph/tag-key.ts";

/** `graph.nodes.length`. */
export function countNodes(graph: KnowledgeGraph): number {
  return numbersOf(graph).linked.missing.end;
}

/** `graph.edges.length`. */
export function countEdges(graph: KnowledgeGraph): number {
  const { own } = numbersOf(graph);
  let count = own.folders.keys.length - (own.folders.keys.length > 0 ? 1 : 0);
  for (const key of own.tags.keys) if (parentTagKey(key) !== undefined) count++;
  for (let index = 0; index < graph.documents.length; index++) {
    const document = graph.documents[index] as MarkdownDocument;
    // Every heading is in a document or a section, and the document in a folder.
    count += Math.max(1, document.sections.length);
    count += countDistinct(document.tags, ({ name }) => own.tags.numberOf(tagKey(name)));
    const people = peopleWithoutNote({ document, links: graph.linksOf(index) });
    count += countDistinct(people, ({ name }) => own.entities.numberOf(entityIri(graph.options.baseIri, name)));
    count += countLinkEdges(graph, document.links, graph.links[index] as readonly LinkResolution[]);
  }
  return count;
}

function countDistinct<Item>(items: readonly Item[], numberOf: (item: Item) => number | undefined): number {
  if (items.length === 0) return 0;
  const numbers = new Set<number>();
  for (const item of items) {
    const number = numberOf(item);
    if (number !== undefined) numbers.add(number);
  }
  return numbers.size;
}

/** Links to one target are one edge where kind, relation and syntax are the same. */
function countLinkEdges(
  graph: KnowledgeGraph,
  links: readonly MarkdownLink[],
  resolutions: readonly LinkResolution[],
): number {
  if (links.length === 0) return 0;
  const edges = new Set<string>();
  for (let index = 0; index < links.length; index++) {
    const resolution = resolutions[index] as LinkResolution;
    const target = graph.targetOf(resolution);
    if (target === undefined) continue;
    const link = links[index] as MarkdownLink;
    edges.add(`${target} ${link.syntax} ${edgeKind(link, resolution)} ${link.relation ?? ""}`);
  }
  return edges.size;
}
