import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stemEnglish } from "../../../src/search/words/stem-english.ts";
import { beginningsOf, englishStemmer, isStemmable, stemmerOf, stemOf } from "../../../src/search/words/stemming.ts";

describe("stems", () => {
  it.each([
    ["connections connected connecting connective", "connect"],
    ["consistency consistent consistently consists", "consist"],
    ["happy happiness", "happi"],
    ["hoping hoped hopes hope hopeful", "hope"],
    ["hopping hopped hops", "hop"],
    ["cries cried cry", "cri"],
    ["ties tied tie tying", "tie"],
    ["dying die dies", "die"],
    ["relational relate related", "relat"],
    ["capability capabilities capable", "capabl"],
    ["electricity electrical electric", "electr"],
    ["generally generals general", "general"],
    ["generate generation generators", "generat"],
    ["biology biologies biological", "biolog"],
    ["controlled controlling controls", "control"],
    ["agreed agree", "agre"],
    ["using used use uses", "use"],
    ["skies sky", "sky"],
    ["proceeding proceed", "proceed"],
    ["says say", "say"],
    ["gas", "gas"],
    ["this", "this"],
    ["news", "news"],
    ["falling fall falls", "fall"],
    ["sized size", "size"],
    ["fullness", "full"],
    ["youth", "youth"],
    ["by", "by"],
  ])("of %s are %s", (words, stem) => {
    for (const word of words.split(" ")) expect(stemEnglish(word)).toBe(stem);
  });

  it("leave alone what is no word in small letters", () => {
    for (const word of ["", "a", "is", "Gates", "x86", "max-age", "été"]) expect(stemEnglish(word)).toBe(word);
  });
});

const letters = fc.string({ unit: fc.constantFrom(..."abcdefghijklmnoprstuvwyz"), minLength: 1, maxLength: 6 });
const suffixes = fc.constantFrom(
  ..."s es ies ied ed ing ingly edly ly y ation ational izer ization fulness ousness iveness biliti bility bilities logi logy eed eedly ement ance ence able ible ative al ical ness ful e ll".split(
    " ",
  ),
);
const words = fc.tuple(letters, fc.array(suffixes, { maxLength: 2 })).map(([stem, ends]) => stem + ends.join(""));

it("every word begins as its stem says that it may", () => {
  fc.assert(
    fc.property(words, (word) => {
      const beginnings = beginningsOf(englishStemmer, stemEnglish(word));
      expect(beginnings.some((beginning) => word.startsWith(beginning))).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

describe("stemmers by language", () => {
  it.each([
    ["de", "schleuse schleusen"],
    ["de-AT", "haus hauser hausern"],
    ["fr", "ecluse ecluses"],
    ["fr-CA", "ferme fermee fermes fermer"],
    ["es", "esclusa esclusas"],
    ["it", "chiusa chiuse"],
    ["pt-BR", "eclusa eclusas"],
    ["nl", "molen molens"],
    ["ru", "шлюз шлюза шлюзы шлюзов шлюзами"],
    ["uk", "мости мостів мостами мостам"],
  ])("%s takes %s for one word", (language, forms) => {
    const stemmer = stemmerOf(language);
    const [first = "", ...others] = forms.split(" ");
    for (const form of others) expect(stemOf(stemmer, form)).toBe(stemOf(stemmer, first));
    for (const form of forms.split(" ")) {
      expect(isStemmable(form)).toBe(true);
      expect(beginningsOf(stemmer, stemOf(stemmer, form)).some((beginning) => form.startsWith(beginning))).toBe(true);
    }
  });

  it("is English where none is named, and none where the language has none", () => {
    expect(stemmerOf(undefined)).toBe(englishStemmer);
    expect(stemmerOf("en-US")).toBe(englishStemmer);
    expect(stemOf(stemmerOf("fi"), "talojen")).toBe("talojen");
  });
});
