/** Builds the index of a set of documents: of all their terms, or of those that a question asks for; from nothing, or from the index before. */
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import { buildBase } from "./index/build-base.ts";
import { collectTermsOnDemand } from "./index/collect-asked-terms.ts";
import { collectNameWords } from "./index/collect-name-words.ts";
import { indexOfBase } from "./index/index-of-parts.ts";
import { nameWordsFrom } from "./index/name-words.ts";
import { SectionMeasurer } from "./index/section-measures.ts";
import { makeSectionTable } from "./index/section-table.ts";
import { sortedByPath } from "./index/sorted-documents.ts";
import { updateIndex } from "./index/update-index.ts";
import type { SearchIndex } from "./search-index.ts";
import { asShown } from "./words/shown-document.ts";

export interface IndexOptions {
  /**
   * `all` reads every text once and answers any number of questions from then on. `asked` reads nothing now and, at each question, only
   * looks for its words: several times cheaper for a process that answers one question and ends. Answers are identical. Default `all`.
   */
  readonly terms?: "all" | "asked";
}

/**
 * Builds the index over the sections of documents, as readers see them. Pure; the index keeps the documents.
 *
 * `previous` is any earlier index. What it holds of documents that are the same objects is taken over, so that only the others are read; it
 * stays as good as it was. An index of asked words has nothing to take over; one of all words stays one, whatever `terms` says. See also
 * `compactIndex`.
 */
export function buildIndex({
  documents,
  options = {},
  previous,
}: {
  readonly documents: readonly MarkdownDocument[];
  readonly options?: IndexOptions;
  readonly previous?: SearchIndex | undefined;
}): SearchIndex {
  if (previous?.parts !== undefined) return updateIndex(previous, documents);
  const sorted = sortedByPath(documents);
  return options.terms === "asked" ? indexOfAsked(sorted) : indexOfBase(buildBase(sorted), sorted);
}

function indexOfAsked(documents: readonly MarkdownDocument[]): SearchIndex {
  const measures = new SectionMeasurer(documents.length);
  for (const document of documents) measures.add(asShown(document));
  const table = makeSectionTable({
    documents,
    slots: Int32Array.from(documents, (_, number) => number),
    base: measures,
    baseCount: documents.length,
    overlay: measures,
  });
  return {
    ...table,
    termsFor: collectTermsOnDemand(table, measures),
    nameWords: nameWordsFrom(() => collectNameWords(table)),
  };
}
