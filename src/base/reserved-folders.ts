/** Folders of the root that belong to something else than the notes, such as what an agent jots down for itself. */
import { isDenied } from "./denied-names.ts";

/** Folders that no file tool touches or shows, and that no graph contains, when nothing else is said. */
export const defaultReservedFolders: readonly string[] = ["agent-file-memory"];

/** Printable ASCII without a colon and without a dot or blank at the end: a name that has no disguise but its case. */
const plainName = /^[ -9;-~]*[!-\-/-9;-~]$/;

/**
 * Whether a path is a reserved folder or lies in one, also in the disguises that denied names are known by.
 *
 * @param reserved Names of folders in the root, in lower case.
 */
export function isReserved(path: string, reserved: readonly string[]): boolean {
  if (reserved.length === 0) return false;
  const slash = path.indexOf("/");
  const top = slash === -1 ? path : path.slice(0, slash);
  if (!plainName.test(top)) return isDenied(top, reserved);
  return reserved.some((name) => name.length === top.length && name === top.toLowerCase());
}
