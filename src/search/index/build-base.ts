/** Indexes documents from nothing. */
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import { makeShown } from "../words/shown-document.ts";
import { ByteLog } from "../words/term-bytes.ts";
import { BaseWriter } from "./base-writer.ts";
import type { IndexBase } from "./index-base.ts";
import { SectionMeasurer } from "./section-measures.ts";
import { sortTerms } from "./sort-terms.ts";
import { TermCollector } from "./term-collector.ts";
import { TermDictionary } from "./term-dictionary.ts";

/** The base of documents that are in the order of their paths. Reads every text once and keeps none. */
export function buildBase(documents: readonly MarkdownDocument[]): IndexBase {
  // Bytes tell enough of the length of a text, which may not have been read yet.
  const length = documents.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const measurer = new SectionMeasurer(documents.length);
  const dictionary = new TermDictionary();
  const collector = new TermCollector(dictionary, length);
  for (const document of documents) {
    const shown = makeShown(document);
    const number = measurer.add(shown);
    collector.add(shown, number, measurer.firstSections[number] as number);
  }
  const { bytes, starts } = termsOf(dictionary);
  const names = collector.names.finish(dictionary.size);
  const headings = collector.headings.finish(dictionary.size);
  const bodies = collector.bodies.finish(dictionary.size);
  const writer = new BaseWriter(dictionary.size, bodies.owners.length);
  for (const term of sortTerms(bytes, starts)) {
    writer.beginTerm(bytes, starts[term] as number, starts[term + 1] as number);
    for (const postings of [names, headings, bodies])
      writer.writeList(postings, postings.starts[term] as number, postings.starts[term + 1] as number);
  }
  return writer.finish(measurer);
}

/** The terms of a dictionary in the order of their numbers. */
export function termsOf(dictionary: TermDictionary): { readonly bytes: Uint8Array; readonly starts: Uint32Array } {
  const log = new ByteLog();
  const starts = new Uint32Array(dictionary.size + 1);
  for (let term = 0; term < dictionary.size; term++) {
    dictionary.writeTerm(term, log);
    starts[term + 1] = log.length;
  }
  return { bytes: log.toBytes(), starts };
}
