/** The English stemmer Porter2 ("Snowball English"): `connections`, `connected` and `connecting` become `connect`. */

const vowel = /[aeiouy]/;
const doubled = /(bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
/** A word that ends in a short syllable. */
const shortSyllable = /(^[aeiouy][^aeiouy]|[^aeiouy][aeiouy][^aeiouywxY])$/;
const region = /[aeiouy][^aeiouy]/;
const specialRegion = /^(gener|commun|arsen)/;

/** Words whose stem no rule gives. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ["skis", "ski"],
  ["skies", "sky"],
  ["dying", "die"],
  ["lying", "lie"],
  ["tying", "tie"],
  ["idly", "idl"],
  ["gently", "gentl"],
  ["ugly", "ugli"],
  ["early", "earli"],
  ["only", "onli"],
  ["singly", "singl"],
  ...["sky", "news", "howe", "atlas", "cosmos", "bias", "andes"].map((word): [string, string] => [word, word]),
]);

const keptAfterPlural: ReadonlySet<string> = new Set([
  "inning",
  "outing",
  "canning",
  "herring",
  "earring",
  "proceed",
  "exceed",
  "succeed",
]);

/** Suffixes of the second step with what takes their place; the longest that fits decides. */
const derivations: readonly (readonly [string, string])[] = [
  ["ational", "ate"],
  ["ization", "ize"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["iveness", "ive"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["lessli", "less"],
  ["entli", "ent"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["ousli", "ous"],
  ["iviti", "ive"],
  ["fulli", "ful"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["abli", "able"],
  ["izer", "ize"],
  ["ator", "ate"],
  ["alli", "al"],
  ["bli", "ble"],
];

const furtherDerivations: readonly (readonly [string, string])[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["alize", "al"],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];

const endings: readonly string[] = [
  "ement",
  "ance",
  "ence",
  "able",
  "ible",
  "ment",
  "ant",
  "ent",
  "ism",
  "ate",
  "iti",
  "ous",
  "ive",
  "ize",
  "al",
  "er",
  "ic",
];

/** The stem of a word in lower-case letters. Words that are no such word come back as they are. */
export function stemEnglish(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  const exception = exceptions.get(word);
  if (exception !== undefined) return exception;
  let stem = markConsonantY(word);
  const first = startOfRegion(stem, 0);
  const second = nextRegion(stem, first);
  stem = removePlural(stem);
  if (keptAfterPlural.has(stem)) return stem;
  stem = removeParticiple(stem, first);
  stem = stem.replace(/(?<=.[^aeiouy])[yY]$/, "i");
  stem = derive(stem, first);
  stem = deriveFurther(stem, first, second);
  stem = removeEnding(stem, second);
  return removeFinal(stem, first, second).toLowerCase();
}

/** A `y` at the start or behind a vowel is a consonant, written `Y` until the end. */
function markConsonantY(word: string): string {
  return word.includes("y") ? word.replace(/^y|(?<=[aeiouy])y/g, "Y") : word;
}

function startOfRegion(stem: string, from: number): number {
  const special = specialRegion.exec(stem);
  return special === null ? nextRegion(stem, from) : special[0].length;
}

/** Where what follows the first consonant behind a vowel begins. */
function nextRegion(stem: string, from: number): number {
  const match = region.exec(stem.slice(from));
  return match === null ? stem.length : from + match.index + 2;
}

function removePlural(stem: string): string {
  if (stem.endsWith("sses")) return stem.slice(0, -2);
  if (stem.endsWith("ied") || stem.endsWith("ies")) return stem.slice(0, stem.length > 4 ? -2 : -1);
  if (!stem.endsWith("s") || stem.endsWith("us") || stem.endsWith("ss")) return stem;
  return vowel.test(stem.slice(0, -2)) ? stem.slice(0, -1) : stem;
}

function removeParticiple(stem: string, first: number): string {
  const agreed = /eed(ly)?$/.exec(stem);
  if (agreed !== null) return agreed.index >= first ? stem.slice(0, agreed.index + 2) : stem;
  const participle = /(ed|ing)(ly)?$/.exec(stem);
  if (participle === null) return stem;
  const rest = stem.slice(0, participle.index);
  if (!vowel.test(rest)) return stem;
  if (/(at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (doubled.test(rest)) return rest.slice(0, -1);
  return rest.length <= first && shortSyllable.test(rest) ? `${rest}e` : rest;
}

function derive(stem: string, first: number): string {
  for (const [suffix, replacement] of derivations)
    if (stem.endsWith(suffix)) return replaceFrom(stem, suffix, replacement, first);
  if (stem.endsWith("ogi")) return stem.endsWith("logi") ? replaceFrom(stem, "ogi", "og", first) : stem;
  if (/[cdeghkmnrt]li$/.test(stem)) return replaceFrom(stem, "li", "", first);
  return stem;
}

function deriveFurther(stem: string, first: number, second: number): string {
  for (const [suffix, replacement] of furtherDerivations)
    if (stem.endsWith(suffix)) return replaceFrom(stem, suffix, replacement, first);
  return stem.endsWith("ative") ? replaceFrom(stem, "ative", "", second) : stem;
}

function removeEnding(stem: string, second: number): string {
  for (const suffix of endings) if (stem.endsWith(suffix)) return replaceFrom(stem, suffix, "", second);
  return /[st]ion$/.test(stem) ? replaceFrom(stem, "ion", "", second) : stem;
}

function removeFinal(stem: string, first: number, second: number): string {
  const last = stem.length - 1;
  if (stem.endsWith("e") && (last >= second || (last >= first && !shortSyllable.test(stem.slice(0, -1)))))
    return stem.slice(0, -1);
  return stem.endsWith("ll") && last >= second ? stem.slice(0, -1) : stem;
}

/** Replaces a suffix that lies wholly in the region that begins at `from`. */
function replaceFrom(stem: string, suffix: string, replacement: string, from: number): string {
  const start = stem.length - suffix.length;
  return start >= from ? stem.slice(0, start) + replacement : stem;
}
