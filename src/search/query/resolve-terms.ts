/** From asked terms to the terms of an index that answer them. */
import { compareCodePoints } from "../../base/compare-code-points.ts";
import { standsAnywhere } from "../index/postings.ts";
import type { TermDictionary } from "../index/term-dictionary.ts";
import { formWeight } from "../ranking/scoring.ts";
import type { SearchIndex, TermInterest, TermTable } from "../search-index.ts";
import { beginningsOf, isStemmable, noStemmer, stemOf } from "../words/stemming.ts";
import { mayBegin, type NearWord, wordsBeginningWith, wordsSpelledLike } from "./near-words.ts";
import { type AskedTerm, interestOf, type SearchPlan } from "./plan-terms.ts";

/** A term of the index that stands for an asked one. */
export interface TermVariant {
  readonly term: number;
  /** What an occurrence counts. */
  readonly factor: number;
  /** Only documents with this stemmer are looked at; `noStemmer` for all. */
  readonly stemmer: number;
}

export interface ResolvedTerm {
  /** Position of the asked word in the plan. */
  readonly word: number;
  readonly weight: number;
  readonly share: number;
  /** The term itself first, then the others by code point. */
  readonly variants: readonly TermVariant[];
}

export interface ResolvedPlan {
  readonly plan: SearchPlan;
  readonly table: TermTable;
  readonly terms: readonly ResolvedTerm[];
}

/** Only the first of many missing words are replaced: what is all misspelled is no question. */
const maximumMissing = 10;

/** Looks the terms of a plan up. A word that stands nowhere is replaced by words that begin with it or are spelled almost like it. */
export function resolveTerms(plan: SearchPlan, index: SearchIndex): ResolvedPlan {
  const { interest, table, terms } = lookUp(plan, index);
  const missing = new Set(missingFrom({ plan, table, terms }).slice(0, maximumMissing));
  return missing.size === 0 ? { plan, table, terms } : withNearWords({ plan, index, interest, missing });
}

/** Positions of the words of a plan that stand in no document, in none of their forms. */
export function missingWords(plan: SearchPlan, index: SearchIndex): readonly number[] {
  return missingFrom(lookUp(plan, index));
}

function lookUp(plan: SearchPlan, index: SearchIndex): ResolvedPlan & { readonly interest: TermInterest } {
  const { usedStemmers } = index;
  const interest = interestOf(plan, usedStemmers);
  const table = index.termsFor(interest);
  const terms = plan.words.flatMap((word, position) =>
    word.terms.map((term) => resolved(term, position, variantsOf(term, table, usedStemmers))),
  );
  return { plan, table, terms, interest };
}

function missingFrom({ plan, table, terms }: ResolvedPlan): number[] {
  const found = new Set(terms.filter((term) => isFound(term, table)).map(({ word }) => word));
  return [...plan.words.keys()].filter((word) => !found.has(word));
}

function withNearWords({
  plan,
  index,
  interest,
  missing,
}: {
  readonly plan: SearchPlan;
  readonly index: SearchIndex;
  readonly interest: TermInterest;
  readonly missing: ReadonlySet<number>;
}): ResolvedPlan {
  const words = [...missing].flatMap((word) => plan.words[word]?.terms.map(({ term }) => term) ?? []);
  const misspelled = new Map(words.map((word) => [word, wordsSpelledLike(word, index)]));
  const table = index.termsFor({
    ...interest,
    words: new Set([...interest.words, ...[...misspelled.values()].flat().map(({ word }) => word)]),
    beginnings: new Set(words.filter(mayBegin)),
  });
  const nearOf = (term: string): TermVariant[] =>
    variantsOfNear([...wordsBeginningWith(term, table), ...(misspelled.get(term) ?? [])], table);
  const terms = plan.words.flatMap((word, position) =>
    word.terms.map((term) =>
      resolved(term, position, missing.has(position) ? nearOf(term.term) : variantsOf(term, table, index.usedStemmers)),
    ),
  );
  return { plan, table, terms };
}

function resolved(term: AskedTerm, word: number, variants: readonly TermVariant[]): ResolvedTerm {
  return { word, weight: term.weight, share: term.share, variants };
}

/** The term itself, and its forms in documents of each stemmer. */
function variantsOf(
  { term, hasForms }: AskedTerm,
  { dictionary }: TermTable,
  stemmers: readonly number[],
): TermVariant[] {
  const exact = dictionary.find(term);
  const variants: TermVariant[] = exact === -1 ? [] : [{ term: exact, factor: 1, stemmer: noStemmer }];
  if (!hasForms) return variants;
  for (const stemmer of stemmers)
    for (const form of formsOf(term, stemmer, dictionary))
      if (form !== exact) variants.push({ term: form, factor: formWeight, stemmer });
  return variants;
}

/** All terms with the stem of a word, by code point. */
function formsOf(word: string, stemmer: number, dictionary: TermDictionary): number[] {
  const stem = stemOf(stemmer, word);
  return beginningsOf(stemmer, stem)
    .flatMap((beginning) => dictionary.startingWith(beginning))
    .map((term) => ({ term, text: dictionary.termOf(term) }))
    .filter(({ text }) => isStemmable(text) && stemOf(stemmer, text) === stem)
    .sort((left, right) => compareCodePoints(left.text, right.text))
    .map(({ term }) => term);
}

function variantsOfNear(near: readonly NearWord[], { dictionary }: TermTable): TermVariant[] {
  const factors = new Map<string, number>();
  for (const { word, factor } of near) factors.set(word, Math.max(factor, factors.get(word) ?? 0));
  return [...factors]
    .sort(([left], [right]) => compareCodePoints(left, right))
    .map(([word, factor]) => ({ term: dictionary.find(word), factor, stemmer: noStemmer }))
    .filter(({ term }) => term !== -1);
}

/** Whether a term stands anywhere. */
function isFound({ variants }: ResolvedTerm, table: TermTable): boolean {
  return variants.some(({ term }) => standsAnywhere(term, table));
}
