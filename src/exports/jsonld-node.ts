/** One subject as a JSON-LD node object. */
import { iriOf } from "../graph/prefixes.ts";
import type { Literal, NamedNode, Quad } from "../graph/terms.ts";
import type { JsonldKey, JsonldTerms } from "./jsonld-terms.ts";
import { endOfPredicate, type SubjectBlock, typeIri } from "./subject-block.ts";
import { writableIri } from "./writable-iri.ts";

const stringIri = iriOf("xsd:string");
const integerIri = iriOf("xsd:integer");
const booleanIri = iriOf("xsd:boolean");

/** Types are written as the context's names are. */
const typeKey: JsonldKey = { key: '"@type"', type: "@vocab", unsafe: false };

/** Writes nodes under a context. */
export class CompactedNodes {
  readonly #terms: JsonldTerms;

  constructor(terms: JsonldTerms) {
    this.#terms = terms;
  }

  /** `undefined` when the context would make something else of an IRI in the node. */
  write({ subject, triples }: SubjectBlock): string | undefined {
    if (this.#terms.isMistaken(subject)) return undefined;
    let text = `{"@id":"${writableIri(subject)}"`;
    for (let start = 0; start < triples.length; ) {
      const end = endOfPredicate(triples, start);
      const predicate = (triples[start] as Quad).predicate.value;
      const { key, type, unsafe } = predicate === typeIri ? typeKey : this.#terms.keyOf(predicate);
      if (unsafe) return undefined;
      text += end - start === 1 ? `,${key}:` : `,${key}:[`;
      for (let index = start; index < end; index++) {
        const value = this.#value((triples[index] as Quad).object, type);
        if (value === undefined) return undefined;
        text += index === start ? value : `,${value}`;
      }
      if (end - start !== 1) text += "]";
      start = end;
    }
    return `${text}}`;
  }

  #value(object: NamedNode | Literal, type: string | undefined): string | undefined {
    if (object.termType === "Literal") return this.#literal(object, type);
    if (type !== "@vocab") return this.#reference(object.value, type);
    return this.#terms.isMistaken(object.value) ? undefined : `"${this.#terms.nameOf(object.value)}"`;
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
export function expandedNode({ subject, triples }: SubjectBlock, first = ""): string {
  let text = `{${first}"@id":"${writableIri(subject)}"`;
  let current = "";
  for (const { predicate: term, object } of triples) {
    const predicate = term.value;
    const isType = predicate === typeIri;
    if (predicate === current) text += ",";
    else {
      text += `${current === "" ? "," : "],"}${isType ? '"@type"' : `"${writableIri(predicate)}"`}:[`;
      current = predicate;
    }
    if (object.termType === "Literal") text += expandedLiteral(object);
    else text += isType ? `"${writableIri(object.value)}"` : `{"@id":"${writableIri(object.value)}"}`;
  }
  return `${text}]}`;
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
