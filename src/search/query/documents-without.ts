/** Which documents hold nothing of what a query excludes. */

import type { SearchIndex, TermTable } from "../search-index.ts";
import { SectionScanner } from "../words/section-text.ts";
import { type ExcludedOwners, excludedOwners, ownersOf } from "./excluded-words.ts";
import type { ParsedQuery } from "./parse-query.ts";
import { phraseTestOf } from "./phrase-test.ts";
import { type AskedPhrase, exclusionsOf, interestOf } from "./plan-terms.ts";

/**
 * Of the documents that `allowed` lets through, those of which no section and no name holds an excluded word or phrase: a listing shows
 * whole documents. `undefined` where there is nothing to choose by: neither a filter nor an exclusion with a word in it.
 */
export function documentsWithout({
  query,
  index,
  allowed,
}: {
  readonly query: ParsedQuery;
  readonly index: SearchIndex;
  readonly allowed: Uint8Array | undefined;
}): Uint8Array | undefined {
  const plan = exclusionsOf(query);
  if (plan.excludedTerms.length + plan.excludedPhrases.length === 0) return allowed;
  const table = index.termsFor(interestOf(plan, []));
  const left = allowed?.slice() ?? new Uint8Array(index.documents.length).fill(1);
  const excluded = excludedOwners(plan, table, index);
  if (excluded !== undefined) takeAway(left, documentsOf(excluded, index));
  const passes = phraseTestOf({ plan, table: index, scanner: new SectionScanner() });
  if (passes !== undefined) {
    const candidates = plan.excludedPhrases.map((phrase) => holdersOfAll(phrase, table, index));
    for (const document of left.keys()) {
      if (left[document] === 0 || !candidates.some((holders) => holders[document] === 1)) continue;
      if (!everySection(document, index, passes)) left[document] = 0;
    }
  }
  return left;
}

function takeAway(left: Uint8Array, out: Uint8Array): void {
  for (const document of left.keys()) if (out[document] === 1) left[document] = 0;
}

/** Documents with a flag of their own or on one of their sections. */
function documentsOf({ documents, sections }: ExcludedOwners, { documentOf }: SearchIndex): Uint8Array {
  const flags = documents.slice();
  for (const section of sections.keys()) if (sections[section] === 1) flags[documentOf[section] as number] = 1;
  return flags;
}

/** Documents that hold all words of a phrase, in any order: the others need not be read to know that they do not hold it. */
function holdersOfAll(phrase: AskedPhrase, table: TermTable, index: SearchIndex): Uint8Array {
  const holders = new Uint8Array(index.documents.length).fill(1);
  for (const word of new Set(phrase)) {
    const term = table.dictionary.find(word);
    const holding = term === -1 ? undefined : documentsOf(ownersOf([term], table, index), index);
    for (const document of holders.keys()) if (holding?.[document] !== 1) holders[document] = 0;
  }
  return holders;
}

function everySection(document: number, { firstSections }: SearchIndex, passes: (section: number) => boolean): boolean {
  const end = firstSections[document + 1] as number;
  for (let section = firstSections[document] as number; section < end; section++) if (!passes(section)) return false;
  return true;
}
