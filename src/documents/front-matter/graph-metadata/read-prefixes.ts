/** Reads the prefixes that a file declares for its own IRIs. */
import { externalIri } from "../../../base/external-iri.ts";
import { rdfPrefixes } from "../../../base/rdf-prefixes.ts";
import type { FrontMatter } from "../../markdown-document.ts";
import { readKeyRole } from "../metadata-keys.ts";

/** The prefixes of `rdf_prefixes`. What is no absolute IRI, or would give a shared prefix another meaning, is reported and left out. */
export function readPrefixes(
  { values }: FrontMatter,
  report: (key: string, message: string) => void,
): ReadonlyMap<string, string> {
  const prefixes = new Map<string, string>();
  for (const [key, value] of values) {
    if (readKeyRole(key).graphKey !== "rdfprefixes" || value.type === "null") continue;
    if (value.type !== "map") {
      report(key, `${key} needs a mapping of prefixes to IRIs.`);
      continue;
    }
    for (const [prefix, namespace] of value.entries) {
      const iri = namespace.type === "text" ? externalIri(namespace.value.trim()) : undefined;
      const shared = rdfPrefixes.get(prefix);
      if (!/^[A-Za-z][\w-]*$/.test(prefix)) report(key, `${key}: ${JSON.stringify(prefix)} is no prefix.`);
      else if (iri === undefined) report(key, `${key}.${prefix} is no absolute IRI.`);
      else if (shared === undefined) prefixes.set(prefix, iri);
      else if (shared !== iri) report(key, `${key}.${prefix} is ${shared} everywhere and can't be another IRI.`);
    }
  }
  return prefixes;
}
