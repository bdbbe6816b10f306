/** Size, type, time and version of a file. */
import type { LogicalPath } from "../base/logical-path.ts";
import type { FileEntry } from "../storage/file-store.ts";
import { checkFile } from "./access.ts";
import { contentTypeOf } from "./content-type.ts";
import { type FileScope, resolveScope } from "./file-scope.ts";
import { nearNames } from "./near-names.ts";
import { readSteadily } from "./read-steadily.ts";
import { versionOf } from "./version-of.ts";

/** What can be said of a file without showing its content. */
export interface FileInfo {
  readonly path: LogicalPath;
  /** Bytes. */
  readonly length: number;
  /** Told from the name. */
  readonly contentType: string;
  /** ISO 8601, UTC. */
  readonly lastModified: string;
  readonly version: string;
}

/** The answer of `info`: a missing file is a value, with up to three near names. */
export type FileInfoAnswer =
  | { readonly status: "found"; readonly path: LogicalPath; readonly info: FileInfo }
  | { readonly status: "not_found"; readonly path: LogicalPath; readonly suggestions?: readonly LogicalPath[] };

/**
 * Tells of a file. The version of one of at most `maximumEditBytes` is its hash, so that it is read unless the hash is known; a larger
 * one is never read.
 */
export async function infoOf(options: FileScope & { readonly path: string }): Promise<FileInfoAnswer> {
  const scope = resolveScope(options);
  const path = checkFile(options.path, scope.access);
  return readSteadily(async () => {
    const entry = await scope.store.stat(path, { signal: scope.signal });
    if (entry !== null) return { status: "found", path, info: describeEntry(entry, await versionOf(scope, entry)) };
    const suggestions = await nearNames(scope, path);
    return { status: "not_found", path, ...(suggestions.length === 0 ? {} : { suggestions }) };
  });
}

/** What an entry of the store says of a file, with its version. */
export function describeEntry(entry: FileEntry, version: string): FileInfo {
  return {
    path: entry.path,
    length: entry.size,
    contentType: contentTypeOf(entry.path),
    lastModified: timeOf(entry.modified),
    version,
  };
}

/** Clocks and file systems can be wrong by more than a date can hold. */
function timeOf(milliseconds: number): string {
  return new Date(Math.max(-latestTime, Math.min(latestTime, milliseconds))).toISOString();
}

const latestTime = 8.64e15;
