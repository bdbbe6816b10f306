/** Collects every term of documents, one document after another. */
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import { BodySegments } from "../words/body-segments.ts";
import { baseNameOf, UNRANKED_NAME } from "../words/document-fields.ts";
import { scanTokens, TokenSpans } from "../words/tokenise.ts";
import { collectNames, HeadingCollector } from "./collect-names.ts";
import { PostingLog } from "./postings.ts";
import type { TermDictionary } from "./term-dictionary.ts";

export class TermCollector {
  readonly names: PostingLog = new PostingLog();
  readonly bodies: PostingLog;
  private readonly headingCollector = new HeadingCollector();
  private readonly dictionary: TermDictionary;
  private readonly segments = new BodySegments();
  private readonly spans = new TokenSpans();

  /** New terms are added to the dictionary. `length` is that of all texts to come, as far as it is known. */
  constructor(dictionary: TermDictionary, length: number) {
    this.dictionary = dictionary;
    this.bodies = new PostingLog(Math.ceil(length / unitsOfEntry));
  }

  get headings(): PostingLog {
    return this.headingCollector.log;
  }

  /** Adds a document as it is shown. Numbers of documents and of sections never descend. */
  add(document: MarkdownDocument, number: number, firstSection: number): void {
    const { names, bodies, segments } = this;
    collectNames(document, number, names, (text, log) => this.addRange(text, 0, text.length, log));
    if (document.titleSource === "name") {
      const name = baseNameOf(document.path);
      names.begin(number, UNRANKED_NAME);
      this.addRange(name, 0, name.length, names);
    }
    this.headingCollector.addDocument(document, firstSection, (text) => this.addHeading(text));
    const { text } = document;
    segments.load(document);
    let current = -1;
    for (let segment = 0; segment < segments.count; segment++) {
      const section = segments.sections[segment] as number;
      if (section !== current) bodies.begin(firstSection + section, 0);
      current = section;
      const start = segments.starts[segment] as number;
      this.addRange(text, start, segments.ends[segment] as number, bodies);
    }
  }

  private addRange(text: string, start: number, end: number, log: PostingLog): void {
    const { spans, dictionary } = this;
    spans.count = 0;
    scanTokens(text, start, end, spans);
    for (let index = 0; index < spans.count; index++) {
      const term = dictionary.addToken(text, spans, index);
      if (term !== -1) log.add(term);
    }
  }

  private addHeading(text: string): void {
    const { spans, dictionary } = this;
    spans.count = 0;
    scanTokens(text, 0, text.length, spans);
    for (let index = 0; index < spans.count; index++) {
      const term = dictionary.addToken(text, spans, index);
      if (term !== -1) this.headingCollector.push(term);
    }
  }
}

/** A new term in a section for each so many code units, as measured on technical prose. */
const unitsOfEntry = 14;
