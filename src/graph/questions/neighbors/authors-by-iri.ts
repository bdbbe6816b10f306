/** How the authors of documents are written, by their IRIs. */
import { entityIri } from "../../iri.ts";
import { documentAt } from "../../key-of-node.ts";
import type { KnowledgeGraph } from "../../knowledge-graph.ts";
import { peopleWithoutNote } from "../../people-without-note.ts";

/**
 * The authors of documents that are people without a note. Those of a document are put by their IRIs when one of them is first asked for, and kept
 * as long as this is: a walk asks for each of many people in each of many documents.
 */
export class AuthorsByIri {
  readonly #graph: KnowledgeGraph;
  readonly #names = new Map<number, ReadonlyMap<string, string>>();

  constructor(graph: KnowledgeGraph) {
    this.#graph = graph;
  }

  /** The name of an author as a document writes it, at the first place if at several; `undefined` for who is no author of it. */
  nameIn(document: number, iri: string): string | undefined {
    let names = this.#names.get(document);
    if (names === undefined) {
      names = this.#namesIn(document);
      this.#names.set(document, names);
    }
    return names.get(iri);
  }

  #namesIn(document: number): ReadonlyMap<string, string> {
    const graph = this.#graph;
    const names = new Map<string, string>();
    for (const { name } of peopleWithoutNote({
      document: documentAt(graph, document),
      links: graph.linksOf(document),
    })) {
      const iri = entityIri(graph.options.baseIri, name);
      if (!names.has(iri)) names.set(iri, name);
    }
    return names;
  }
}
