/** The port through which older states of a place are opened, where a place has them. */
import type { FileStore } from "./file-store.ts";

/** A commit. */
export interface ResolvedRevision {
  /** The whole hash, hexadecimal. */
  readonly commit: string;
  /** When it was committed, milliseconds since the epoch. */
  readonly time: number;
}

/** The revisions of the repository that a place lies in. */
export interface RevisionSource {
  /** The commit that a revision names now. `not_found` for one that there is not, `invalid_input` for what can't be one. */
  resolve(revision: string, signal?: AbortSignal): Promise<ResolvedRevision>;
  /** The newest commit that both have behind them, from which two branches have gone apart. `not_found` where there is none. */
  mergeBase(one: string, other: string, signal?: AbortSignal): Promise<ResolvedRevision>;
  /** The place as it was at a commit; empty where it was not there yet. Closing it closes the source. */
  open(commit: string): FileStore;
  close(): Promise<void>;
}
