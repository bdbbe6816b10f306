/** The RDF predicate of a typed relation. */
import { relationKey, relationNames, reservedPredicates } from "../documents/relation-names.ts";
import { propertyIri } from "./iri.ts";
import { iriOf, prefixes } from "./prefixes.ts";

export { relationKey };

/** The predicates of names that a common vocabulary has one for. */
const mapped: ReadonlyMap<string, string> = new Map([...relationNames].map(([key, curie]) => [key, iriOf(curie)]));
const reserved: ReadonlySet<string> = new Set([...reservedPredicates].map(iriOf));

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
