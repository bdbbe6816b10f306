/** What an index keeps of documents as plain values, to be stored and loaded as they are. */
import type { SectionMeasures } from "./section-measures.ts";

/**
 * Changes whenever the same documents would be indexed otherwise: other tokens, folded forms, stemmers, fields, or another layout. What
 * was stored under another number is made anew.
 */
export const indexFormat = 1;

/**
 * Typed arrays, each exactly as long as it is full, and numbers. Holds the words of documents and the lengths of their parts, but no text.
 * Documents are numbered in the order in which they were indexed, which is that of their paths; sections through all documents.
 */
export interface IndexBase extends SectionMeasures {
  readonly format: number;
  /** The terms in ascending order of their bytes; term `t` is `terms[termStarts[t]]` to `terms[termStarts[t + 1]]`. */
  readonly terms: Uint8Array;
  readonly termStarts: Uint32Array;
  /**
   * Three lists of packed postings for each term, from `postings[postingStarts[t]]` on: documents by their names, sections by their headings, and
   * sections by their own text. One more entry closes the table.
   */
  readonly postings: Uint8Array;
  readonly postingStarts: Uint32Array;
}
