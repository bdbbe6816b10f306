/** The edges of one node, from what is kept of its links: nothing else of the graph is looked at. */
import { isBelow, type LogicalPath } from "../../../base/logical-path.ts";
import type {
  DocumentTag,
  MarkdownDocument,
  MarkdownLink,
  Person,
  Section,
} from "../../../documents/markdown-document.ts";
import { edgeKind } from "../../edge-table.ts";
import { incomingLinks } from "../../incoming-links.ts";
import { entityIri, entityKey } from "../../iri.ts";
import {
  documentAt,
  isSectionKey,
  keyOfTarget,
  kindOfKey,
  type NamedKey,
  type NodeKey,
  namedTarget,
  nameOfKey,
  sectionKey,
  sectionOfKey,
} from "../../key-of-node.ts";
import type { EdgeKind, KnowledgeGraph, LinkResolution } from "../../knowledge-graph.ts";
import { holdersOf, holdersOfTag } from "../../name-holders.ts";
import { peopleWithoutNote } from "../../people-without-note.ts";
import { folderOf } from "../../resolve/name-forms.ts";
import { isTagWithin, parentTagKey, tagKey } from "../../tag-key.ts";
import type { Direction } from "../edge-words.ts";
import { AuthorsByIri } from "./authors-by-iri.ts";

/** One place where an edge was written, seen from the node whose edges are visited. */
export interface VisitedEdge {
  readonly other: NodeKey;
  /** `out`: from the visited node to the other one. */
  readonly direction: "out" | "in";
  readonly kind: EdgeKind;
  readonly source:
    | { readonly kind: "link"; readonly holder: number; readonly link: number }
    | { readonly kind: "tag"; readonly holder: number; readonly tag: DocumentTag }
    | { readonly kind: "author"; readonly holder: number; readonly name: string }
    /** Nobody wrote it: a section in its document, a file in its folder. */
    | { readonly kind: "structure" };
}

/** Which edges are visited. */
export interface EdgeChoice {
  readonly direction: Direction;
  readonly kinds: ReadonlySet<EdgeKind>;
}

type Visit = (edge: VisitedEdge) => void;

const structure: VisitedEdge["source"] = { kind: "structure" };

/**
 * Visits every place of every edge of a node: of a document its links, then those to it, each in the order of their places. Links of a
 * document to itself are left out; those of a section to another part of its document are not.
 */
export function visitEdges(graph: KnowledgeGraph, key: NodeKey, choice: EdgeChoice, visit: Visit): void {
  new EdgeWalk(graph).visitEdges(key, choice, visit);
}

/** Visits of many nodes: what one of them had to find out the next ones know. */
export class EdgeWalk {
  readonly #graph: KnowledgeGraph;
  readonly #authors: AuthorsByIri;

  constructor(graph: KnowledgeGraph) {
    this.#graph = graph;
    this.#authors = new AuthorsByIri(graph);
  }

