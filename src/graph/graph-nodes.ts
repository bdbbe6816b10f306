/** The nodes of a graph, each made when it is first asked for. */
import type { MarkdownDocument, Section } from "../documents/markdown-document.ts";
import { fileIri } from "./file-iri.ts";
import type { GraphNumbers } from "./graph-numbers.ts";
import { folderIri, missingIri, sectionIri, tagIri } from "./iri.ts";
import type { GraphNode, KnowledgeGraph } from "./knowledge-graph.ts";
import { placeOfPath } from "./place-of-path.ts";

/** All nodes by their number. */
export class NodeTable {
  readonly #graph: KnowledgeGraph;
  readonly #documents: readonly MarkdownDocument[];
  readonly #baseIri: string;
  readonly #numbers: GraphNumbers;
  readonly #made: (GraphNode | undefined)[] = [];
  #all: readonly GraphNode[] | undefined;
  #byIri: ReadonlyMap<string, GraphNode> | undefined;

  /** `graph` must have its documents and options; the rest of it is read when nodes are. */
  constructor(graph: KnowledgeGraph, numbers: GraphNumbers) {
    this.#graph = graph;
    this.#documents = graph.documents;
    this.#baseIri = graph.options.baseIri;
    this.#numbers = numbers;
  }

  get count(): number {
    return this.#numbers.linked.missing.end;
  }

  /** The node of a number that exists. */
  at(index: number): GraphNode {
    const made = this.#made[index];
    if (made !== undefined) return made;
    const node = this.#make(index);
    this.#made[index] = node;
    return node;
  }

  /** Every node, in order. */
  all(): readonly GraphNode[] {
    this.#all ??= Array.from({ length: this.count }, (_, index) => this.at(index));
    return this.#all;
  }

  /** The node of a document, of an asset that is linked to, or of a folder (its path, with or without `/` at the end). */
  ofPath(path: string): GraphNode | undefined {
    const document = this.documentOf(path);
    if (document !== undefined) return this.at(document);
    const { own, linked } = this.#numbers;
    const number = linked.assets.numberOf(path) ?? own.folders.numberOf(path.endsWith("/") ? path.slice(0, -1) : path);
    return number === undefined ? undefined : this.at(number);
  }

  /** The number of a document by its path: documents are sorted. */
  documentOf(path: string): number | undefined {
    return placeOfPath(this.#documents, path, (document) => document.path);
  }

  ofIri(iri: string): GraphNode | undefined {
    this.#byIri ??= new Map(this.all().map((node) => [node.iri, node]));
    return this.#byIri.get(iri);
  }

  ofSection(document: number, section: number): GraphNode | undefined {
    const sections = this.#documents[document]?.sections.length ?? 0;
    if (section < 1 || section >= sections) return undefined;
    return this.at((this.#numbers.own.sectionStart[document] as number) + section - 1);
  }

  #make(index: number): GraphNode {
    if (index < this.#documents.length) return this.#document(index);
    const { sectionStart, tags, entities, folders } = this.#numbers.own;
    if (index < tags.first) return this.#section(index, sectionStart);
    if (index < entities.first) {
      return { index, kind: "tag", iri: tagIri(this.#baseIri, tags.keyOf(index)), label: tags.valueOf(index) };
    }
    if (index < folders.first) {
      const iri = entities.keyOf(index);
      return { index, kind: "entity", iri, label: entities.valueOf(index).label ?? iri };
    }
    if (index < folders.end) return this.#folder(index);
    return this.#linkedNode(index);
  }

  #document(index: number): GraphNode {
    const { path, title } = this.#documents[index] as MarkdownDocument;
    return { index, kind: "document", iri: fileIri(this.#graph, path), label: title, path };
  }

  #section(index: number, sectionStart: Int32Array): GraphNode {
    let low = 0;
    let high = this.#documents.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((sectionStart[middle] as number) <= index) low = middle;
      else high = middle - 1;
    }
    const document = this.at(low);
    const section = index - (sectionStart[low] as number) + 1;
    const { path, sections } = this.#documents[low] as MarkdownDocument;
    const heading = sections[section] as Section;
    return { index, kind: "section", iri: sectionIri(document.iri, heading), label: heading.text, path, section };
  }

  #folder(index: number): GraphNode {
    const path = this.#numbers.own.folders.valueOf(index);
    return { index, kind: "folder", iri: folderIri(this.#baseIri, path), label: path === "" ? "/" : path, path };
  }

  #linkedNode(index: number): GraphNode {
    const { externals, assets, missing } = this.#numbers.linked;
    if (index < externals.end) {
      const iri = externals.keyOf(index);
      return { index, kind: "external", iri, label: iri };
    }
    if (index >= missing.first) {
      const iri = missingIri(this.#baseIri, missing.keyOf(index));
      return { index, kind: "missing", iri, label: missing.valueOf(index) };
    }
    const path = assets.valueOf(index);
    return { index, kind: "asset", iri: fileIri(this.#graph, path), label: path, path };
  }
}
