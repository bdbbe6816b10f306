/** What taking a snapshot needs: where the files are, which of them count, and how they become documents. */
import type { HashFunction } from "../base/hash.ts";
import type { Limits } from "../base/limits.ts";
import type { DirectoryPath, LogicalPath } from "../base/logical-path.ts";
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import type { FileEntry, FileStore } from "../storage/file-store.ts";
import type { DocumentSource } from "./document-source.ts";
import type { CrewSource } from "./reading-crew.ts";
import type { SelectionOptions } from "./select-files.ts";
import type { Snapshot } from "./snapshot.ts";
import type { SnapshotMemory } from "./snapshot-memory.ts";

/** Which files a snapshot holds, and how they are told from those of an earlier one. */
export interface SnapshotOptions extends SelectionOptions {
  /**
   * How an unchanged file is told. `stat`: by what a listing tells of it, unless that is too young to be trusted. `hash`: every file is
   * read and hashed, for file systems whose times can't be trusted. Default `stat`.
   */
  readonly verify?: "stat" | "hash" | undefined;
}

/** What is ahead of who takes a snapshot. */
export interface UnreadFiles {
  /** Files that nobody has parsed as they are listed. */
  readonly files: readonly FileEntry[];
  /** How many files are in, those that are parsed already included, and those that a limit leaves out not. */
  readonly all: number;
  /** The last path that is in. */
  readonly last: LogicalPath;
}

export interface TakeSnapshotRequest {
  readonly store: FileStore;
  /**
   * Only this folder, as if it were the whole: paths are those below it. Which of its files are visible and selected is decided as seen from
   * the root, so that they are those of a snapshot of all. It has to be there. Default: all.
   */
  readonly folder?: DirectoryPath | undefined;
  readonly limits: Limits;
  readonly sha256: HashFunction;
  readonly options?: SnapshotOptions | undefined;
  /**
   * Called before the first file is read, if one is: what parsing needs may be dear to load. It may be called again when more files are in
   * than seemed. What it throws ends the call.
   */
  readonly prepare?: ((unread: UnreadFiles) => Promise<void>) | undefined;
  /** Only documents whose path this is true for; all others count as other files. Default: all. */
  readonly only?: ((path: LogicalPath) => boolean) | undefined;
  /** Makes the document of a file. Total: never throws for what a file holds. */
  readonly parse: (source: DocumentSource) => MarkdownDocument;
  /** Helpers who read and parse the same files of `store` to the same documents. Default: all is read here. */
  readonly crew?: CrewSource | undefined;
  /** Bytes to text, without a byte order mark. Default: {@link decodeText}; a runtime may have a faster one. */
  readonly decode?: ((bytes: Uint8Array) => string) | undefined;
  /**
   * An earlier snapshot of the same place, made with the same options and `parse`: only what changed since is read and parsed. Documents
   * that did not change are the same objects; if nothing did, so are the lists. Default: everything is read and parsed.
   */
  readonly previous?: Snapshot | undefined;
  /**
   * What is remembered of snapshots of this very request, `previous` among them, so that only what differs between the listings is looked
   * at; each call adds its own. Of no effect with `folder` or `only`. Default: files are compared one by one.
   */
  readonly memory?: SnapshotMemory | undefined;
  /** Have a proof of the listing among what is remembered in `memory`, if the store can give one. Default `false`. */
  readonly prove?: boolean | undefined;
  /** Take a place without documents as it is, for who tells what is there and answers nothing from it. Default `false`: `no_documents`. */
  readonly mayBeEmpty?: boolean | undefined;
  /** Whether an earlier snapshot of this place had documents; only said in the error when there is none now. */
  readonly hadDocuments?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called now and then with `done` of `total` steps of the phases `list` and `read`. */
  readonly onProgress?: ((phase: string, done: number, total: number) => void) | undefined;
}