  /** As {@link visitEdges}. */
  visitEdges(key: NodeKey, choice: EdgeChoice, visit: Visit): void {
    new EdgeVisitor({ graph: this.#graph, authors: this.#authors }, choice, visit).visitNode(key);
  }
}

class EdgeVisitor {
  readonly #graph: KnowledgeGraph;
  readonly #authors: AuthorsByIri;
  readonly #kinds: ReadonlySet<EdgeKind>;
  readonly #goesOut: boolean;
  readonly #comesIn: boolean;
  readonly #visit: Visit;

  constructor(
    { graph, authors }: { readonly graph: KnowledgeGraph; readonly authors: AuthorsByIri },
    { direction, kinds }: EdgeChoice,
    visit: Visit,
  ) {
    this.#graph = graph;
    this.#authors = authors;
    this.#kinds = kinds;
    this.#goesOut = direction !== "in";
    this.#comesIn = direction !== "out";
    this.#visit = visit;
  }

  visitNode(key: NodeKey): void {
    if (typeof key === "number") this.#visitDocument(key);
    else if (isSectionKey(key)) this.#visitSection(sectionOfKey(key));
    else this.#visitNamed(key);
  }

  #visitDocument(document: number): void {
    if (this.#goesOut) {
      this.#visitLinksOf(document);
      this.#visitNamesOf(document);
      const { path, sections } = documentAt(this.#graph, document);
      if (this.#kinds.has("contains")) this.#visitChildren(document, sections, (section) => section.parent < 1);
      this.#structure(`f:${folderOf(path)}`, "out", "partOf");
    }
    if (this.#comesIn) this.#visitLinksTo(document);
  }

  #visitSection({ document, section }: { readonly document: number; readonly section: number }): void {
    const { sections } = documentAt(this.#graph, document);
    const within = sectionsWithin(sections, section);
    if (this.#goesOut) {
      this.#visitLinksOf(document, within);
      if (this.#kinds.has("contains")) this.#visitChildren(document, sections, ({ parent }) => parent === section);
    }
    if (this.#comesIn) {
      this.#visitLinksTo(document, within);
      const { parent } = sections[section] as Section;
      this.#structure(parent < 1 ? document : sectionKey(document, parent), "in", "contains");
    }
  }

  /** The links of a document; of some of its sections, where they are given, those that leave them. */
  #visitLinksOf(document: number, within?: ReadonlySet<number>): void {
    const { links } = documentAt(this.#graph, document);
    const resolutions = this.#graph.linksOf(document);
    for (let index = 0; index < resolutions.length; index++) {
      const link = links[index] as MarkdownLink;
      const resolution = resolutions[index] as LinkResolution;
      if (within !== undefined && !within.has(link.section)) continue;
      const other = keyOfTarget(this.#graph, resolution);
      if (other === undefined) continue;
      const isOwn = other === document;
      if (isOwn && (within === undefined || within.has(sectionNamedBy(resolution)))) continue;
      this.#link({ other, direction: "out", holder: document, link: index });
    }
  }

  /** Links to a document; to some of its sections, where they are given, also from elsewhere in the document. */
  #visitLinksTo(document: number, within?: ReadonlySet<number>): void {
    for (const { source, link } of incomingLinks(this.#graph, document)) {
      const resolution = this.#graph.linksOf(source)[link] as LinkResolution;
      if (within !== undefined && !within.has(sectionNamedBy(resolution))) continue;
      this.#link({ other: source, direction: "in", holder: source, link });
    }
    if (within === undefined) return;
    const { links } = documentAt(this.#graph, document);
    this.#graph.linksOf(document).forEach((resolution, link) => {
      if (keyOfTarget(this.#graph, resolution) !== document || !within.has(sectionNamedBy(resolution))) return;
      const { section } = links[link] as MarkdownLink;
      if (within.has(section)) return;
      const other = section === 0 ? document : sectionKey(document, section);
      this.#link({ other, direction: "in", holder: document, link });
    });
  }

  #link(edge: {
    readonly other: NodeKey;
    readonly direction: "out" | "in";
    readonly holder: number;
    readonly link: number;
  }): void {
    const { other, direction, holder, link } = edge;
    const written = documentAt(this.#graph, holder).links[link] as MarkdownLink;
    const kind = edgeKind(written, this.#graph.linksOf(holder)[link] as LinkResolution);
    if (this.#kinds.has(kind)) this.#visit({ other, direction, kind, source: { kind: "link", holder, link } });
  }

  #visitNamesOf(document: number): void {
    const { tags } = documentAt(this.#graph, document);
    if (this.#kinds.has("taggedWith")) {
      for (const tag of tags) {
        const key = tagKey(tag.name);
        if (key !== "") this.#tag(`t:${key}`, "out", document, tag);
      }
    }
    if (!this.#kinds.has("mentions")) return;
    const { baseIri } = this.#graph.options;
    for (const { name } of this.#people(document)) {
      if (entityKey(name) !== "") this.#author(`e:${entityIri(baseIri, name)}`, "out", document, name);
    }
  }

  #people(document: number): readonly Person[] {
    return peopleWithoutNote({ document: documentAt(this.#graph, document), links: this.#graph.linksOf(document) });
  }

  #tag(other: NodeKey, direction: "out" | "in", holder: number, tag: DocumentTag): void {
    this.#visit({ other, direction, kind: "taggedWith", source: { kind: "tag", holder, tag } });
  }

  #author(other: NodeKey, direction: "out" | "in", holder: number, name: string): void {
    this.#visit({ other, direction, kind: "mentions", source: { kind: "author", holder, name } });
  }

  #visitChildren(document: number, sections: readonly Section[], isChild: (section: Section) => boolean): void {
    for (const section of sections) {
      if (section.index > 0 && isChild(section)) {
        this.#structure(sectionKey(document, section.index), "out", "contains");
      }
    }
  }

  #structure(other: NodeKey, direction: "out" | "in", kind: "contains" | "partOf"): void {
    if (this.#kinds.has(kind)) this.#visit({ other, direction, kind, source: structure });
  }

  #visitNamed(key: NamedKey): void {
    const name = nameOfKey(key);
    const kind = kindOfKey(key);
    if (kind === "tag") this.#visitTag(name);
    else if (kind === "entity") {
      this.#visitEntity(key, name);
      if (this.#comesIn) this.#visitLinksToName(key);
    } else {
      if (kind === "folder") this.#visitFolder(name);
      if (this.#comesIn) this.#visitLinksToName(key);
    }
  }

  /** Documents with the tag or one nested in it: who asks for a tag means all of it. */
  #visitTag(tag: string): void {
    if (this.#comesIn && this.#kinds.has("taggedWith")) {
      for (const holder of holdersOfTag(this.#graph, tag)) {
        for (const each of documentAt(this.#graph, holder).tags) {
          if (isTagWithin(tagKey(each.name), tag)) this.#tag(holder, "in", holder, each);
        }
      }
    }
    const parent = parentTagKey(tag);
    if (this.#goesOut && parent !== undefined) this.#structure(`t:${parent}`, "out", "partOf");
  }

  /** Documents of which it is an author. */
  #visitEntity(key: NamedKey, iri: string): void {
    if (!this.#comesIn || !this.#kinds.has("mentions")) return;
    for (const holder of holdersOf(this.#graph, key)) {
      const name = this.#authors.nameIn(holder, iri);
      if (name !== undefined) this.#author(holder, "in", holder, name);
    }
  }

  #visitLinksToName(key: NamedKey): void {
    for (const holder of holdersOf(this.#graph, key)) {
      this.#graph.linksOf(holder).forEach((resolution, link) => {
        if (namedTarget(resolution) === key) this.#link({ other: holder, direction: "in", holder, link });
      });
    }
  }

  /** What lies in a folder, and the folder above. */
  #visitFolder(folder: string): void {
    if (!this.#kinds.has("partOf")) return;
    if (this.#goesOut && folder !== "") this.#structure(`f:${folderOf(folder)}`, "out", "partOf");
    if (!this.#comesIn) return;
    const start = folder === "" ? 0 : folder.length + 1;
    const folders = new Set<string>();
    this.#graph.documents.forEach(({ path }: MarkdownDocument, document) => {
      if (!isBelow(path, folder as LogicalPath | "")) return;
      const slash = path.indexOf("/", start);
      if (slash === -1) this.#structure(document, "in", "partOf");
      else folders.add(path.slice(0, slash));
    });
    for (const each of folders) this.#structure(`f:${each}`, "in", "partOf");
  }
}

/** The section that a link's fragment names, 0 for none. */
function sectionNamedBy({ fragment }: LinkResolution): number {
  return fragment === undefined || fragment.status === "missing" ? 0 : fragment.section;
}

/** A section with all that are nested in it: they follow it. */
function sectionsWithin(sections: readonly Section[], section: number): ReadonlySet<number> {
  const within = new Set([section]);
  const { level } = sections[section] as Section;
  for (let index = section + 1; index < sections.length && (sections[index] as Section).level > level; index++)
    within.add(index);
  return within;
}
