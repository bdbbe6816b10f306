/** Takes the base out of an index to store it, and makes an index of a stored one. */
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import type { SearchIndex } from "../search-index.ts";
import { compactIndex } from "./compact-index.ts";
import type { IndexBase } from "./index-base.ts";
import { indexOfBase } from "./index-of-parts.ts";

/**
 * The base of exactly the documents of an index, folded where the index has followed others; `undefined` for an index of asked words. Its
 * arrays are those of the index: they are not to be changed.
 */
export function baseOf(index: SearchIndex): IndexBase | undefined {
  return compactIndex(index, 0).parts?.base.values;
}

/**
 * The index of the documents of which a base was made, given in the order of `index.documents`. That these are the documents, and that the
 * base is whole and of the present {@link indexFormat}, is for the caller to know: nothing of a document is read before a question asks for it.
 */
export function indexFromBase(base: IndexBase, documents: readonly MarkdownDocument[]): SearchIndex {
  return indexOfBase(base, documents);
}
