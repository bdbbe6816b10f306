/** Turtle and N3 that a caller gives, as quads. Nothing is fetched: no import and no context is followed. */
import { Parser } from "n3";
import { GraphdownError } from "../../base/errors.ts";
import { showPath } from "../../base/show-path.ts";
import type { GivenQuad, GivenTerm } from "../../exports/write-quads.ts";
import { prefixes } from "../../graph/prefixes.ts";

export interface ParseRdfOptions {
  readonly text: string;
  readonly format: "turtle" | "n3";
  /** What relative IRIs are below, so that `<guides/a.md>` is a document. */
  readonly baseIri: string;
  /** The IRI that a graph has for what a whole IRI names. Default: the same. */
  readonly named?: ((iri: string) => string) | undefined;
  /** What the text is, as a message names it: `shapes`, `rules`, or the path of its file. */
  readonly name: string;
  /** Most characters of the text. */
  readonly maximumCharacters: number;
}

/** Prefixes of the vocabularies in which shapes and rules are written. */
const furtherPrefixes: ReadonlyMap<string, string> = new Map([
  ["sh", "http://www.w3.org/ns/shacl#"],
  ["log", "http://www.w3.org/2000/10/swap/log#"],
]);

/**
 * The quads of a text, with IRIs as the graph has them. The graph's prefixes, `sh` and `log` are known without being declared. A text that does not parse is `invalid_input`
 * with its line, one that is too long `limit_exceeded`, triples as terms (RDF 1.2) `unsupported`.
 */
export function parseRdf(options: ParseRdfOptions): readonly GivenQuad[] {
  const { text, format, baseIri, named = (iri) => iri, name, maximumCharacters } = options;
  if (text.length > maximumCharacters) throw tooLong(name, text.length, maximumCharacters);
  // On the first line, so that lines keep their numbers.
  const known = Array.from([...prefixes, ...furtherPrefixes], ([prefix, iri]) => `@prefix ${prefix}: <${iri}> . `);
  const source = known.join("") + text.replace(/^\ufeff/, "").replace(/\p{Surrogate}/gu, "\ufffd");
  const quads = read(new Parser({ format: `text/${format}`, baseIRI: baseIri }), source, options);
  const renamed = renamer(named);
  return quads.map(({ subject, predicate, object, graph }) => {
    if (subject.termType === "Quad" || object.termType === "Quad") throw tripleTerm(name);
    return { subject: renamed(subject), predicate: renamed(predicate), object: renamed(object), graph: renamed(graph) };
  });
}

/** IRIs as the graph has them, and blank nodes by the order in which they come up: the parser's own names count on from text to text. */
function renamer(iriOf: (iri: string) => string): (term: GivenTerm) => GivenTerm {
  const names = new Map<string, GivenTerm>();
  return (term) => {
    if (term.termType === "NamedNode") {
      const value = iriOf(term.value);
      return value === term.value ? term : { termType: "NamedNode", value };
    }
    if (term.termType !== "BlankNode") return term;
    let named = names.get(term.value);
    if (named === undefined) {
      named = { termType: "BlankNode", value: `b${names.size}` };
      names.set(term.value, named);
    }
    return named;
  };
}

/** The caller's part of a place: the line is right, since what stands before has none of its own. */
interface ParseFault {
  readonly message: string;
  readonly context?: { readonly line?: number };
}

function read(parser: Parser, source: string, { name, format }: ParseRdfOptions): readonly GivenQuad[] {
  try {
    return parser.parse(source) as unknown as readonly GivenQuad[];
  } catch (cause) {
    const { message, context } = cause as ParseFault;
    const line = context?.line;
    const language = format === "n3" ? "N3" : "Turtle";
    const place = line === undefined ? "" : ` at line ${line}`;
    throw new GraphdownError({
      code: "invalid_input",
      message: `The ${name} are no ${language}${place}: ${showPath(message.replace(/ on line \d+\.?$/, ""))}.`,
      details: { reason: "syntax", ...(line === undefined ? {} : { line }) },
      next: `Mend the text${place}. Each statement ends in a full stop, and prefixes that are not among ours are declared.`,
      cause,
    });
  }
}

function tooLong(name: string, actual: number, maximum: number): GraphdownError {
  return new GraphdownError({
    code: "limit_exceeded",
    message: `The ${name} have ${actual} characters, more than ${maximum}.`,
    details: { limit: "maximumRulesCharacters", actual, maximum },
    next: "Give fewer at once, or raise maximumRulesCharacters.",
  });
}

function tripleTerm(name: string): GraphdownError {
  return new GraphdownError({
    code: "unsupported",
    message: `The ${name} have a triple as a term, which is RDF 1.2.`,
    details: { reason: "term" },
    next: "Write statements about terms only.",
  });
}
