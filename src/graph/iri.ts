/** The IRIs of everything in a graph: reversible, free of collisions, and without any character that an IRI forbids. */
import { iriCharacters, percentEncode } from "../base/external-iri.ts";
import type { Section } from "../documents/markdown-document.ts";
import { foldedForm } from "./resolve/name-forms.ts";

export { externalIri } from "../base/external-iri.ts";

/** A path that encoding leaves as it is: the usual case, settled by one look. */
const plainPath = /^[\w.!*'()-]+(?:\/[\w.!*'()-]+)*$/;

const loneSurrogate = /\p{Surrogate}/gu;

/** One segment of a path as `encodeURIComponent` gives it, with a leading `~` written `%7E`: names of ours begin with `~`, files never do. */
export function pathSegment(segment: string): string {
  const encoded = encodeURIComponent(segment.replace(loneSurrogate, "\ufffd"));
  return encoded.startsWith("~") ? `%7E${encoded.slice(1)}` : encoded;
}

function encodePath(path: string): string {
  return plainPath.test(path) ? path : path.split("/").map(pathSegment).join("/");
}

/** The IRI of a document or another file. `baseIri` is that of the graph's options; the path can be read back from the result. */
export function documentIri(baseIri: string, path: string): string {
  return baseIri + encodePath(path);
}

/** The IRI of a document by the id that it gives itself. Two ids share one only where they are the same text. */
export function documentIdIri(baseIri: string, id: string): string {
  return `${baseIri}~doc/${nameSegment(entityKey(id))}`;
}

/** The IRI of a folder; `""` is the root, whose IRI is the base itself. */
export function folderIri(baseIri: string, path: string): string {
  return path === "" ? baseIri : `${baseIri}${encodePath(path)}/`;
}

/**
 * The IRI of a section: that of its document with its slug. The lead is the document itself. A heading without a slug (`# !!!`) is
 * told by its number behind a `~`, which no slug holds.
 */
export function sectionIri(documentIri: string, section: Pick<Section, "index" | "slug">): string {
  if (section.index === 0) return documentIri;
  if (section.slug === "") return `${documentIri}#~section-${section.index}`;
  return `${documentIri}#${plainPath.test(section.slug) ? section.slug : pathSegment(section.slug)}`;
}

/** The IRI of a tag, from its key (see `tagKey`): nested tags are nested paths. */
export function tagIri(baseIri: string, key: string): string {
  return `${baseIri}~tag/${key.split("/").map(nameSegment).join("/")}`;
}

/** The IRI of the scheme that all tags are in. */
export function tagSchemeIri(baseIri: string): string {
  return `${baseIri}~tags`;
}

/** The IRI of a person or another named thing. Letters of every script stay, and two names share an IRI only where they are the same text. */
export function entityIri(baseIri: string, name: string): string {
  return `${baseIri}~id/${nameSegment(entityKey(name))}`;
}

/** Whether an IRI is one of those that the graph gives to what it holds itself: all below the base but those of named things. */
export function isReservedIri(baseIri: string, iri: string): boolean {
  return iri.startsWith(baseIri) && !iri.startsWith(`${baseIri}~id/`);
}

/** Whether an IRI is one that the graph gives to what it holds itself and that is no property: it can't stand for a relation. */
export function isNodeIri(baseIri: string, iri: string): boolean {
  return isReservedIri(baseIri, iri) && !iri.startsWith(propertyIri(baseIri, ""));
}

/** The IRI of the scheme that all concepts are in which are no tags. */
export function conceptSchemeIri(baseIri: string): string {
  return `${baseIri}~concepts`;
}

/** The form of a name in which it is compared: NFC, runs of blanks as one. Case counts: IT and it are two things. */
export function entityKey(name: string): string {
  return name.normalize("NFC").replace(/\s+/gu, " ").trim();
}

/**
 * The IRI of a property or relation without a predicate of its own: one in any case. `keys` are the keys from the outermost map inwards.
 */
export function propertyIri(baseIri: string, ...keys: readonly string[]): string {
  return `${baseIri}~property/${keys.map((key) => nameSegment(foldedForm(key))).join("/")}`;
}

/** The IRI of a wikilink's target that does not exist, from its key. It identifies a node of diagrams and never appears in RDF. */
export function missingIri(baseIri: string, key: string): string {
  return `${baseIri}~missing/${nameSegment(key)}`;
}

/** The IRI of a part of a document that has no address of its own, such as a task; `name` is made by us. */
export function partIri(documentIri: string, name: string): string {
  return `${documentIri}#~${name}`;
}

const forbiddenInName = new RegExp(`[^\\w.!*'()~${iriCharacters}-]`, "gu");
const plainName = /^[\w.!*'()-]*$/;

/** A name as one segment of an IRI: letters of every script are kept, everything else is percent-encoded. Dot segments would vanish and are encoded. */
export function nameSegment(name: string): string {
  if (name === "." || name === "..") return name.replaceAll(".", "%2E");
  return plainName.test(name) ? name : name.replace(forbiddenInName, percentEncode);
}
