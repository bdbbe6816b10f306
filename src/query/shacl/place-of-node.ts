/** Where in which file a node of the graph is written. */
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import { propertyIri } from "../../graph/iri.ts";
import type { KnowledgeGraph } from "../../graph/knowledge-graph.ts";
import { iriOf } from "../../graph/prefixes.ts";
import type { TermTable } from "../rdf/term-table.ts";
import type { TripleSet } from "../rdf/triple-set.ts";

export interface NodePlace {
  readonly path: string;
  /** Absent for folders and for files that are no documents. */
  readonly line?: number;
}

/** Keys of front matter that a statement of a document may come from. */
const keysOf: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    "schema:name": ["title"],
    "schema:alternateName": ["aliases", "alias"],
    "schema:description": ["description", "summary"],
    "schema:inLanguage": ["lang", "language", "locale"],
    "schema:datePublished": ["date", "published", "date_published", "datePublished", "created"],
    "schema:dateModified": ["modified", "updated", "date_modified", "dateModified", "lastmod"],
    "schema:keywords": ["tags", "tag", "keywords"],
    "schema:about": ["tags", "tag", "about"],
    "schema:author": ["author", "authors"],
    "schema:url": ["canonical_url", "canonicalUrl", "url"],
  }).map(([curie, keys]) => [iriOf(curie), keys]),
);

/** Finds places in one graph. */
export class NodePlaces {
  readonly #graph: KnowledgeGraph;
  readonly #data: TripleSet;
  readonly #terms: TermTable;
  #documents: ReadonlyMap<string, MarkdownDocument> | undefined;

  constructor(graph: KnowledgeGraph, data: TripleSet, terms: TermTable) {
    this.#graph = graph;
    this.#data = data;
    this.#terms = terms;
  }

  /**
   * The place of a node: the first line of a section, the line of a task or an observation; of a document the line of the property that is
   * spoken of, else its first one. `undefined` for what is in no file of its own, such as a tag.
   */
  placeOf(node: number, property: string | undefined): NodePlace | undefined {
    const { termType, value: iri } = this.#terms.termOf(node);
    if (termType !== "NamedNode") return undefined;
    const fragment = iri.indexOf("#");
    const file = fragment < 0 ? node : this.#terms.numberOfIri(iri.slice(0, fragment));
    const path = this.#literal(file, "md:path");
    // The root is a folder without a name.
    if (path === undefined || path === "") return undefined;
    const line = this.#lineOf(node, path, property);
    return line === undefined ? { path } : { path, line };
  }

  #lineOf(node: number, path: string, property: string | undefined): number | undefined {
    const line = this.#literal(node, "md:startLine") ?? this.#literal(node, "md:line");
    if (line !== undefined) return Number(line);
    const document = this.#document(path);
    return document === undefined ? undefined : (this.#lineOfProperty(document, property) ?? 1);
  }

  #lineOfProperty({ properties, frontMatter }: MarkdownDocument, property: string | undefined): number | undefined {
    if (property === undefined) return undefined;
    const { baseIri } = this.#graph.options;
    const own = properties.find(({ key }) => propertyIri(baseIri, key) === property);
    if (own !== undefined) return own.line;
    for (const key of keysOf.get(property) ?? []) {
      const line = frontMatter?.lines.get(key);
      if (line !== undefined) return line;
    }
    return undefined;
  }

  #literal(node: number, predicate: string): string | undefined {
    const object = this.#data.object(node, this.#terms.numberOfIri(iriOf(predicate)));
    return object === undefined ? undefined : this.#terms.termOf(object).value;
  }

  #document(path: string): MarkdownDocument | undefined {
    this.#documents ??= new Map(this.#graph.documents.map((document) => [document.path, document]));
    return this.#documents.get(path);
  }
}
