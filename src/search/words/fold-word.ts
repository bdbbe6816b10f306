/** The one form in which words are compared. */

const onlyAscii = /^[\x00-\x7f]*$/;

/** Marks that a search passes over: those on Latin, Greek and Cyrillic letters, Hebrew points, Arabic vowel signs and the kashida. */
const passedOver =
  /(?<![\u0438\u0443])\u0306|(?<!\u0456)\u0308|[\u0300-\u0305\u0307\u0309-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u00ad\u200c\u2060\ufeff]|\u200d/g;

/** Letters whose plain form no decomposition gives. */
const plainLetters: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["đ", "d"],
  ["ð", "d"],
  ["þ", "th"],
  ["ł", "l"],
  ["ħ", "h"],
  ["ŧ", "t"],
  ["ı", "i"],
  ["ĸ", "k"],
  ["ŋ", "n"],
  ["ς", "σ"],
]);
const specialLetters = /[ßæœøđðþłħŧıĸŋς]/g;

/**
 * Case, width, ligatures and diacritics folded away: `Straße` and `STRASSE`, `naïve` and `naive`, `ｶﾞ` and `ガ` are one. Letters of
 * their own keep their marks (`й`, `ї`, `が`). Folding what is folded changes nothing.
 */
export function foldWord(word: string): string {
  if (onlyAscii.test(word)) return word.toLowerCase();
  const lower = word.normalize("NFKC").toLowerCase();
  const bare = lower.normalize("NFD").replace(passedOver, "");
  const plain = bare.replace(specialLetters, (letter) => plainLetters.get(letter) as string);
  return plain.normalize("NFKC").toLowerCase();
}
