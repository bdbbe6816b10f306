/** The documents that came after a base was made. */
import { compareCodePoints } from "../../base/compare-code-points.ts";
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import { isNameField } from "./loaded-base.ts";
import { PostingChains } from "./posting-chains.ts";
import { fieldOf } from "./postings.ts";
import { SectionMeasurer } from "./section-measures.ts";
import { TermCollector } from "./term-collector.ts";
import { TermDictionary } from "./term-dictionary.ts";

/**
 * Only ever grows: indexes that follow one another share it, each with its own view of which documents are in. What an index does not know
 * of does not exist for it. Documents and sections are numbered in the order in which they came.
 */
export class IndexOverlay {
  readonly dictionary: TermDictionary = new TermDictionary();
  readonly measures: SectionMeasurer = new SectionMeasurer(0);
  readonly names: PostingChains = new PostingChains();
  readonly headings: PostingChains = new PostingChains();
  readonly bodies: PostingChains = new PostingChains();
  private readonly nameTerms: Set<number> = new Set();
  private sortedNames: readonly string[] = [];

  get documentCount(): number {
    return this.measures.documentCount;
  }

  /** Adds a document as it is shown. Gives its number. */
  add(document: MarkdownDocument): number {
    const number = this.measures.add(document);
    const collector = new TermCollector(this.dictionary, document.text.length);
    collector.add(document, number, this.measures.firstSections[number] as number);
    collector.names.visit((term, owner, value) => {
      this.names.add(term, owner, value);
      if (isNameField(fieldOf(value))) this.nameTerms.add(term);
    });
    collector.headings.visit((term, owner, value) => {
      this.headings.add(term, owner, value);
      this.nameTerms.add(term);
    });
    collector.bodies.visit((term, owner, value) => this.bodies.add(term, owner, value));
    return number;
  }

  /** The distinct words of names and headings, those of gone documents too, sorted. */
  nameWords(): readonly string[] {
    if (this.sortedNames.length < this.nameTerms.size)
      this.sortedNames = Array.from(this.nameTerms, (term) => this.dictionary.termOf(term)).sort(compareCodePoints);
    return this.sortedNames;
  }

  /** The document of a section. */
  documentOf(section: number): number {
    const { firstSections } = this.measures;
    let low = 0;
    let high = this.documentCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((firstSections[middle] as number) <= section) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
