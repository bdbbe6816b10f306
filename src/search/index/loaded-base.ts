/** A base with what is derived from it: little, and quickly. */

import { documentsOfSections } from "../query/documents-of-sections.ts";
import { ALIASES, NAME, TAGS, TITLE, UNRANKED_NAME } from "../words/document-fields.ts";
import type { IndexBase } from "./index-base.ts";
import { PostingsReader } from "./packed-postings.ts";
import { fieldOf } from "./postings.ts";
import { SortedTerms } from "./sorted-terms.ts";

export class LoadedBase {
  readonly values: IndexBase;
  readonly terms: SortedTerms;
  readonly documentCount: number;
  readonly sectionCount: number;
  /** The document of each section. */
  readonly documentOf: Uint32Array;
  private names: readonly string[] | undefined;

  constructor(values: IndexBase) {
    this.values = values;
    this.terms = new SortedTerms(values.terms, values.termStarts);
    this.documentCount = values.mainSections.length;
    this.sectionCount = values.bodyLengths.length;
    this.documentOf = documentsOfSections(values.firstSections, this.documentCount);
  }

  /** Every distinct word of titles, file names, aliases, headings and tags, those of gone documents too. Collected when first asked for. */
  nameWords(): readonly string[] {
    this.names ??= this.collectNameWords();
    return this.names;
  }

  private collectNameWords(): string[] {
    const { postings, postingStarts } = this.values;
    const reader = new PostingsReader(postings);
    const words: string[] = [];
    for (let term = 0; term < this.terms.size; term++) {
      reader.moveTo(postingStarts[term] as number);
      if (holdsName(reader)) words.push(this.terms.textOf(term));
    }
    return words;
  }
}

/** Whether the term whose lists begin here stands in a name or a heading. */
function holdsName(reader: PostingsReader): boolean {
  for (let left = reader.beginList(); left > 0; left--) {
    reader.next();
    if (isNameField(fieldOf(reader.value))) return true;
  }
  return reader.beginList() > 0;
}

/** Whether a field of documents holds one of their names. */
export function isNameField(field: number): boolean {
  return field === TITLE || field === NAME || field === ALIASES || field === TAGS || field === UNRANKED_NAME;
}
