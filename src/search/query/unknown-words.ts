/** Why a query found nothing: its words that stand nowhere. */
import { nearestName } from "../../base/nearest-name.ts";
import type { UnknownName } from "../../base/unknown-name.ts";
import type { SearchIndex } from "../search-index.ts";
import { mayBegin, wordsBeginningWith, wordsSpelledLike } from "./near-words.ts";
import type { ParsedQuery } from "./parse-query.ts";
import { planTerms } from "./plan-terms.ts";
import { missingWords } from "./resolve-terms.ts";

/** Words that are told of, and near ones of each, so that a hostile query can't blow the answer up. */
const maximumWords = 10;
const maximumNear = 3;

/** Words of a query that stand in no document, as written, with words that do and are spelled almost like them or begin with them. */
export function unknownWords(query: ParsedQuery, index: SearchIndex): readonly UnknownName[] {
  const plan = planTerms(query);
  // An index is only asked for something.
  if (plan.words.length === 0) return [];
  return missingWords(plan, index)
    .slice(0, maximumWords)
    .flatMap((position) => {
      const word = plan.words[position];
      const term = word?.terms[0]?.term;
      return word === undefined || term === undefined ? [] : [{ name: word.text, near: nearWords(term, index) }];
    });
}

function nearWords(term: string, index: SearchIndex): readonly string[] {
  const near = wordsSpelledLike(term, index).map(({ word }) => word);
  if (mayBegin(term)) {
    const table = index.termsFor({ words: new Set(), stems: new Map(), beginnings: new Set([term]) });
    near.push(...wordsBeginningWith(term, table).map(({ word }) => word));
  }
  if (near.length === 0 && mayBegin(term)) near.push(nearestName(term, index.nameWords.all()) ?? "");
  return [...new Set(near)].filter((word) => word !== "").slice(0, maximumNear);
}
