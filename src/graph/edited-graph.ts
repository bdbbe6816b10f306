/** A graph after edits that change neither names nor links: nothing about any link is decided anew. */
import { isEqualJson } from "../documents/edits/is-equal-json.ts";
import type { MarkdownDocument, MarkdownLink } from "../documents/markdown-document.ts";
import { orderOf, rememberTables } from "./graph-tables.ts";
import type { GraphOptions, KnowledgeGraph } from "./knowledge-graph.ts";
import { hasEqualAnchors } from "./resolve/document-anchors.ts";
import { hasEqualNames } from "./resolve/has-equal-names.ts";
import type { TouchedDocument } from "./resolve/link-state.ts";
import { ResolvedGraph } from "./resolved-graph.ts";

/**
 * The graph of these documents, over the links of a graph whose documents are as they were written; `undefined` where files came or went,
 * or a document has other names, places that fragments lead to, or links. For graphs that can't move on by themselves, since building
 * what they would move with takes as long as building them from nothing.
 */
export function editedGraph(
  previous: KnowledgeGraph,
  { documents, otherPaths }: Pick<KnowledgeGraph, "documents" | "otherPaths">,
  options: GraphOptions,
): KnowledgeGraph | undefined {
  const { documents: before, otherPaths: othersBefore } = previous;
  if (documents.length !== before.length || otherPaths.length !== othersBefore.length) return undefined;
  if (!isEqualJson(options, previous.options)) return undefined;
  if (otherPaths !== othersBefore && otherPaths.some((path, place) => path !== othersBefore[place])) return undefined;
  const order = orderOf(previous);
  const { links } = previous;
  const touched: TouchedDocument[] = [];
  for (let place = 0; place < documents.length; place++) {
    const document = documents[place] as MarkdownDocument;
    const old = before[place] as MarkdownDocument;
    if (document === old) continue;
    if (document.path !== old.path || !hasEqualLinks(old, document)) return undefined;
    if (!hasEqualNames(old, document) || !hasEqualAnchors(old, document)) return undefined;
    const file = order.files[place] as number;
    const resolved = previous.linksOf(place);
    touched.push({
      file,
      before: { document: old, links: resolved },
      after: { document, links: resolved },
    });
  }
  const graph = new ResolvedGraph({
    options,
    documents,
    otherPaths,
    links: { get: (file) => links[order.positions[file] as number] ?? [] },
    linkList: links,
    order,
  });
  rememberTables(graph, order, { graph: previous, step: { touched, isShifted: false } });
  return graph;
}

function hasEqualLinks({ links: a }: MarkdownDocument, { links: b }: MarkdownDocument): boolean {
  return a.length === b.length && a.every((link, index) => isWrittenAlike(link, b[index] as MarkdownLink));
}

/** Whether two links say the same, wherever in the document they stand. */
function isWrittenAlike(a: MarkdownLink, b: MarkdownLink): boolean {
  return isEqualJson(withoutPlace(a), withoutPlace(b));
}

function withoutPlace({
  line: _line,
  column: _column,
  range: _range,
  section: _section,
  ...said
}: MarkdownLink): object {
  return said;
}
