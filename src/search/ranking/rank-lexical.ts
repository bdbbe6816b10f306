/** Scores every section that holds a term of a query. */

import { countOf, fieldOf, type Postings } from "../index/postings.ts";
import type { ResolvedPlan, ResolvedTerm, TermVariant } from "../query/resolve-terms.ts";
import type { SectionTable } from "../search-index.ts";
import { ALIASES, NAME, OWN_HEADING, TITLE } from "../words/document-fields.ts";
import { noStemmer } from "../words/stemming.ts";
import { fieldWeights, headingWeights, highestSaturated, rarityOf, saturated } from "./scoring.ts";

/** What ranking knows of documents and sections once all terms were looked at. Indexed by their numbers. */
export interface LexicalScores {
  /** What a document's own fields give to each of its sections. */
  readonly documents: Float64Array;
  /** Not 0 for documents of which a section holds a term in its headings or text. */
  readonly inDocument: Int32Array;
  /** What a section's headings and text give on top. */
  readonly sections: Float64Array;
  /** Share of the words found in the document's fields; and, of the others, in the section. */
  readonly documentShares: Float32Array;
  readonly sectionShares: Float32Array;
  /** Share of the words found in the title, file name or aliases; and, of the others, in the headings. */
  readonly titleShares: Float32Array;
  readonly headingShares: Float32Array;
  /** Share of the words found in the section's own heading. */
  readonly ownHeadingShares: Float32Array;
  /** The score that no section can exceed. */
  readonly best: number;
}

/** Scores all sections for all terms. Time grows with the number of postings of the terms. */
export function rankLexical(resolved: ResolvedPlan, table: SectionTable): LexicalScores {
  const ranking = new Ranking(table, resolved);
  for (const term of resolved.terms) ranking.addTerm(term);
  return ranking;
}

class Ranking implements LexicalScores {
  readonly documents: Float64Array;
  /** The number of the last term that was found in a section of the document. */
  readonly inDocument: Int32Array;
  readonly sections: Float64Array;
  readonly documentShares: Float32Array;
  readonly sectionShares: Float32Array;
  readonly titleShares: Float32Array;
  readonly headingShares: Float32Array;
  readonly ownHeadingShares: Float32Array;
  best = 0;
  private readonly table: SectionTable;
  private readonly names: Postings;
  private readonly headings: Postings;
  private readonly bodies: Postings;
  /** Weighed counts of the present term; 0 everywhere between terms. */
  private readonly documentCounts: Float64Array;
  private readonly sectionCounts: Float64Array;
  /** The documents and sections whose counts are not 0. */
  private readonly touchedDocuments: Int32Array;
  private readonly touchedSections: Int32Array;
  private documentTouches = 0;
  private sectionTouches = 0;
  /** The number of the last term that was found in the title or in the headings. */
  private readonly inTitle: Int32Array;
  private readonly inHeading: Int32Array;
  private readonly inOwnHeading: Int32Array;
  private termNumber = 0;

  constructor(table: SectionTable, { table: { names, headings, bodies } }: ResolvedPlan) {
    const documentCount = table.documents.length;
    const sectionCount = table.documentOf.length;
    this.table = table;
    this.names = names;
    this.headings = headings;
    this.bodies = bodies;
    this.documents = new Float64Array(documentCount);
    this.sections = new Float64Array(sectionCount);
    this.documentShares = new Float32Array(documentCount);
    this.sectionShares = new Float32Array(sectionCount);
    this.titleShares = new Float32Array(documentCount);
    this.headingShares = new Float32Array(sectionCount);
    this.ownHeadingShares = new Float32Array(sectionCount);
    this.documentCounts = new Float64Array(documentCount);
    this.sectionCounts = new Float64Array(sectionCount);
    this.touchedDocuments = new Int32Array(documentCount);
    this.touchedSections = new Int32Array(sectionCount);
    this.inTitle = new Int32Array(documentCount);
    this.inHeading = new Int32Array(sectionCount);
    this.inOwnHeading = new Int32Array(sectionCount);
    this.inDocument = new Int32Array(documentCount);
  }

  addTerm(term: ResolvedTerm): void {
    this.termNumber++;
    this.documentTouches = 0;
    this.sectionTouches = 0;
    for (const variant of term.variants) {
      this.countNames(variant);
      this.countHeadings(variant);
      this.countBodies(variant);
    }
    const rarity = rarityOf(this.countDocuments(), this.table.documents.length) * term.weight;
    this.best += rarity * highestSaturated;
    this.addSections(rarity, term.share);
    this.addDocuments(rarity, term.share);
  }

