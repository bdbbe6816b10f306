/** The prefixes of the graph's vocabularies. */
import { rdfPrefixes } from "../base/rdf-prefixes.ts";

/** Prefix to namespace, in the order in which exports declare them. */
export const prefixes: ReadonlyMap<string, string> = rdfPrefixes;

/** The IRI of `prefix:name`. The prefix is one of {@link prefixes}. */
export function iriOf(curie: string): string {
  const colon = curie.indexOf(":");
  const namespace = prefixes.get(curie.slice(0, colon));
  if (namespace === undefined) throw new TypeError(`${curie} has no known prefix`);
  return namespace + curie.slice(colon + 1);
}
