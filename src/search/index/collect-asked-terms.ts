/** Collects only the terms that a question asks for, by looking for them instead of tokenising everything. */
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import { type InterestPatterns, includesInterest, patternsOf, TermFilter } from "../query/term-interest.ts";
import { headingFactor, titleFactor } from "../ranking/field-factors.ts";
import { bodyLengthFactor } from "../ranking/scoring.ts";
import type { SectionTable, TermInterest, TermTable } from "../search-index.ts";
import { BodySegments } from "../words/body-segments.ts";
import { asShown } from "../words/shown-document.ts";
import { scanTokens, TokenSpans } from "../words/tokenise.ts";
import { collectNames, HeadingCollector } from "./collect-names.ts";
import { type AverageLengths, addLengths, averageLengths, noLengths } from "./length-totals.ts";
import { PostingLog, withLengthFactors } from "./postings.ts";
import type { SectionMeasurer, SectionMeasures } from "./section-measures.ts";

/** Gives the terms of each interest; texts are read again only for one that the last did not include. */
export function collectTermsOnDemand(
  table: SectionTable,
  measures: SectionMeasurer,
): (interest: TermInterest) => TermTable {
  const averages = averagesOf(measures);
  let last: { readonly interest: TermInterest; readonly terms: TermTable } | undefined;
  return (interest) => {
    if (last === undefined || !includesInterest(last.interest, interest))
      last = { interest, terms: collectAskedTerms(table, measures, averages, interest) };
    return last.terms;
  };
}

function averagesOf(measures: SectionMeasurer): AverageLengths {
  const totals = noLengths();
  for (let document = 0; document < measures.documentCount; document++) addLengths(totals, measures, document, 1);
  return averageLengths(totals);
}

/** The terms of interest with their postings: for these, the same as an index of all terms gives. */
function collectAskedTerms(
  { documents, firstSections }: SectionTable,
  { titleLengths, headingLengths, bodyLengths }: SectionMeasures,
  averages: AverageLengths,
  interest: TermInterest,
): TermTable {
  const filter = new TermFilter(interest);
  const patterns = patternsOf(interest);
  const pattern = patterns.either;
  const names = new PostingLog();
  const headings = new HeadingCollector();
  const bodies = new BodyCollector(filter, patterns);
  const spans = new TokenSpans();
  const add = (text: string, log: PostingLog): void => {
    pattern.lastIndex = 0;
    if (pattern.test(text)) addRange(text, 0, text.length, log, filter, spans);
  };
  const addHeading = (text: string): void => {
    pattern.lastIndex = 0;
    if (!pattern.test(text)) return;
    spans.count = 0;
    scanTokens(text, 0, text.length, spans);
    for (let index = 0; index < spans.count; index++) {
      const term = filter.termOf(text, spans, index);
      if (term !== -1) headings.push(term);
    }
  };
  for (let index = 0; index < documents.length; index++) {
    const document = asShown(documents[index] as MarkdownDocument);
    const firstSection = firstSections[index] as number;
    collectNames(document, index, names, add);
    headings.addDocument(document, firstSection, addHeading);
    bodies.addDocument(document, firstSection);
  }
  const { dictionary } = filter;
  return {
    dictionary,
    names: withLengthFactors(names.finish(dictionary.size), (document, value) =>
      titleFactor(value, titleLengths[document] as number, averages),
    ),
    headings: withLengthFactors(headings.log.finish(dictionary.size), (section, value) =>
      headingFactor(value, headingLengths[section] as number, averages),
    ),
    bodies: withLengthFactors(bodies.log.finish(dictionary.size), (section) =>
      bodyLengthFactor(bodyLengths[section] as number, averages.body),
    ),
  };
}

function addRange(
  text: string,
  start: number,
  end: number,
  log: PostingLog,
  filter: TermFilter,
  spans: TokenSpans,
): void {
  spans.count = 0;
  scanTokens(text, start, end, spans);
  for (let index = 0; index < spans.count; index++) {
    const term = filter.termOf(text, spans, index);
    if (term !== -1) log.add(term);
  }
}

/** Looks through bodies by the pattern, and tokenises only the runs without a blank in which it matches. */
class BodyCollector {
  readonly log: PostingLog = new PostingLog();
  private readonly segments = new BodySegments();
  private readonly spans = new TokenSpans();
  private readonly filter: TermFilter;
  private readonly patterns: InterestPatterns;

  constructor(filter: TermFilter, patterns: InterestPatterns) {
    this.filter = filter;
    this.patterns = patterns;
  }

  addDocument(document: MarkdownDocument, firstSection: number): void {
    const { text } = document;
    const { patterns, segments } = this;
    const bodyStart = document.sections[0]?.own.start ?? 0;
    patterns.others.lastIndex = bodyStart;
    const pattern = patterns.others.test(text) ? patterns.either : patterns.words;
    pattern.lastIndex = bodyStart;
    let match = pattern.exec(text);
    if (match === null) return;
    segments.load(document);
    let current = -1;
    let segment = 0;
    for (; match !== null; match = pattern.exec(text)) {
      const at = match.index;
      while (segment < segments.count && (segments.ends[segment] as number) <= at) segment++;
      if (segment === segments.count) return;
      const start = segments.starts[segment] as number;
      if (at < start) {
        pattern.lastIndex = start;
        continue;
      }
      const section = segments.sections[segment] as number;
      if (section !== current) this.log.begin(firstSection + section, 0);
      current = section;
      const end = segments.ends[segment] as number;
      const runEnd = endOfRun(text, at, end);
      addRange(text, startOfRun(text, at, start), runEnd, this.log, this.filter, this.spans);
      pattern.lastIndex = runEnd;
    }
  }
}

const BLANK = 32;

function startOfRun(text: string, at: number, start: number): number {
  let first = at;
  while (first > start && text.charCodeAt(first - 1) > BLANK) first--;
  return first;
}

function endOfRun(text: string, at: number, end: number): number {
  let last = at;
  while (last < end && text.charCodeAt(last) > BLANK) last++;
  return last;
}
