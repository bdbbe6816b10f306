/** The two shapes in which every result says that something is missing from it. */

/** A result was cut: why, and where to go on. */
export interface Cut<Next = unknown> {
  readonly reason: "bytes" | "lines" | "count" | "characters" | "time";
  readonly next?: Next;
}

/** Why a file is missing from an answer. */
export type SkipReason =
  | "too_large"
  | "over_file_count"
  | "binary"
  | "unreadable"
  | "unaddressable"
  | "symbolic_link"
  | "not_a_file"
  | "denied";

/** One file that was left out. The path is shown as the store gave it and may not be addressable. */
export interface SkippedFile {
  readonly path: string;
  readonly reason: SkipReason;
}

/** Files that a bound or a fault left out: how many, and the first 10 by code point. */
export interface Skipped {
  readonly count: number;
  readonly first: readonly SkippedFile[];
}

const shown = 10;

/** Sums up what was left out; `undefined` when nothing was. */
export function summariseSkipped(files: readonly SkippedFile[]): Skipped | undefined {
  return files.length === 0 ? undefined : { count: files.length, first: files.slice(0, shown) };
}
