/** Rules as they are run: numbers of terms, and variables below zero. */

/** A term's number, or a variable: −1 is the first one of its rule, −2 the second. */
export type RuleTerm = number;

export type Pattern = readonly [subject: RuleTerm, predicate: RuleTerm, object: RuleTerm];

/** What holds wherever all premises do. Every variable of a conclusion stands in a premise. */
export interface Rule {
  readonly premises: readonly Pattern[];
  readonly conclusions: readonly Pattern[];
  readonly variableCount: number;
}