  private countNames({ term, factor, stemmer }: TermVariant): void {
    const { starts, owners, values, lengthFactors } = this.names;
    const { stemmers } = this.table;
    const end = starts[term + 1] as number;
    for (let at = starts[term] as number; at < end; at++) {
      const owner = owners[at] as number;
      if (stemmer !== noStemmer && stemmers[owner] !== stemmer) continue;
      const value = values[at] as number;
      const field = fieldOf(value);
      const lengthFactor = lengthFactors[at] as number;
      const before = this.documentCounts[owner] as number;
      if (before === 0) this.touchedDocuments[this.documentTouches++] = owner;
      this.documentCounts[owner] = before + factor * (fieldWeights[field] as number) * countOf(value) * lengthFactor;
      if (field === TITLE || field === NAME || field === ALIASES) this.inTitle[owner] = this.termNumber;
    }
  }

  private countHeadings({ term, factor, stemmer }: TermVariant): void {
    const { starts, owners, values, lengthFactors } = this.headings;
    const { stemmers, documentOf } = this.table;
    const end = starts[term + 1] as number;
    for (let at = starts[term] as number; at < end; at++) {
      const owner = owners[at] as number;
      if (stemmer !== noStemmer && stemmers[documentOf[owner] as number] !== stemmer) continue;
      const value = values[at] as number;
      const field = fieldOf(value);
      const lengthFactor = lengthFactors[at] as number;
      const before = this.sectionCounts[owner] as number;
      if (before === 0) this.touchedSections[this.sectionTouches++] = owner;
      this.sectionCounts[owner] = before + factor * (headingWeights[field] as number) * countOf(value) * lengthFactor;
      this.inHeading[owner] = this.termNumber;
      if (field === OWN_HEADING) this.inOwnHeading[owner] = this.termNumber;
    }
  }

  private countBodies({ term, factor, stemmer }: TermVariant): void {
    const { starts, owners, values, lengthFactors } = this.bodies;
    const { stemmers, documentOf } = this.table;
    const { sectionCounts, touchedSections } = this;
    const end = starts[term + 1] as number;
    let touches = this.sectionTouches;
    for (let at = starts[term] as number; at < end; at++) {
      const owner = owners[at] as number;
      if (stemmer !== noStemmer && stemmers[documentOf[owner] as number] !== stemmer) continue;
      const before = sectionCounts[owner] as number;
      if (before === 0) touchedSections[touches++] = owner;
      sectionCounts[owner] = before + factor * (values[at] as number) * (lengthFactors[at] as number);
    }
    this.sectionTouches = touches;
  }

  /** How many documents hold the present term. */
  private countDocuments(): number {
    const { inDocument, termNumber } = this;
    const { documentOf } = this.table;
    let count = 0;
    for (let touch = 0; touch < this.sectionTouches; touch++) {
      const document = documentOf[this.touchedSections[touch] as number] as number;
      if (inDocument[document] === termNumber) continue;
      inDocument[document] = termNumber;
      count++;
    }
    for (let touch = 0; touch < this.documentTouches; touch++)
      if (inDocument[this.touchedDocuments[touch] as number] !== termNumber) count++;
    return count;
  }

  private addSections(rarity: number, share: number): void {
    const { documentOf } = this.table;
    for (let touch = 0; touch < this.sectionTouches; touch++) {
      const section = this.touchedSections[touch] as number;
      const document = documentOf[section] as number;
      const above = this.documentCounts[document] as number;
      const together = above + (this.sectionCounts[section] as number);
      (this.sections[section] as number) += rarity * (saturated(together) - saturated(above));
      if (above === 0) (this.sectionShares[section] as number) += share;
      if (this.inHeading[section] === this.termNumber && this.inTitle[document] !== this.termNumber)
        (this.headingShares[section] as number) += share;
      if (this.inOwnHeading[section] === this.termNumber) (this.ownHeadingShares[section] as number) += share;
      this.sectionCounts[section] = 0;
    }
  }

  private addDocuments(rarity: number, share: number): void {
    for (let touch = 0; touch < this.documentTouches; touch++) {
      const document = this.touchedDocuments[touch] as number;
      (this.documents[document] as number) += rarity * saturated(this.documentCounts[document] as number);
      (this.documentShares[document] as number) += share;
      if (this.inTitle[document] === this.termNumber) (this.titleShares[document] as number) += share;
      this.documentCounts[document] = 0;
    }
  }
}
