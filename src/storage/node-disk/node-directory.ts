/** A folder and a file on disk that are held. */
import type { BigIntStats } from "node:fs";

/** A folder that is held. Close it, and it must not be used afterwards. */
export interface Directory {
  /** What the system calls the folder, ready for a name to be appended. Never shown to anyone. */
  readonly prefix: string;
  /**
   * The folder by its plain path from the root of the machine, as it was when it was opened: a shorter way, on which links are followed
   * if somebody puts them there. Only for looks at what can be recognised.
   */
  readonly plainPrefix: string;
  /** Absent in `best_effort`. */
  readonly descriptor?: number;
  close(): void;
}

/** An open regular file. */
export interface OpenedFile {
  readonly descriptor: number;
  readonly stats: BigIntStats;
}
