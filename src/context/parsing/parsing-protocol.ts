/** What is said between a thread that parses and the one that asked it to. */
import type { PackedBatch } from "../../documents/packed/packed-batch.ts";
import type { CrewFile, CrewSettings } from "../../snapshot/reading-crew.ts";
import type { FileEntry } from "../../storage/file-store.ts";

/** What a thread is started with. */
export interface ParsingThreadData extends CrewSettings {
  readonly location: string;
  readonly prefix: string | undefined;
}

/** Files to be read, in the order in which they are answered. */
export interface ParsingTask {
  readonly files: readonly CrewFile[];
}

/** What a file that could be read turned out to be. */
export type ParsedEntry =
  | { readonly kind: "document" | "binary"; readonly entry: FileEntry }
  | { readonly kind: "same"; readonly entry: FileEntry; readonly sha256: string };

export type ParsingMessage =
  /** The thread is able to work. */
  | { readonly ready: true }
  /** What became of the files of the oldest task, `undefined` where the one who asked has to look; `batch` holds the documents among them. */
  | { readonly files: readonly (ParsedEntry | undefined)[]; readonly batch: PackedBatch };
