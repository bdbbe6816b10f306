/** The folders in which something was seen: where the next change is likely. */
import { type LogicalPath, parentOf } from "../../base/logical-path.ts";
import type { Look } from "./look.ts";

/** The folders of everything that was seen, and those above them. */
export function foldersOf({ files, otherPaths }: Pick<Look, "files" | "otherPaths">): ReadonlySet<string> {
  const folders = new Set<string>([""]);
  const add = (path: LogicalPath): void => {
    for (let folder = parentOf(path); folder !== "" && !folders.has(folder); folder = parentOf(folder))
      folders.add(folder);
  };
  for (const { path } of files) add(path);
  for (const path of otherPaths) add(path);
  return folders;
}
