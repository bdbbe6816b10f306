/** A node as answers show it: what it is, how to name it in a further question, and where to read it. */
import type { LogicalPath } from "../../base/logical-path.ts";
import type { Section } from "../../documents/markdown-document.ts";
import { EntityTable } from "../entity-table.ts";
import { fileIri } from "../file-iri.ts";
import { folderIri, missingIri, sectionIri, tagIri } from "../iri.ts";
import {
  documentAt,
  isSectionKey,
  kindOfKey,
  type NamedKey,
  type NodeKey,
  nameOfKey,
  type SectionKey,
  sectionOfKey,
} from "../key-of-node.ts";
import type { KnowledgeGraph, NodeKind } from "../knowledge-graph.ts";
import { holdersOf } from "../name-holders.ts";

/** A node of an answer. */
export interface NodeReference {
  readonly kind: NodeKind;
  /** IRI, which questions take as the name of a node. */
  readonly id: string;
  /** What people read: a title, a heading, a tag, an address. */
  readonly label: string;
  /** The file of a document, a section or an asset; the path of a folder. */
  readonly path?: LogicalPath | "";
  /** Lines of a section, sub-sections included. */
  readonly startLine?: number;
  readonly endLine?: number;
}

/** The IRI of a node: the `id` of its {@link nodeReference}, which costs more to make. */
export function nodeIri(graph: KnowledgeGraph, key: NodeKey): string {
  if (typeof key === "number") return fileIri(graph, documentAt(graph, key).path);
  if (isSectionKey(key)) {
    const { document, section } = sectionOfKey(key);
    const { path, sections } = documentAt(graph, document);
    return sectionIri(fileIri(graph, path), sections[section] as Section);
  }
  const { baseIri } = graph.options;
  const name = nameOfKey(key);
  switch (kindOfKey(key)) {
    case "tag":
      return tagIri(baseIri, name);
    case "missing":
      return missingIri(baseIri, name);
    case "asset":
      return fileIri(graph, name);
    case "folder":
      return folderIri(baseIri, name);
    default:
      return name;
  }
}

/** Describes a node. `written` is how a tag or a missing note was written, where that is known. */
export function nodeReference(graph: KnowledgeGraph, key: NodeKey, written?: string): NodeReference {
  if (typeof key !== "number") return isSectionKey(key) ? sectionReference(graph, key) : named(graph, key, written);
  const { path, title } = documentAt(graph, key);
  return { kind: "document", id: nodeIri(graph, key), label: title, path };
}

function sectionReference(graph: KnowledgeGraph, key: SectionKey): NodeReference {
  const { document, section } = sectionOfKey(key);
  const { path, sections } = documentAt(graph, document);
  const { text, startLine, endLine } = sections[section] as Section;
  return { kind: "section", id: nodeIri(graph, key), label: text, path, startLine, endLine };
}

function named(graph: KnowledgeGraph, key: NamedKey, written: string | undefined): NodeReference {
  const name = nameOfKey(key);
  const kind = kindOfKey(key);
  const id = nodeIri(graph, key);
  switch (kind) {
    case "tag":
    case "missing":
      return { kind, id, label: written ?? name };
    case "entity":
      return { kind, id, label: entityLabel(graph, key) };
    case "asset":
      return { kind, id, label: name, path: name as LogicalPath };
    case "folder":
      return { kind, id, label: name === "" ? "/" : name, path: name as LogicalPath | "" };
    default:
      return { kind, id, label: name };
  }
}

/** The name of a thing: the first that a document gives it, else its IRI. */
function entityLabel(graph: KnowledgeGraph, key: NamedKey): string {
  const iri = nameOfKey(key);
  for (const holder of holdersOf(graph, key)) {
    const table = new EntityTable(graph.options.baseIri);
    table.count({ document: documentAt(graph, holder), links: graph.linksOf(holder) }, 1);
    const label = table.entities.get(iri)?.label;
    if (label !== undefined) return label;
  }
  return iri;
}
