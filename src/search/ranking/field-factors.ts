/** What an occurrence in a name counts by the length of that name. */

import type { AverageLengths } from "../index/length-totals.ts";
import { fieldOf } from "../index/postings.ts";
import { OWN_HEADING, TITLE } from "../words/document-fields.ts";
import { nameLengthFactor } from "./scoring.ts";

/** For a posting of a document with a title of this length: only titles are measured. */
export function titleFactor(value: number, length: number, { title }: AverageLengths): number {
  return fieldOf(value) === TITLE ? nameLengthFactor(length, title) : 1;
}

/** For a posting of a section with a heading of this length: the headings above it are not measured. */
export function headingFactor(value: number, length: number, { heading }: AverageLengths): number {
  return fieldOf(value) === OWN_HEADING ? nameLengthFactor(length, heading) : 1;
}
