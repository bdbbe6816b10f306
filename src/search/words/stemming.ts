/** Which words count as forms of one word, by the language of the document that they stand in. */
import { lightLanguages, makeLightStemmer } from "./light-stemmers.ts";
import { stemEnglish } from "./stem-english.ts";

/** Number of documents whose language has no stemmer; in variants of terms, of what counts in any document. */
export const noStemmer = 0;
export const englishStemmer = 1;
const firstLightStemmer = 2;

/** By number. */
const stemmers: readonly ((word: string) => string)[] = [
  (word) => word,
  stemEnglish,
  ...lightLanguages.map(makeLightStemmer),
];

/**
 * The number of the stemmer for a document's language tag. Without a tag it is the English one: it leaves words with letters outside
 * `a`–`z` alone, and forms only ever join words whose stems are equal, so what it does to other languages is small.
 */
export function stemmerOf(language: string | undefined): number {
  if (language === undefined) return englishStemmer;
  const primary = (language.split("-", 1)[0] as string).toLowerCase();
  if (primary === "en") return englishStemmer;
  const light = lightLanguages.indexOf(primary);
  return light === -1 ? noStemmer : firstLightStemmer + light;
}

/** A folded word that stemming can change: letters only. Identifiers and numbers are compared whole. */
export function isStemmable(word: string): boolean {
  return word.length > 2 && /^\p{L}+$/u.test(word);
}

/** The stem of a stemmable word. */
export function stemOf(stemmer: number, word: string): string {
  return (stemmers[stemmer] ?? stemEnglish)(word);
}

/** Every stem of the words that English forms by other rules than suffixes, with those words. */
const irregularForms: ReadonlyMap<string, readonly string[]> = new Map([
  ["die", ["dying"]],
  ["lie", ["lying"]],
  ["tie", ["tying"]],
]);

/**
 * Beginnings of which every word of a stem has one. Light stemmers leave a beginning of the word. Of the English rules, only those for
 * `y` (`happi`), for an added `e` (`hope` of `hoping`) and for `-ble` (`capabl` of `capability`) write letters that the word does not
 * have, and all leave its first two alone.
 */
export function beginningsOf(stemmer: number, stem: string): readonly string[] {
  if (stemmer !== englishStemmer) return [stem];
  const rewritten = stem.endsWith("ble") ? 2 : /(?:[ie]|bl)$/.test(stem) ? 1 : 0;
  const beginning = stem.slice(0, Math.max(2, stem.length - rewritten));
  const irregular = irregularForms.get(stem);
  return irregular === undefined ? [beginning] : [beginning, ...irregular];
}
