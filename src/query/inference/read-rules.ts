/** Reads rules from the quads of an N3 text: those of the form `{ … } => { … } .` */
import { GraphdownError } from "../../base/errors.ts";
import { showPath } from "../../base/show-path.ts";
import type { GivenQuad, GivenTerm } from "../../exports/write-quads.ts";
import type { TermTable } from "../rdf/term-table.ts";
import { termText } from "../rdf/term-text.ts";
import type { Pattern, Rule, RuleTerm } from "./rule.ts";

/** What an N3 text says. */
export interface RuleText {
  readonly rules: readonly Rule[];
  /** Statements outside rules, which count as said. */
  readonly facts: readonly GivenQuad[];
}

const swap = "http://www.w3.org/2000/10/swap/";
const implies = `${swap}log#implies`;
const maximumRules = 1_000;
const maximumPremises = 16;

/**
 * The rules and the statements beside them. What is more than rules over statements is `unsupported`: built-ins, conclusions that make new
 * nodes, formulas within formulas. A variable that only a conclusion has is `invalid_input`.
 */
export function readRules(quads: readonly GivenQuad[], terms: TermTable): RuleText {
  const formulas = new Map<string, GivenQuad[]>();
  for (const each of quads) {
    if (each.graph.termType === "DefaultGraph") continue;
    const inside = formulas.get(each.graph.value);
    if (inside === undefined) formulas.set(each.graph.value, [each]);
    else inside.push(each);
  }
  const facts: GivenQuad[] = [];
  const rules: Rule[] = [];
  for (const each of quads) {
    if (each.graph.termType !== "DefaultGraph") continue;
    if (each.predicate.value === implies) {
      const premises = formulaOf(each.subject, formulas);
      rules.push(new RuleReader(terms, formulas).read(premises, formulaOf(each.object, formulas)));
    } else facts.push(checkedFact(each, formulas));
  }
  if (rules.length > maximumRules) throw tooMany("rules", rules.length, maximumRules);
  return { rules, facts };
}

type Formulas = ReadonlyMap<string, readonly GivenQuad[]>;

/** An empty formula has no quads, so a blank node without any is one. */
function formulaOf(term: GivenTerm, formulas: Formulas): readonly GivenQuad[] {
  if (term.termType === "BlankNode") return formulas.get(term.value) ?? [];
  throw unsupported(`${termText(term)} stands where a formula in braces should`, "A rule is { … } => { … } .");
}

function checkedFact(fact: GivenQuad, formulas: Formulas): GivenQuad {
  for (const { termType, value } of [fact.subject, fact.predicate, fact.object]) {
    if (termType === "Variable") throw looseVariable(value, "outside a rule");
    if (termType === "BlankNode" && formulas.has(value)) {
      throw unsupported("a statement about a formula", "State facts and rules only.");
    }
  }
  return fact;
}

/** Reads one rule, whose variables are its own. */
class RuleReader {
  readonly #terms: TermTable;
  readonly #formulas: Formulas;
  readonly #variables = new Map<string, RuleTerm>();

  constructor(terms: TermTable, formulas: Formulas) {
    this.#terms = terms;
    this.#formulas = formulas;
  }

  read(premises: readonly GivenQuad[], conclusions: readonly GivenQuad[]): Rule {
    if (premises.length > maximumPremises) throw tooMany("premises in one rule", premises.length, maximumPremises);
    return {
      premises: premises.map((quad) => this.#pattern(quad, (term) => this.#premiseTerm(term))),
      conclusions: conclusions.map((quad) => this.#pattern(quad, (term) => this.#conclusionTerm(term))),
      variableCount: this.#variables.size,
    };
  }

  #pattern({ subject, predicate, object }: GivenQuad, read: (term: GivenTerm) => RuleTerm): Pattern {
    if (predicate.value.startsWith(swap)) {
      throw unsupported(
        `the built-in ${showPath(predicate.value)}`,
        "Rules compare and compute nothing: match statements.",
      );
    }
    for (const { termType, value } of [subject, object]) {
      if (termType === "BlankNode" && this.#formulas.has(value)) {
        throw unsupported("a formula within a formula", "Write a rule of its own.");
      }
    }
    return [read(subject), read(predicate), read(object)];
  }

  /** In a premise a blank node is something that has to be there, as a variable is. */
  #premiseTerm(term: GivenTerm): RuleTerm {
    const key = keyOf(term);
    if (key === undefined) return this.#terms.numberOf(term);
    let variable = this.#variables.get(key);
    if (variable === undefined) {
      variable = -1 - this.#variables.size;
      this.#variables.set(key, variable);
    }
    return variable;
  }

  #conclusionTerm(term: GivenTerm): RuleTerm {
    const key = keyOf(term);
    if (key === undefined) return this.#terms.numberOf(term);
    const variable = this.#variables.get(key);
    if (variable !== undefined) return variable;
    if (term.termType === "Variable") throw looseVariable(term.value, "in a conclusion and in no premise");
    throw unsupported("a conclusion that makes a new node", "Name the node by an IRI or a variable of the premises.");
  }
}

function keyOf({ termType, value }: GivenTerm): string | undefined {
  if (termType === "Variable") return `?${value}`;
  return termType === "BlankNode" ? `_${value}` : undefined;
}

function unsupported(what: string, next: string): GraphdownError {
  return new GraphdownError({
    code: "unsupported",
    message: `The rules have what is not run here: ${what}.`,
    details: { reason: "rules" },
    next,
  });
}

function looseVariable(name: string, where: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: `The variable ?${showPath(name)} stands ${where}.`,
    details: { reason: "variable", variable: showPath(name) },
    next: "Give it a value in a premise.",
  });
}

function tooMany(what: string, actual: number, maximum: number): GraphdownError {
  return new GraphdownError({
    code: "limit_exceeded",
    message: `There are ${actual} ${what}, more than ${maximum}.`,
    details: { reason: "rules", actual, maximum },
    next: "Give fewer at once.",
  });
}
