/** Keeps tools from files of the program: the configuration, tokens, the log of events. */
import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { folderOfLocation } from "../../../storage/folder-of-location.ts";

/** The names to deny so that nothing touches `file` through a location: none where it lies elsewhere. */
export function deniedNames(
  file: string,
  { location, prefix = "" }: { readonly location: string; readonly prefix?: string | undefined },
): readonly string[] {
  const root = folderOfLocation(location);
  if (root === undefined) return [];
  // The file itself may not be there yet.
  const path = relative(real(resolve(root, prefix)), join(real(dirname(resolve(file))), basename(file)));
  return path === "" || path.startsWith("..") || isAbsolute(path) ? [] : [path.split(sep).join("/")];
}

/** A folder by the name that no link leads around. */
function real(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    // A folder that is not there is told when it is opened.
    return folder;
  }
}
