/** Terms as answers and messages show them: with a prefix where there is one, short, and safe to print. */
import { showPath } from "../../base/show-path.ts";
import type { GivenTerm } from "../../exports/write-quads.ts";
import { iriOf, prefixes } from "../../graph/prefixes.ts";

const shacl = "http://www.w3.org/ns/shacl#";
const namespaces: readonly (readonly [string, string])[] = [...prefixes, ["sh", shacl]];
const plainTypes: ReadonlySet<string> = new Set(
  ["xsd:string", "xsd:integer", "xsd:decimal", "xsd:boolean", "rdf:langString"].map(iriOf),
);

/** An IRI as `prefix:name`, or as it is; a literal with quotes, and with language or datatype where those tell something. */
export function termText({ termType, value, language = "", datatype }: GivenTerm): string {
  if (termType === "BlankNode") return `_:${showPath(value)}`;
  if (termType !== "Literal") return iriText(value);
  const quoted = `"${showPath(value)}"`;
  if (language !== "") return `${quoted}@${showPath(language)}`;
  return datatype === undefined || plainTypes.has(datatype.value) ? quoted : `${quoted}^^${iriText(datatype.value)}`;
}

/** An IRI as `prefix:name` where a known prefix fits. */
export function iriText(iri: string): string {
  for (const [prefix, namespace] of namespaces) {
    if (iri.startsWith(namespace) && /^[A-Za-z][\w-]*$/.test(iri.slice(namespace.length)))
      return `${prefix}:${iri.slice(namespace.length)}`;
  }
  return showPath(iri);
}
