/** Makes indexes of what has been collected. */
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import { gatherTerms } from "../query/gather-terms.ts";
import type { SearchIndex } from "../search-index.ts";
import type { IndexBase } from "./index-base.ts";
import { IndexOverlay } from "./index-overlay.ts";
import type { IndexParts } from "./index-parts.ts";
import { addLengths, noLengths } from "./length-totals.ts";
import { LoadedBase } from "./loaded-base.ts";
import { nameWordsOf } from "./name-words.ts";
import { type EarlierTable, makeSectionTable } from "./section-table.ts";

/** `earlier` is the table of the index that this one follows. */
export function indexOfParts(parts: IndexParts, earlier?: EarlierTable): SearchIndex {
  const { base, overlay, documents, slots } = parts;
  const table = makeSectionTable(
    { documents, slots, base: base.values, baseCount: base.documentCount, overlay: overlay.measures },
    earlier,
  );
  return {
    ...table,
    termsFor: (interest) => gatherTerms(parts, table, interest),
    nameWords: nameWordsOf(parts),
    parts,
  };
}

/** The index of exactly the documents of a base, which are given in its order. */
export function indexOfBase(values: IndexBase, documents: readonly MarkdownDocument[]): SearchIndex {
  const base = new LoadedBase(values);
  const slots = Int32Array.from({ length: documents.length }, (_, number) => number);
  const totals = noLengths();
  for (let document = 0; document < documents.length; document++) addLengths(totals, values, document, 1);
  return indexOfParts({ base, overlay: new IndexOverlay(), documents, slots, numbers: slots, totals });
}
