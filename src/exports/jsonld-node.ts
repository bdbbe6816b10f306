/** One subject as a JSON-LD node object. */
import { iriOf } from "../graph/prefixes.ts";
import type { Literal } from "../graph/terms.ts";
import type { JsonldTerms } from "./jsonld-terms.ts";
import { type BlockProperty, type SubjectBlock, typeIri } from "./subject-block.ts";
import { writableIri } from "./writable-iri.ts";

/** The node under a context; `undefined` when the context would make something else of an IRI in it. */
export function compactedNode({ subject, properties }: SubjectBlock, terms: JsonldTerms): string | undefined {
  if (terms.isMistaken(subject)) return undefined;
  let text = `{"@id":"${writableIri(subject)}"`;
  for (const property of properties) {
    if (property.predicate === typeIri) {
      const types = compactedTypes(property, terms);
      if (types === undefined) return undefined;
      text += types;
      continue;
    }
    const { key, type, unsafe } = terms.keyOf(property.predicate);
    if (unsafe) return undefined;
    const { objects } = property;
    text += objects.length === 1 ? `,${key}:` : `,${key}:[`;
    let separator = "";
    for (const object of objects) {
      text += separator;
      if (object.termType === "Literal") text += compactedLiteral(object, type, terms);
      else text += compactedReference(object.value, type, terms);
      separator = ",";
    }
    if (objects.length !== 1) text += "]";
  }
  return `${text}}`;
}

function compactedTypes({ objects }: BlockProperty, terms: JsonldTerms): string | undefined {
  const types: string[] = [];
  for (const { value } of objects) {
    if (terms.isMistaken(value)) return undefined;
    types.push(`"${terms.nameOf(value)}"`);
  }
  return `,"@type":${types.length === 1 ? types[0] : `[${types.join(",")}]`}`;
}

function compactedReference(iri: string, type: string | undefined, terms: JsonldTerms): string {
  const written = writableIri(iri);
  if (terms.isMistaken(iri)) return `{"@context":null,"@id":"${written}"}`;
  return type === "@id" ? `"${written}"` : `{"@id":"${written}"}`;
}

const stringIri = iriOf("xsd:string");
const integerIri = iriOf("xsd:integer");
const booleanIri = iriOf("xsd:boolean");

/** Bare text, number and truth value where a reader makes the same literal of them, else a value object. */
function compactedLiteral(
  { value, language, datatype }: Literal,
  type: string | undefined,
  terms: JsonldTerms,
): string {
  if (language !== "") return `{"@language":${quoted(language)},"@value":${quoted(value)}}`;
  const iri = datatype.value;
  if (iri === (type ?? stringIri)) return iri === integerIri && isCanonicalInteger(value) ? value : quoted(value);
  if (type === undefined && isNative(value, iri)) return value;
  if (iri === stringIri) return `{"@value":${quoted(value)}}`;
  return `{"@type":"${terms.nameOf(iri)}","@value":${quoted(value)}}`;
}

function isNative(value: string, datatype: string): boolean {
  if (datatype === integerIri) return isCanonicalInteger(value);
  return datatype === booleanIri && (value === "true" || value === "false");
}

/** Whether a JSON number reads back with the same digits. */
function isCanonicalInteger(text: string): boolean {
  return text.length < 16 && /^(?:0|-?[1-9]\d*)$/.test(text);
}

/** The node with whole IRIs; `first` is put before its `@id`. */
export function expandedNode({ subject, properties }: SubjectBlock, first = ""): string {
  let text = `{${first}"@id":"${writableIri(subject)}"`;
  for (const { predicate, objects } of properties) {
    const isType = predicate === typeIri;
    text += isType ? ',"@type":[' : `,"${writableIri(predicate)}":[`;
    let separator = "";
    for (const object of objects) {
      text += separator;
      if (object.termType === "Literal") text += expandedLiteral(object);
      else text += isType ? `"${writableIri(object.value)}"` : `{"@id":"${writableIri(object.value)}"}`;
      separator = ",";
    }
    text += "]";
  }
  return `${text}}`;
}

function expandedLiteral({ value, language, datatype }: Literal): string {
  if (language !== "") return `{"@language":${quoted(language)},"@value":${quoted(value)}}`;
  if (datatype.value === stringIri) return `{"@value":${quoted(value)}}`;
  return `{"@type":"${writableIri(datatype.value)}","@value":${quoted(value)}}`;
}

/** `JSON.stringify` for the few texts that need it. */
function quoted(text: string): string {
  return /["\\\u0000-\u001f\ud800-\udfff]/.test(text) ? JSON.stringify(text) : `"${text}"`;
}
