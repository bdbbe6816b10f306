/** Names for nodes that need no numbering of the whole graph, and stay true when it changes. */
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import type { KnowledgeGraph, LinkResolution, NodeKind } from "./knowledge-graph.ts";
import { Resolution } from "./resolve/resolution.ts";

/** Kinds of nodes that are neither documents nor parts of them, by the letter that their keys begin with. */
const kindsByLetter = { t: "tag", e: "entity", f: "folder", x: "external", a: "asset", m: "missing" } as const;

type Letter = keyof typeof kindsByLetter;

/** A node that is neither a document nor a section, as `letter:key`; the key is that of its kind, such as `tagKey` for tags. */
export type NamedKey = `${Letter}:${string}`;

/** A section, by the number of its document and its index there. */
export type SectionKey = `s:${number}:${number}`;

/** A document by its number; everything else by a text. */
export type NodeKey = number | SectionKey | NamedKey;

/** The kind of a node. */
export function kindOfKey(key: NodeKey): NodeKind {
  if (typeof key === "number") return "document";
  return isSectionKey(key) ? "section" : kindsByLetter[key[0] as Letter];
}

export function sectionKey(document: number, section: number): SectionKey {
  return `s:${document}:${section}`;
}

export function isSectionKey(key: SectionKey | NamedKey): key is SectionKey {
  return key.startsWith("s:");
}

/** Document and index of a section. */
export function sectionOfKey(key: SectionKey): { readonly document: number; readonly section: number } {
  const [, document, section] = key.split(":");
  return { document: Number(document), section: Number(section) };
}

/** What follows the letter of a key. */
export function nameOfKey(key: NamedKey): string {
  return key.slice(2);
}

/** The node that a link of a graph leads to; `undefined` where there is none. */
export function keyOfTarget(graph: KnowledgeGraph, resolution: LinkResolution): NodeKey | undefined {
  return Resolution.documentOf(resolution) === -1 ? namedTarget(resolution) : graph.targetOf(resolution);
}

/** The node that a link leads to where that is no document. */
export function namedTarget(resolution: LinkResolution): NamedKey | undefined {
  const { status, path, iri, name } = resolution;
  if (iri !== undefined) return status === "entity" ? `e:${iri}` : `x:${iri}`;
  if (name !== undefined) return `m:${name}`;
  if (status !== "asset" || path === undefined) return undefined;
  return Resolution.fileOf(resolution) === undefined ? `f:${path}` : `a:${path}`;
}

/** The document of a number that is one. */
export function documentAt(graph: KnowledgeGraph, document: number): MarkdownDocument {
  const found = graph.documents[document];
  if (found === undefined) throw new RangeError(`The graph has no document ${document}.`);
  return found;
}
