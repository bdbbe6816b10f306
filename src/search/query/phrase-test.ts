/** Whether a section holds all phrases of a query and none that it excludes. */
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import type { SectionTable } from "../search-index.ts";
import type { SectionScanner } from "../words/section-text.ts";
import { asShown } from "../words/shown-document.ts";
import { PhraseFinder } from "./find-phrase.ts";
import type { SearchPlan } from "./plan-terms.ts";

/**
 * A test for sections by number, or `undefined` when the plan has no phrases. A phrase occurs in a section's own text, in one of the
 * headings above it, or, for the section that stands for its document, in the document's names and description.
 */
export function phraseTestOf({
  plan,
  table,
  scanner,
}: {
  readonly plan: SearchPlan;
  readonly table: SectionTable;
  readonly scanner: SectionScanner;
}): ((section: number) => boolean) | undefined {
  if (plan.phrases.length === 0 && plan.excludedPhrases.length === 0) return undefined;
  const wanted = plan.phrases.map((phrase) => new PhraseFinder(phrase));
  const unwanted = plan.excludedPhrases.map((phrase) => new PhraseFinder(phrase));
  const known = new Map<number, boolean>();
  return (section) => {
    const before = known.get(section);
    if (before !== undefined) return before;
    const holds = (finder: PhraseFinder): boolean => holdsPhrase(finder, section, table, scanner);
    const passes = wanted.every(holds) && !unwanted.some(holds);
    known.set(section, passes);
    return passes;
  };
}

function holdsPhrase(finder: PhraseFinder, section: number, table: SectionTable, scanner: SectionScanner): boolean {
  const number = table.documentOf[section] as number;
  const document = asShown(table.documents[number] as MarkdownDocument);
  const index = section - (table.firstSections[number] as number);
  const start = document.sections[index]?.own.start;
  if (finder.find(document.text, scanner.scan(document, index), start) !== -1) return true;
  const texts = document.sections[index]?.headingPath.slice(0, -1) ?? [];
  const names = table.mainSections[number] === section ? namesOf(document) : [];
  return [...texts, ...names].some((text) => finder.find(text, scanner.scanText(text)) !== -1);
}

function namesOf(document: MarkdownDocument): string[] {
  const tags = document.tags.map((tag) => tag.name);
  return [
    document.title,
    ...document.aliases,
    ...tags,
    ...(document.description === undefined ? [] : [document.description]),
  ];
}
