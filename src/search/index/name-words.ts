/** The words of names, among which misspelled words are looked up. */
import { compareCodePoints } from "../../base/compare-code-points.ts";
import { wordsWithin } from "../query/words-within.ts";
import type { IndexParts } from "./index-parts.ts";
import { isNameField } from "./loaded-base.ts";
import { PostingsReader } from "./packed-postings.ts";
import { fieldOf } from "./postings.ts";

/** Every distinct word of titles, file names, aliases, headings and tags. */
export interface NameWords {
  has(word: string): boolean;
  /** The words that at most so many letters make of this one, with how many it takes, in no order that means anything. */
  near(word: string, distance: number): ReadonlyMap<string, number>;
  /** Sorted by code point. */
  all(): readonly string[];
}

/** Words that are collected when they are first asked for: most questions never need them. */
export function nameWordsFrom(collect: () => readonly string[]): NameWords {
  let sorted: readonly string[] | undefined;
  let known: ReadonlySet<string> | undefined;
  const all = (): readonly string[] => {
    sorted ??= [...collect()].sort(compareCodePoints);
    return sorted;
  };
  return {
    has: (word) => {
      known ??= new Set(all());
      return known.has(word);
    },
    near: (word, distance) => wordsWithin(all(), word, distance),
    all,
  };
}

/** The words that stand in a name of an index's documents: those of base and overlay, but for what is gone with the documents that held it. */
export function nameWordsOf(parts: IndexParts): NameWords {
  const { base, overlay } = parts;
  const has = (word: string): boolean => isInBase(parts, word) || isInOverlay(parts, word);
  let sorted: readonly string[] | undefined;
  return {
    has,
    near: (word, distance) =>
      new Map(
        [...wordsWithin(base.nameWords(), word, distance), ...wordsWithin(overlay.nameWords(), word, distance)].filter(
          ([name]) => has(name),
        ),
      ),
    all: () => {
      sorted ??= [...new Set([...base.nameWords(), ...overlay.nameWords()])].filter(has).sort(compareCodePoints);
      return sorted;
    },
  };
}

function isInBase({ base, numbers }: IndexParts, word: string): boolean {
  const term = base.terms.find(word);
  if (term === -1) return false;
  const reader = new PostingsReader(base.values.postings);
  reader.moveTo(base.values.postingStarts[term] as number);
  let isName = false;
  for (let left = reader.beginList(); left > 0; left--) {
    reader.next();
    isName ||= isNameField(fieldOf(reader.value)) && (numbers[reader.owner] as number) >= 0;
  }
  if (isName) return true;
  for (let left = reader.beginList(); left > 0; left--) {
    reader.next();
    if ((numbers[base.documentOf[reader.owner] as number] as number) >= 0) return true;
  }
  return false;
}

function isInOverlay({ base, overlay, numbers }: IndexParts, word: string): boolean {
  const term = overlay.dictionary.find(word);
  if (term === -1) return false;
  const isIn = (document: number): boolean => (numbers[base.documentCount + document] ?? -1) >= 0;
  return (
    overlay.names.some(term, (document, value) => isNameField(fieldOf(value)) && isIn(document)) ||
    overlay.headings.some(term, (section) => isIn(overlay.documentOf(section)))
  );
}
