/** The search index of a context, moved along from question to question. */
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import type { IndexBase } from "../search/index/index-base.ts";
import type { SearchIndex } from "../search/search-index.ts";

/** What makes indexes; given by the caller, so that only searches load it. */
export interface IndexMaker {
  readonly buildIndex: typeof import("../search/build-index.ts").buildIndex;
  readonly indexFromBase: typeof import("../search/index/index-from-base.ts").indexFromBase;
  readonly compactIndex: typeof import("../search/index/compact-index.ts").compactIndex;
  readonly baseOf: typeof import("../search/index/index-from-base.ts").baseOf;
}

/**
 * Holds one index. The first search of a process only looks for its own words, several times cheaper than an index of all; the second
 * shows that more will come, and everything is indexed once. Answers are equal.
 */
export class KeptIndex {
  #index: SearchIndex | undefined;
  /** What an earlier process kept, until somebody searches. */
  #base: { readonly values: IndexBase; readonly documents: readonly MarkdownDocument[] } | undefined;

  /** @param base The index that an earlier process made of these documents. */
  constructor(base?: { readonly values: IndexBase; readonly documents: readonly MarkdownDocument[] }) {
    this.#base = base;
  }

  /** Whether anybody has searched here. */
  get isUsed(): boolean {
    return this.#index !== undefined;
  }

  /** The index over these documents, for a search. */
  of(documents: readonly MarkdownDocument[], maker: IndexMaker): SearchIndex {
    return this.#move(documents, maker, this.#index === undefined ? "asked" : "all");
  }

  /** What is to be kept of the index of all words over these documents. What has come and gone since it was made is folded into it. */
  baseOf(documents: readonly MarkdownDocument[], maker: IndexMaker): IndexBase | undefined {
    this.#index = maker.compactIndex(this.#move(documents, maker, "all"), 0);
    return maker.baseOf(this.#index);
  }

  #move(documents: readonly MarkdownDocument[], maker: IndexMaker, terms: "asked" | "all"): SearchIndex {
    const base = this.#base;
    this.#base = undefined;
    const previous = this.#index ?? (base && maker.indexFromBase(base.values, base.documents));
    this.#index = maker.buildIndex({ documents, options: { terms }, previous });
    return this.#index;
  }
}
