/** The JSON-LD context of our exports: embedded in each, published in the documentation, loaded from nowhere. */
import { propertyIri } from "./iri.ts";
import type { GraphOptions } from "./knowledge-graph.ts";
import { prefixes } from "./prefixes.ts";

/** Terms whose values are IRIs. */
const references: Readonly<Record<string, string>> = {
  about: "schema:about",
  actionStatus: "schema:actionStatus",
  author: "schema:author",
  broader: "skos:broader",
  citation: "schema:citation",
  embeds: "md:embeds",
  exactMatch: "skos:exactMatch",
  hasPart: "schema:hasPart",
  inScheme: "skos:inScheme",
  isPartOf: "schema:isPartOf",
  linksToAsset: "md:linksToAsset",
  memberOf: "md:memberOf",
  mentions: "schema:mentions",
  nextItem: "schema:nextItem",
  observation: "md:observation",
  previousItem: "schema:previousItem",
  references: "dcterms:references",
  related: "skos:related",
  replaces: "dcterms:replaces",
  requires: "dcterms:requires",
  sameAs: "owl:sameAs",
  url: "schema:url",
};

/** Terms whose values are text, with a language or without. */
const texts: Readonly<Record<string, string>> = {
  altLabel: "skos:altLabel",
  alternateName: "schema:alternateName",
  anchor: "md:anchor",
  category: "md:category",
  context: "md:context",
  description: "schema:description",
  encodingFormat: "schema:encodingFormat",
  inLanguage: "schema:inLanguage",
  keywords: "schema:keywords",
  name: "schema:name",
  path: "md:path",
  prefLabel: "skos:prefLabel",
  sha256: "md:sha256",
  text: "schema:text",
  unresolved: "md:unresolved",
};

/** Terms whose values are whole numbers. */
const numbers: Readonly<Record<string, string>> = {
  endLine: "md:endLine",
  level: "md:level",
  line: "md:line",
  position: "schema:position",
  startLine: "md:startLine",
  wordCount: "schema:wordCount",
};

/** What a term stands for. */
export interface JsonldTerm {
  readonly "@id": string;
  readonly "@type"?: string;
}

/**
 * The context: every prefix, `property:` for properties of notes, and a term for each predicate. Terms never hide what a note says:
 * their types only shorten values of that type. Consistent with `quadsOf`.
 */
export function jsonldContext({
  baseIri,
}: Pick<GraphOptions, "baseIri">): Readonly<Record<string, string | number | JsonldTerm>> {
  const context: Record<string, string | number | JsonldTerm> = { "@version": 1.1 };
  for (const [prefix, namespace] of prefixes) context[prefix] = namespace;
  context["property"] = propertyIri(baseIri, "");
  for (const [name, iri] of Object.entries(references)) context[name] = { "@id": iri, "@type": "@id" };
  for (const [name, iri] of Object.entries(texts)) context[name] = { "@id": iri };
  for (const [name, iri] of Object.entries(numbers)) context[name] = { "@id": iri, "@type": "xsd:integer" };
  context["dateModified"] = { "@id": "schema:dateModified" };
  context["datePublished"] = { "@id": "schema:datePublished" };
  context["due"] = { "@id": "md:due" };
  return context;
}

/** The context as a file of its own, for readers of our exports without one; properties of notes are those of the default base. */
export function contextDocument(baseIri: string): string {
  return `${JSON.stringify({ "@context": jsonldContext({ baseIri }) }, undefined, 2)}\n`;
}
