/** Numbers the documents of an index and their sections. */
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import { copyShifted, documentsOfSections } from "../query/documents-of-sections.ts";
import type { SectionTable } from "../search-index.ts";
import { noStemmer } from "../words/stemming.ts";
import type { SectionMeasures } from "./section-measures.ts";

/** Documents by path, with where their measures are: see `IndexParts`. */
export interface PlacedDocuments {
  readonly documents: readonly MarkdownDocument[];
  readonly slots: Int32Array;
  /** Measures of the slots below `baseCount`, and of those from there on. */
  readonly base: SectionMeasures;
  readonly baseCount: number;
  readonly overlay: SectionMeasures;
}

/** How documents were numbered before. */
export interface EarlierTable {
  readonly table: SectionTable;
  /** Number → slot. */
  readonly slots: Int32Array;
}

/**
 * Numbers all sections in the order of their documents. What stands before and behind all changes since `earlier` is copied from there: time
 * then grows with the number of sections as copying does. Nothing is made for each.
 */
export function makeSectionTable(placed: PlacedDocuments, earlier?: EarlierTable): SectionTable {
  const { documents, slots } = placed;
  const count = documents.length;
  const table = {
    documents,
    firstSections: new Uint32Array(count + 1),
    documentOf: new Uint32Array(0),
    mainSections: new Uint32Array(count),
    stemmers: new Uint8Array(count),
    usedStemmers: [] as readonly number[],
  };
  const [start, end] = earlier === undefined ? [0, count] : changedRange(earlier.slots, slots);
  if (earlier !== undefined) copyNumbers(earlier.table, table, { from: 0, to: start, at: 0 });
  numberSections(placed, table, start, end);
  if (earlier !== undefined) {
    const { length } = earlier.slots;
    copyNumbers(earlier.table, table, { from: length - (count - end), to: length, at: end });
  }
  return {
    ...table,
    documentOf: documentsOfSections(table.firstSections, count, earlier && { ...earlier.table, start, end }),
    usedStemmers: usedOf(table.stemmers),
  };
}

type Numbers = Pick<SectionTable, "firstSections" | "mainSections" | "stemmers">;

/** Numbers the sections of some documents, of which all before are numbered. */
function numberSections(
  { slots, base, baseCount, overlay }: PlacedDocuments,
  { firstSections, mainSections, stemmers }: Numbers,
  start: number,
  end: number,
): void {
  let first = firstSections[start] as number;
  for (let number = start; number < end; number++) {
    const slot = slots[number] as number;
    const measures = slot < baseCount ? base : overlay;
    const place = slot < baseCount ? slot : slot - baseCount;
    mainSections[number] = first + (measures.mainSections[place] as number);
    stemmers[number] = measures.stemmers[place] as number;
    first += (measures.firstSections[place + 1] as number) - (measures.firstSections[place] as number);
    firstSections[number + 1] = first;
  }
}

/** Copies what is known of documents that are the same, to where all before are numbered. */
function copyNumbers(
  source: Numbers,
  target: Numbers,
  { from, to, at }: { readonly from: number; readonly to: number; readonly at: number },
): void {
  const shift = (target.firstSections[at] as number) - (source.firstSections[from] as number);
  copyShifted(source.firstSections.subarray(from, to + 1), target.firstSections, at, shift);
  copyShifted(source.mainSections.subarray(from, to), target.mainSections, at, shift);
  target.stemmers.set(source.stemmers.subarray(from, to), at);
}

/** The places that differ: from the first number on, up to the second, counted in `now`. */
function changedRange(before: Int32Array, now: Int32Array): readonly [number, number] {
  const most = Math.min(before.length, now.length);
  let start = 0;
  while (start < most && before[start] === now[start]) start++;
  let same = 0;
  while (same < most - start && before[before.length - 1 - same] === now[now.length - 1 - same]) same++;
  return [start, now.length - same];
}

function usedOf(stemmers: Uint8Array): number[] {
  const used = new Uint8Array(256);
  for (let document = 0; document < stemmers.length; document++) used[stemmers[document] as number] = 1;
  return [...used.keys()].filter((stemmer) => used[stemmer] === 1 && stemmer !== noStemmer);
}
