/** One look at what is there: enough to tell what changes, without parsing anything. */
import type { HashFunction } from "../../base/hash.ts";
import type { Limits } from "../../base/limits.ts";
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import type { Comparable } from "../../snapshot/difference.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import type { SnapshotOptions } from "../../snapshot/snapshot-request.ts";
import { takeSnapshot } from "../../snapshot/take-snapshot.ts";
import type { FileStore } from "../../storage/file-store.ts";
import { withinDeadline } from "../within-deadline.ts";

/** What was there at one moment. */
export interface Look extends Comparable, Pick<Snapshot, "skipped"> {
  readonly digest: string;
  /** When it was seen. */
  readonly time: string;
}

export interface LookSettings {
  readonly store: FileStore;
  readonly limits: Limits;
  readonly sha256: HashFunction;
  readonly selection: SnapshotOptions;
}

/** Takes a look. A failure is thrown as questions throw it; a look has the deadline of a call. */
export type TakeLook = (signal: AbortSignal) => Promise<Look>;

/**
 * Makes what looks: by the same listing, selection and hashes as questions, so that a look's digest is that of their snapshots. Only what
 * may have changed since the look before is read.
 */
export function createLook({ store, limits, sha256, selection }: LookSettings): TakeLook {
  let previous: Snapshot | undefined;
  return (signal) =>
    withinDeadline({ timeoutMs: limits.operationTimeoutMs, signal }, async (deadline) => {
      const snapshot = await takeSnapshot({
        store,
        limits,
        sha256,
        options: selection,
        parse: markOnly,
        decode: nothing,
        previous,
        mayBeEmpty: true,
        signal: deadline.signal,
      });
      previous = snapshot;
      // What stands for the documents stays the same object as long as its file does, unlike the entries of a listing: looks that are held
      // for slow listeners share it.
      const { documents: files, otherPaths, digest, skipped } = snapshot;
      const time = new Date().toISOString();
      return { files, otherPaths, digest, time, ...(skipped === undefined ? {} : { skipped }) };
    });
}

/** Path and hash stand for a document, since nothing else of it is asked for. */
function markOnly({ path, sha256 }: Pick<MarkdownDocument, "path" | "sha256">): MarkdownDocument {
  return { path, sha256 } as MarkdownDocument;
}

function nothing(): string {
  return "";
}
