/** Takes the base out of an index to store it, and makes an index of a stored one. */
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import { compactIndex } from "./compact-index.ts";
import { type IndexBase, indexFormat } from "./index-base.ts";
import { indexOfBase } from "./index-of-parts.ts";
import type { SearchIndex } from "./search-index.ts";

/**
 * The base of exactly the documents of an index, folded where the index has followed others; `undefined` for an index of asked words. Its
 * arrays are those of the index: they are not to be changed.
 */
export function baseOf(index: SearchIndex): IndexBase | undefined {
  return compactIndex(index, 0).parts?.base.values;
}

/**
 * The index of documents of which a base was made. They are given in the order of `index.documents`; what they hold is trusted to be what was
 * indexed, so that no text is read. `undefined` when the base has another format, or can't be that of these documents.
 */
export function indexFromBase(
  base: IndexBase | undefined,
  documents: readonly MarkdownDocument[],
): SearchIndex | undefined {
  return base !== undefined && fits(base, documents) ? indexOfBase(base, documents) : undefined;
}

function fits(base: IndexBase, documents: readonly MarkdownDocument[]): boolean {
  const { firstSections, mainSections, stemmers, titleLengths, headingLengths, bodyLengths } = base;
  const count = documents.length;
  const sections = firstSections[count];
  return (
    base.format === indexFormat &&
    firstSections.length === count + 1 &&
    [mainSections, stemmers, titleLengths].every(({ length }) => length === count) &&
    [headingLengths, bodyLengths].every(({ length }) => length === sections) &&
    base.termStarts.length === base.postingStarts.length &&
    base.termStarts.at(-1) === base.terms.length &&
    base.postingStarts.at(-1) === base.postings.length
  );
}
