/** From the words of a query to the terms that are looked up. */

import { partsWeight } from "../ranking/scoring.ts";
import type { TermInterest } from "../search-index.ts";
import { foldWord } from "../words/fold-word.ts";
import { isStemmable, stemOf } from "../words/stemming.ts";
import { stopWords } from "../words/stop-words.ts";
import { EXTRA, IDEOGRAPHIC, scanTokens, TokenSpans } from "../words/tokenise.ts";
import type { ParsedQuery } from "./parse-query.ts";

/** One term that is looked up for a word. */
export interface AskedTerm {
  /** Folded. */
  readonly term: string;
  /** Whether its forms count too. */
  readonly hasForms: boolean;
  /** What the term counts for the score: 1, or less for a part of an identifier. */
  readonly weight: number;
  /** Which share of its word is found when the term is. The shares of a word add up to 1. */
  readonly share: number;
}

/** One word of a query. */
interface AskedWord {
  /** As written. */
  readonly text: string;
  readonly terms: readonly AskedTerm[];
}

/** Tokens one behind the other, folded. */
export type AskedPhrase = readonly string[];

/** What a query looks for. */
export interface SearchPlan {
  readonly words: readonly AskedWord[];
  /** The words are stop words only: nothing but names is worth finding by them. */
  readonly onlyStopWords: boolean;
  readonly phrases: readonly AskedPhrase[];
  readonly excludedTerms: readonly string[];
  readonly excludedPhrases: readonly AskedPhrase[];
}

/** Plans the search for the words and phrases of a query. */
export function planTerms(query: ParsedQuery): SearchPlan {
  const words = query.words.flatMap(wordsOf);
  for (const phrase of query.phrases) words.push(...contentWords(wordsOf(phrase)));
  const content = contentWords(words);
  return {
    ...exclusionsOf(query),
    words: withoutRepeats(content),
    onlyStopWords: content.length > 0 && content.every(isStopWord) && query.phrases.length === 0,
    phrases: query.phrases.map((text) => phraseOf(text)).filter((phrase) => phrase.length > 0),
  };
}

/** Plans what a query excludes, without what it looks for. */
export function exclusionsOf(query: ParsedQuery): SearchPlan {
  const excluded = query.excluded.map((text) => phraseOf(text));
  return {
    words: [],
    onlyStopWords: false,
    phrases: [],
    excludedTerms: excluded.flatMap((phrase) => (phrase.length === 1 ? [phrase[0] as string] : [])),
    excludedPhrases: excluded.filter((phrase) => phrase.length > 1),
  };
}

/** Every term that a plan needs postings of, where documents have these stemmers. */
export function interestOf(plan: SearchPlan, stemmers: readonly number[]): TermInterest {
  const terms = plan.words.flatMap((word) => word.terms);
  const phraseWords = plan.excludedPhrases.flat();
  return {
    words: new Set([...terms.map(({ term }) => term), ...plan.excludedTerms, ...phraseWords]),
    stems: new Map(
      stemmers.map((stemmer) => [
        stemmer,
        new Set(terms.flatMap(({ term, hasForms }) => (hasForms ? [stemOf(stemmer, term)] : []))),
      ]),
    ),
    beginnings: new Set(),
  };
}

/** The words but the stop words; all of them when there are no others. */
function contentWords(words: readonly AskedWord[]): readonly AskedWord[] {
  const content = words.filter((word) => !isStopWord(word));
  return content.length > 0 ? content : words;
}

function isStopWord(word: AskedWord): boolean {
  return word.terms.length === 1 && stopWords.has(word.terms[0]?.term ?? "");
}

function withoutRepeats(words: readonly AskedWord[]): AskedWord[] {
  const seen = new Set<string>();
  return words.filter((word) => {
    const key = word.terms[0]?.term ?? "";
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The tokens of a text in their order, without those that repeat others. `spans` may be given to be used again and again. */
export function phraseOf(text: string, spans: TokenSpans = new TokenSpans()): AskedPhrase {
  spans.count = 0;
  scanTokens(text, 0, text.length, spans);
  const tokens: string[] = [];
  for (let index = 0; index < spans.count; index++) {
    if (((spans.flags[index] as number) & EXTRA) !== 0) continue;
    const token = foldWord(text.slice(spans.starts[index], spans.ends[index]));
    if (token !== "") tokens.push(token);
  }
  return tokens;
}

interface Token {
  readonly start: number;
  readonly end: number;
  readonly term: string;
  readonly extra: boolean;
  readonly ideographic: boolean;
}

function tokensOf(text: string): Token[] {
  const spans = new TokenSpans();
  scanTokens(text, 0, text.length, spans);
  return Array.from({ length: spans.count }, (_, index): Token => {
    const start = spans.starts[index] as number;
    const end = spans.ends[index] as number;
    const flags = spans.flags[index] as number;
    const term = foldWord(text.slice(start, end));
    return { start, end, term, extra: (flags & EXTRA) !== 0, ideographic: (flags & IDEOGRAPHIC) !== 0 };
  }).filter(({ term }) => term !== "");
}

/** The words of a text: identifiers with their parts, ideographs in pairs (or single, where one stands alone), and plain words. */
function wordsOf(text: string): AskedWord[] {
  const tokens = tokensOf(text);
  const words: AskedWord[] = [];
  const wholes = outermost(tokens.filter((token) => token.extra && !token.ideographic));
  const pairs = tokens.filter((token) => token.extra && token.ideographic);
  for (const token of tokens) {
    if (token.ideographic) {
      if (!token.extra && pairs.some((pair) => contains(pair, token))) continue;
      words.push({ text: text.slice(token.start, token.end), terms: [askedTerm(token.term, 1, 1)] });
      continue;
    }
    const whole = wholes.find((candidate) => contains(candidate, token));
    if (whole === undefined)
      words.push({ text: text.slice(token.start, token.end), terms: [askedTerm(token.term, 1, 1)] });
    else if (whole === token) words.push(identifierOf(text, whole, tokens));
  }
  return words;
}

/** An identifier counts as found in full by its whole, and in half by its parts. Single letters (`x` of `x-axis`) and stop words are no use alone. */
function identifierOf(text: string, whole: Token, tokens: readonly Token[]): AskedWord {
  const parts = tokens.filter((token) => token !== whole && contains(whole, token) && isUseful(token.term));
  const terms = [askedTerm(whole.term, 1, parts.length === 0 ? 1 : 0.5)];
  for (const part of parts) terms.push(askedTerm(part.term, partsWeight / parts.length, 0.5 / parts.length));
  return { text: text.slice(whole.start, whole.end), terms };
}

function isUseful(part: string): boolean {
  return (part.length > 1 || !/[a-z]/.test(part)) && !stopWords.has(part);
}

function askedTerm(term: string, weight: number, share: number): AskedTerm {
  return { term, hasForms: isStemmable(term), weight, share };
}

function contains(outer: Token, inner: Token): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function outermost(tokens: readonly Token[]): Token[] {
  return tokens.filter((token) => !tokens.some((other) => other !== token && contains(other, token)));
}
