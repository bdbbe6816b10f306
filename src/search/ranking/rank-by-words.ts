/** Ranks sections by the words of a query, with or without what the graph adds. */
import type { KnowledgeGraph } from "../../graph/knowledge-graph.ts";
import { explainMatch } from "../answer/explain-match.ts";
import { hitFinder } from "../answer/find-hit.ts";
import { excludedOwners } from "../query/excluded-words.ts";
import type { ParsedQuery } from "../query/parse-query.ts";
import { phraseTestOf } from "../query/phrase-test.ts";
import { planTerms } from "../query/plan-terms.ts";
import { type ResolvedPlan, resolveTerms } from "../query/resolve-terms.ts";
import type { SearchIndex } from "../search-index.ts";
import { SectionScanner } from "../words/section-text.ts";
import { asShown } from "../words/shown-document.ts";
import { type GraphGain, graphGains } from "./graph-gains.ts";
import { orderSections } from "./order-sections.ts";
import { rankLexical } from "./rank-lexical.ts";
import type { RankedSections } from "./ranked-sections.ts";
import { type ScoredSections, scoreSections } from "./section-scores.ts";

/** So many of the best sections by words are looked at for what the graph adds. */
const gainingSections = 100;

/** Ranks by words. `undefined` when the query has no word that could be searched for. */
export function rankByWords({
  query,
  index,
  graph,
  allowed,
}: {
  readonly query: ParsedQuery;
  readonly index: SearchIndex;
  /** Given when the graph adds to the scores. */
  readonly graph: KnowledgeGraph | undefined;
  readonly allowed: Uint8Array | undefined;
}): RankedSections | undefined {
  const plan = planTerms(query);
  if (plan.words.length === 0) return undefined;
  const resolved = resolveTerms(plan, index);
  const isAllowed = allowance(resolved, index, allowed);
  const lexical = rankLexical(resolved, index);
  const found = scoreSections({
    lexical,
    table: index,
    query,
    wordCount: plan.words.length,
    isAllowed,
    namesOnly: plan.onlyStopWords,
  });
  const scanner = new SectionScanner();
  const passes = phraseTestOf({ plan, table: index, scanner });
  const byWords = new Set<number>();
  const gains =
    graph === undefined || plan.onlyStopWords
      ? new Map<number, GraphGain>()
      : addGains({ found, graph, index, resolved, passes, isAllowed, unit: lexical.best, byWords });
  const findHit = hitFinder(resolved, scanner);
  return {
    found,
    passes,
    sourceOf: (section) => {
      if (!byWords.has(section)) return gains.has(section) ? "graph" : "lexical";
      return gains.get(section)?.edge === undefined ? "lexical" : "merged";
    },
    reasonOf: (section) => {
      const edge = gains.get(section)?.edge;
      const fields = explainMatch(resolved, index, section);
      return edge === undefined ? { fields } : { fields, edge };
    },
    hitOf: (section) => {
      const number = index.documentOf[section] as number;
      const document = index.documents[number];
      if (document === undefined) throw new RangeError(`No document has the section ${section}.`);
      return findHit({
        document: asShown(document),
        section: section - (index.firstSections[number] as number),
        stemmer: index.stemmers[number] as number,
        isMain: index.mainSections[number] === section,
      });
    },
  };
}

/** Sections of documents that the filters let through, without the words that are excluded. */
function allowance(
  { plan, table }: ResolvedPlan,
  index: SearchIndex,
  allowed: Uint8Array | undefined,
): (section: number, document: number) => boolean {
  const out = excludedOwners(plan, table, index);
  if (out === undefined) return allowed === undefined ? () => true : (_, document) => allowed[document] === 1;
  return (section, document) =>
    out.sections[section] === 0 && out.documents[document] === 0 && (allowed === undefined || allowed[document] === 1);
}

/** Adds what the graph gives to the scores of the best sections, and sections that only links speak for. Gives what each gained. */
function addGains({
  found,
  graph,
  index,
  resolved,
  passes,
  isAllowed,
  unit,
  byWords,
}: {
  readonly found: ScoredSections;
  readonly graph: KnowledgeGraph;
  readonly index: SearchIndex;
  readonly resolved: ResolvedPlan;
  readonly passes: ((section: number) => boolean) | undefined;
  readonly isAllowed: (section: number, document: number) => boolean;
  readonly unit: number;
  readonly byWords: Set<number>;
}): Map<number, GraphGain> {
  const positions: number[] = [];
  for (const position of orderSections(found)) {
    if (positions.length === gainingSections) break;
    if (passes === undefined || passes(found.sections[position] as number)) positions.push(position);
  }
  const best = positions.map((position) => found.sections[position] as number);
  const gains = graphGains({ graph, table: index, resolved, best });
  const foundByWords = found.count;
  for (const [section, { gain }] of gains) {
    const position = positionOf(section, found.sections, foundByWords);
    if (position !== -1) {
      byWords.add(section);
      found.scores[position] = (found.scores[position] as number) + gain * unit;
    } else if (isAllowed(section, index.documentOf[section] as number)) {
      found.sections[found.count] = section;
      found.scores[found.count++] = gain * unit;
    }
  }
  return gains;
}

/** Where a section is among the first `count`, which ascend; −1 when it is not. */
function positionOf(section: number, sections: Int32Array, count: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sections[middle] as number) < section) low = middle + 1;
    else high = middle;
  }
  return low < count && sections[low] === section ? low : -1;
}
