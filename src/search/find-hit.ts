/** Where in a section the first word of a query stands. */
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import { PhraseFinder } from "./find-phrase.ts";
import type { ResolvedPlan } from "./resolve-terms.ts";
import type { SectionScanner } from "./section-text.ts";
import { noStemmer } from "./stemming.ts";

/** Offsets in the document's text; −1 where there is none. */
export interface SectionHit {
  /** The first hit in the section. */
  readonly first: number;
  /** The first one below the heading's line. */
  readonly belowHeading: number;
}

/** Gives a function that finds the first hit of a section: of its phrases where it has one, else of any term. */
export function hitFinder(
  resolved: ResolvedPlan,
  scanner: SectionScanner,
): (document: MarkdownDocument, section: number, stemmer: number) => SectionHit {
  const stemmers = new Map<number, Set<number>>();
  for (const { variants } of resolved.terms)
    for (const { term, stemmer } of variants) stemmers.set(term, (stemmers.get(term) ?? new Set()).add(stemmer));
  const phrases = resolved.plan.phrases.map((phrase) => new PhraseFinder(phrase));
  return (document, section, stemmer) => {
    const spans = scanner.scan(document, section);
    const { text } = document;
    const headingEnd = endOfHeading(document, section);
    for (const phrase of phrases) {
      const at = phrase.find(text, spans);
      if (at !== -1) return { first: at, belowHeading: at >= headingEnd ? at : -1 };
    }
    let first = -1;
    for (let index = 0; index < spans.count; index++) {
      const counting = stemmers.get(resolved.table.dictionary.findToken(text, spans, index));
      if (counting === undefined || !(counting.has(noStemmer) || counting.has(stemmer))) continue;
      const at = spans.starts[index] as number;
      if (first === -1) first = at;
      if (at >= headingEnd) return { first, belowHeading: at };
    }
    return { first, belowHeading: -1 };
  };
}

/** Where the line of a section's heading ends; the section's start for a lead. */
function endOfHeading(document: MarkdownDocument, section: number): number {
  const { level = 0, own = { start: 0, end: 0 } } = document.sections[section] ?? {};
  if (level === 0) return own.start;
  for (let at = own.start; at < own.end; at++) {
    const unit = document.text.charCodeAt(at);
    if (unit === 10 || unit === 13) return at + 1;
  }
  return own.end;
}
