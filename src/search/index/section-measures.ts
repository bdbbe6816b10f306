/** What ranking has to know of documents and sections besides their words: how they are numbered, and how long their texts are. */
import { grownArray } from "../../base/grown-array.ts";
import type { MarkdownDocument, Section } from "../../documents/markdown-document.ts";
import { BodySegments } from "../words/body-segments.ts";
import { stemmerOf } from "../words/stemming.ts";

/** By document and by section, both numbered in the order in which documents were measured. Arrays may be longer than they are full. */
export interface SectionMeasures {
  /** Section `i` of document `d` is number `firstSections[d] + i`; one more entry closes the table. */
  readonly firstSections: Uint32Array;
  /** By document: the section that stands for it, counted from its first one. */
  readonly mainSections: Uint8Array;
  /** By document: the number of its stemmer. */
  readonly stemmers: Uint8Array;
  /** By document, in code units. */
  readonly titleLengths: Uint32Array;
  /** By section, in code units; of bodies without what is hidden. */
  readonly headingLengths: Uint32Array;
  readonly bodyLengths: Uint32Array;
}

/** Measures documents one after another. */
export class SectionMeasurer implements SectionMeasures {
  documentCount = 0;
  firstSections: Uint32Array;
  mainSections: Uint8Array;
  stemmers: Uint8Array;
  titleLengths: Uint32Array;
  headingLengths: Uint32Array;
  bodyLengths: Uint32Array;
  private readonly segments = new BodySegments();

  /** Arrays are made for so many, and grow when there are more. */
  constructor(documents: number, sections: number = 0) {
    this.firstSections = new Uint32Array(documents + 1);
    this.mainSections = new Uint8Array(documents);
    this.stemmers = new Uint8Array(documents);
    this.titleLengths = new Uint32Array(documents);
    this.headingLengths = new Uint32Array(sections);
    this.bodyLengths = new Uint32Array(sections);
  }

  /** How many sections the documents so far have. */
  get sectionCount(): number {
    return this.firstSections[this.documentCount] as number;
  }

  /** Measures a document as it is shown. Gives its number. */
  add(document: MarkdownDocument): number {
    const { segments, sectionCount: first } = this;
    const { sections } = document;
    const number = this.documentCount;
    this.makeRoom(number + 1, first + sections.length);
    this.firstSections[number + 1] = first + sections.length;
    this.titleLengths[number] = document.title.length;
    this.stemmers[number] = stemmerOf(document.language);
    for (let index = 0; index < sections.length; index++)
      this.headingLengths[first + index] = (sections[index] as Section).text.length;
    segments.load(document);
    this.mainSections[number] = mainSection(document, segments);
    for (let segment = 0; segment < segments.count; segment++)
      (this.bodyLengths[first + (segments.sections[segment] as number)] as number) +=
        (segments.ends[segment] as number) - (segments.starts[segment] as number);
    this.documentCount++;
    return number;
  }

  /** Copies the measures of a document from others. Gives its number. */
  copy(measures: SectionMeasures, document: number): number {
    const number = this.documentCount;
    const first = this.sectionCount;
    const from = measures.firstSections[document] as number;
    const to = measures.firstSections[document + 1] as number;
    this.makeRoom(number + 1, first + to - from);
    this.firstSections[number + 1] = first + to - from;
    this.mainSections[number] = measures.mainSections[document] as number;
    this.stemmers[number] = measures.stemmers[document] as number;
    this.titleLengths[number] = measures.titleLengths[document] as number;
    for (let section = from; section < to; section++) {
      this.headingLengths[first + section - from] = measures.headingLengths[section] as number;
      this.bodyLengths[first + section - from] = measures.bodyLengths[section] as number;
    }
    this.documentCount++;
    return number;
  }

  /** What was measured, in arrays that are exactly as long as they are full, each in a buffer of its own. */
  toMeasures(): SectionMeasures {
    const { documentCount, sectionCount } = this;
    return {
      firstSections: this.firstSections.slice(0, documentCount + 1),
      mainSections: this.mainSections.slice(0, documentCount),
      stemmers: this.stemmers.slice(0, documentCount),
      titleLengths: this.titleLengths.slice(0, documentCount),
      headingLengths: this.headingLengths.slice(0, sectionCount),
      bodyLengths: this.bodyLengths.slice(0, sectionCount),
    };
  }

  private makeRoom(documents: number, sections: number): void {
    if (documents > this.mainSections.length) {
      const length = Math.max(documents, this.mainSections.length * 2);
      this.firstSections = grownArray(this.firstSections, length + 1);
      this.mainSections = grownArray(this.mainSections, length);
      this.stemmers = grownArray(this.stemmers, length);
      this.titleLengths = grownArray(this.titleLengths, length);
    }
    if (sections > this.bodyLengths.length) {
      const length = Math.max(sections, this.bodyLengths.length * 2);
      this.headingLengths = grownArray(this.headingLengths, length);
      this.bodyLengths = grownArray(this.bodyLengths, length);
    }
  }
}

/** Index of the section that stands for a whole document: the lead if it says anything that is not hidden, else the first heading's. */
function mainSection(document: MarkdownDocument, segments: BodySegments): number {
  const { text, sections } = document;
  if (sections.length === 1) return 0;
  for (let segment = 0; segment < segments.count && segments.sections[segment] === 0; segment++)
    for (let at = segments.starts[segment] as number; at < (segments.ends[segment] as number); at++)
      if (text.charCodeAt(at) > BLANK) return 0;
  return 1;
}

const BLANK = 32;
