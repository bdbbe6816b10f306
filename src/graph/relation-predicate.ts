/** The RDF predicate of a typed relation. */
import { propertyIri } from "./iri.ts";
import { iriOf, prefixes } from "./prefixes.ts";

/** Names of relations that a common vocabulary has a predicate for, in the form of {@link relationKey}. */
const mapped: ReadonlyMap<string, string> = new Map(
  Object.entries({
    up: "skos:broader",
    parent: "skos:broader",
    related: "skos:related",
    see_also: "skos:related",
    next: "schema:nextItem",
    previous: "schema:previousItem",
    prev: "schema:previousItem",
    part_of: "schema:isPartOf",
    same_as: "owl:sameAs",
    supersedes: "dcterms:replaces",
    depends_on: "dcterms:requires",
  }).map(([key, curie]) => [key, iriOf(curie)]),
);

/** Predicates whose objects this product promises something about; a note's own relations must not break the promise. */
const reserved: ReadonlySet<string> = new Set(
  ["schema:name", "schema:position", "dcterms:references", "rdf:type", "skos:prefLabel"].map(iriOf),
);

/** `seeAlso`, `see-also`, `See also` and `see_also` are one name. */
export function relationKey(name: string): string {
  return name
    .normalize("NFC")
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1_$2")
    .replace(/[\s_-]+/gu, "_")
    .toLowerCase();
}

const curieForm = /^([A-Za-z][\w-]*):([\p{L}_][\p{L}\p{N}_.-]*)$/u;

/**
 * The predicate's IRI: that of a compact IRI with a known prefix, or of a mapped name, else `<base>~property/<name>`. Our own `md:`
 * and the few predicates that every graph relies on can't be claimed.
 */
export function relationPredicate(baseIri: string, name: string): string {
  const known = mapped.get(relationKey(name)) ?? expandCurie(name);
  return known ?? propertyIri(baseIri, name);
}

function expandCurie(name: string): string | undefined {
  const parts = curieForm.exec(name);
  if (parts === null || parts[1] === "md") return undefined;
  const namespace = prefixes.get(parts[1] as string);
  if (namespace === undefined) return undefined;
  const iri = namespace + (parts[2] as string).normalize("NFC");
  return reserved.has(iri) ? undefined : iri;
}
