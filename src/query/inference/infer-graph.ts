/** What follows from a knowledge graph, as a text in a graph of its own. */
import type { Cut } from "../../base/cut.ts";
import { type GivenQuad, type QuadFormat, writeQuads } from "../../exports/write-quads.ts";
import type { KnowledgeGraph } from "../../graph/knowledge-graph.ts";
import { namedNode } from "../../graph/terms.ts";
import { quadsOf } from "../../graph/to-quads.ts";
import { loadTriples } from "../rdf/load-triples.ts";
import { TermTable } from "../rdf/term-table.ts";
import { TripleSet } from "../rdf/triple-set.ts";
import type { WorkGuard } from "../rdf/work-guard.ts";
import { inferTriples } from "./infer-triples.ts";
import type { RulesetName } from "./ruleset-names.ts";

/** What was inferred. */
export interface InferredGraph {
  /** IRI of the graph that the triples are in: nothing else sees them. */
  readonly graph: string;
  /** How many triples follow; with `cut` of reason `count` there are more. */
  readonly tripleCount: number;
  readonly format: QuadFormat;
  /** The triples, sorted: those that the bound of characters leaves room for. */
  readonly content: string;
  /** `count`: the rules were stopped at the most triples that they may infer; `characters`: only the text is cut. */
  readonly cut?: Cut<never>;
}

export interface InferGraphOptions {
  readonly graph: KnowledgeGraph;
  readonly names: readonly RulesetName[];
  readonly rules: readonly GivenQuad[];
  readonly format: QuadFormat;
  readonly maximumTriples: number;
  readonly maximumCharacters: number;
  readonly guard: WorkGuard;
}

/** The same graph and rules give the same answer, byte by byte. */
export async function inferGraph(options: InferGraphOptions): Promise<InferredGraph> {
  const { graph, names, rules, format, maximumTriples, maximumCharacters, guard } = options;
  const terms = new TermTable();
  const triples = new TripleSet();
  await loadTriples({ quads: quadsOf(graph), into: triples, terms, guard });
  const conclusions = await inferTriples({ names, rules, triples, terms, maximum: maximumTriples, guard });
  const name = namedNode(inferredGraphIri(graph.options.baseIri));
  const quads = conclusions.triples.map(([subject, predicate, object]) => ({
    subject: terms.termOf(subject),
    predicate: terms.termOf(predicate),
    object: terms.termOf(object),
    graph: name,
  }));
  const { content, isCut } = writeWithin(quads, format, maximumCharacters);
  const reason = conclusions.isCut ? "count" : isCut ? "characters" : undefined;
  return {
    graph: name.value,
    tripleCount: quads.length,
    format,
    content,
    ...(reason === undefined ? {} : { cut: { reason } }),
  };
}

/** The graph of what was inferred: a name of ours, which no file has. */
function inferredGraphIri(baseIri: string): string {
  return `${baseIri}~inferred`;
}

/** As many statements, in the order of their lines, as there is room for; no statement is cut. */
function writeWithin(
  quads: readonly GivenQuad[],
  format: QuadFormat,
  maximum: number,
): { readonly content: string; readonly isCut: boolean } {
  const whole = writeQuads(quads, format);
  if (whole.length <= maximum) return { content: whole, isCut: false };
  const candidates = firstLines(quads, mostCompact * maximum);
  // A longer beginning is a longer text, so the longest that fits is found by halving.
  let fits = 0;
  let tooMany = candidates.length + 1;
  let content = "";
  while (tooMany - fits > 1) {
    const count = (fits + tooMany) >> 1;
    const text = writeQuads(candidates.slice(0, count), format);
    if (text.length > maximum) tooMany = count;
    else [fits, content] = [count, text];
  }
  return { content, isCut: true };
}

/** How many times shorter than lines a text is taken to be at most. */
const mostCompact = 8;

/** The first quads by their lines, of that many characters together. */
function firstLines(quads: readonly GivenQuad[], characters: number): readonly GivenQuad[] {
  const lines = quads.map((quad) => ({ quad, line: writeQuads([quad], "ntriples") }));
  lines.sort((a, b) => (a.line < b.line ? -1 : 1));
  const first: GivenQuad[] = [];
  let room = characters;
  for (const { quad, line } of lines) {
    room -= line.length;
    if (room < 0) break;
    first.push(quad);
  }
  return first;
}
