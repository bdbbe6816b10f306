/** What `watch` tells. */
import type { Cut, Skipped } from "../../base/cut.ts";
import type { ErrorInfo } from "../../base/errors.ts";
import type { SnapshotDifference } from "../../snapshot/snapshot.ts";

/** One thing that a listener is told, as data. `time` is when it was seen, as in `2026-01-31T09:30:00.000Z`. */
export type ChangeEvent = StateEvent | DifferenceEvent | FailureEvent;

/** What is there: where a listener begins, and what it goes on from after a failure if nothing has changed. */
export interface StateEvent {
  readonly type: "state";
  readonly time: string;
  /** Digest of the snapshot, as answers about the graph carry it: equal digests, equal answers. */
  readonly snapshot: string;
  readonly documentCount: number;
  /** Visible files that are no documents. */
  readonly otherCount: number;
  readonly skipped?: Skipped;
  /** What happened between the snapshot that the listener has named and this one is not known: whoever needs it has to ask anew. */
  readonly missed?: true;
}

/**
 * What has changed since the event before, however often it changed meanwhile. Documents are compared by their content; of other files it
 * is told that they came or went. A rename is a removal and an addition.
 */
export interface DifferenceEvent extends SnapshotDifference {
  readonly type: "change";
  readonly time: string;
  readonly snapshot: string;
  /** How many paths each list would hold whole. */
  readonly counts: Readonly<Record<keyof SnapshotDifference, number>>;
  /** The lists do not hold all paths, since together they would be more than {@link maximumEventPaths}. */
  readonly cut?: Cut<never>;
}

/** It could not be seen what is there. Told once; watching goes on, and what has changed meanwhile is told when it can be seen again. */
export interface FailureEvent {
  readonly type: "failure";
  readonly time: string;
  readonly error: ErrorInfo;
}

/** Most paths in one event, of all its lists together. */
export const maximumEventPaths = 1_000;
