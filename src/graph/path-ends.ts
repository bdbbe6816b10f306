/** Where the path ends in a text that may have a fragment behind it: the name of a file may hold a hash itself. */

import type { KnowledgeGraph } from "./knowledge-graph.ts";

/**
 * Each place in a text at which a path of the graph may end, ascending: the hashes in it, and the end of the text. Those are left out that have more
 * hashes before them than any path holds. So there is one in a usual graph, however many hashes a text has.
 */
export function* pathEnds(graph: KnowledgeGraph, text: string): Generator<number, void> {
  for (let before = 0, end = text.indexOf("#"); before === 0 || before <= mostHashes(graph); before++) {
    yield end === -1 ? text.length : end;
    if (end === -1) return;
    end = text.indexOf("#", end + 1);
  }
}

/** Hashes of the path that holds the most; counted when a text with a hash is first looked at. */
const counts = new WeakMap<KnowledgeGraph, number>();

function mostHashes(graph: KnowledgeGraph): number {
  const known = counts.get(graph);
  if (known !== undefined) return known;
  let most = 0;
  for (const { path } of graph.documents) most = Math.max(most, hashesOf(path));
  for (const path of graph.otherPaths) most = Math.max(most, hashesOf(path));
  counts.set(graph, most);
  return most;
}

function hashesOf(path: string): number {
  let count = 0;
  for (let at = path.indexOf("#"); at !== -1; at = path.indexOf("#", at + 1)) count++;
  return count;
}
