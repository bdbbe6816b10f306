/** The search index of a context, moved along from question to question. */
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import type { buildIndex } from "../search/build-index.ts";
import type { SearchIndex } from "../search/search-index.ts";

/**
 * Holds one index. The first search of a process only looks for its own words, several times cheaper than an index of all; the second
 * shows that more will come, and everything is indexed once. Answers are equal.
 */
export class KeptIndex {
  #documents: readonly MarkdownDocument[] | undefined;
  #index: SearchIndex | undefined;
  #isWhole = false;

  /** The index over these documents. `build` is given by the caller, so that only searches load it. */
  of(documents: readonly MarkdownDocument[], build: typeof buildIndex): SearchIndex {
    const isFirst = this.#index === undefined;
    if (this.#index === undefined || this.#documents !== documents || !this.#isWhole) {
      this.#index = build({ documents, options: { terms: isFirst ? "asked" : "all" } });
      this.#documents = documents;
      this.#isWhole = !isFirst;
    }
    return this.#index;
  }
}
