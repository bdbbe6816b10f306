/** Terms as Turtle and TriG write them, with prefixes and short forms. */
import { iriOf, prefixes } from "../graph/prefixes.ts";
import type { Literal } from "../graph/terms.ts";
import { quotedText } from "./quoted-text.ts";
import { writableIri } from "./writable-iri.ts";

/** What stands before the first statement. */
export const prefixDeclarations: string = Array.from(
  prefixes,
  ([prefix, namespace]) => `@prefix ${prefix}: <${namespace}> .\n`,
).join("");

/** Writes terms, and remembers how those that come again and again are written. */
export class TurtleTerms {
  readonly #names = new Map<string, string>();

  /** A predicate, type or datatype, with a prefix where there is one. */
  name(iri: string): string {
    let name = this.#names.get(iri);
    if (name === undefined) {
      name = prefixedName(iri) ?? `<${writableIri(iri)}>`;
      this.#names.set(iri, name);
    }
    return name;
  }

  /** Numbers and truth values bare where they read back with the same text. */
  literal({
    value,
    language,
    datatype,
  }: Pick<Literal, "value" | "language"> & { datatype: { value: string } }): string {
    if (language !== "") return `${quotedText(value)}@${language}`;
    switch (datatype.value) {
      case stringIri:
        return quotedText(value);
      case integerIri:
        if (/^[+-]?\d+$/.test(value)) return value;
        break;
      case decimalIri:
        if (/^[+-]?\d*\.\d+$/.test(value)) return value;
        break;
      case booleanIri:
        if (value === "true" || value === "false") return value;
    }
    return `${quotedText(value)}^^${this.name(datatype.value)}`;
  }
}

const stringIri = iriOf("xsd:string");
const integerIri = iriOf("xsd:integer");
const decimalIri = iriOf("xsd:decimal");
const booleanIri = iriOf("xsd:boolean");

const namespaces = [...prefixes];

/** Only names that need no escape; others are written in full. */
function prefixedName(iri: string): string | undefined {
  for (const [prefix, namespace] of namespaces) {
    if (!iri.startsWith(namespace)) continue;
    const name = iri.slice(namespace.length);
    return /^[A-Za-z][\w-]*$/.test(name) ? `${prefix}:${name}` : undefined;
  }
  return undefined;
}
