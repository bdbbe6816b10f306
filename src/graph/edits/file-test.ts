/** Tells the files of a graph from folders that a link may lead to as well. */
import type { LogicalPath } from "../../base/logical-path.ts";
import type { KnowledgeGraph } from "../knowledge-graph.ts";

/** Whether a path is that of a file in the graph. */
export function fileTest({ documents, otherPaths }: KnowledgeGraph): (path: LogicalPath) => boolean {
  const files = new Set<string>(otherPaths);
  for (const { path } of documents) files.add(path);
  return (path) => files.has(path);
}
