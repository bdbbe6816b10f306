/** What became of one candidate of a listing. */
import type { SkipReason } from "../base/cut.ts";
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import type { FileEntry } from "../storage/file-store.ts";
import type { SnapshotFile } from "./snapshot.ts";

export type ReadOutcome =
  | { readonly kind: "document"; readonly file: SnapshotFile; readonly document: MarkdownDocument }
  | { readonly kind: "skipped"; readonly listed: FileEntry; readonly reason: SkipReason }
  | { readonly kind: "gone" };

/** Whether the outcome follows from the bytes of the file: others depend on what was found when it was to be read. */
export function isOfContent(outcome: ReadOutcome | undefined): boolean {
  return outcome?.kind === "document" || (outcome?.kind === "skipped" && outcome.reason === "binary");
}

/** Whether the same listing leads to the same outcome again, if its entries are trusted. */
export function isOfListing(outcome: ReadOutcome | undefined): boolean {
  return isOfContent(outcome) || (outcome?.kind === "skipped" && outcome.reason === "over_file_count");
}
