/** The IRI of a file of a graph: that of its path or, where the graph is asked for it, of the id that a document gives itself. */
import { LayeredMap } from "../base/layered-map.ts";
import { readDocumentId } from "../documents/front-matter/read-document-id.ts";
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import { type GraphTable, orderOf, tableOf } from "./graph-tables.ts";
import { documentIdIri, documentIri } from "./iri.ts";
import type { KnowledgeGraph } from "./knowledge-graph.ts";
import { placeOfPath } from "./place-of-path.ts";

/** By the IRI of an id: the documents that have it, by their numbers in the table of files. */
type IdHolders = LayeredMap<string, readonly number[]>;

const none: readonly number[] = [];

const idHolders: GraphTable<IdHolders> = {
  build(graph) {
    const { files } = orderOf(graph);
    const holders = new Map<string, readonly number[]>();
    for (const [place, document] of graph.documents.entries()) {
      const iri = idIri(graph, document);
      if (iri !== undefined) holders.set(iri, [...(holders.get(iri) ?? none), files[place] as number]);
    }
    return new LayeredMap(holders);
  },
  move(value, graph, { touched }) {
    if (touched.length === 0) return value;
    const moved = value.fork();
    // All that goes first: a number in the table of files may be another file's now.
    for (const { file, before } of touched) {
      const iri = before && idIri(graph, before.document);
      if (iri === undefined) continue;
      moved.set(
        iri,
        (moved.get(iri) ?? none).filter((holder) => holder !== file),
      );
    }
    for (const { file, after } of touched) {
      const iri = after && idIri(graph, after.document);
      if (iri !== undefined) moved.set(iri, [...(moved.get(iri) ?? none), file]);
    }
    return moved;
  },
};

function idIri(graph: KnowledgeGraph, document: MarkdownDocument): string | undefined {
  const id = readDocumentId(document.frontMatter);
  return id === undefined ? undefined : documentIdIri(graph.options.baseIri, id);
}

/**
 * The IRI of a document or another file of a graph. With the option `iri: "id"` that of a document's id, if it has one that no other
 * document has.
 */
export function fileIri(graph: KnowledgeGraph, path: string): string {
  const { baseIri, iri } = graph.options;
  if (iri === "id") {
    const place = placeOfPath(graph.documents, path, (document) => document.path);
    const own = place === undefined ? undefined : idIri(graph, graph.documents[place] as MarkdownDocument);
    if (own !== undefined && tableOf(idHolders, graph).get(own)?.length === 1) return own;
  }
  return documentIri(baseIri, path);
}

/** The number of the document that has the IRI of an id; `undefined` where none has, or several. Only with the option `iri: "id"`. */
export function documentOfIdIri(graph: KnowledgeGraph, iri: string): number | undefined {
  const holders = tableOf(idHolders, graph).get(iri) ?? none;
  return holders.length === 1 ? orderOf(graph).positions[holders[0] as number] : undefined;
}

/** The documents that have one id with others, by that id's IRI: their places, ascending. */
export function sharedIds(graph: KnowledgeGraph): readonly (readonly number[])[] {
  const holders = tableOf(idHolders, graph);
  const { positions } = orderOf(graph);
  return [...holders.keys()].flatMap((iri) => {
    const files = holders.get(iri) ?? none;
    return files.length < 2 ? [] : [files.map((file) => positions[file] as number).sort((a, b) => a - b)];
  });
}
