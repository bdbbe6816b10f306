/** What a snapshot left out, as a part of every answer that is made from it. */
import type { Snapshot } from "../snapshot/snapshot.ts";

/** The field `skipped`, absent where nothing was left out. */
export function skippedOf({ skipped }: Snapshot): Pick<Snapshot, "skipped"> {
  return skipped === undefined ? {} : { skipped };
}
