/**
 * Stemmers for languages other than English: they only take the endings of inflection off, the longest that fits, and leave a beginning
 * of some letters. They work on folded words, so that a plural's umlaut or an accent makes no difference.
 */

/** The fewest letters that are left of a word. */
const shortestStem = 4;

/** Endings by primary language subtag, folded. */
const endings: Readonly<Record<string, string>> = {
  da: "erne ernes enes eren erens ene ens ers ets er en et es e s",
  de: "ern em en er es e n s",
  es: "es as os a o e s",
  fr: "ees ee es er ez aux e s x",
  it: "i e a o",
  nb: "ene enes ene ens ets er en et es e a s",
  nl: "eren en es e s",
  no: "ene enes ene ens ets er en et es e a s",
  pt: "oes aes es as os a o e s",
  ru: "иями ями ами ией иям ием иях ого его ому ему ыми ими ов ев ей ой ий ый ая яя ое ее ые ие ую юю ых их ам ям ах ях ом ем им ым ью ия ию ии а я ы и у ю е о ь й",
  sv: "arnas ornas ernas arna orna erna aren ar or er en et na an as a e s",
  uk: "ями ами ові еві ому ого ією ими іми ою ею єю ів їв ев ей ий ій ая ям ам ах ях ом ем им ім их іх ою ті ні а я и і ї у ю е є о ь й",
};

/** A stemmer that takes endings off. */
export type LightStemmer = (word: string) => string;

/** The languages with a light stemmer, in a fixed order. */
export const lightLanguages: readonly string[] = Object.keys(endings).sort();

/** Makes the stemmer of one of {@link lightLanguages}. */
export function makeLightStemmer(language: string): LightStemmer {
  const suffixes = (endings[language] ?? "").split(" ").sort((left, right) => right.length - left.length);
  return (word) => {
    for (const suffix of suffixes)
      if (word.endsWith(suffix) && word.length - suffix.length >= shortestStem) return word.slice(0, -suffix.length);
    return word;
  };
}
