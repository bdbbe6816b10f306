/** Words that are almost the asked one: looked for only where the asked word stands nowhere. */
import { compareCodePoints } from "../../base/compare-code-points.ts";
import { standsAnywhere } from "../index/postings.ts";
import { nearWordWeight } from "../ranking/scoring.ts";
import type { SearchIndex, TermTable } from "../search-index.ts";

/** A word in place of another, and what an occurrence of it counts. */
export interface NearWord {
  readonly word: string;
  readonly factor: number;
}

/** Most words that take the place of one. */
const maximumNearWords = 50;
/** Shorter words begin too many others, or are one letter away from them. */
const shortestBeginning = 3;
const shortestMisspelled = 4;
/** From this length on, two letters may differ. */
const longMisspelled = 8;

/** Whether words that begin with this one are taken for it. */
export function mayBegin(word: string): boolean {
  return word.length >= shortestBeginning;
}

/** Terms that begin with a word. The closer in length the more they count; the closest come first, then by code point. */
export function wordsBeginningWith(word: string, table: TermTable): NearWord[] {
  if (!mayBegin(word)) return [];
  const { dictionary } = table;
  return dictionary
    .startingWith(word)
    .filter((term) => standsAnywhere(term, table))
    .map((term) => dictionary.termOf(term))
    .filter((term) => term !== word)
    .sort((left, right) => left.length - right.length || compareCodePoints(left, right))
    .slice(0, maximumNearWords)
    .map((term) => ({ word: term, factor: (nearWordWeight * word.length) / term.length }));
}

/** Words of names that differ from a word in a letter or in the order of two (in two letters, when it is long), the closest only, by code point. */
export function wordsSpelledLike(word: string, index: SearchIndex): NearWord[] {
  if (word.length < shortestMisspelled) return [];
  const { nameWords } = index;
  const distances = new Map(nameWords.near(word, word.length >= longMisspelled ? 2 : 1));
  for (const swapped of swapsOf(word)) if (nameWords.has(swapped)) distances.set(swapped, 1);
  const closest = Math.min(...distances.values());
  return [...distances]
    .filter(([, distance]) => distance === closest)
    .map(([name]) => name)
    .sort(compareCodePoints)
    .slice(0, maximumNearWords)
    .map((name) => ({ word: name, factor: nearWordWeight * (1 - closest / word.length) }));
}

/** A word with each two neighbours the other way round: the most frequent slip, and no single change of a letter. */
function swapsOf(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  ).filter((swapped) => swapped !== word);
}
