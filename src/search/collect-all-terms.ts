/** Collects every term of every document. */
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import { BodySegments } from "./body-segments.ts";
import { collectNames, HeadingCollector } from "./collect-names.ts";
import { PostingLog } from "./postings.ts";
import type { SectionTable, TermTable } from "./search-index.ts";
import { TermDictionary } from "./term-dictionary.ts";
import { scanTokens, TokenSpans } from "./tokenise.ts";

/** The terms of all documents with their postings. */
export function collectAllTerms({ documents, firstSections }: SectionTable): TermTable {
  const dictionary = new TermDictionary();
  const names = new PostingLog();
  const headings = new HeadingCollector();
  const bodies = new PostingLog(expectedEntries(documents));
  const segments = new BodySegments();
  const spans = new TokenSpans();
  const add = (text: string, log: PostingLog): void => addRange(text, 0, text.length, log, dictionary, spans);
  const addHeading = (text: string): void => {
    spans.count = 0;
    scanTokens(text, 0, text.length, spans);
    for (let index = 0; index < spans.count; index++) {
      const term = dictionary.addToken(text, spans, index);
      if (term !== -1) headings.push(term);
    }
  };
  for (let index = 0; index < documents.length; index++) {
    const document = documents[index] as MarkdownDocument;
    const firstSection = firstSections[index] as number;
    collectNames(document, index, names, add);
    headings.addDocument(document, firstSection, addHeading);
    segments.load(document);
    let current = -1;
    for (let segment = 0; segment < segments.count; segment++) {
      const section = segments.sections[segment] as number;
      if (section !== current) bodies.begin(firstSection + section, 0);
      current = section;
      const start = segments.starts[segment] as number;
      addRange(document.text, start, segments.ends[segment] as number, bodies, dictionary, spans);
    }
  }
  return {
    dictionary,
    names: names.finish(dictionary.size),
    headings: headings.log.finish(dictionary.size),
    bodies: bodies.finish(dictionary.size),
  };
}

/** A new term in a section for each so many code units, as measured on technical prose. */
const unitsOfEntry = 14;

function expectedEntries(documents: readonly MarkdownDocument[]): number {
  let length = 0;
  for (const { text } of documents) length += text.length;
  return Math.ceil(length / unitsOfEntry);
}

/** Adds the terms of a range to a log. */
function addRange(
  text: string,
  start: number,
  end: number,
  log: PostingLog,
  dictionary: TermDictionary,
  spans: TokenSpans,
): void {
  spans.count = 0;
  scanTokens(text, start, end, spans);
  for (let index = 0; index < spans.count; index++) {
    const term = dictionary.addToken(text, spans, index);
    if (term !== -1) log.add(term);
  }
}
