/** Shapes as they are checked: read once from a shapes graph, with every number and list in its place. */
import type { TermTable } from "../rdf/term-table.ts";
import type { TripleSet } from "../rdf/triple-set.ts";
import type { WorkGuard } from "../rdf/work-guard.ts";
import type { PropertyPath } from "./property-path.ts";

/** A node shape, or with a path a property shape. */
export interface Shape {
  /** The shape's own node in the shapes graph. */
  readonly node: number;
  readonly path: PropertyPath | undefined;
  /** IRI of the severity. */
  readonly severity: string;
  /** What the shape itself says where it does not hold. */
  readonly messages: readonly string[];
  readonly deactivated: boolean;
  readonly constraints: readonly Constraint[];
  /** What `sh:property` names: checked at each value. */
  readonly properties: readonly Shape[];
  /** The shape comes up within itself. */
  readonly isRecursive: boolean;
}

/** One constraint of a shape. */
export interface Constraint {
  /** Its component without `ConstraintComponent`: `MinCount`. */
  readonly component: string;
  /** What does not hold, of the values that a focus node has. */
  breaches(check: ShapeCheck, focus: number, values: ReadonlySet<number>): Iterable<Breach>;
}

/** One value, or all of them together, for which a constraint does not hold. */
export interface Breach {
  readonly value?: number | undefined;
  /** Another path than that of the shape. */
  readonly path?: PropertyPath | undefined;
  /** What is wrong, as the end of a sentence that begins with the path. */
  readonly what: string;
}

/** What constraints look at. */
export interface ShapeCheck {
  readonly data: TripleSet;
  readonly terms: TermTable;
  readonly guard: WorkGuard;
  /** Whether a node conforms to a shape. */
  conforms(shape: Shape, node: number): boolean;
  /** Whether a node is in a class, or in one below it. */
  isInstance(node: number, type: number): boolean;
}

/** Where a shape's focus nodes come from. */
export interface Target {
  readonly kind: "node" | "class" | "subjectsOf" | "objectsOf";
  readonly term: number;
}

/** A shape that stands for itself. */
export interface TargetedShape {
  readonly shape: Shape;
  readonly targets: readonly Target[];
}
