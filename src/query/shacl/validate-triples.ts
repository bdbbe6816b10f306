/** SHACL Core over a set of triples. */
import { GraphdownError } from "../../base/errors.ts";
import { iriOf } from "../../graph/prefixes.ts";
import type { TermTable } from "../rdf/term-table.ts";
import type { TripleSet } from "../rdf/triple-set.ts";
import type { WorkGuard } from "../rdf/work-guard.ts";
import { followPath, type PropertyPath } from "./property-path.ts";
import type { Shape, ShapeCheck, Target, TargetedShape } from "./shape.ts";

/** What does not conform. */
export interface ShapeResult {
  readonly focus: number;
  readonly shape: Shape;
  /** Without `ConstraintComponent`. */
  readonly component: string;
  readonly path: PropertyPath | undefined;
  readonly value: number | undefined;
  /** What is wrong, without the path and the value. */
  readonly what: string;
}

export interface ValidateTriplesOptions {
  readonly data: TripleSet;
  readonly terms: TermTable;
  readonly shapes: readonly TargetedShape[];
  readonly guard: WorkGuard;
}

/** Every result, focus node by focus node. Whoever reads may stop, and should let others run in between. */
export function* validateTriples(options: ValidateTriplesOptions): Generator<ShapeResult | undefined, void, undefined> {
  const validation = new Validation(options);
  for (const { shape, targets } of options.shapes) {
    if (shape.deactivated) continue;
    for (const focus of validation.focusNodes(targets)) {
      yield* validation.resultsOf(shape, focus);
      // A moment at which nothing is half done.
      yield undefined;
    }
  }
}

/** How deep a recursive shape may follow the data. */
const maximumDepth = 500;

class Validation implements ShapeCheck {
  readonly data: TripleSet;
  readonly terms: TermTable;
  readonly guard: WorkGuard;
  readonly #type: number;
  readonly #subClassOf: number;
  /** Classes below a class, itself included. */
  readonly #below = new Map<number, ReadonlySet<number>>();
  /** Nodes at which a recursive shape is being checked. */
  readonly #checking = new Map<Shape, Set<number>>();
  #depth = 0;

  constructor({ data, terms, guard }: ValidateTriplesOptions) {
    this.data = data;
    this.terms = terms;
    this.guard = guard;
    this.#type = terms.numberOfIri(iriOf("rdf:type"));
    this.#subClassOf = terms.numberOfIri(iriOf("rdfs:subClassOf"));
  }

  focusNodes(targets: readonly Target[]): ReadonlySet<number> {
    const nodes = new Set<number>();
    for (const target of targets) for (const node of this.#nodesOf(target)) nodes.add(node);
    return nodes;
  }

  *#nodesOf({ kind, term }: Target): Generator<number, void, undefined> {
    if (kind === "node") yield term;
    else if (kind === "subjectsOf") yield* this.data.subjectsOf(term);
    else if (kind === "objectsOf") yield* this.data.objectsOf(term);
    else for (const type of this.#classesBelow(term)) yield* this.data.subjects(this.#type, type);
  }

  conforms(shape: Shape, node: number): boolean {
    for (const _ of this.resultsOf(shape, node)) return false;
    return true;
  }

  isInstance(node: number, type: number): boolean {
    const classes = this.#classesBelow(type);
    for (const each of this.data.objects(node, this.#type)) if (classes.has(each)) return true;
    return false;
  }

  #classesBelow(type: number): ReadonlySet<number> {
    let classes = this.#below.get(type);
    if (classes === undefined) {
      const found = new Set([type]);
      for (const each of found) for (const below of this.data.subjects(this.#subClassOf, each)) found.add(below);
      classes = found;
      this.#below.set(type, classes);
    }
    return classes;
  }

  *resultsOf(shape: Shape, focus: number): Generator<ShapeResult, void, undefined> {
    if (shape.deactivated || !this.#enter(shape, focus)) return;
    try {
      this.guard.step();
      const values = shape.path === undefined ? new Set([focus]) : followPath(shape.path, focus, this);
      for (const { component, breaches } of shape.constraints) {
        for (const { value, path = shape.path, what } of breaches(this, focus, values)) {
          yield { focus, shape, component, path, value, what };
        }
      }
      for (const property of shape.properties) for (const value of values) yield* this.resultsOf(property, value);
    } finally {
      this.#leave(shape, focus);
    }
  }

  /** Whether the shape is to be checked at this node: where it is being checked already it counts as fulfilled. */
  #enter(shape: Shape, focus: number): boolean {
    if (shape.isRecursive) {
      let nodes = this.#checking.get(shape);
      if (nodes === undefined) {
        nodes = new Set();
        this.#checking.set(shape, nodes);
      }
      if (nodes.has(focus)) return false;
      nodes.add(focus);
    }
    this.#depth += 1;
    if (this.#depth > maximumDepth) throw tooDeep();
    return true;
  }

  #leave(shape: Shape, focus: number): void {
    this.#depth -= 1;
    this.#checking.get(shape)?.delete(focus);
  }
}

function tooDeep(): GraphdownError {
  return new GraphdownError({
    code: "limit_exceeded",
    message: `A recursive shape goes more than ${maximumDepth} nodes deep into the graph.`,
    details: { reason: "depth", maximum: maximumDepth },
    next: "Write it with a path such as [ sh:zeroOrMorePath skos:broader ].",
  });
}
