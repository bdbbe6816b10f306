/** Ranked sections to the matches of one page. */
import { lineStarts } from "../../base/lines.ts";
import type { MarkdownDocument, Section } from "../../documents/markdown-document.ts";
import { sectionIri } from "../../graph/iri.ts";
import type { KnowledgeGraph } from "../../graph/knowledge-graph.ts";
import { orderSections } from "../ranking/order-sections.ts";
import type { RankedSections } from "../ranking/ranked-sections.ts";
import type { SectionTable } from "../search-index.ts";
import { asShown } from "../words/shown-document.ts";
import { makeSnippet } from "./make-snippet.ts";
import type { GraphMatch } from "./search-result.ts";

/** Most sections of one document in an answer. */
const sectionsPerDocument = 3;

export interface MatchPage {
  readonly matches: readonly GraphMatch[];
  /** Offset of the next page, if there is one. */
  readonly next: number | undefined;
  /** Matches on all pages; `undefined` where sections have to be read to tell. */
  readonly total: number | undefined;
}

/** The matches from `offset` on, at most `count`. Pages of one ranking join without gap or repeat. */
export function pageOfMatches({
  ranked,
  table,
  graph,
  offset,
  count,
}: {
  readonly ranked: RankedSections;
  readonly table: SectionTable;
  readonly graph: KnowledgeGraph;
  readonly offset: number;
  readonly count: number;
}): MatchPage {
  const { found, passes } = ranked;
  const listed = new Map<number, number>();
  const matches: GraphMatch[] = [];
  let counts: Uint32Array | undefined;
  let place = 0;
  for (const position of orderSections(found)) {
    const section = found.sections[position] as number;
    const document = table.documentOf[section] as number;
    const before = listed.get(document) ?? 0;
    if (before === sectionsPerDocument || (passes !== undefined && !passes(section))) continue;
    listed.set(document, before + 1);
    if (place++ < offset) continue;
    counts ??= countByDocument(ranked, table);
    if (matches.length === count) return { matches, next: offset + count, total: totalOf(ranked, counts) };
    const isLast = before + 1 === sectionsPerDocument;
    const more = isLast ? countPassing(ranked, table, document, counts) - sectionsPerDocument : 0;
    matches.push(matchOf({ ranked, table, graph, section, score: found.scores[position] as number, more }));
  }
  return { matches, next: undefined, total: place };
}

/** How many matches a whole answer has. */
function totalOf({ passes }: RankedSections, counts: Uint32Array): number | undefined {
  if (passes !== undefined) return undefined;
  return counts.reduce((total, count) => total + Math.min(count, sectionsPerDocument), 0);
}

/** How many sections of each document were found. */
function countByDocument({ found }: RankedSections, table: SectionTable): Uint32Array {
  const counts = new Uint32Array(table.documents.length);
  for (let position = 0; position < found.count; position++)
    (counts[table.documentOf[found.sections[position] as number] as number] as number)++;
  return counts;
}

/** How many sections of a document are in the whole answer. */
function countPassing(
  { found, passes }: RankedSections,
  table: SectionTable,
  document: number,
  counts: Uint32Array,
): number {
  if (passes === undefined) return counts[document] as number;
  let count = 0;
  for (let position = 0; position < found.count; position++) {
    const section = found.sections[position] as number;
    if (table.documentOf[section] === document && passes(section)) count++;
  }
  return count;
}

function matchOf({
  ranked,
  table,
  graph,
  section: number,
  score,
  more,
}: {
  readonly ranked: RankedSections;
  readonly table: SectionTable;
  readonly graph: KnowledgeGraph;
  readonly section: number;
  readonly score: number;
  readonly more: number;
}): GraphMatch {
  const owner = table.documentOf[number] as number;
  const document = asShown(table.documents[owner] as MarkdownDocument);
  const index = number - (table.firstSections[owner] as number);
  const section = document.sections[index] as Section;
  // Making the node of a section would number all sections and tags of the graph first.
  const { iri = "" } = graph.nodeOf(document.path) ?? {};
  const hit = ranked.hitOf(number);
  const described = table.mainSections[owner] === number && document.description !== undefined;
  return {
    nodeId: index === 0 ? iri : sectionIri(iri, section),
    label: section.level === 0 ? document.title : section.text,
    ...(described ? { description: document.description } : {}),
    source: ranked.sourceOf(number),
    score,
    path: document.path,
    heading: section.text,
    headingPath: section.headingPath,
    startLine: section.startLine,
    endLine: section.ownEndLine,
    line: hit.first === -1 ? section.startLine : lineOfHit(document.text, section, hit.first),
    snippet: makeSnippet(
      document,
      index,
      hit.belowHeading === -1 ? Math.max(hit.first, section.own.start) : hit.belowHeading,
    ),
    why: ranked.reasonOf(number),
    ...(more > 0 ? { more } : {}),
  };
}

/** The line of an offset: that of the section plus the lines that begin between them, or, above the section, counted from the file's first. */
function lineOfHit(text: string, { own, startLine }: Section, offset: number): number {
  const isAbove = offset < own.start;
  const between = text.slice(isAbove ? 0 : own.start, offset);
  return (isAbove ? 1 : startLine) + lineStarts(`${between}x`).length - 1;
}
