/** A snapshot as bytes: its files by columns, and its documents each as it was packed. */

/** The bytes of a snapshot by name. */
export interface PackedSnapshot {
  /**
   * Digest, paths, validators and hashes of files, the other paths, and paths and validators of binary files; each column in one text, a
   * line for a file. Then what was left out, as JSON.
   */
  readonly files: Uint8Array;
  /** Sizes of all files, then their times: 64 bits each. */
  readonly numbers: Uint8Array;
  /** Where each document begins among the bytes of all, and where the last one ends; 32 bits each. */
  readonly places: Uint8Array;
  /** A checksum of each document, 32 bits each: a document is looked at only when it is asked for. */
  readonly sums: Uint8Array;
}

/** A packed snapshot with its documents, one after another. */
export interface WholePackedSnapshot extends PackedSnapshot {
  readonly documents: Uint8Array;
}
