/** Numbers the documents of an index and their sections. */
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import { documentsOfSections } from "./documents-of-sections.ts";
import type { SectionTable } from "./search-index.ts";
import type { SectionMeasures } from "./section-measures.ts";
import { noStemmer } from "./stemming.ts";

/** Documents by path, with where their measures are: see `IndexParts`. */
export interface PlacedDocuments {
  readonly documents: readonly MarkdownDocument[];
  readonly slots: Int32Array;
  /** Measures of the slots below `baseCount`, and of those from there on. */
  readonly base: SectionMeasures;
  readonly baseCount: number;
  readonly overlay: SectionMeasures;
}

/** Numbers all sections in the order of their documents. Time grows with the number of sections, but nothing is made for each. */
export function makeSectionTable({ documents, slots, base, baseCount, overlay }: PlacedDocuments): SectionTable {
  const count = documents.length;
  const firstSections = new Uint32Array(count + 1);
  const mainSections = new Uint32Array(count);
  const stemmers = new Uint8Array(count);
  let first = 0;
  for (let number = 0; number < count; number++) {
    const slot = slots[number] as number;
    const measures = slot < baseCount ? base : overlay;
    const place = slot < baseCount ? slot : slot - baseCount;
    mainSections[number] = first + (measures.mainSections[place] as number);
    stemmers[number] = measures.stemmers[place] as number;
    first += (measures.firstSections[place + 1] as number) - (measures.firstSections[place] as number);
    firstSections[number + 1] = first;
  }
  return {
    documents,
    firstSections,
    documentOf: documentsOfSections(firstSections, count),
    mainSections,
    stemmers,
    usedStemmers: usedOf(stemmers),
  };
}

function usedOf(stemmers: Uint8Array): number[] {
  const used = new Uint8Array(256);
  for (let document = 0; document < stemmers.length; document++) used[stemmers[document] as number] = 1;
  return [...used.keys()].filter((stemmer) => used[stemmer] === 1 && stemmer !== noStemmer);
}
