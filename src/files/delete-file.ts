/** Deletes a file. */
import type { LogicalPath } from "../base/logical-path.ts";
import { checkFile } from "./access.ts";
import { type FileScope, resolveScope } from "./file-scope.ts";
import { nearNames } from "./near-names.ts";

/** What was deleted. A missing file is a value; the path is never guessed. */
export interface DeletedFile {
  readonly path: LogicalPath;
  readonly deleted: boolean;
  /** When there was no such file: up to three that come near. */
  readonly suggestions?: readonly LogicalPath[];
}

/** Deletes a file, with `ifVersion` only while it has this version (`version_conflict`). A folder is `invalid_input`: folders are never deleted. */
export async function deleteFile(
  options: FileScope & { readonly path: string; readonly ifVersion?: string | undefined },
): Promise<DeletedFile> {
  const scope = resolveScope(options);
  const path = checkFile(options.path, scope.access);
  const { ifVersion } = options;
  const deleted = await scope.store.delete(path, { ifVersion, signal: scope.signal });
  if (deleted) return { path, deleted };
  const suggestions = await nearNames(scope, path);
  return { path, deleted, ...(suggestions.length === 0 ? {} : { suggestions }) };
}
