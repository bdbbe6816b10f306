/** The parts from which both kinds of index are made. */
import { compareCodePoints } from "../base/compare-code-points.ts";
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import { BodySegments } from "./body-segments.ts";
import { bodyLengthFactors, nameLengthFactors } from "./scoring.ts";
import type { SectionTable } from "./search-index.ts";
import { noStemmer, stemmerOf } from "./stemming.ts";

/** Numbers the sections of all documents and measures their lengths. */
export function buildSectionTable(given: readonly MarkdownDocument[]): SectionTable {
  const documents = sortedByPath(given);
  const firstSections = new Uint32Array(documents.length + 1);
  for (let index = 0; index < documents.length; index++)
    firstSections[index + 1] = (firstSections[index] as number) + (documents[index]?.sections.length ?? 0);
  const sectionCount = firstSections[documents.length] as number;
  const documentOf = new Uint32Array(sectionCount);
  const bodyLengths = new Uint32Array(sectionCount);
  const headingLengths = new Uint32Array(sectionCount);
  const titleLengths = new Uint32Array(documents.length);
  const mainSections = new Uint32Array(documents.length);
  const stemmers = new Uint8Array(documents.length);
  const segments = new BodySegments();
  for (let index = 0; index < documents.length; index++) {
    const document = documents[index] as MarkdownDocument;
    const first = firstSections[index] as number;
    documentOf.fill(index, first, firstSections[index + 1] as number);
    titleLengths[index] = document.title.length;
    stemmers[index] = stemmerOf(document.language);
    for (const section of document.sections) headingLengths[first + section.index] = section.text.length;
    segments.load(document);
    mainSections[index] = first + mainSection(document, segments);
    for (let segment = 0; segment < segments.count; segment++)
      (bodyLengths[first + (segments.sections[segment] as number)] as number) +=
        (segments.ends[segment] as number) - (segments.starts[segment] as number);
  }
  return {
    documents,
    firstSections,
    documentOf,
    mainSections,
    bodyFactors: bodyLengthFactors(bodyLengths),
    headingFactors: nameLengthFactors(headingLengths),
    titleFactors: nameLengthFactors(titleLengths),
    stemmers,
    usedStemmers: [...new Set(stemmers)].filter((stemmer) => stemmer !== noStemmer).sort((left, right) => left - right),
  };
}

/** Index of the section that stands for a whole document: the lead if it says anything that is not hidden, else the first heading's. */
function mainSection(document: MarkdownDocument, segments: BodySegments): number {
  if (document.sections.length === 1) return 0;
  for (let segment = 0; segment < segments.count && segments.sections[segment] === 0; segment++)
    for (let at = segments.starts[segment] as number; at < (segments.ends[segment] as number); at++)
      if (document.text.charCodeAt(at) > BLANK) return 0;
  return 1;
}

const BLANK = 32;

/** The documents in code point order of their paths, which is how graphs and snapshots give them already. */
function sortedByPath(documents: readonly MarkdownDocument[]): readonly MarkdownDocument[] {
  for (let index = 1; index < documents.length; index++)
    if (compareCodePoints(documents[index - 1]?.path ?? "", documents[index]?.path ?? "") > 0)
      return documents.toSorted((left, right) => compareCodePoints(left.path, right.path));
  return documents;
}
