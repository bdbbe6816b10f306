/** Quads of any RDF/JS library as text: what a CONSTRUCT gives, or a caller's own data set. */
import { GraphdownError } from "../base/errors.ts";
import { iriOf } from "../graph/prefixes.ts";
import { lineLiteral } from "./line-literal.ts";
import { typeIri } from "./subject-block.ts";
import { prefixDeclarations, TurtleTerms } from "./turtle-terms.ts";
import { writableIri } from "./writable-iri.ts";

/** A term of any RDF/JS library. */
export interface GivenTerm {
  readonly termType: string;
  readonly value: string;
  readonly language?: string | undefined;
  readonly datatype?: { readonly value: string } | undefined;
}

/** A quad of any RDF/JS library. */
export interface GivenQuad {
  readonly subject: GivenTerm;
  readonly predicate: GivenTerm;
  readonly object: GivenTerm;
  readonly graph: GivenTerm;
}

/** Formats that {@link writeQuads} writes. `turtle` and `ntriples` have no named graphs: they leave out which graph a triple is in. */
export type QuadFormat = "turtle" | "ntriples" | "nquads" | "trig";

/**
 * The quads as one text, each once, sorted by their text, so that the same quads in any order give the same text. Labels of blank nodes
 * stay as they are where the formats can hold them. Triples as terms (RDF 1.2) are `unsupported`.
 */
export function writeQuads(quads: Iterable<GivenQuad>, format: QuadFormat): string {
  return format === "ntriples" || format === "nquads" ? linesOf(quads, format) : blocksOf(quads, format);
}

function linesOf(quads: Iterable<GivenQuad>, format: "ntriples" | "nquads"): string {
  const lines = new Set<string>();
  for (const { subject, predicate, object, graph } of quads) {
    const triple = `${nodeText(subject)} ${nodeText(predicate)} ${object.termType === "Literal" ? lineLiteral(literalOf(object)) : nodeText(object)}`;
    const named = format === "nquads" && graph.termType !== "DefaultGraph";
    lines.add(named ? `${triple} ${nodeText(graph)} .\n` : `${triple} .\n`);
  }
  return [...lines].sort().join("");
}

/** Texts of objects by predicate, by subject, by graph; the default graph is `""`. */
type Sorted = Map<string, Map<string, Map<string, Set<string>>>>;

function blocksOf(quads: Iterable<GivenQuad>, format: "turtle" | "trig"): string {
  const terms = new TurtleTerms();
  const graphs: Sorted = new Map();
  for (const { subject, predicate, object, graph } of quads) {
    const name = format === "turtle" || graph.termType === "DefaultGraph" ? "" : nodeText(graph);
    const objects = within(within(within(graphs, name), nodeText(subject)), predicateText(predicate, terms), newSet);
    objects.add(objectText(predicate, object, terms));
  }
  let text = prefixDeclarations;
  for (const [name, subjects] of inOrder(graphs)) {
    const blocks = inOrder(subjects).map(([subject, predicates]) => blockText(subject, predicates));
    text += name === "" ? blocks.join("") : `\n${name} {${blocks.join("")}}\n`;
  }
  return text;
}

const newSet = (): Set<string> => new Set();

/** What a map holds under a key, made where it is missing. */
function within<Value>(map: Map<string, Value>, key: string, make: () => Value = () => new Map() as Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

function inOrder<Value>(map: ReadonlyMap<string, Value>): [string, Value][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

function blockText(subject: string, predicates: ReadonlyMap<string, ReadonlySet<string>>): string {
  const lines = inOrder(predicates).map(
    ([predicate, objects]) => `${predicate} ${[...objects].sort().join(",\n    ")}`,
  );
  return `\n${subject} ${lines.join(" ;\n  ")} .\n`;
}

function predicateText({ termType, value }: GivenTerm, terms: TurtleTerms): string {
  if (termType !== "NamedNode") throw unsupportedTerm(termType);
  return value === typeIri ? "a" : terms.name(value);
}

function objectText(predicate: GivenTerm, object: GivenTerm, terms: TurtleTerms): string {
  if (object.termType === "Literal") return terms.literal(literalOf(object));
  return predicate.value === typeIri && object.termType === "NamedNode" ? terms.name(object.value) : nodeText(object);
}

function nodeText({ termType, value }: GivenTerm): string {
  if (termType === "NamedNode") return `<${writableIri(value)}>`;
  if (termType === "BlankNode") return blankText(value);
  throw unsupportedTerm(termType);
}

const stringType = { value: iriOf("xsd:string") };

function literalOf({ value, language = "", datatype = stringType }: GivenTerm): Parameters<typeof lineLiteral>[0] {
  return { value, language, datatype };
}

/** The label itself where every format takes it; others are spelled in hexadecimal behind a prefix that no kept label has. */
function blankText(label: string): string {
  if (/^(?!x-)[A-Za-z0-9_](?:[\w.-]*[\w-])?$/.test(label)) return `_:${label}`;
  let digits = "";
  for (let index = 0; index < label.length; index++) digits += label.charCodeAt(index).toString(16).padStart(4, "0");
  return `_:x-${digits}`;
}

function unsupportedTerm(termType: string): GraphdownError {
  return new GraphdownError({
    code: "unsupported",
    message: `A ${termType} can't stand where it does in a text of this format.`,
    details: { reason: "term", termType },
    next: "Construct triples of IRIs, blank nodes and literals.",
  });
}
