/** Builds the index of a set of documents: of all their terms, or of those that a question asks for. */
import { compareCodePoints } from "../base/compare-code-points.ts";
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import { collectAllTerms } from "./collect-all-terms.ts";
import { collectTermsOnDemand } from "./collect-asked-terms.ts";
import { collectNameWords } from "./collect-name-words.ts";
import type { SearchIndex, TermInterest, TermTable } from "./search-index.ts";
import { buildSectionTable } from "./section-table.ts";
import { asShown } from "./shown-document.ts";

export interface IndexOptions {
  /**
   * `all` reads every text once and answers any number of questions from then on. `asked` reads nothing now and, at each question, only
   * looks for its words: several times cheaper for a process that answers one question and ends. Answers are identical. Default `all`.
   */
  readonly terms?: "all" | "asked";
}

/** Builds the index over the sections of documents, as readers see them. Pure; the index keeps the documents. */
export function buildIndex({
  documents,
  options = {},
}: {
  readonly documents: readonly MarkdownDocument[];
  readonly options?: IndexOptions;
}): SearchIndex {
  const table = buildSectionTable(documents.map(asShown));
  const termsFor = options.terms === "asked" ? collectTermsOnDemand(table) : constantly(collectAllTerms(table));
  let words: readonly string[] | undefined;
  return {
    ...table,
    termsFor,
    nameWords: () => (words ??= collectNameWords(table).sort(compareCodePoints)),
  };
}

function constantly(terms: TermTable): (interest: TermInterest) => TermTable {
  return () => terms;
}
