/** Words that are almost the asked one: looked for only where the asked word stands nowhere. */
import SearchableMap from "minisearch/SearchableMap";
import { compareCodePoints } from "../base/compare-code-points.ts";
import { nearWordWeight } from "./scoring.ts";
import type { SearchIndex } from "./search-index.ts";
import type { TermDictionary } from "./term-dictionary.ts";

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
export function wordsBeginningWith(word: string, dictionary: TermDictionary): NearWord[] {
  if (!mayBegin(word)) return [];
  return dictionary
    .startingWith(word)
    .map((term) => dictionary.termOf(term))
    .filter((term) => term !== word)
    .sort((left, right) => left.length - right.length || compareCodePoints(left, right))
    .slice(0, maximumNearWords)
    .map((term) => ({ word: term, factor: (nearWordWeight * word.length) / term.length }));
}

/** Words of names that differ from a word in a letter or in the order of two (in two letters, when it is long), the closest only, by code point. */
export function wordsSpelledLike(word: string, index: SearchIndex): NearWord[] {
  if (word.length < shortestMisspelled) return [];
  const names = namesOf(index);
  const distances = new Map(swapsOf(word).flatMap((swapped) => (names.has(swapped) ? [[swapped, 1]] : [])));
  for (const [name, [, distance]] of names.fuzzyGet(word, word.length >= longMisspelled ? 2 : 1))
    if (!distances.has(name)) distances.set(name, distance);
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

/** The radix tree over the words of names, made when a word is first missing: most questions never need it. */
const trees: WeakMap<SearchIndex, SearchableMap<true>> = new WeakMap();

function namesOf(index: SearchIndex): SearchableMap<true> {
  const known = trees.get(index);
  if (known !== undefined) return known;
  const tree = new SearchableMap<true>();
  for (const word of index.nameWords()) tree.set(word, true);
  trees.set(index, tree);
  return tree;
}
