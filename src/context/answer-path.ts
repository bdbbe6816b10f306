/** Answers how one node leads to another. */
import { requireDirection } from "../graph/questions/edge-words.ts";
import { findNode } from "../graph/questions/find-node.ts";
import { type PathAnswer, shortestPath } from "../graph/questions/shortest-path.ts";
import type { PathOptions } from "./context-options.ts";
import type { KnowledgeState } from "./knowledge-state.ts";

/** A shortest path, or that there is none. */
export interface PathResult extends PathAnswer {
  /** Digest of the snapshot that was asked. */
  readonly snapshot: string;
}

/** Checks what is asked; gives the answer to it. */
export function checkPath(from: string, to: string, options: PathOptions): (state: KnowledgeState) => PathResult {
  const direction = requireDirection(options.direction);
  return ({ graph, snapshot }) => ({
    snapshot: snapshot.digest,
    ...shortestPath({ graph, from: findNode(graph, from), to: findNode(graph, to), direction }),
  });
}
