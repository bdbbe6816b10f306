/** A snapshot as bytes: its files by columns, and its documents each as it was packed. */

/** The bytes of a snapshot by name. */
export interface PackedSnapshot {
  /** Digest, then the columns of files and the other paths. */
  readonly files: Uint8Array;
  /** Documents one after another. */
  readonly documents: Uint8Array;
  /** Where each document begins in `documents`, and where the last one ends; 32 bits each. */
  readonly places: Uint8Array;
  /** A checksum of each document, 32 bits each: a document is looked at only when it is asked for. */
  readonly sums: Uint8Array;
}

/** The columns of the table of files, in their order. */
export const columns = ["path", "validator", "sha256", "size", "modified"] as const;
