/** One subject as a JSON-LD node object. */
import { iriOf } from "../graph/prefixes.ts";
import type { Literal } from "../graph/terms.ts";
import type { JsonldTerms } from "./jsonld-terms.ts";
import { type BlockProperty, type SubjectBlock, typeIri } from "./subject-block.ts";
import { writableIri } from "./writable-iri.ts";

const stringIri = iriOf("xsd:string");
const integerIri = iriOf("xsd:integer");
const booleanIri = iriOf("xsd:boolean");

/** Writes nodes under a context. */
export class CompactedNodes {
  readonly #terms: JsonldTerms;

  constructor(terms: JsonldTerms) {
    this.#terms = terms;
  }

  /** `undefined` when the context would make something else of an IRI in the node. */
  write({ subject, properties }: SubjectBlock): string | undefined {
    if (this.#terms.isMistaken(subject)) return undefined;
    let text = `{"@id":"${writableIri(subject)}"`;
    for (const property of properties) {
      const written = property.predicate === typeIri ? this.#types(property) : this.#property(property);
      if (written === undefined) return undefined;
      text += written;
    }
    return `${text}}`;
  }

  #types({ objects }: BlockProperty): string | undefined {
    const types: string[] = [];
    for (const { value } of objects) {
      if (this.#terms.isMistaken(value)) return undefined;
      types.push(`"${this.#terms.nameOf(value)}"`);
    }
    return `,"@type":${types.length === 1 ? types[0] : `[${types.join(",")}]`}`;
  }

  #property({ predicate, objects }: BlockProperty): string | undefined {
    const { key, type, unsafe } = this.#terms.keyOf(predicate);
    if (unsafe) return undefined;
    let text = objects.length === 1 ? `,${key}:` : `,${key}:[`;
    let separator = "";
    for (const object of objects) {
      text += separator;
      text += object.termType === "Literal" ? this.#literal(object, type) : this.#reference(object.value, type);
      separator = ",";
    }
    return objects.length === 1 ? text : `${text}]`;
  }

  #reference(iri: string, type: string | undefined): string {
    const written = writableIri(iri);
    if (this.#terms.isMistaken(iri)) return `{"@context":null,"@id":"${written}"}`;
    return type === "@id" ? `"${written}"` : `{"@id":"${written}"}`;
  }

  /** Bare text, number and truth value where a reader makes the same literal of them, else a value object. */
  #literal({ value, language, datatype }: Literal, type: string | undefined): string {
    if (language !== "") return `{"@language":${quoted(language)},"@value":${quoted(value)}}`;
    const iri = datatype.value;
    if (iri === (type ?? stringIri)) return iri === integerIri && isCanonicalInteger(value) ? value : quoted(value);
    if (type === undefined && isNative(value, iri)) return value;
    if (iri === stringIri) return `{"@value":${quoted(value)}}`;
    return `{"@type":"${this.#terms.nameOf(iri)}","@value":${quoted(value)}}`;
  }
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
