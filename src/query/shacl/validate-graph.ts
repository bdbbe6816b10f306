/** Whether a knowledge graph conforms to shapes, with the place of everything that does not. */
import { compareCodePoints } from "../../base/compare-code-points.ts";
import type { Cut } from "../../base/cut.ts";
import { GraphdownError } from "../../base/errors.ts";
import { showPath } from "../../base/show-path.ts";
import type { GivenQuad } from "../../exports/write-quads.ts";
import type { KnowledgeGraph } from "../../graph/knowledge-graph.ts";
import { iriOf } from "../../graph/prefixes.ts";
import { quadsOf } from "../../graph/to-quads.ts";
import { inferTriples } from "../inference/infer-triples.ts";
import type { RulesetName } from "../inference/ruleset-names.ts";
import { loadTriples } from "../rdf/load-triples.ts";
import { classFacts } from "../rdf/ontology-facts.ts";
import { TermTable } from "../rdf/term-table.ts";
import { termText } from "../rdf/term-text.ts";
import { TripleSet } from "../rdf/triple-set.ts";
import type { WorkGuard } from "../rdf/work-guard.ts";
import { NodePlaces } from "./place-of-node.ts";
import { pathText } from "./property-path.ts";
import { readShapes } from "./read-shapes.ts";
import { requireCoreTerms, sh } from "./shacl-terms.ts";
import { type ShapeResult, validateTriples } from "./validate-triples.ts";

/** One thing that does not conform. */
export interface ShapeProblem {
  /** `violation`, `warning`, `info`, or the IRI of another severity. */
  readonly severity: string;
  /** What the shape says of it; else what is wrong, in one sentence. */
  readonly message: string;
  /** The component of the constraint, such as `sh:MinCountConstraintComponent`. */
  readonly constraint: string;
  /** IRI of the node that does not conform. */
  readonly focusNode: string;
  /** File and line of the focus node; absent for what is in no file of its own. */
  readonly path?: string;
  readonly line?: number;
  /** The path of the property shape, as SPARQL writes it. */
  readonly property?: string;
  /** The value that does not conform, where it is one. */
  readonly value?: string;
  /** IRI of the shape; a shape without one is named by a blank node. */
  readonly shape: string;
}

/** What came of a validation. */
export interface ShapeReport {
  /** Whether there is no result at all, of whatever severity. */
  readonly conforms: boolean;
  /** Results in all; with `isPartial` there are more. */
  readonly resultCount: number;
  /** How many of each severity. */
  readonly counts: Readonly<Record<string, number>>;
  /** By path, line, property and value. */
  readonly results: readonly ShapeProblem[];
  /** There are so many results that the validation was ended. */
  readonly isPartial?: true;
  readonly cut?: Cut<never>;
}

export interface ValidateGraphOptions {
  readonly graph: KnowledgeGraph;
  readonly shapes: readonly GivenQuad[];
  /** What messages call the shapes: `shapes`. */
  readonly name: string;
  /** Only results whose focus node is in a file below this folder; `""` for all. */
  readonly directory: string;
  /** What follows by these counts as said. */
  readonly names: readonly RulesetName[];
  readonly maximumInferred: number;
  /** Most results that are given. */
  readonly count: number;
  readonly guard: WorkGuard;
}

/** Results that are collected before a validation is ended. */
const maximumCollected = 100_000;

/**
 * The report. Shapes are SHACL Core; see `requireCoreTerms` and `readShapes` for what is refused. So are shapes of which none has a target:
 * everything would conform to them.
 */
export async function validateGraph(options: ValidateGraphOptions): Promise<ShapeReport> {
  const { graph, shapes: given, guard, count } = options;
  requireCoreTerms(given);
  const terms = new TermTable();
  const data = new TripleSet().addQuads(classFacts(), terms);
  // Sub-classes of the data count where a shape names a class: they are part of its shapes graph too.
  const shapes = readShapes(new TripleSet().addQuads(given, terms), terms);
  if (shapes.length === 0) throw noShapes(options.name);
  for (const { subject, predicate, object } of given) {
    if (predicate.value === subClassOf) data.add(...numbersOf(terms, subject, predicate, object));
  }
  await loadTriples({ quads: quadsOf(graph), into: data, terms, guard });
  if (options.names.length > 0) await addInferred(options, data, terms);
  const reporter = new Reporter(options, data, terms);
  const results: ShapeProblem[] = [];
  let isPartial = false;
  for (const result of validateTriples({ data, terms, shapes, guard })) {
    if (result === undefined) await guard.pause();
    else if (results.length === maximumCollected) {
      isPartial = true;
      break;
    } else reporter.report(result, results);
  }
  results.sort(compareProblems);
  const cut = isPartial || results.length > count;
  return {
    conforms: results.length === 0,
    resultCount: results.length,
    counts: countsOf(results),
    results: results.slice(0, count),
    ...(isPartial ? { isPartial } : {}),
    ...(cut ? { cut: { reason: "count" } } : {}),
  };
}

