/** Walks the names of documents and sections in the order in which postings are logged. */
import { grownArray } from "../../base/grown-array.ts";
import type { MarkdownDocument, Section } from "../../documents/markdown-document.ts";
import { OWN_HEADING, repeatsTitle, UPPER_HEADING, visitDocumentFields } from "../words/document-fields.ts";
import { PostingLog } from "./postings.ts";

/** Adds the terms of a whole text to a log. */
export type AddText = (text: string, log: PostingLog) => void;

/** Logs the fields of a document besides its body. */
export function collectNames(document: MarkdownDocument, owner: number, log: PostingLog, add: AddText): void {
  let current = -1;
  visitDocumentFields(document, (field, text) => {
    if (field !== current) log.begin(owner, field);
    current = field;
    add(text, log);
  });
}

/**
 * Logs each section's own heading and those above it, each heading tokenised once. A heading that repeats the title counts as the title
 * alone.
 */
export class HeadingCollector {
  readonly log: PostingLog = new PostingLog();
  private terms: Int32Array = new Int32Array(256);
  /** Where the terms of each heading of the present document end. */
  private ends: Int32Array = new Int32Array(64);
  private count = 0;

  /** `addTerms` calls {@link push} with each term of a text. */
  addDocument(document: MarkdownDocument, firstSection: number, addTerms: (text: string) => void): void {
    const { sections } = document;
    this.count = 0;
    if (this.ends.length < sections.length) this.ends = new Int32Array(sections.length * 2);
    for (let index = 0; index < sections.length; index++) {
      const { text } = sections[index] as Section;
      if (text !== "" && !repeatsTitle(document, text)) addTerms(text);
      this.ends[index] = this.count;
    }
    if (this.count === 0) return;
    for (let index = 0; index < sections.length; index++) this.logSection(sections, index, firstSection + index);
  }

  /** Adds a term to the present heading. */
  push(term: number): void {
    if (this.count === this.terms.length) {
      this.terms = grownArray(this.terms, this.count * 2);
    }
    this.terms[this.count++] = term;
  }

  private logSection(sections: readonly Section[], index: number, owner: number): void {
    for (let above = (sections[index] as Section).parent; above > 0; above = (sections[above] as Section).parent)
      this.logHeading(above, owner, UPPER_HEADING);
    this.logHeading(index, owner, OWN_HEADING);
  }

  private logHeading(heading: number, owner: number, field: number): void {
    const start = heading === 0 ? 0 : (this.ends[heading - 1] as number);
    const end = this.ends[heading] as number;
    if (start === end) return;
    this.log.begin(owner, field);
    for (let at = start; at < end; at++) this.log.add(this.terms[at] as number);
  }
}
