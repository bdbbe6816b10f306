/** Which documents and sections hold a word that a query excludes. */

import type { Postings } from "../index/postings.ts";
import type { SectionTable, TermTable } from "../search-index.ts";
import type { SearchPlan } from "./plan-terms.ts";

/** A flag for each document whose names hold an excluded word, and for each section whose headings or text do. */
export interface ExcludedOwners {
  readonly documents: Uint8Array;
  readonly sections: Uint8Array;
}

/** Marks what the excluded words of a plan leave out; `undefined` where none of them stands anywhere. */
export function excludedOwners(
  { excludedTerms }: SearchPlan,
  table: TermTable,
  sections: SectionTable,
): ExcludedOwners | undefined {
  const terms = excludedTerms.map((term) => table.dictionary.find(term)).filter((term) => term !== -1);
  return terms.length === 0 ? undefined : ownersOf(terms, table, sections);
}

/** Marks what holds any of these terms. */
export function ownersOf(
  terms: readonly number[],
  { names, headings, bodies }: TermTable,
  { documents, documentOf }: SectionTable,
): ExcludedOwners {
  const owners = { documents: new Uint8Array(documents.length), sections: new Uint8Array(documentOf.length) };
  for (const term of terms) {
    mark(names, term, owners.documents);
    mark(headings, term, owners.sections);
    mark(bodies, term, owners.sections);
  }
  return owners;
}

function mark({ starts, owners }: Postings, term: number, marks: Uint8Array): void {
  const end = starts[term + 1] as number;
  for (let at = starts[term] as number; at < end; at++) marks[owners[at] as number] = 1;
}
