/** Versions: what callers see, hold and pass back, as text. */
import type { FileEntry } from "./file-store.ts";

const untrusted = "racy-";

/** A validator without the mark that it can't be trusted yet, which goes away by itself: for comparing two of them. */
export function stampOf(validator: string): string {
  return validator.startsWith(untrusted) ? validator.slice(untrusted.length) : validator;
}

/** The version of bytes, by their SHA-256. */
export function hashVersion(sha256: string): string {
  return `sha256-${sha256}`;
}

/** The version of a file that is too large to be hashed for it: what its listing tells. Equal on the same backend as long as the file is. */
export function statVersion(entry: Pick<FileEntry, "validator">): string {
  return `stat-${stampOf(entry.validator)}`;
}

/** Whether a version that a caller passes names a hash, or what a listing tells; `undefined` when it is neither. */
export function kindOfVersion(version: string): "hash" | "stat" | undefined {
  if (/^sha256-[0-9a-f]{64}$/.test(version)) return "hash";
  return version.startsWith("stat-") ? "stat" : undefined;
}

/** Whether `version`, of kind `stat`, names what `entry` describes. */
export function isStatVersionOf(version: string, entry: Pick<FileEntry, "validator">): boolean {
  return stampOf(version.slice("stat-".length)) === stampOf(entry.validator);
}
