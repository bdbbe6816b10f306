/** A snapshot of nothing, for who has no earlier one and wants what a listing tells of files all the same. */
import type { Snapshot } from "./snapshot.ts";

export const emptySnapshot: Snapshot = { files: [], documents: [], otherPaths: [], digest: "" };
