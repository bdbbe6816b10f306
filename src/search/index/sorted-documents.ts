/** Documents in the order in which an index numbers them. */
import { compareCodePoints } from "../../base/compare-code-points.ts";
import type { MarkdownDocument } from "../../documents/markdown-document.ts";

/** In code point order of their paths, which is how graphs and snapshots give them already: then it is the same list. */
export function sortedByPath(documents: readonly MarkdownDocument[]): readonly MarkdownDocument[] {
  for (let index = 1; index < documents.length; index++)
    if (compareCodePoints(documents[index - 1]?.path ?? "", documents[index]?.path ?? "") > 0)
      return documents.toSorted((left, right) => compareCodePoints(left.path, right.path));
  return documents;
}