function noShapes(name: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: `There is no shape with a target in the ${name}, so that nothing would be checked.`,
    details: { parameter: "shapes", reason: "no_shapes" },
    next: "Give SHACL in Turtle with a target, such as sh:targetClass md:Document; docs/validation.md shows how, and without shapes the default ones count.",
  });
}

const subClassOf = iriOf("rdfs:subClassOf");

function numbersOf(terms: TermTable, ...triple: GivenQuad["subject"][]): [number, number, number] {
  return triple.map((term) => terms.numberOf(term)) as [number, number, number];
}

async function addInferred(options: ValidateGraphOptions, triples: TripleSet, terms: TermTable): Promise<void> {
  const { names, guard, maximumInferred: maximum } = options;
  const { isCut } = await inferTriples({ names, rules: [], triples, terms, maximum, guard });
  if (isCut) throw tooManyInferred(maximum);
}

function tooManyInferred(maximum: number): GraphdownError {
  return new GraphdownError({
    code: "limit_exceeded",
    message: `More than ${maximum} triples follow by the rulesets.`,
    details: { limit: "maximumInferredTriples", maximum },
    next: "Validate without rulesets, or raise maximumInferredTriples.",
  });
}

/** Makes problems of results. */
class Reporter {
  readonly #terms: TermTable;
  readonly #places: NodePlaces;
  readonly #directory: string;

  constructor({ graph, directory }: ValidateGraphOptions, data: TripleSet, terms: TermTable) {
    this.#terms = terms;
    this.#places = new NodePlaces(graph, data, terms);
    this.#directory = directory;
  }

  /** Adds the problem, where it is below the folder that is asked about. */
  report({ focus, shape, component, path, value, what }: ShapeResult, problems: ShapeProblem[]): void {
    const text = (node: number): string => termText(this.#terms.termOf(node));
    const predicate = path?.kind === "predicate" ? this.#terms.termOf(path.predicate).value : undefined;
    const place = this.#places.placeOf(focus, predicate);
    if (this.#directory !== "" && !place?.path.startsWith(`${this.#directory}/`)) return;
    const property = path === undefined ? undefined : pathText(path, text);
    const shownValue = value === undefined ? undefined : text(value);
    const subject = [property, value === focus && property === undefined ? "the node" : shownValue];
    const sentence = [...subject.filter((part) => part !== undefined), what].join(" ");
    problems.push({
      severity: severityName(shape.severity),
      message: shape.messages.length > 0 ? shape.messages.map(showPath).join(" ") : sentence,
      constraint: `sh:${component}ConstraintComponent`,
      focusNode: this.#iriOrText(focus),
      ...place,
      ...(property === undefined ? {} : { property }),
      ...(shownValue === undefined ? {} : { value: shownValue }),
      shape: this.#iriOrText(shape.node),
    });
  }

  /** IRIs whole, so that other questions take them. */
  #iriOrText(node: number): string {
    const term = this.#terms.termOf(node);
    return term.termType === "NamedNode" ? term.value : termText(term);
  }
}

function severityName(iri: string): string {
  const name = ["Violation", "Warning", "Info"].find((each) => sh(each) === iri);
  return name?.toLowerCase() ?? iri;
}

function countsOf(problems: readonly ShapeProblem[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { severity } of problems) counts.set(severity, (counts.get(severity) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => compareCodePoints(a, b)));
}

const orderedBy = ["focusNode", "property", "value", "constraint", "shape", "message"] as const;

/** What is in no file stands last. */
function compareProblems(a: ShapeProblem, b: ShapeProblem): number {
  if ((a.path === undefined) !== (b.path === undefined)) return a.path === undefined ? 1 : -1;
  const byPath = compareCodePoints(a.path ?? "", b.path ?? "");
  if (byPath !== 0) return byPath;
  const byLine = (a.line ?? 0) - (b.line ?? 0);
  if (byLine !== 0) return byLine;
  for (const field of orderedBy) {
    const order = compareCodePoints(a[field] ?? "", b[field] ?? "");
    if (order !== 0) return order;
  }
  return 0;
}
