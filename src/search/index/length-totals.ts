/** How long texts are on the average: kept as sums of whole numbers, so that they are the same whichever way they came about. */
import type { SectionMeasures } from "./section-measures.ts";

/** Sums of lengths in code units, and how many texts are not empty: empty ones do not count for the average. */
export interface LengthTotals {
  titles: number;
  filledTitles: number;
  headings: number;
  filledHeadings: number;
  bodies: number;
  filledBodies: number;
}

export interface AverageLengths {
  readonly title: number;
  readonly heading: number;
  readonly body: number;
}

export function noLengths(): LengthTotals {
  return { titles: 0, filledTitles: 0, headings: 0, filledHeadings: 0, bodies: 0, filledBodies: 0 };
}

/** Adds the lengths of a document (`sign` 1) or takes them away (−1). */
export function addLengths(totals: LengthTotals, measures: SectionMeasures, document: number, sign: 1 | -1): void {
  const title = measures.titleLengths[document] as number;
  totals.titles += sign * title;
  if (title > 0) totals.filledTitles += sign;
  const end = measures.firstSections[document + 1] as number;
  for (let section = measures.firstSections[document] as number; section < end; section++) {
    const heading = measures.headingLengths[section] as number;
    const body = measures.bodyLengths[section] as number;
    totals.headings += sign * heading;
    totals.bodies += sign * body;
    if (heading > 0) totals.filledHeadings += sign;
    if (body > 0) totals.filledBodies += sign;
  }
}

/** 0 where there is no text at all. */
export function averageLengths(totals: LengthTotals): AverageLengths {
  return {
    title: average(totals.titles, totals.filledTitles),
    heading: average(totals.headings, totals.filledHeadings),
    body: average(totals.bodies, totals.filledBodies),
  };
}

function average(sum: number, count: number): number {
  return count === 0 ? 0 : sum / count;
}
