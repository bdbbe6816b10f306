/** What is behind the prefix at one moment, as values. */
import type { Skipped } from "../base/cut.ts";
import type { LogicalPath } from "../base/logical-path.ts";
import type { MarkdownDocument } from "../documents/markdown-document.ts";

/** One selected Markdown file of a snapshot. */
export interface SnapshotFile {
  readonly path: LogicalPath;
  /** What the listing told; equal validators (that are trusted) mean equal bytes. */
  readonly validator: string;
  /** SHA-256 of the bytes. */
  readonly sha256: string;
  readonly size: number;
  readonly modified: number;
}

/** A selected file that is not text. It is none of the documents, and need not be read again to be told from one. */
export interface BinaryFile {
  readonly path: LogicalPath;
  /** As in `SnapshotFile`. */
  readonly validator: string;
}

/** The Markdown behind a prefix at one moment: each file whole, each current at some moment while the snapshot was taken. */
export interface Snapshot {
  /** Sorted by the code points of their paths; `documents[i]` is the parse of `files[i]`. */
  readonly files: readonly SnapshotFile[];
  readonly documents: readonly MarkdownDocument[];
  /** All other visible files, sorted, so that a link to something that is not Markdown can be told from a broken one. */
  readonly otherPaths: readonly LogicalPath[];
  /**
   * 64 hexadecimal digits over (path, hash) of `files` and over `otherPaths`: equal digests, equal answers.
   */
  readonly digest: string;
  /** Those of `otherPaths` that are selected as documents and are not text, sorted. Default: none. */
  readonly binaryFiles?: readonly BinaryFile[] | undefined;
  readonly skipped?: Skipped;
}

/** What changed between two snapshots, by path. A rename is a removal and an addition. */
export interface SnapshotDifference {
  readonly added: readonly LogicalPath[];
  readonly changed: readonly LogicalPath[];
  readonly removed: readonly LogicalPath[];
  readonly otherAdded: readonly LogicalPath[];
  readonly otherRemoved: readonly LogicalPath[];
}
