/** What became of one candidate of a listing. */
import type { SkipReason } from "../base/cut.ts";
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import type { FileEntry } from "../storage/file-store.ts";
import type { SnapshotFile } from "./snapshot.ts";

export type ReadOutcome =
  | { readonly kind: "document"; readonly file: SnapshotFile; readonly document: MarkdownDocument }
  | { readonly kind: "skipped"; readonly listed: FileEntry; readonly reason: SkipReason }
  | { readonly kind: "gone" };

/**
 * Whether the outcome is that of the bytes which the entry stands for: others depend on what was found when the file was to be read, which
 * may have been another state than the one that was listed.
 */
export function isOfContent(outcome: ReadOutcome | undefined, { validator }: FileEntry): boolean {
  if (outcome?.kind === "document") return outcome.file.validator === validator;
  return outcome?.kind === "skipped" && outcome.reason === "binary" && outcome.listed.validator === validator;
}

/** Whether the same listing leads to the same outcome again, if its entries are trusted. */
export function isOfListing(outcome: ReadOutcome | undefined, entry: FileEntry): boolean {
  return isOfContent(outcome, entry) || (outcome?.kind === "skipped" && outcome.reason === "over_file_count");
}
