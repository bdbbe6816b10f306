/** From what was found in fields and text to one score a section. */

import type { ParsedQuery } from "../query/parse-query.ts";
import { phraseOf } from "../query/plan-terms.ts";
import type { SectionTable } from "../search-index.ts";
import { baseNameOf } from "../words/document-fields.ts";
import { TokenSpans } from "../words/tokenise.ts";
import type { LexicalScores } from "./rank-lexical.ts";
import { coverageFactor, exactTitleStep, headingStep, sameTitleStep, titleStep, writtenTitleStep } from "./scoring.ts";

/** Sections with their scores, in the order of their numbers. */
export interface ScoredSections {
  count: number;
  readonly sections: Int32Array;
  readonly scores: Float64Array;
}

/** Shares are sums of thirds and the like: this much less than 1 is all. */
const nearlyAll = 0.999;

/** A section is named by its path of headings only if its own heading has this part of the words: it is not about all that it stands below. */
const ownHeadingPart = 0.5;

/** What is found of identifiers whose parts alone stand in a title: `Lock gate` is found by `lock-gate`, word for word. */
const partsOfIdentifiers = 0.5;

/**
 * Every section that may be in the answer, with its score. A document that only its names speak for is represented by its main section.
 * `namesOnly`: only sections whose title or headings hold all words.
 */
export function scoreSections({
  lexical,
  table,
  query,
  wordCount,
  isAllowed,
  namesOnly,
}: {
  readonly lexical: LexicalScores;
  readonly table: SectionTable;
  readonly query: ParsedQuery;
  readonly wordCount: number;
  readonly isAllowed: (section: number, document: number) => boolean;
  readonly namesOnly: boolean;
}): ScoredSections {
  const { firstSections, mainSections, documents } = table;
  const sectionCount = firstSections[documents.length] as number;
  const found = { count: 0, sections: new Int32Array(sectionCount), scores: new Float64Array(sectionCount) };
  const stepOf = stepFinder(lexical, wordCount * nearlyAll, titleStepOf(query, table));
  const coverageOf = coverageBy(wordCount);
  for (let document = 0; document < documents.length; document++) {
    const above = lexical.documents[document] as number;
    if (above === 0 && lexical.inDocument[document] === 0) continue;
    const main = mainSections[document] as number;
    const end = firstSections[document + 1] as number;
    for (let section = firstSections[document] as number; section < end; section++) {
      const own = lexical.sections[section] as number;
      if ((own === 0 && (above === 0 || section !== main)) || !isAllowed(section, document)) continue;
      const step = stepOf(section, document, section === main);
      if (namesOnly && step === 0) continue;
      const shares = (lexical.documentShares[document] as number) + (lexical.sectionShares[section] as number);
      found.sections[found.count] = section;
      found.scores[found.count++] = (own + above) * coverageOf(shares / wordCount) + step * lexical.best;
    }
  }
  return found;
}

/** The factor for each part of the words. Neighbours often hold the same part, and powers take long. */
function coverageBy(wordCount: number): (part: number) => number {
  let lastPart = 1;
  let last = 1;
  return (part) => {
    if (part >= 1) return 1;
    if (part !== lastPart) {
      lastPart = part;
      last = coverageFactor(part, wordCount);
    }
    return last;
  };
}

/** Finds steps that no sum of occurrences can climb. Those of the title belong to the section that stands for the document. */
function stepFinder(
  lexical: LexicalScores,
  all: number,
  stepOfTitle: (document: number) => number,
): (section: number, document: number, isMain: boolean) => number {
  return (section, document, isMain) => {
    const inTitle = lexical.titleShares[document] as number;
    if (isMain && inTitle >= all * partsOfIdentifiers) {
      const step = stepOfTitle(document);
      if (step > titleStep || inTitle >= all) return step;
    }
    const named = inTitle + (lexical.headingShares[section] as number) >= all;
    return named && (lexical.ownHeadingShares[section] as number) >= all * ownHeadingPart ? headingStep : 0;
  };
}

/**
 * The step of a document whose names hold all words, by its title, its file name or one of its aliases: the highest for one that is the
 * query but for case, then for one with the same words whatever stands between them.
 */
function titleStepOf(query: ParsedQuery, { documents }: SectionTable): (document: number) => number {
  const asked = phraseOf(query.text).join(" ");
  const written = writtenForm(query.written);
  const text = writtenForm(query.text);
  const longest = query.written.length * 2 + 8;
  const spans = new TokenSpans();
  const stepOf = (name: string): number => {
    if (name.length > longest) return titleStep;
    const form = writtenForm(name);
    if (form === written) return writtenTitleStep;
    if (form === text) return sameTitleStep;
    return phraseOf(name, spans).join(" ") === asked ? exactTitleStep : titleStep;
  };
  return (number) => {
    const document = documents[number];
    if (document === undefined) return titleStep;
    let step = Math.max(stepOf(document.title), stepOf(baseNameOf(document.path)));
    for (const alias of document.aliases) step = Math.max(step, stepOf(alias));
    return step;
  };
}

const onlyAscii = /^[\x00-\x7f]*$/;

/** Case and the order of combining marks aside, a name as it is written. */
function writtenForm(name: string): string {
  const trimmed = name.trim();
  // Most names have nothing to normalise, and asking takes longer than looking.
  return (onlyAscii.test(trimmed) ? trimmed : trimmed.normalize("NFC")).toLowerCase();
}
