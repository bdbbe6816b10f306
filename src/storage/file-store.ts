/** The storage contract: everything that Graphdown asks of a place where bytes live. */
import type { GraphdownError } from "../base/errors.ts";
import type { DirectoryPath, LogicalPath } from "../base/logical-path.ts";

/** A file as a listing or `stat` tells of it. Never costs a read of its content. */
export interface FileEntry {
  readonly kind: "file";
  readonly path: LogicalPath;
  /** Bytes. */
  readonly size: number;
  /**
   * Opaque text that changes whenever the bytes may have changed; compare it for equality only.
   * A validator that starts with `racy-` is not to be trusted: the bytes may change without it changing (see {@link isTrusted}).
   */
  readonly validator: string;
  /** Last modification, milliseconds since the epoch. */
  readonly modified: number;
}

/** A folder, as listings of one level show it. */
export interface FolderEntry {
  readonly kind: "folder";
  readonly path: LogicalPath;
}

export type ListEntry = FileEntry | FolderEntry;

/** A name in the store that is no logical path of ours, or no regular file; it is counted, never opened. */
export interface UnlistedName {
  /** The name made printable; it does not address anything. */
  readonly shown: string;
  readonly reason: "unaddressable" | "symbolic_link" | "not_a_file" | "unreadable";
}

/** One page of a listing. Entries are sorted by the code points of their paths, over all pages. */
export interface ListPage {
  readonly entries: readonly ListEntry[];
  readonly unlisted: readonly UnlistedName[];
  /** Goes on after this page when given back to `list`; absent on the last page, and where the order is not kept (see `ListOptions.sift`). */
  readonly cursor?: string;
  /** On the last page, if the caller asked for one; see `FileStore.stillHolds`. */
  readonly proof?: Uint8Array;
}

export interface ListOptions {
  /** `true` lists all files below the directory and no folders; `false` its direct files and folders. Default `false`. */
  readonly recursive?: boolean;
  readonly cursor?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * A recursive listing may leave out a folder for which this is `false`, with all below it, to save the walk.
   * Only a hint: a backend without folders ignores it.
   */
  readonly enter?: ((folder: LogicalPath) => boolean) | undefined;
  /** Whether a file below is wanted. Only a hint, as `enter` is: what it leaves out may be listed. */
  readonly shows?: ((file: LogicalPath) => boolean) | undefined;
  /**
   * The names are enough: where telling size and validator costs a look at each file, a listing may leave them out. Such entries have
   * {@link unseenValidator} and no size; `readFiles` takes them, and tells what it found. A backend for which it costs nothing tells all.
   */
  readonly namesOnly?: boolean | undefined;
  /**
   * A recursive listing ends a page after a file for which this is `true`, so that the caller can act on it (read an ignore file)
   * before the listing goes on. Only a hint, as `enter` is.
   */
  readonly endPageAfter?: ((file: LogicalPath) => boolean) | undefined;
  /**
   * The caller looks through the listing to its end and keeps a few names: neither order nor size matter, but that nothing is held on to.
   * From a folder on whose names are too many to be sorted, entries may come in no order, without size and validator (as with
   * `namesOnly`), on pages without cursor. Files for which `endPageAfter` is `true` still come before others of their folder. A listing
   * that goes on after a cursor keeps the order all the same. Only a hint, as `enter` is. Default `false`.
   */
  readonly sift?: boolean | undefined;
  /**
   * Have a proof of the listing on its last page, if it is one of all files with what is told of each, and the backend can give one: not
   * of what it may not look at, nor where a file that counts is too young to be trusted. The files for which this is `true` count; of the
   * others the name is enough. Default: no proof is made.
   */
  readonly prove?: ((file: LogicalPath) => boolean) | undefined;
}

