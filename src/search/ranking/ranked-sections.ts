/** What every way of ranking gives: sections with scores, and what can be said of each. */
import type { SectionHit } from "../answer/find-hit.ts";
import type { GraphMatch, MatchReason } from "../answer/search-result.ts";
import type { ScoredSections } from "./section-scores.ts";

export interface RankedSections {
  readonly found: ScoredSections;
  /** Whether a found section belongs to the answer after all; absent when all do. It may read the section's text. */
  readonly passes?: ((section: number) => boolean) | undefined;
  /** The functions below are called for the sections of one page only. */
  readonly sourceOf: (section: number) => GraphMatch["source"];
  readonly reasonOf: (section: number) => MatchReason;
  readonly hitOf: (section: number) => SectionHit;
}

/** Found nowhere in the text of a section. */
export const noHit: SectionHit = { first: -1, belowHeading: -1 };
