/** The folder that a question is narrowed to must be there: an empty answer would read as if all were well. */
import { type DirectoryPath, parseDirectoryPath } from "../base/logical-path.ts";
import { resolveScope } from "../files/file-scope.ts";
import { folderExists, folderNotFound } from "../files/near-names.ts";
import type { KnowledgeGraph } from "../graph/knowledge-graph.ts";
import { holdsFiles, nearFolders } from "../graph/questions/near-folders.ts";
import type { FileStore } from "../storage/file-store.ts";

/**
 * Returns when the folder is there, be it empty or left out by an ignore file; else throws `not_found` with near names. The storage is
 * only asked for a folder that the graph has no file of.
 */
export async function requireFolder({
  graph,
  store,
  directory = "",
  signal,
}: {
  readonly graph: KnowledgeGraph;
  readonly store: FileStore;
  readonly directory: string | undefined;
  readonly signal: AbortSignal;
}): Promise<void> {
  const folder: DirectoryPath = parseDirectoryPath(directory);
  if (folder === "" || holdsFiles(graph, folder)) return;
  const scope = resolveScope({ store, signal });
  if (await folderExists(scope, folder)) return;
  throw await folderNotFound(scope, folder, nearFolders(graph, folder));
}
