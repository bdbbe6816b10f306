/** What a folder that does not exist was probably meant to be. */
import { type DirectoryPath, isBelow, type LogicalPath, nameOf, parentOf } from "../../base/logical-path.ts";
import { nearestName } from "../../base/nearest-name.ts";
import type { KnowledgeGraph } from "../knowledge-graph.ts";

const maximumSuggestions = 3;

/** Whether a visible file lies below a folder; the root always counts. */
export function holdsFiles(graph: KnowledgeGraph, folder: DirectoryPath): boolean {
  const isInside = (path: string): boolean => isBelow(path, folder);
  return folder === "" || graph.documents.some(({ path }) => isInside(path)) || graph.otherPaths.some(isInside);
}

/** Up to three folders of documents near a path: those with the same last name wherever they are, else the one that is spelled most alike. */
export function nearFolders(graph: KnowledgeGraph, folder: LogicalPath): readonly LogicalPath[] {
  const folders = new Set<LogicalPath>();
  for (const { path } of graph.documents)
    for (let at = parentOf(path); at !== "" && !folders.has(at); at = parentOf(at)) folders.add(at);
  const wanted = nameOf(folder).toLowerCase();
  const same = [...folders].filter((path) => nameOf(path).toLowerCase() === wanted);
  if (same.length > 0) return same.sort((a, b) => a.length - b.length).slice(0, maximumSuggestions);
  const near = nearestName(folder, folders);
  return near === undefined ? [] : [near as LogicalPath];
}
