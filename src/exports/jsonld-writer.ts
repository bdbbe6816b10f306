/** The graph as JSON-LD, written node by node from its triples; the only context is the one in the text itself. */
import { iriOf } from "../graph/prefixes.ts";
import type { Literal, NamedNode } from "../graph/terms.ts";
import { JsonldTerms } from "./jsonld-terms.ts";
import type { ResolvedExportOptions } from "./resolve-export-options.ts";
import { type SubjectBlock, typeIri, writableIri } from "./subject-block.ts";
import type { PlannedText } from "./text-plan.ts";

type PlannedTriples = Pick<PlannedText, "opening" | "statements" | "closingAfter" | "smallest">;

/**
 * Plans a JSON-LD text with one node object for each subject, each on a line of its own. `compacted` has the context and `@graph`;
 * `expanded` has whole IRIs and no context; `flattened` is the same sorted by `@id`, for which all of it is held in memory.
 */
export function planJsonld(
  blocks: Iterable<SubjectBlock>,
  { form, context: given }: Pick<ResolvedExportOptions, "form"> & { context: Readonly<Record<string, unknown>> },
): PlannedTriples {
  if (form === "compacted") {
    const context = withoutCycles(given);
    const opening = `{"@context":${JSON.stringify(context)},\n"@graph":[`;
    const statements = separated(compactedNodes(blocks, new JsonldTerms(context)));
    return { opening, statements, closingAfter: () => "\n]}\n", smallest: '{"@graph":[]}\n' };
  }
  const nodes = form === "flattened" ? sortedNodes(blocks) : expandedNodes(blocks);
  return { opening: "[", statements: separated(nodes), closingAfter: () => "\n]\n", smallest: "[]\n" };
}

/** A base IRI whose scheme is one of our prefixes would make the prefix below it mean itself, which no reader takes. */
function withoutCycles(context: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const isCycle = ([name, value]: [string, unknown]): boolean =>
    typeof value === "string" && value.startsWith(`${name}:`);
  return Object.fromEntries(Object.entries(context).filter((entry) => !isCycle(entry)));
}

function* separated(nodes: Iterable<string>): Generator<string> {
  let separator = "\n";
  for (const node of nodes) {
    yield separator + node;
    separator = ",\n";
  }
}

function* compactedNodes(blocks: Iterable<SubjectBlock>, terms: JsonldTerms): Generator<string> {
  for (const block of blocks) yield compactedNode(block, terms) ?? expandedNode(block, '"@context":null,');
}

function* expandedNodes(blocks: Iterable<SubjectBlock>): Generator<string> {
  for (const block of blocks) yield expandedNode(block);
}

function* sortedNodes(blocks: Iterable<SubjectBlock>): Generator<string> {
  const nodes = Array.from(blocks, (block) => ({ subject: block.subject, text: expandedNode(block) }));
  nodes.sort((a, b) => (a.subject < b.subject ? -1 : 1));
  for (const { text } of nodes) yield text;
}

/** `undefined` when the context would make something else of an IRI in it. */
function compactedNode({ subject, triples }: SubjectBlock, terms: JsonldTerms): string | undefined {
  if (terms.isMistaken(subject)) return undefined;
  let text = `{"@id":${JSON.stringify(writableIri(subject))}`;
  for (let start = 0; start < triples.length; ) {
    const end = endOfPredicate(triples, start);
    const predicate = (triples[start] as SubjectBlock["triples"][number]).predicate.value;
    const { key, type, unsafe } = predicate === typeIri ? typeKey : terms.keyOf(predicate);
    if (unsafe) return undefined;
    let values = "";
    for (let index = start; index < end; index++) {
      const { object } = triples[index] as SubjectBlock["triples"][number];
      if (index > start) values += ",";
      if (object.termType === "Literal") values += compactedLiteral(object, type, terms);
      else if (type === "@vocab") {
        if (terms.isMistaken(object.value)) return undefined;
        values += JSON.stringify(terms.compact(writableIri(object.value)));
      } else values += compactedReference(object, type, terms);
    }
    text += `,${JSON.stringify(key)}:${end - start === 1 ? values : `[${values}]`}`;
    start = end;
  }
  return `${text}}`;
}

const typeKey = { key: "@type", type: "@vocab", unsafe: false } as const;

function endOfPredicate(triples: SubjectBlock["triples"], start: number): number {
  const predicate = triples[start]?.predicate.value;
  let end = start + 1;
  while (end < triples.length && triples[end]?.predicate.value === predicate) end++;
  return end;
}

function compactedReference({ value }: NamedNode, type: string | undefined, terms: JsonldTerms): string {
  const iri = JSON.stringify(writableIri(value));
  if (terms.isMistaken(value)) return `{"@context":null,"@id":${iri}}`;
  return type === "@id" ? iri : `{"@id":${iri}}`;
}

const stringIri = iriOf("xsd:string");
const integerIri = iriOf("xsd:integer");
const booleanIri = iriOf("xsd:boolean");

/** Bare text, number and truth value where a reader makes the same literal of them, else a value object. */
function compactedLiteral(literal: Literal, type: string | undefined, terms: JsonldTerms): string {
  const { value, language, datatype } = literal;
  const text = JSON.stringify(value);
  if (language !== "") return `{"@language":${JSON.stringify(language)},"@value":${text}}`;
  const iri = datatype.value;
  if (type === undefined || type === iri) {
    if (iri === integerIri && isCanonicalInteger(value)) return value;
    if (iri === booleanIri && (value === "true" || value === "false")) return value;
  }
  if (iri === (type ?? stringIri)) return text;
  if (iri === stringIri) return `{"@value":${text}}`;
  return `{"@type":${JSON.stringify(terms.compact(iri))},"@value":${text}}`;
}

/** Whether a JSON number reads back with the same digits. */
function isCanonicalInteger(text: string): boolean {
  return text.length < 16 && /^(?:0|-?[1-9]\d*)$/.test(text);
}

function expandedNode({ subject, triples }: SubjectBlock, first = ""): string {
  let text = `{${first}"@id":${JSON.stringify(writableIri(subject))}`;
  for (let start = 0; start < triples.length; ) {
    const end = endOfPredicate(triples, start);
    const predicate = (triples[start] as SubjectBlock["triples"][number]).predicate.value;
    let values = "";
    for (let index = start; index < end; index++) {
      const { object } = triples[index] as SubjectBlock["triples"][number];
      if (index > start) values += ",";
      if (object.termType === "Literal") values += expandedLiteral(object);
      else {
        const iri = JSON.stringify(writableIri(object.value));
        values += predicate === typeIri ? iri : `{"@id":${iri}}`;
      }
    }
    text += `,${JSON.stringify(predicate === typeIri ? "@type" : writableIri(predicate))}:[${values}]`;
    start = end;
  }
  return `${text}}`;
}

function expandedLiteral({ value, language, datatype }: Literal): string {
  const text = JSON.stringify(value);
  if (language !== "") return `{"@language":${JSON.stringify(language)},"@value":${text}}`;
  if (datatype.value === stringIri) return `{"@value":${text}}`;
  return `{"@type":${JSON.stringify(datatype.value)},"@value":${text}}`;
}
