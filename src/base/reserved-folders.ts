/** Folders of the root that belong to something else than the notes, such as what an agent jots down for itself. */
import { isDenied } from "./denied-names.ts";

/** Folders that no file tool touches or shows, and that no graph contains, when nothing else is said. */
export const defaultReservedFolders: readonly string[] = ["agent-file-memory"];

/** Whether a path is a reserved folder or lies in one, also in the disguises that denied names are known by. */
export function isReserved(path: string, reserved: readonly string[]): boolean {
  if (reserved.length === 0) return false;
  const slash = path.indexOf("/");
  return isDenied(slash === -1 ? path : path.slice(0, slash), reserved);
}
