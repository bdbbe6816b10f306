/** Helpers who read and parse files while the one who asks does the same. */
import type { ParseOptions } from "../documents/parse-options.ts";
import type { FileEntry } from "../storage/file-store.ts";
import type { ParsedFile } from "./parse-file.ts";

/** One file to be read. */
export interface CrewFile {
  /** Its place among the files of the job. */
  readonly place: number;
  readonly entry: FileEntry;
  /** The SHA-256 with which it need not be parsed. */
  readonly known: string | undefined;
}

/** A file that was read whole, and what it was found to be. */
export interface CrewReading {
  /** The file as it was when it was read. */
  readonly entry: FileEntry;
  readonly parsed: ParsedFile;
}

/** Files that are taken by whoever is free. */
export interface CrewJob {
  /** At most so many files that nobody has taken; none when there are none left. */
  take(count: number): readonly CrewFile[];
  /** Tells what became of a file that was taken; `undefined` where somebody else has to look at it. */
  deliver(file: CrewFile, reading: CrewReading | undefined): void;
}

/** Helpers for one job. What they do not deliver is read by the one who asks, so that they can fail without harm. */
export interface ReadingCrew {
  /** Has the helpers take files as soon as they can: those that are ready already at once. Called once. */
  start(job: CrewJob): void;
  /** Waits until every file that was taken has been delivered. */
  finish(): Promise<void>;
  /** Ends the helpers, whatever they are doing. */
  close(): void;
}

/** Gives helpers for so many files; `undefined` where it does not pay. */
export type CrewSource = (files: number) => Promise<ReadingCrew | undefined>;

/** What makes helpers find the same as the one who asks. */
export interface CrewSettings {
  /** Larger files are not read. */
  readonly maximumBytes: number;
  readonly documents: Partial<ParseOptions>;
}
