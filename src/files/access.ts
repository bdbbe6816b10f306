/** The one check that every function on files applies to a path before it touches storage. */
import { isDenied } from "../base/denied-names.ts";
import { GraphdownError } from "../base/errors.ts";
import { type DirectoryPath, type LogicalPath, parseDirectoryPath, parseLogicalPath } from "../base/logical-path.ts";
import { defaultReservedFolders, isReserved } from "../base/reserved-folders.ts";
import { showPath } from "../base/show-path.ts";

/** Names that file functions neither touch nor show, besides those that are always denied. */
export interface AccessRules {
  /** A segment that is denied anywhere, or a path with `/` that is denied with all below it. Default none. */
  readonly denied: readonly string[];
  /** Folders of the root that belong to something else, such as the agent's own notes. */
  readonly reserved: readonly string[];
}

/** Nothing more is denied; `agent-file-memory/` is reserved for session memory. */
export const defaultAccess: AccessRules = { denied: [], reserved: defaultReservedFolders };

/** The path of a file: `invalid_path` for what is no path, then `permission_denied` for what is denied, whether it exists or not. */
export function checkFile(text: string, access: AccessRules): LogicalPath {
  const path = parseLogicalPath(text);
  checkAllowed(path, access);
  return path;
}

/** The path of a folder; as {@link checkFile}. */
export function checkFolder(text: string, access: AccessRules): DirectoryPath {
  const directory = parseDirectoryPath(text);
  checkAllowed(directory, access);
  return directory;
}

/** Whether a listing may show a path. */
export function isShown(path: string, access: AccessRules): boolean {
  return !isDenied(path, access.denied) && !isReserved(path, access.reserved);
}

function checkAllowed(path: string, access: AccessRules): void {
  if (isDenied(path, access.denied)) throw denied(path, "denied_name", "its name is one that no tool may touch");
  if (isReserved(path, access.reserved)) throw denied(path, "reserved", "it belongs to a reserved folder");
}

function denied(path: string, reason: string, why: string): GraphdownError {
  return new GraphdownError({
    code: "permission_denied",
    message: `"${showPath(path)}" can't be used: ${why}.`,
    path,
    details: { reason },
    next: "Use another path; a listing shows those that can be used.",
  });
}
