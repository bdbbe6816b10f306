/** The version of a file: what callers hold and pass back. */
import type { FileEntry } from "../storage/file-store.ts";
import { hashVersion, statVersion } from "../storage/file-version.ts";
import type { ResolvedFileScope } from "./file-scope.ts";
import type { KnownFile } from "./known-files.ts";
import { readBytes } from "./read-bytes.ts";

/** The version of a file. One of at most `maximumEditBytes` is read and hashed unless that is known; a larger one never is. */
export async function versionOf(scope: ResolvedFileScope, entry: FileEntry): Promise<string> {
  const known = scope.known.of(entry);
  const version = versionWithoutReading(scope, entry, known);
  if (version !== undefined) return version;
  const bytes = await readBytes({ store: scope.store, entry, signal: scope.signal });
  known.version = versionOfBytes(scope, entry, bytes);
  return known.version;
}

/** The version where it can be told without reading the file. */
export function versionWithoutReading(
  scope: ResolvedFileScope,
  entry: FileEntry,
  known: KnownFile,
): string | undefined {
  return known.version ?? versionOfEntry(scope, entry);
}

/** The version of bytes that have been read whole. */
export function versionOfBytes(scope: ResolvedFileScope, entry: FileEntry, bytes: Uint8Array): string {
  return versionOfEntry(scope, entry) ?? hashVersion(scope.sha256(bytes));
}

/** What the backend knows of an entry, else what its listing tells of one that is too large to be hashed. */
function versionOfEntry({ store, limits }: ResolvedFileScope, entry: FileEntry): string | undefined {
  return store.knownVersion?.(entry) ?? (entry.size > limits.maximumEditBytes ? statVersion(entry) : undefined);
}
