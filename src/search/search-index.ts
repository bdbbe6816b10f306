/** The inverted index over the sections of a set of documents. */
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import type { IndexParts } from "./index/index-parts.ts";
import type { NameWords } from "./index/name-words.ts";
import type { Postings } from "./index/postings.ts";
import type { TermDictionary } from "./index/term-dictionary.ts";

/** How sections are numbered through all documents. */
export interface SectionTable {
  /** By path, in code point order. What is searched is their text as readers see it: see `asShown`. */
  readonly documents: readonly MarkdownDocument[];
  /** Section `i` of document `d` is number `firstSections[d] + i`; one more entry closes the table. */
  readonly firstSections: Uint32Array;
  /** Document of each section. */
  readonly documentOf: Uint32Array;
  /** Number of the section that stands for each document. */
  readonly mainSections: Uint32Array;
  /** The number of each document's stemmer. */
  readonly stemmers: Uint8Array;
  /** Those of them that are in use, ascending, without that for no stemmer. */
  readonly usedStemmers: readonly number[];
}

/** Terms and where they stand. A term of the dictionary may stand nowhere. */
export interface TermTable {
  readonly dictionary: TermDictionary;
  /** By document: title, file name, aliases, tags, description, properties. */
  readonly names: Postings;
  /** By section: its own heading and those above it. */
  readonly headings: Postings;
  /** By section: its own text. */
  readonly bodies: Postings;
}

/** Which terms a search needs: these words, all words with these stems, all words with these beginnings. */
export interface TermInterest {
  readonly words: ReadonlySet<string>;
  /** By the number of their stemmer. */
  readonly stems: ReadonlyMap<number, ReadonlySet<string>>;
  readonly beginnings: ReadonlySet<string>;
}

/** An index. Immutable to its users: equal documents and questions give equal answers, whatever was asked before. */
export interface SearchIndex extends SectionTable {
  /** The terms of interest, and perhaps others. */
  termsFor(interest: TermInterest): TermTable;
  /** The words of titles, file names, aliases, headings and tags. */
  readonly nameWords: NameWords;
  /** What the index that follows this one can take over; absent where terms are only looked for when they are asked for. */
  readonly parts?: IndexParts;
}
