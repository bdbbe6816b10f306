/** Names of relations that common vocabularies have a predicate for, and predicates that no note may use as it likes. */

/** Name to compact IRI; names are in the form of {@link relationKey}. */
export const relationNames: ReadonlyMap<string, string> = new Map([
  ["up", "skos:broader"],
  ["parent", "skos:broader"],
  ["related", "skos:related"],
  ["see_also", "skos:related"],
  ["next", "schema:nextItem"],
  ["previous", "schema:previousItem"],
  ["prev", "schema:previousItem"],
  ["part_of", "schema:isPartOf"],
  ["same_as", "owl:sameAs"],
  ["supersedes", "dcterms:replaces"],
  ["depends_on", "dcterms:requires"],
  ["author", "schema:author"],
  ["authors", "schema:author"],
]);

/** Predicates whose objects this product promises something about; what notes say must not break the promise. */
export const reservedPredicates: ReadonlySet<string> = new Set([
  "schema:name",
  "schema:position",
  "dcterms:references",
  "rdf:type",
  "skos:prefLabel",
]);

/** `seeAlso`, `see-also`, `See also` and `see_also` are one name. */
export function relationKey(name: string): string {
  return name
    .normalize("NFC")
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1_$2")
    .replace(/[\s_-]+/gu, "_")
    .toLowerCase();
}
