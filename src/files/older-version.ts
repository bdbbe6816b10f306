/** Older versions of a file, where the store keeps them. */
import type { LogicalPath } from "../base/logical-path.ts";
import { collectBytes } from "../storage/byte-streams.ts";
import { hashVersion, kindOfVersion } from "../storage/file-version.ts";
import { versionNotCurrent } from "./file-errors.ts";
import type { ResolvedFileScope } from "./file-scope.ts";

/**
 * The bytes of an older version of a file. What the store does not keep any more, or what has more than `maximumEditBytes`, is
 * `version_conflict` with the present version: never is another one served in its place.
 */
export async function readOlderVersion(
  scope: ResolvedFileScope,
  wanted: { readonly path: LogicalPath; readonly version: string; readonly current: string },
): Promise<Uint8Array> {
  const { path, version, current } = wanted;
  const bytes = kindOfVersion(version) === "hash" ? await openOlder(scope, path, version) : undefined;
  if (bytes === undefined || hashVersion(scope.sha256(bytes)) !== version)
    throw versionNotCurrent(path, version, current);
  return bytes;
}

async function openOlder(
  scope: ResolvedFileScope,
  path: LogicalPath,
  version: string,
): Promise<Uint8Array | undefined> {
  const opened = await scope.store.open(path, { version, signal: scope.signal });
  if (opened === null) return undefined;
  const { size } = opened.entry;
  if (size > scope.limits.maximumEditBytes) {
    await opened.stream.cancel();
    return undefined;
  }
  const bytes = await collectBytes(opened.stream, scope.signal);
  return bytes.length === size ? bytes : undefined;
}
