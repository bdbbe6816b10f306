/** What snapshots were made from, remembered as long as they are. */
import type { VisibleFiles } from "../storage/visible-files.ts";
import type { DigestParts } from "./digest.ts";
import type { ReadOutcome } from "./read-outcome.ts";
import type { SelectedFiles } from "./select-files.ts";
import type { Snapshot } from "./snapshot.ts";

export interface SnapshotSource {
  readonly listing: VisibleFiles;
  readonly selected: SelectedFiles;
  /** What became of `selected.candidates`. */
  readonly outcomes: readonly (ReadOutcome | undefined)[];
  /** Whether the same listing gives the same snapshot. */
  readonly isRepeatable: boolean;
  /** Absent where the digest was not made here. */
  readonly digest: DigestParts | undefined;
}

/** For one who takes snapshots of the same place by the same request again and again. */
export type SnapshotMemory = WeakMap<Snapshot, SnapshotSource>;
