/** Where in a section, or in the front matter above it, the first word of a query stands. */
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import { PhraseFinder } from "../query/find-phrase.ts";
import type { ResolvedPlan } from "../query/resolve-terms.ts";
import type { SectionScanner } from "../words/section-text.ts";
import { noStemmer } from "../words/stemming.ts";
import type { TokenSpans } from "../words/tokenise.ts";

/** Offsets in the document's text; −1 where there is none. */
export interface SectionHit {
  /** The first hit in the section; for the section that stands for its document and holds none, the first one in the front matter. */
  readonly first: number;
  /** The first one in the section below the heading's line. */
  readonly belowHeading: number;
}

/** A section by its index in its document. */
export interface HitPlace {
  readonly document: MarkdownDocument;
  readonly section: number;
  /** The number of the document's stemmer. */
  readonly stemmer: number;
  /** Whether it stands for its document, so that what the front matter says was found by it. */
  readonly isMain: boolean;
}

/** Gives a function that finds the first hit of a section: of its phrases where it has one, else of any term. */
export function hitFinder(resolved: ResolvedPlan, scanner: SectionScanner): (place: HitPlace) => SectionHit {
  const phrases = resolved.plan.phrases.map((phrase) => new PhraseFinder(phrase));
  const isTerm = termTest(resolved);
  return ({ document, section, stemmer, isMain }) => {
    const headingEnd = endOfHeading(document, section);
    if (phrases.length > 0) {
      const at = firstPhrase(phrases, document, scanner.scan(document, section), document.sections[section]?.own.start);
      if (at !== -1) return { first: at, belowHeading: at >= headingEnd ? at : -1 };
      const above = isMain ? firstPhrase(phrases, document, scanner.scanFrontMatter(document)) : -1;
      if (above !== -1) return { first: above, belowHeading: -1 };
    }
    const spans = scanner.scan(document, section);
    let first = -1;
    for (let index = 0; index < spans.count; index++) {
      if (!isTerm(document, spans, index, stemmer)) continue;
      const at = spans.starts[index] as number;
      if (first === -1) first = at;
      if (at >= headingEnd) return { first, belowHeading: at };
    }
    if (first !== -1 || !isMain) return { first, belowHeading: -1 };
    const values = scanner.scanFrontMatter(document);
    for (let index = 0; index < values.count; index++)
      if (isTerm(document, values, index, stemmer)) return { first: values.starts[index] as number, belowHeading: -1 };
    return { first: -1, belowHeading: -1 };
  };
}

/** Where the first of the phrases that occurs stands; −1 when none does. */
function firstPhrase(
  phrases: readonly PhraseFinder[],
  { text }: MarkdownDocument,
  spans: TokenSpans,
  start?: number,
): number {
  for (const phrase of phrases) {
    const at = phrase.find(text, spans, start);
    if (at !== -1) return at;
  }
  return -1;
}

/** A test for tokens: whether one is a term of the plan, in a document with this stemmer. */
function termTest({
  terms,
  table,
}: ResolvedPlan): (document: MarkdownDocument, spans: TokenSpans, index: number, stemmer: number) => boolean {
  const stemmers = new Map<number, Set<number>>();
  for (const { variants } of terms)
    for (const { term, stemmer } of variants) stemmers.set(term, (stemmers.get(term) ?? new Set()).add(stemmer));
  return ({ text }, spans, index, stemmer) => {
    const counting = stemmers.get(table.dictionary.findToken(text, spans, index));
    return counting !== undefined && (counting.has(noStemmer) || counting.has(stemmer));
  };
}

/** Where the line of a section's heading ends; the section's start for a lead. */
function endOfHeading(document: MarkdownDocument, section: number): number {
  const { text, sections } = document;
  const { level = 0, own = { start: 0, end: 0 } } = sections[section] ?? {};
  if (level === 0) return own.start;
  for (let at = own.start; at < own.end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10 || unit === 13) return at + 1;
  }
  return own.end;
}
