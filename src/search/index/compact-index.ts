/** Folds what has come and gone since an index was made from nothing into a new base. */

import { PostingsGatherer } from "../query/gather-postings.ts";
import type { SearchIndex } from "../search-index.ts";
import { BaseWriter } from "./base-writer.ts";
import { termsOf } from "./build-base.ts";
import type { IndexBase } from "./index-base.ts";
import { indexOfBase } from "./index-of-parts.ts";
import type { IndexParts } from "./index-parts.ts";
import { SectionMeasurer } from "./section-measures.ts";
import { sortTerms } from "./sort-terms.ts";

/** From this share of the base on, folding is worth its time. */
const usualShare = 1 / 8;

/**
 * An index with the same answers, in less memory. To be called now and then by who holds an index that is updated again and again, when
 * nobody waits: it takes a good part of the time of building the index from nothing, though no text is read. Gives the index itself when
 * less than `share` of its documents have come or gone, or when it is one of asked words.
 */
export function compactIndex(index: SearchIndex, share: number = usualShare): SearchIndex {
  const { parts } = index;
  if (parts === undefined) return index;
  const { base, overlay, numbers, documents } = parts;
  let gone = 0;
  for (let slot = 0; slot < base.documentCount; slot++) if ((numbers[slot] as number) < 0) gone++;
  const changes = gone + overlay.documentCount;
  if (changes === 0 || changes < share * base.documentCount) return index;
  return indexOfBase(foldParts(index, parts), documents);
}

/** The base of exactly the documents of an index. */
function foldParts(index: SearchIndex, parts: IndexParts): IndexBase {
  const { base, overlay, slots } = parts;
  const gatherer = new PostingsGatherer(parts, index, { ranked: false });
  const writer = new BaseWriter(base.terms.size + overlay.dictionary.size, base.values.postings.length / 2);
  for (const term of mergedTerms(parts)) {
    gatherer.clear();
    gatherer.add(term.inBase, term.inOverlay);
    const rooms = [gatherer.names, gatherer.headings, gatherer.bodies];
    if (rooms.every(({ length }) => length === 0)) continue;
    writer.beginTerm(term.bytes, term.start, term.end);
    for (const room of rooms) writer.writeList(room, 0, room.length);
  }
  const measurer = new SectionMeasurer(slots.length, index.documentOf.length);
  for (const slot of slots)
    if (slot < base.documentCount) measurer.copy(base.values, slot);
    else measurer.copy(overlay.measures, slot - base.documentCount);
  return writer.finish(measurer);
}

interface MergedTerm {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** Its number in base and overlay; −1 where it is not. */
  readonly inBase: number;
  readonly inOverlay: number;
}

/** The terms of base and overlay in ascending order of their bytes, each once. */
function* mergedTerms({ base, overlay }: IndexParts): Generator<MergedTerm, void> {
  const { terms, termStarts } = base.values;
  const { bytes, starts } = termsOf(overlay.dictionary);
  const ofBase = (term: number, inOverlay: number): MergedTerm => {
    return {
      bytes: terms,
      start: termStarts[term] as number,
      end: termStarts[term + 1] as number,
      inBase: term,
      inOverlay,
    };
  };
  let next = 0;
  for (const term of sortTerms(bytes, starts)) {
    const start = starts[term] as number;
    const end = starts[term + 1] as number;
    const place = base.terms.placeOf(bytes.subarray(start, end));
    for (; next < place; next++) yield ofBase(next, -1);
    if (base.terms.isAt(place, bytes.subarray(start, end))) yield ofBase(next++, term);
    else yield { bytes, start, end, inBase: -1, inOverlay: term };
  }
  for (; next < base.terms.size; next++) yield ofBase(next, -1);
}
