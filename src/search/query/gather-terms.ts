/** The terms that a question asks for, with their postings, from an index that holds all terms. */

import type { IndexParts } from "../index/index-parts.ts";
import type { Postings } from "../index/postings.ts";
import { TermDictionary } from "../index/term-dictionary.ts";
import type { SectionTable, TermInterest, TermTable } from "../search-index.ts";
import { beginningsOf, isStemmable, stemOf } from "../words/stemming.ts";
import { type PostingRoom, PostingsGatherer } from "./gather-postings.ts";

/** For the terms of interest, the same as looking through all texts would give. */
export function gatherTerms(parts: IndexParts, table: SectionTable, interest: TermInterest): TermTable {
  const terms = new TermFinder(parts);
  for (const word of interest.words) terms.addWord(word);
  for (const [stemmer, stems] of interest.stems) for (const stem of stems) terms.addForms(stemmer, stem);
  for (const beginning of interest.beginnings) terms.addBeginning(beginning);
  const gatherer = new PostingsGatherer(parts, table, { ranked: true });
  const { size } = terms.dictionary;
  const names = new Uint32Array(size + 1);
  const headings = new Uint32Array(size + 1);
  const bodies = new Uint32Array(size + 1);
  for (let term = 0; term < size; term++) {
    gatherer.add(terms.inBase[term] as number, terms.inOverlay[term] as number);
    names[term + 1] = gatherer.names.length;
    headings[term + 1] = gatherer.headings.length;
    bodies[term + 1] = gatherer.bodies.length;
  }
  return {
    dictionary: terms.dictionary,
    names: postingsOf(names, gatherer.names),
    headings: postingsOf(headings, gatherer.headings),
    bodies: postingsOf(bodies, gatherer.bodies),
  };
}

function postingsOf(starts: Uint32Array, { owners, values, lengthFactors }: PostingRoom): Postings {
  return { starts, owners, values, lengthFactors };
}

/** A question and the forms of its words. */
const fewTerms = 1 << 6;

class TermFinder {
  /** The terms that were found, and every asked word. */
  readonly dictionary: TermDictionary = new TermDictionary(fewTerms);
  /** Their numbers in base and overlay; −1 where they are not. */
  readonly inBase: number[] = [];
  readonly inOverlay: number[] = [];
  private readonly parts: IndexParts;

  constructor(parts: IndexParts) {
    this.parts = parts;
  }

  addWord(word: string): void {
    if (word !== "") this.add(word, this.parts.base.terms.find(word), this.parts.overlay.dictionary.find(word));
  }

  addForms(stemmer: number, stem: string): void {
    const isForm = (text: string): boolean => isStemmable(text) && stemOf(stemmer, text) === stem;
    for (const beginning of beginningsOf(stemmer, stem)) this.addWhere(beginning, isForm);
  }

  addBeginning(beginning: string): void {
    this.addWhere(beginning, () => true);
  }

  private addWhere(beginning: string, test: (text: string) => boolean): void {
    const { terms } = this.parts.base;
    const { dictionary } = this.parts.overlay;
    const [first, end] = terms.rangeOf(beginning);
    for (let term = first; term < end; term++) {
      const text = terms.textOf(term);
      if (test(text)) this.add(text, term, dictionary.find(text));
    }
    for (const term of dictionary.startingWith(beginning)) {
      const text = dictionary.termOf(term);
      if (test(text)) this.add(text, terms.find(text), term);
    }
  }

  private add(text: string, inBase: number, inOverlay: number): void {
    const term = this.dictionary.addTerm(text);
    this.inBase[term] = inBase;
    this.inOverlay[term] = inOverlay;
  }
}
