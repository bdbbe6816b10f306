/** Literals as N-Triples and N-Quads write them: always in quotes. */
import { iriOf } from "../graph/prefixes.ts";
import { quotedText } from "./quoted-text.ts";
import { writableIri } from "./writable-iri.ts";

const stringIri = iriOf("xsd:string");

/** A literal with its language or datatype; that of plain text is left out. */
export function lineLiteral({
  value,
  language,
  datatype,
}: {
  readonly value: string;
  readonly language: string;
  readonly datatype: { readonly value: string };
}): string {
  if (language !== "") return `${quotedText(value)}@${language}`;
  return datatype.value === stringIri ? quotedText(value) : `${quotedText(value)}^^<${writableIri(datatype.value)}>`;
}
