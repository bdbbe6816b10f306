/** A file as a write finds it: what it is, which version it has, and the bytes to keep of it. */
import { closeSync, fstatSync } from "node:fs";
import type { LogicalPath } from "../../base/logical-path.ts";
import type { FileEntry } from "../file-store.ts";
import { hashVersion, isStatVersionOf, kindOfVersion, statVersion } from "../file-version.ts";
import { versionConflict } from "../store-errors.ts";
import type { Directories } from "./node-directories.ts";
import { hashFile } from "./node-file-content.ts";
import { entryOfStats, identityOfStats, stampOfStats, trustedBefore } from "./node-file-stamp.ts";
import { openByPath } from "./node-open-file.ts";

/** A file that is held open. */
export interface PresentFile {
  readonly descriptor: number;
  readonly entry: FileEntry;
  /** Hash of its bytes; `undefined` where it was too large to be hashed unasked. */
  readonly sha256: string | undefined;
  /** Says that a file is still this one, in the same state, also after it was moved. */
  readonly identity: string;
  readonly mode: number;
  readonly owner: { readonly user: number; readonly group: number };
}

const maximumAttempts = 3;

/** Runs something with the file that is at a path now, or with `undefined`, and closes it afterwards. */
export async function withPresentFile<Result>(
  request: {
    readonly directories: Directories;
    readonly path: LogicalPath;
    /** Largest file that is hashed. */
    readonly hashedBytes: number;
  },
  use: (file: PresentFile | undefined) => Promise<Result>,
): Promise<Result> {
  const { directories, path, hashedBytes } = request;
  for (let attempt = 1; attempt <= maximumAttempts; attempt++) {
    const trustedBeforeNs = trustedBefore();
    const opened = openByPath(directories, path);
    if (opened === undefined) return use(undefined);
    const { descriptor, stats } = opened;
    try {
      const sha256 = stats.size <= hashedBytes ? await hashFile(descriptor) : undefined;
      if (stampOfStats(fstatSync(descriptor, { bigint: true })) !== stampOfStats(stats)) continue;
      return await use({
        descriptor,
        entry: entryOfStats(path, stats, trustedBeforeNs),
        sha256,
        identity: identityOfStats(stats),
        mode: Number(stats.mode) & 0o7777,
        owner: { user: Number(stats.uid), group: Number(stats.gid) },
      });
    } finally {
      closeSync(descriptor);
    }
  }
  throw versionConflict({ path });
}

/** Whether the file has the version that a caller holds. */
export function hasVersion(file: PresentFile | undefined, version: string): boolean {
  if (file === undefined) return false;
  if (kindOfVersion(version) === "stat") return isStatVersionOf(version, file.entry);
  return file.sha256 !== undefined && version === hashVersion(file.sha256);
}

/** The version of the file in the form that callers see. */
export function versionOfPresent(file: PresentFile): string {
  return file.sha256 === undefined ? statVersion(file.entry) : hashVersion(file.sha256);
}
