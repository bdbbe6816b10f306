/** Constraints that hold or do not hold for each value by itself. */
import { iriOf } from "../../graph/prefixes.ts";
import { compareLiterals } from "../rdf/compare-literals.ts";
import { isLexicalForm } from "../rdf/lexical-form.ts";
import { termText } from "../rdf/term-text.ts";
import type { Constraint, Shape, ShapeCheck } from "./shape.ts";

interface ValueTest {
  holds(check: ShapeCheck, value: number, focus: number): boolean;
  /** What is wrong with a value for which it does not hold, as the end of a sentence that begins with the value. */
  what(check: ShapeCheck): string;
}

/** A constraint that is broken by each value for which the test does not hold. */
export function eachValue(component: string, { holds, what }: ValueTest): Constraint {
  return {
    component,
    *breaches(check, focus, values) {
      for (const value of values) {
        check.guard.step();
        if (!holds(check, value, focus)) yield { value, what: what(check) };
      }
    },
  };
}

export function classConstraint(type: number): Constraint {
  return eachValue("Class", {
    holds: (check, value) => check.isInstance(value, type),
    what: ({ terms }) => `is no ${termText(terms.termOf(type))}`,
  });
}

const stringType = iriOf("xsd:string");

export function datatypeConstraint(datatype: string, shown: string): Constraint {
  return eachValue("Datatype", {
    holds: ({ terms }, value) => {
      const term = terms.termOf(value);
      return (
        term.termType === "Literal" &&
        (term.datatype?.value ?? stringType) === datatype &&
        isLexicalForm(term.value, datatype)
      );
    },
    what: () => `is no ${shown}`,
  });
}

/** Names of `sh:nodeKind` with the kinds of terms that they take. */
export const nodeKinds: ReadonlyMap<string, readonly string[]> = new Map([
  ["IRI", ["NamedNode"]],
  ["BlankNode", ["BlankNode"]],
  ["Literal", ["Literal"]],
  ["BlankNodeOrIRI", ["BlankNode", "NamedNode"]],
  ["BlankNodeOrLiteral", ["BlankNode", "Literal"]],
  ["IRIOrLiteral", ["NamedNode", "Literal"]],
]);

export function nodeKindConstraint(name: string): Constraint {
  const kinds = nodeKinds.get(name) ?? [];
  return eachValue("NodeKind", {
    holds: ({ terms }, value) => kinds.includes(terms.termOf(value).termType),
    what: () => `is no sh:${name}`,
  });
}

export type RangeComponent = "MinExclusive" | "MinInclusive" | "MaxExclusive" | "MaxInclusive";

/** What each bound of a range takes, by the sign of how a value compares with it. */
const ranges: Readonly<Record<RangeComponent, { takes(sign: number): boolean; words: string }>> = {
  MinExclusive: { takes: (sign) => sign > 0, words: "more than" },
  MinInclusive: { takes: (sign) => sign >= 0, words: "at least" },
  MaxExclusive: { takes: (sign) => sign < 0, words: "less than" },
  MaxInclusive: { takes: (sign) => sign <= 0, words: "at most" },
};

export function rangeConstraint(component: RangeComponent, bound: number): Constraint {
  const { takes, words } = ranges[component];
  return eachValue(component, {
    holds: ({ terms }, value) => {
      const sign = compareLiterals(terms.termOf(value), terms.termOf(bound));
      return sign !== undefined && takes(sign);
    },
    what: ({ terms }) => `is not ${words} ${termText(terms.termOf(bound))}`,
  });
}

export function inConstraint(members: readonly number[]): Constraint {
  const set = new Set(members);
  return eachValue("In", {
    holds: (_, value) => set.has(value),
    what: ({ terms }) => {
      const shown = members.slice(0, 10).map((member) => termText(terms.termOf(member)));
      return `is none of ${shown.join(", ")}${members.length > shown.length ? " …" : ""}`;
    },
  });
}

export function nodeConstraint(shape: Shape): Constraint {
  return eachValue("Node", {
    holds: (check, value) => check.conforms(shape, value),
    what: ({ terms }) => `does not conform to ${termText(terms.termOf(shape.node))}`,
  });
}

export function notConstraint(shape: Shape): Constraint {
  return eachValue("Not", {
    holds: (check, value) => !check.conforms(shape, value),
    what: ({ terms }) => `conforms to ${termText(terms.termOf(shape.node))}, and must not`,
  });
}

type LogicComponent = "And" | "Or" | "Xone";

const logic: Readonly<Record<LogicComponent, { holds(count: number, all: number): boolean; words: string }>> = {
  And: { holds: (count, all) => count === all, words: "does not conform to all" },
  Or: { holds: (count) => count > 0, words: "conforms to none" },
  Xone: { holds: (count) => count === 1, words: "does not conform to just one" },
};

export function logicConstraint(component: LogicComponent, shapes: readonly Shape[]): Constraint {
  const { holds, words } = logic[component];
  return eachValue(component, {
    holds: (check, value) => {
      let count = 0;
      for (const shape of shapes) {
        if (check.conforms(shape, value)) count += 1;
        else if (component === "And") return false;
        if (count > 0 && component === "Or") return true;
      }
      return holds(count, shapes.length);
    },
    what: () => `${words} of ${shapes.length} shapes`,
  });
}

export function disjointConstraint(predicate: number): Constraint {
  return eachValue("Disjoint", {
    holds: ({ data }, value, focus) => !data.has(focus, predicate, value),
    what: ({ terms }) => `is a value of ${termText(terms.termOf(predicate))} too`,
  });
}
