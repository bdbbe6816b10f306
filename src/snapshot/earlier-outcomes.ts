/** What became of the files of an earlier listing, found by their entries. */
import { compareCodePoints } from "../base/compare-code-points.ts";
import { type FileEntry, isTrusted } from "../storage/file-store.ts";
import { isOfContent, type ReadOutcome } from "./read-outcome.ts";
import type { SnapshotSource } from "./snapshot-memory.ts";

/** Looks entries up in the order of their paths: one step each, since both lists are sorted. */
export class EarlierOutcomes {
  readonly #candidates: readonly FileEntry[];
  readonly #outcomes: SnapshotSource["outcomes"];
  #next = 0;

  constructor({ selected, outcomes }: Pick<SnapshotSource, "selected" | "outcomes">) {
    this.#candidates = selected.candidates;
    this.#outcomes = outcomes;
  }

  /** The outcome of an entry that is the same object, which a store gives for what has not changed. */
  find(entry: FileEntry): ReadOutcome | undefined {
    const candidates = this.#candidates;
    for (; this.#next < candidates.length; this.#next++) {
      const candidate = candidates[this.#next] as FileEntry;
      if (candidate === entry) {
        const outcome = this.#outcomes[this.#next++];
        return isTrusted(entry) && isOfContent(outcome, entry) ? outcome : undefined;
      }
      if (compareCodePoints(candidate.path, entry.path) > 0) return undefined;
    }
    return undefined;
  }
}
