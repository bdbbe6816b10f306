/** Constraints on all values of a focus node together. */
import { compareLiterals } from "../rdf/compare-literals.ts";
import { termText } from "../rdf/term-text.ts";
import type { Constraint, Shape, ShapeCheck } from "./shape.ts";

export function countConstraint(component: "MinCount" | "MaxCount", bound: number): Constraint {
  const isLeast = component === "MinCount";
  return {
    component,
    *breaches(_, __, { size }) {
      if (isLeast ? size >= bound : size <= bound) return;
      yield {
        what: `has ${size === 0 ? "no value" : valuesOf(size)}, and needs at ${isLeast ? "least" : "most"} ${bound}`,
      };
    },
  };
}

function valuesOf(count: number): string {
  return count === 1 ? "1 value" : `${count} values`;
}

export function hasValueConstraint(wanted: number): Constraint {
  return {
    component: "HasValue",
    *breaches({ terms }, _, values) {
      if (!values.has(wanted)) yield { what: `has not the value ${termText(terms.termOf(wanted))}` };
    },
  };
}

/** The same values as another property. */
export function equalsConstraint(predicate: number): Constraint {
  return {
    component: "Equals",
    *breaches({ data, terms, guard }, focus, values) {
      const name = termText(terms.termOf(predicate));
      for (const value of values) {
        guard.step();
        if (!data.has(focus, predicate, value)) yield { value, what: `is no value of ${name}` };
      }
      for (const value of data.objects(focus, predicate)) {
        guard.step();
        if (!values.has(value)) yield { value, what: `is a value of ${name} only` };
      }
    },
  };
}

/** Each value before, or not after, each of another property. */
export function lessThanConstraint(component: "LessThan" | "LessThanOrEquals", predicate: number): Constraint {
  return {
    component,
    *breaches({ data, terms, guard }, focus, values) {
      const words = component === "LessThan" ? "less than" : "at most";
      for (const value of values) {
        for (const other of data.objects(focus, predicate)) {
          guard.step();
          const sign = compareLiterals(terms.termOf(value), terms.termOf(other));
          if (sign !== undefined && (component === "LessThan" ? sign < 0 : sign <= 0)) continue;
          const shown = `${termText(terms.termOf(other))}, a value of ${termText(terms.termOf(predicate))}`;
          yield { value, what: `is not ${words} ${shown}` };
        }
      }
    },
  };
}

export interface QualifiedParameters {
  readonly shape: Shape;
  readonly least: number | undefined;
  readonly most: number | undefined;
  /** Shapes that a counted value must not conform to: given when the constraint is first checked, as siblings may not be read before. */
  readonly siblings: () => readonly Shape[];
}

/** How many values conform to a shape. */
export function qualifiedConstraints({ shape, least, most, siblings }: QualifiedParameters): readonly Constraint[] {
  const count = (check: ShapeCheck, values: ReadonlySet<number>): number => {
    let conforming = 0;
    for (const value of values) {
      check.guard.step();
      if (!check.conforms(shape, value)) continue;
      if (!siblings().some((sibling) => check.conforms(sibling, value))) conforming += 1;
    }
    return conforming;
  };
  const constraint = (component: string, holds: (found: number) => boolean, needs: string): Constraint => ({
    component,
    *breaches(check, _, values) {
      const found = count(check, values);
      if (holds(found)) return;
      const shown = termText(check.terms.termOf(shape.node));
      yield { what: `has ${valuesOf(found)} that conform to ${shown}, and needs ${needs}` };
    },
  });
  return [
    ...(least === undefined ? [] : [constraint("QualifiedMinCount", (found) => found >= least, `at least ${least}`)]),
    ...(most === undefined ? [] : [constraint("QualifiedMaxCount", (found) => found <= most, `at most ${most}`)]),
  ];
}

/** `sh:closed`: no other properties than these. */
export function closedConstraint(allowed: ReadonlySet<number>): Constraint {
  return {
    component: "Closed",
    *breaches({ data, guard }, _, values) {
      for (const node of values) {
        for (const predicate of data.predicatesOf(node)) {
          if (allowed.has(predicate)) continue;
          for (const value of data.objects(node, predicate)) {
            guard.step();
            yield {
              value,
              path: { kind: "predicate", predicate },
              what: "is a property that the closed shape does not have",
            };
          }
        }
      }
    },
  };
}
