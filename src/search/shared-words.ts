/** Documents that hold the words which set one document apart. */
import { compareCodePoints } from "../base/compare-code-points.ts";
import { documentAt } from "../graph/key-of-node.ts";
import type { KnowledgeGraph } from "../graph/knowledge-graph.ts";
import { countOf, type Postings } from "./index/postings.ts";
import { rarityOf, saturated } from "./ranking/scoring.ts";
import type { SearchIndex, TermTable } from "./search-index.ts";
import { foldWord } from "./words/fold-word.ts";
import { SectionScanner } from "./words/section-text.ts";
import { asShown } from "./words/shown-document.ts";
import { stopWords } from "./words/stop-words.ts";
import { EXTRA } from "./words/tokenise.ts";

/** What a document shares with another. */
export interface SharedWords {
  /** Comparable within one answer only. */
  readonly score: number;
  /** The words that weigh most; at most five. */
  readonly words: readonly string[];
}

/** So many words stand for a document, and so many different ones are looked at, of which so many are counted exactly. */
const distinctiveWords = 25;
const lookedAt = 5_000;
const counted = 200;

/** Documents that all words of one document may bring together: a word that brings more than what is left of them is left out. */
const broughtTogether = 20_000;
const shownWords = 5;

/** Shorter words say little; ideographs are searched in pairs. */
const shortestWord = 3;

/** A word that more than this part of the documents hold sets none apart; a few documents may share any. */
const commonPart = 0.25;
const fewDocuments = 4;

interface WeighedWord {
  readonly word: string;
  readonly term: number;
  readonly rarity: number;
  readonly weight: number;
  /** Documents that hold it. */
  readonly holding: number;
}

/**
 * The other documents that hold words which are frequent in a document and rare elsewhere, by number. Words of its headings and text count.
 * The work is bounded however many documents there are: the words that weigh most are taken first, as long as those that hold them are few enough.
 */
export function sharedWords(request: {
  readonly graph: KnowledgeGraph;
  readonly index: SearchIndex;
  readonly document: number;
}): ReadonlyMap<number, SharedWords> {
  const { index, document } = request;
  const found = new Map<number, { score: number; words: string[] }>();
  let left = broughtTogether;
  let taken = 0;
  const counts = wordsOf(request);
  const table = index.termsFor({ words: new Set(counts.keys()), stems: new Map(), beginnings: new Set() });
  for (const { word, term, rarity, holding } of weighedWords(counts, table, index)) {
    if (taken === distinctiveWords) break;
    if (holding > left) continue;
    left -= holding;
    taken++;
    eachDocument(table.bodies, term, index, (other, count) => {
      if (other === document) return;
      const shared = found.get(other) ?? { score: 0, words: [] };
      if (shared.words.length === 0) found.set(other, shared);
      shared.score += rarity * saturated(count);
      if (shared.words.length < shownWords) shared.words.push(word);
    });
  }
  return found;
}
/** The words that set a document apart, those that weigh most first. */
function weighedWords(
  counts: ReadonlyMap<string, number>,
  { dictionary, bodies }: TermTable,
  index: SearchIndex,
): readonly WeighedWord[] {
  const total = index.documents.length;
  const most = Math.max(fewDocuments, total * commonPart);
  const likely: Omit<WeighedWord, "holding" | "rarity">[] = [];
  for (const [word, count] of counts) {
    const term = dictionary.find(word);
    if (term === -1 || !isShared(bodies, term, index)) continue;
    // A document has its sections: a word weighs at least what it would if each of them were one.
    const sections = (bodies.starts[term + 1] as number) - (bodies.starts[term] as number);
    likely.push({ word, term, weight: saturated(count) * rarityOf(Math.min(sections, total), total) });
  }
  const words: WeighedWord[] = [];
  for (const { word, term } of likely.sort(byWeight).slice(0, counted)) {
    const holding = countHolders({ postings: bodies, term, index, most });
    if (holding > most) continue;
    const rarity = rarityOf(holding, total);
    words.push({ word, term, rarity, holding, weight: saturated(counts.get(word) as number) * rarity });
  }
  return words.sort(byWeight);
}

function byWeight(a: Pick<WeighedWord, "word" | "weight">, b: Pick<WeighedWord, "word" | "weight">): number {
  return b.weight - a.weight || compareCodePoints(a.word, b.word);
}

/** The words of a document's headings and text, with how often each stands there. */
function wordsOf({
  graph,
  document,
}: {
  readonly graph: KnowledgeGraph;
  readonly document: number;
}): ReadonlyMap<string, number> {
  const shown = asShown(documentAt(graph, document));
  // A tag is a reason of its own.
  const tagWords = new Set(shown.tags.flatMap(({ name }) => name.split("/").map(foldWord)));
  const scanner = new SectionScanner();
  const counts = new Map<string, number>();
  for (const { index: section } of shown.sections) {
    const spans = scanner.scan(shown, section);
    for (let at = 0; at < spans.count; at++) {
      const isPart = ((spans.flags[at] as number) & EXTRA) !== 0;
      const word = isPart ? "" : foldWord(shown.text.slice(spans.starts[at], spans.ends[at]));
      if (word.length < shortestWord || stopWords.has(word) || tagWords.has(word) || /^\d+$/.test(word)) continue;
      const known = counts.get(word);
      if (known !== undefined) counts.set(word, known + 1);
      else if (counts.size < lookedAt) counts.set(word, 1);
    }
  }
  return counts;
}

/** Whether more than one document holds a term: sections ascend, so the first and the last tell. */
function isShared({ starts, owners }: Postings, term: number, { documentOf }: SearchIndex): boolean {
  const first = starts[term] as number;
  const last = (starts[term + 1] as number) - 1;
  return first < last && documentOf[owners[first] as number] !== documentOf[owners[last] as number];
}

/** How many documents hold a term; counting ends where there are more than `most`. */
function countHolders(request: {
  readonly postings: Postings;
  readonly term: number;
  readonly index: SearchIndex;
  readonly most: number;
}): number {
  const { postings, term, index, most } = request;
  const end = postings.starts[term + 1] as number;
  let holding = 0;
  let last = -1;
  // Sections ascend, and so do their documents.
  for (let at = postings.starts[term] as number; at < end && holding <= most; at++) {
    const document = index.documentOf[postings.owners[at] as number] as number;
    if (document !== last) holding++;
    last = document;
  }
  return holding;
}

/** How often a term stands in each document, weighed by the length of the sections. */
function eachDocument(
  { starts, owners, values, lengthFactors }: Postings,
  term: number,
  { documentOf }: SearchIndex,
  visit: (document: number, count: number) => void,
): void {
  const end = starts[term + 1] as number;
  let at = starts[term] as number;
  while (at < end) {
    const document = documentOf[owners[at] as number] as number;
    let count = 0;
    // Sections ascend, and so do their documents.
    for (; at < end && documentOf[owners[at] as number] === document; at++) {
      count += countOf(values[at] as number) * (lengthFactors[at] as number);
    }
    visit(document, count);
  }
}
