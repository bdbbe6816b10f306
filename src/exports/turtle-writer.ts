/** The graph as Turtle: one block a subject, one line an object, so that a difference of two exports shows what changed. */
import { iriOf, prefixes } from "../graph/prefixes.ts";
import type { Literal } from "../graph/terms.ts";
import { type SubjectBlock, typeIri } from "./subject-block.ts";
import type { PlannedText } from "./text-plan.ts";
import { writableIri } from "./writable-iri.ts";

type PlannedTriples = Pick<PlannedText, "opening" | "statements" | "closingAfter" | "smallest">;

/** Plans a Turtle text of subjects in the order in which they come. */
export function planTurtle(blocks: Iterable<SubjectBlock>): PlannedTriples {
  const declarations = [...prefixes].map(([prefix, namespace]) => `@prefix ${prefix}: <${namespace}> .\n`);
  return { opening: declarations.join(""), statements: statementsOf(blocks), closingAfter: () => "", smallest: "" };
}

function* statementsOf(blocks: Iterable<SubjectBlock>): Generator<string> {
  const terms = new TurtleTerms();
  for (const block of blocks) yield terms.block(block);
}

/** Writes terms, and remembers how those that come again and again are written. */
class TurtleTerms {
  readonly #names = new Map<string, string>();

  block({ subject, triples }: SubjectBlock): string {
    let text = `\n<${writableIri(subject)}>`;
    let current = "";
    for (const { predicate: term, object } of triples) {
      const predicate = term.value;
      const isType = predicate === typeIri;
      if (predicate === current) text += isType ? ", " : ",\n    ";
      else {
        text += `${current === "" ? " " : " ;\n  "}${isType ? "a" : this.#name(predicate)} `;
        current = predicate;
      }
      if (object.termType === "Literal") text += this.#literal(object);
      else text += isType ? this.#name(object.value) : `<${writableIri(object.value)}>`;
    }
    return `${text} .\n`;
  }

  /** A predicate, type or datatype, with a prefix where there is one. */
  #name(iri: string): string {
    let name = this.#names.get(iri);
    if (name === undefined) {
      name = prefixedName(iri) ?? `<${writableIri(iri)}>`;
      this.#names.set(iri, name);
    }
    return name;
  }

  #literal({ value, language, datatype }: Literal): string {
    if (language !== "") return `${quoted(value)}@${language}`;
    switch (datatype.value) {
      case stringIri:
        return quoted(value);
      case integerIri:
        if (/^[+-]?\d+$/.test(value)) return value;
        break;
      case decimalIri:
        if (/^[+-]?\d*\.\d+$/.test(value)) return value;
        break;
      case booleanIri:
        if (value === "true" || value === "false") return value;
    }
    return `${quoted(value)}^^${this.#name(datatype.value)}`;
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

const escaped = /["\\\u0000-\u001f\u007f]/;
const allEscaped = /["\\\u0000-\u001f\u007f]/g;
const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** A text in quotes on one line: other control characters become `\u` escapes. */
function quoted(text: string): string {
  return escaped.test(text) ? `"${text.replace(allEscaped, escapeOf)}"` : `"${text}"`;
}

function escapeOf(character: string): string {
  return shortEscapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}`;
}
