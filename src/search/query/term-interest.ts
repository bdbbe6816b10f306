/** Which terms a question needs, as a test for single tokens and as a pattern that finds the places worth tokenising. */

import { TermDictionary } from "../index/term-dictionary.ts";
import type { TermInterest } from "../search-index.ts";
import { foldWord } from "../words/fold-word.ts";
import { beginningsOf, isStemmable, stemOf } from "../words/stemming.ts";
import { FOLDED, type TokenSpans } from "../words/tokenise.ts";

/** Whether the terms of one interest include those of another. */
export function includesInterest(outer: TermInterest, inner: TermInterest): boolean {
  return (
    isSubset(inner.words, outer.words) &&
    [...inner.stems].every(([stemmer, stems]) => isSubset(stems, outer.stems.get(stemmer) ?? new Set())) &&
    isSubset(inner.beginnings, outer.beginnings)
  );
}

function isSubset(inner: ReadonlySet<string>, outer: ReadonlySet<string>): boolean {
  for (const item of inner) if (!outer.has(item)) return false;
  return true;
}

/**
 * Ranges that no token with a usual form begins with or needs: punctuation, and ideographs that are looked for as they are. A query
 * without them never has to look at a text for their sake.
 */
const passedOver =
  "\\x00-\\x7f\\xa0-\\xa9\\xab\\xac\\xae-\\xb1\\xb4\\xb6-\\xb8\\xbb\\xbf\\u2010-\\u2027\\u2030-\\u205e\\u3000-\\u3004\\u3006-\\u3098\\u309b-\\u312f\\u3400-\\u9fff\\uac00-\\ud7a3";

/** Patterns that find the places that may hold a term of interest. All are global: their `lastIndex` is that of the last search. */
export interface InterestPatterns {
  /** The beginnings of words of interest. */
  readonly words: RegExp;
  /** A character that may be another form of one in them: where a text has none, `words` alone finds everything, twice as fast. */
  readonly others: RegExp;
  /** Both. */
  readonly either: RegExp;
}

/**
 * The patterns of an interest. Every token of interest has a match of `either` within it or within the run of characters without a
 * blank that it stands in.
 */
export function patternsOf(interest: TermInterest): InterestPatterns {
  const beginnings = new Set<string>();
  for (const word of interest.words) beginnings.add(word);
  for (const beginning of interest.beginnings) beginnings.add(beginning);
  for (const [stemmer, stems] of interest.stems)
    for (const stem of stems) for (const beginning of beginningsOf(stemmer, stem)) beginnings.add(beginning);
  const kept: string[] = [];
  for (const beginning of [...beginnings].sort()) {
    const last = kept.at(-1);
    if (last === undefined || !beginning.startsWith(last)) kept.push(beginning);
  }
  // Nothing of interest is found nowhere, and not everywhere.
  const words = kept.length === 0 ? "(?!)" : kept.map(escaped).join("|");
  const others = `[^${passedOver}]`;
  return {
    words: new RegExp(words, "gi"),
    others: new RegExp(others, "g"),
    either: new RegExp(`${words}|${others}`, "gi"),
  };
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** Tells terms of interest from others. Those that were met are in its dictionary. */
export class TermFilter {
  readonly dictionary: TermDictionary = new TermDictionary();
  private readonly interest: TermInterest;
  private readonly beginnings: readonly string[];
  /** Tokens as written that were judged already. */
  private readonly judged: Map<string, number> = new Map();

  constructor(interest: TermInterest) {
    this.interest = interest;
    this.beginnings = [...interest.beginnings];
    for (const word of interest.words) if (word !== "") this.dictionary.addTerm(word);
  }

  /** The term of a token; −1 when it is of no interest. */
  termOf(text: string, spans: TokenSpans, index: number): number {
    if (((spans.flags[index] as number) & FOLDED) === 0) {
      const term = this.dictionary.findToken(text, spans, index);
      if (term !== -1 || (this.interest.stems.size === 0 && this.beginnings.length === 0)) return term;
    }
    const token = text.slice(spans.starts[index], spans.ends[index]);
    const known = this.judged.get(token);
    if (known !== undefined) return known;
    const term = this.judge(foldWord(token));
    this.judged.set(token, term);
    return term;
  }

  private hasStem(word: string): boolean {
    for (const [stemmer, stems] of this.interest.stems) if (stems.has(stemOf(stemmer, word))) return true;
    return false;
  }

  private judge(word: string): number {
    if (word === "") return -1;
    const wanted =
      this.interest.words.has(word) ||
      (isStemmable(word) && this.hasStem(word)) ||
      this.beginnings.some((beginning) => word.startsWith(beginning));
    return wanted ? this.dictionary.addTerm(word) : -1;
  }
}
