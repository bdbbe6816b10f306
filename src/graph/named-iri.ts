/** IRIs as people write them, in the form in which the graph holds them. */

import { decodeOnce } from "../base/decode-once.ts";
import { percentEncode } from "../base/external-iri.ts";
import type { Section } from "../documents/markdown-document.ts";
import { fileIri } from "./file-iri.ts";
import { heldPath } from "./held-path.ts";
import { documentIri, folderIri, nameSegment, pathSegment, propertyIri, sectionIri, tagIri } from "./iri.ts";
import { documentAt } from "./key-of-node.ts";
import type { KnowledgeGraph } from "./knowledge-graph.ts";
import { pathEnds } from "./path-ends.ts";
import { hasScheme, resolveIri } from "./resolve-iri.ts";
import { tagKey } from "./tag-key.ts";

/**
 * The IRI that the graph has for what an IRI names. One that is relative is seen from `relativeTo` (default: the base of the graph). Below the
 * base a file or folder is known by its path however much of it is encoded and in either form of Unicode, and a document that has its IRI
 * by its id also by its path; whatever is not there is encoded in the same way. A relative IRI may also be the name of a file as it is written,
 * escapes and all; one that is whole and encoded as the graph encodes is the IRI of what it decodes to, there or not. Every IRI elsewhere
 * stays as it is.
 */
export function namedIri(graph: KnowledgeGraph, iri: string, relativeTo: string = graph.options.baseIri): string {
  const { baseIri } = graph.options;
  const whole = resolveIri(iri, relativeTo);
  if (!whole.startsWith(baseIri)) return hasScheme(iri) ? iri : whole;
  const below = whole.slice(baseIri.length);
  return below.startsWith("~") ? nameIri(baseIri, below) : pathIri(graph, below, hasScheme(iri));
}

/** Tags, people, properties and ids: each segment of the name in the letters that stay in names; tags and properties in any case. */
function nameIri(baseIri: string, below: string): string {
  const hash = below.indexOf("#");
  const name = hash === -1 ? below : below.slice(0, hash);
  const fragment = hash === -1 ? "" : `#${fragmentOf(below.slice(hash + 1))}`;
  const [kind, ...parts] = name.split("/");
  if (kind === "~property") return propertyIri(baseIri, ...parts.map(decodeOnce)) + fragment;
  if (kind === "~tag") return tagIri(baseIri, tagKey(parts.map(decodeOnce).join("/"))) + fragment;
  const segments = name.split("/").map((segment, place) => (place === 0 ? segment : nameSegment(nfcOf(segment))));
  return baseIri + segments.join("/") + fragment;
}

function nfcOf(text: string): string {
  return decodeOnce(text).normalize("NFC");
}

function pathIri(graph: KnowledgeGraph, below: string, isWhole: boolean): string {
  const first = below.indexOf("#");
  const path = first === -1 ? below : below.slice(0, first);
  const encoded = segmentsOf(path).map(pathSegment).join("/");
  const isAsWritten = !isWhole || path !== encoded;
  for (const end of pathEnds(graph, below)) {
    const fragment = end === below.length ? undefined : below.slice(end + 1);
    const found = heldIri(graph, { written: below.slice(0, end), fragment, isAsWritten });
    if (found !== undefined) return found;
  }
  const { baseIri } = graph.options;
  const fragment = first === -1 ? "" : `#${fragmentOf(below.slice(first + 1))}`;
  return baseIri + (path.includes("?") ? encodedLetters(path) : encoded) + fragment;
}

function segmentsOf(path: string): readonly string[] {
  return path.split("/").map(decodeOnce);
}

/** The IRI of a file or folder that is there, or of a section of a document; `isAsWritten`: escapes may be letters of its name. */
function heldIri(
  graph: KnowledgeGraph,
  {
    written,
    fragment,
    isAsWritten,
  }: { readonly written: string; readonly fragment: string | undefined; readonly isAsWritten: boolean },
): string | undefined {
  const segments = segmentsOf(written);
  // An escaped slash is part of a name, and no name of a file holds one.
  const decoded = segments.some((segment) => segment.includes("/")) ? undefined : segments.join("/");
  const held =
    (decoded === undefined ? undefined : heldPath(graph, decoded)) ??
    (isAsWritten && decoded !== written ? heldPath(graph, written) : undefined);
  if (held === undefined) return undefined;
  const { baseIri } = graph.options;
  if (held.kind === "document") return sectionOf(graph, held.document, fragment);
  if (held.kind === "folder" && held.path !== "" && !written.endsWith("/")) return undefined;
  const own = held.kind === "folder" ? folderIri(baseIri, held.path) : documentIri(baseIri, held.path);
  return fragment === undefined ? own : `${own}#${fragmentOf(fragment)}`;
}

function sectionOf(graph: KnowledgeGraph, document: number, fragment: string | undefined): string {
  const { path, sections } = documentAt(graph, document);
  const own = fileIri(graph, path);
  if (fragment === undefined) return own;
  const section = fragment.startsWith("~") ? undefined : bySlug(sections).get(nfcOf(fragment));
  return section === undefined ? `${own}#${fragmentOf(fragment)}` : sectionIri(own, section);
}

/** Sections of documents that were asked for one by its slug: the first one with each slug, by its NFC. */
const slugs = new WeakMap<readonly Section[], ReadonlyMap<string, Section>>();

function bySlug(sections: readonly Section[]): ReadonlyMap<string, Section> {
  const known = slugs.get(sections);
  if (known !== undefined) return known;
  const made = new Map<string, Section>();
  for (const section of sections) {
    const slug = section.slug.normalize("NFC");
    if (section.index > 0 && slug !== "" && !made.has(slug)) made.set(slug, section);
  }
  slugs.set(sections, made);
  return made;
}

/** Parts that have no slug (`#~task-1`) keep their mark. */
function fragmentOf(written: string): string {
  return written.startsWith("~") ? encodedLetters(written) : pathSegment(decodeOnce(written));
}

function encodedLetters(text: string): string {
  return text.replace(/[^\x00-\x7f]/gu, percentEncode);
}
