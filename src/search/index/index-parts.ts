/** What an index consists of when it holds all terms, and hands on to the index that follows it. */
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import type { IndexOverlay } from "./index-overlay.ts";
import type { LengthTotals } from "./length-totals.ts";
import type { LoadedBase } from "./loaded-base.ts";

/**
 * A document's slot never changes: its number in the base, or, behind all of those, its number in the overlay. Its number in the index
 * does, with each document that comes or goes before it.
 */
export interface IndexParts {
  readonly base: LoadedBase;
  readonly overlay: IndexOverlay;
  /** As they were given, by path. */
  readonly documents: readonly MarkdownDocument[];
  /** Number → slot. */
  readonly slots: Int32Array;
  /** Slot → number; −1 for those that are gone. Slots behind its end are those of later indexes. */
  readonly numbers: Int32Array;
  readonly totals: LengthTotals;
}
