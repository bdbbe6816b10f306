/**
 * English words that are everywhere and say nothing: a question is searched for without them, unless it has no others. A short list:
 * words that may be meant (`up`, `off`, `more`) are left to their rarity.
 */

const list =
  "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with do does did has have had how i its from what when where which who why can could should would were been being than we you your my me our us";

export const stopWords: ReadonlySet<string> = new Set(list.split(" "));
