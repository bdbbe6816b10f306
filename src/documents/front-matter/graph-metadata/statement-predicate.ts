/** The predicate that front matter names. */
import { relationKey, relationNames, reservedPredicates } from "../../relation-names.ts";
import { type IriNames, sharedIri } from "./iri-names.ts";

/** Names of the Markdown-LD knowledge bank, in the form of `relationKey` but without `_`. */
const bankNames: ReadonlyMap<string, string> = new Map([
  ["mentions", "schema:mentions"],
  ["about", "schema:about"],
  ["author", "schema:author"],
  ["creator", "schema:creator"],
  ["haspart", "schema:hasPart"],
  ["sameas", "owl:sameAs"],
  ["description", "schema:description"],
  ["keywords", "schema:keywords"],
  ["relatedto", "skos:related"],
  ["memberof", "md:memberOf"],
  ["nextstep", "schema:nextItem"],
]);

const reserved: ReadonlySet<string> = new Set([...reservedPredicates].map(sharedIri));
const own = sharedIri("md:");

/** A predicate, or why there is none. */
export type PredicateReading = { readonly iri: string } | { readonly fault: "unknown" | "reserved" };

/**
 * A predicate by its name (`relatedTo`, `depends on`) or IRI. Those that every graph relies on can't be claimed, nor can our own terms
 * but by their names.
 */
export function readPredicate(text: string, names: IriNames): PredicateReading {
  const key = relationKey(text);
  const named = relationNames.get(key) ?? bankNames.get(key.replaceAll("_", ""));
  if (named !== undefined) return { iri: sharedIri(named) };
  const iri = names.read(text);
  if (iri === undefined) return { fault: "unknown" };
  return reserved.has(iri) || iri.startsWith(own) ? { fault: "reserved" } : { iri };
}

const valuePredicates: ReadonlySet<string> = new Set(["schema:description", "schema:keywords"].map(sharedIri));

/** Whether the objects of a predicate are texts and not things. */
export function takesText(predicate: string): boolean {
  return valuePredicates.has(predicate);
}
