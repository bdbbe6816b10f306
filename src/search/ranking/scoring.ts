/**
 * How well a section answers: every constant and formula of lexical ranking.
 *
 * BM25F over sections. A term's counts in the fields of a section and of its document are weighed and added up, then saturated once, so
 * that a term in title and body is not two terms. Rarity is counted in documents, not sections: a long document that is cut into many
 * sections does not make its words common. `saturation` and `bodyLengthShare` stand in the middle of the flat part of
 * their curves; the other values were compared on the judged questions of test/bench/retrieval.ts, and say no more than that.
 */
import {
  ALIASES,
  DESCRIPTION,
  NAME,
  OWN_HEADING,
  PROPERTIES,
  TAGS,
  TITLE,
  UPPER_HEADING,
} from "../words/document-fields.ts";

/** How slowly more occurrences of a term add to its weight. */
const saturation = 1.2;

/** How much a text's length counts: 0 not at all, 1 in full proportion. */
const bodyLengthShare = 0.75;
const nameLengthShare = 0.5;

/** Texts shorter than this part of the average count as this long: a heading with nothing below it is no better answer for it. */
const shortestLength = 0.25;

/** What one occurrence in a field counts, in occurrences in a body of average length. */
export const fieldWeights: Float64Array = new Float64Array(8);
fieldWeights[TITLE] = 2;
fieldWeights[NAME] = 1;
fieldWeights[ALIASES] = 2;
fieldWeights[TAGS] = 1.5;
fieldWeights[DESCRIPTION] = 1;
fieldWeights[PROPERTIES] = 0.5;

export const headingWeights: Float64Array = new Float64Array(8);
headingWeights[OWN_HEADING] = 2;
headingWeights[UPPER_HEADING] = 0.7;

/** What another form of a word (`gates` for `gate`) counts, where the word itself counts 1. */
export const formWeight = 0.9;

/** What a word that only begins like the asked one, or is spelled almost like it, counts. Only looked for where the asked word is nowhere. */
export const nearWordWeight = 0.4;

/** What the words of an identifier count where its whole does not: together this much. */
export const partsWeight = 0.5;

/** Up to this many words, an answer with half of them is worth half; of more words each matters less. */
const fewWords = 2;

/** Steps between a title that is the query character by character, one that is its text (without filters and quotes), one that is it word for word, all words in a title, all words in a heading, and the rest, in best possible scores. */
export const writtenTitleStep = 10;
export const sameTitleStep = 8;
export const exactTitleStep = 6;
export const titleStep = 4;
export const headingStep = 2;

/** The factor for the length of a body of prose: 1 at the average. Lengths are in code units. */
export function bodyLengthFactor(length: number, average: number): number {
  return lengthFactor(length, average, bodyLengthShare);
}

/** The factor for the length of a title or heading. */
export function nameLengthFactor(length: number, average: number): number {
  return lengthFactor(length, average, nameLengthShare);
}

function lengthFactor(length: number, average: number, share: number): number {
  const relative = average === 0 ? 1 : Math.max(shortestLength, length / average);
  return 1 / (1 - share + share * relative);
}

/** How much a term says, by how many of the documents hold it. Greater than 0 even where all do. */
export function rarityOf(holding: number, documents: number): number {
  return Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));
}

/** A term's weighed count, saturated: from 0 towards {@link highestSaturated}. */
export function saturated(count: number): number {
  return (count * (saturation + 1)) / (saturation + count);
}

export const highestSaturated: number = saturation + 1;

/** The factor for an answer that holds this part (0–1) of the question's words: of two answers, that with more of them wins. */
export function coverageFactor(part: number, words: number): number {
  return part >= 1 ? 1 : part ** Math.min(1, fewWords / words);
}

/** What the graph adds at most, in best possible scores: the text of a link to a section, a link to one of the best sections, PageRank. */
export const anchorGain = 0.3;
export const neighbourGain = 0.05;
export const rankGain = 0.03;

/** Scores of the mode `graph`: how a name, a description or the name of a neighbour compares with the whole query. */
export const nameScores = { equal: 1, contains: 0.95, description: 0.75, neighbour: 0.65 } as const;

/** Scores of a listing: how a title or an alias compares with a filter on titles. */
export const listingScores = { title: 1, alias: 0.97, contains: 0.95 } as const;
