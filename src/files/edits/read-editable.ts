/** Reads a file for an edit: its bytes and the version that the edit is conditional on. */
import { GraphdownError } from "../../base/errors.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import { showPath } from "../../base/show-path.ts";
import type { FileEntry } from "../../storage/file-store.ts";
import { hashVersion, isStatVersionOf, kindOfVersion, statVersion } from "../../storage/file-version.ts";
import { versionConflict } from "../../storage/store-errors.ts";
import type { ResolvedFileScope } from "../file-scope.ts";
import { readBytes } from "../read-bytes.ts";
import { readSteadily } from "../read-steadily.ts";

/** A file as it was read. */
export interface ReadForEdit {
  readonly entry: FileEntry;
  readonly bytes: Uint8Array;
  readonly version: string;
}

/**
 * All bytes of a file; `null` when there is none. More than `maximumEditBytes` are `limit_exceeded`, before they are read; another
 * version than `ifVersion` is `version_conflict` with the present one.
 */
export async function readForEdit(
  scope: ResolvedFileScope,
  { path, ifVersion }: { readonly path: LogicalPath; readonly ifVersion?: string | undefined },
): Promise<ReadForEdit | null> {
  const { store, limits, signal, sha256 } = scope;
  const read = await readSteadily(async () => {
    const entry = await store.stat(path, { signal });
    if (entry === null) return null;
    if (entry.size > limits.maximumEditBytes) throw tooLargeToEdit(path, entry.size, limits.maximumEditBytes);
    const bytes = await readBytes({ store, entry, signal });
    return { entry, bytes, version: hashVersion(sha256(bytes)) };
  });
  if (ifVersion === undefined) return read;
  if (read === null) throw versionConflict({ path, expected: ifVersion, current: null });
  const { entry, version } = read;
  const isStat = kindOfVersion(ifVersion) === "stat";
  if (isStat ? isStatVersionOf(ifVersion, entry) : ifVersion === version) return read;
  throw versionConflict({ path, expected: ifVersion, current: isStat ? statVersion(entry) : version });
}

function tooLargeToEdit(path: LogicalPath, actual: number, maximum: number): GraphdownError {
  return new GraphdownError({
    code: "limit_exceeded",
    message: `"${showPath(path)}" has ${actual} bytes, and files of at most ${maximum} can be edited (maximumEditBytes).`,
    path,
    details: { limit: "maximumEditBytes", maximum, actual },
    next: "Split the file with another program, or raise maximumEditBytes.",
  });
}