export interface OpenOptions {
  /** Bytes from `start` up to, not including, `end`; without `end` to the end of the file. */
  readonly range?: { readonly start: number; readonly end?: number } | undefined;
  /** Refuse with `version_conflict` unless the file still has this validator. Whether it is trusted does not count. */
  readonly validator?: string | undefined;
  /** The bytes of an older version, as `versions` names it; `null` where the backend does not have it. */
  readonly version?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An open file: the entry that describes exactly the bytes of the stream, and the stream. Cancel it or read it to its end. */
export interface OpenFile {
  readonly entry: FileEntry;
  readonly stream: ReadableStream<Uint8Array>;
}

/** What a write asks to hold before it. */
export type WriteCondition = { readonly ifAbsent: true } | { readonly ifVersion: string } | Record<never, never>;

/** Metadata that a backend keeps beside a file where it can. */
export interface WriteMetadata {
  readonly actor?: string;
  readonly session?: string;
  readonly trace?: string;
  readonly sha256?: string;
  readonly writeId?: string;
}

export interface PutOptions {
  readonly ifAbsent?: boolean | undefined;
  readonly ifVersion?: string | undefined;
  readonly metadata?: WriteMetadata | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An older version of a file, newest first in `versions`. */
export interface FileVersion {
  readonly version: string;
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly written: number;
  /** What the write said of itself. */
  readonly metadata?: WriteMetadata;
}

/** What {@link FileStore.readFiles} found for one entry. `bytes` is only valid during the call: copy what is kept. */
export type FileReadResult =
  | { readonly status: "read"; readonly entry: FileEntry; readonly bytes: Uint8Array }
  | { readonly status: "gone"; readonly path: LogicalPath }
  | { readonly status: "failed"; readonly path: LogicalPath; readonly error: GraphdownError };

/**
 * A place where files live under logical paths.
 *
 * Every failure is a `GraphdownError`: `storage_failed` for what the provider refuses or loses, `permission_denied` with reason
 * `symbolic_link`, `invalid_input` with reasons `is_directory`, `not_a_file`, `not_a_directory`.
 * Paths have been checked by `parseLogicalPath`; names on the deny list are the caller's concern, except `.graphdown/`,
 * which no listing ever shows.
 */
export interface FileStore {
  /** A short word for the kind of backend: `memory`, `disk`, `s3`. */
  readonly name: string;
  /** The pages of a listing, in order and to the end: callers never see only the first one. A missing directory lists nothing. */
  list(directory: DirectoryPath, options?: ListOptions): AsyncIterable<ListPage>;
  /** The entry, or `null` when there is no such file. */
  stat(path: LogicalPath, options?: { readonly signal?: AbortSignal | undefined }): Promise<FileEntry | null>;
  /** Opens a file for reading without buffering it; `null` when there is none. */
  open(path: LogicalPath, options?: OpenOptions): Promise<OpenFile | null>;
  /**
   * Writes all or nothing: a reader sees the old file or the new one. `version_conflict` or `already_exists` where the condition fails,
   * with the present version in `details.version`, also when the content that is wanted is there already: who wants to take that as
   * success, as a repeated call may, compares.
   */
  put(path: LogicalPath, content: Uint8Array | ReadableStream<Uint8Array>, options?: PutOptions): Promise<FileEntry>;
  /** Deletes a file; whether there was one. `version_conflict` where the condition fails. */
  delete(
    path: LogicalPath,
    options?: { readonly ifVersion?: string | undefined; readonly signal?: AbortSignal | undefined },
  ): Promise<boolean>;
  /** The version of the bytes that `entry` describes, where the backend knows it without reading them. */
  knownVersion?(entry: FileEntry): string | undefined;
  /** Older versions, newest first, where the backend keeps them. */
  versions?(
    path: LogicalPath,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<readonly FileVersion[]>;
  /** Makes a folder where folders exist by themselves; elsewhere only checks that no file is in the way. */
  createFolder?(path: LogicalPath, options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /**
   * Reads many files as fast as the backend can, in the given order. Files larger than `maximumBytes` are reported as failed with
   * `limit_exceeded`. Backends without a faster way leave it out.
   */
  readFiles?(
    entries: readonly FileEntry[],
    options: { readonly maximumBytes: number; readonly signal?: AbortSignal | undefined },
    visit: (result: FileReadResult, index: number) => void,
  ): Promise<void>;
  /**
   * Reads a part of one file into the caller's memory, at once: the call blocks. For short reads, of which there may be many. Gives the
   * number of bytes from `start` on that were read: the length of `into`, or less where the file ends. `null` where the file is no longer
   * what `entry` describes, whether its validator is trusted or not, or can't be read so: `open` then tells what is the matter. Only for
   * backends where it takes microseconds.
   */
  readPart?(entry: FileEntry, start: number, into: Uint8Array): number | null;
  /**
   * All bytes of one file as it is now, at once: the call blocks. `null` where there is none, it can't be read, or it is larger than
   * `maximumBytes`. Who needs to know that the bytes belong together compares their hash. Only for backends where it takes microseconds.
   */
  readNow?(path: LogicalPath, maximumBytes: number): Uint8Array | null;
  /**
   * Whether a listing that gave this proof, in whichever process, would tell the same names now, and the same validators of files that count,
   * if `enter` answers alike. `false` also where that can't be told. Only for backends where it is cheaper than the listing.
   */
  stillHolds?(proof: Uint8Array, options?: { readonly signal?: AbortSignal | undefined }): Promise<boolean>;
  /** What the backend can promise, for `doctor` and health checks. */
  describe(): StoreDescription;
  /** Frees descriptors and connections. The store must not be used afterwards. */
  close(): Promise<void>;
}

/** What a store can promise. */
export interface StoreDescription {
  readonly name: string;
  /** `exact`: no path is followed outside the prefix, whatever others do at the same time; `best_effort`: as well as the platform can. */
  readonly safeOpen: "exact" | "best_effort" | "not_applicable";
  readonly conditionalWrites: "between_processes" | "within_process" | "none";
  readonly history: boolean;
  readonly writable: boolean;
}

/** The validator of an entry that was listed by name alone; it is not to be trusted and equals no other. */
export const unseenValidator = "racy-unseen";

/** Whether an entry's validator identifies its bytes; an untrusted one asks for the bytes to be read again. */
export function isTrusted({ validator }: Pick<FileEntry, "validator">): boolean {
  return !validator.startsWith("racy-");
}
