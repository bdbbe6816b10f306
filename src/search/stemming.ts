/** Which words count as forms of one word, by the language of the document that they stand in. */

/** Numbers of the stemmers; a document has one of them. */
export const noStemmer = 0;
export const englishStemmer = 1;

/**
 * The stemmer for a document's language tag. Without a tag it is the English one: it leaves words with letters outside `a`–`z` alone,
 * and forms only ever join words whose stems are equal, so what it does to other languages is small.
 */
export function stemmerOf(language: string | undefined): number {
  if (language === undefined) return englishStemmer;
  return /^en(?![a-z])/i.test(language) ? englishStemmer : noStemmer;
}

/** A folded word that stemming can change: letters only. Identifiers and numbers are compared whole. */
export function isStemmable(word: string): boolean {
  return word.length > 2 && /^[a-z]+$/.test(word);
}

/** Every stem of the words that English forms by other rules than suffixes, with those words. */
const irregularForms: ReadonlyMap<string, readonly string[]> = new Map([
  ["die", ["dying"]],
  ["lie", ["lying"]],
  ["tie", ["tying"]],
]);

/**
 * Beginnings of which every word of a stem has one. Of the rules, only those for `y` (`happi`), for an added `e` (`hope` of `hoping`) and
 * for `-ble` (`capabl` of `capability`) write letters that the word does not have, and all leave its first two alone.
 */
export function beginningsOf(stem: string): readonly string[] {
  const rewritten = stem.endsWith("ble") ? 2 : /(?:[ie]|bl)$/.test(stem) ? 1 : 0;
  const beginning = stem.slice(0, Math.max(2, stem.length - rewritten));
  const irregular = irregularForms.get(stem);
  return irregular === undefined ? [beginning] : [beginning, ...irregular];
}
