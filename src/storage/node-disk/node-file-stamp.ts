/** What the file system tells of a file, as the validator of its entry. */
import type { BigIntStats } from "node:fs";
import type { LogicalPath } from "../../base/logical-path.ts";
import type { FileEntry } from "../file-store.ts";

/** Two changes closer together than this can leave the same times behind. */
const racyMs = 2_000;

/** The youngest change time, in nanoseconds, that can be trusted for what is looked at from now on. Ask before looking, not after. */
export function trustedBefore(): bigint {
  return BigInt(Date.now() - racyMs) * 1_000_000n;
}

/** Inode, size, and both times in nanoseconds: equal stamps mean the same bytes, unless the change is too young to tell. */
export function stampOfStats(stats: BigIntStats): string {
  const { ino, size, mtimeNs, ctimeNs } = stats;
  return `${ino.toString(36)}-${size.toString(36)}-${mtimeNs.toString(36)}-${ctimeNs.toString(36)}`;
}

/** As {@link stampOfStats} without the change time, which renaming and linking move: what says that a file is still the same one. */
export function identityOfStats(stats: BigIntStats): string {
  const { ino, size, mtimeNs } = stats;
  return `${ino.toString(36)}-${size.toString(36)}-${mtimeNs.toString(36)}`;
}

/** The entry of a regular file. */
export function entryOfStats(path: LogicalPath, stats: BigIntStats, trustedBeforeNs: bigint): FileEntry {
  const stamp = stampOfStats(stats);
  return {
    kind: "file",
    path,
    size: Number(stats.size),
    validator: stats.ctimeNs >= trustedBeforeNs ? `racy-${stamp}` : stamp,
    modified: Number(stats.mtimeMs),
  };
}
