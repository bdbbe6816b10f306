/** The folder that a question is narrowed to. */
import { GraphdownError } from "../../base/errors.ts";
import { type DirectoryPath, isBelow, parseDirectoryPath } from "../../base/logical-path.ts";
import { nearestName } from "../../base/nearest-name.ts";
import { showPath } from "../../base/show-path.ts";
import type { KnowledgeGraph } from "../knowledge-graph.ts";
import { folderOf } from "../resolve/name-forms.ts";

/**
 * The folder of a question; the root if none is given. A path that is none is `invalid_path`, a folder that holds no file `not_found`
 * with the nearest name: an empty answer would read as if all were well.
 */
export function requireFolder(graph: KnowledgeGraph, directory: string | undefined): DirectoryPath {
  const folder = parseDirectoryPath(directory ?? "");
  const holdsFile = (path: string): boolean => isBelow(path, folder);
  if (folder === "" || graph.documents.some(({ path }) => holdsFile(path)) || graph.otherPaths.some(holdsFile)) {
    return folder;
  }
  const near = nearestName(
    folder,
    new Set(graph.documents.map(({ path }) => folderOf(path)).filter((path) => path !== "")),
  );
  throw new GraphdownError({
    code: "not_found",
    message: `There is no folder "${showPath(folder)}".`,
    path: showPath(folder),
    details: near === undefined ? {} : { suggestions: [near] },
    next: near === undefined ? "List the folders first, or leave the folder out." : `Did you mean "${showPath(near)}"?`,
  });
}
