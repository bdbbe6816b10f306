/** Answers with the quads of the graph. Apart from the other questions, so that only this one loads what makes them. */
import { parseDirectoryPath } from "../base/logical-path.ts";
import type { KnowledgeGraph } from "../graph/knowledge-graph.ts";
import { quadsBelow } from "../graph/quads-below.ts";
import type { Quad } from "../graph/terms.ts";
import { quadsOf } from "../graph/to-quads.ts";

/** The quads, made as they are read: the whole graph, or what a folder's documents say. */
export function answerQuads({
  graph,
  directory,
  namedGraphs,
}: {
  readonly graph: KnowledgeGraph;
  readonly directory?: string | undefined;
  readonly namedGraphs?: boolean | undefined;
}): Iterable<Quad> {
  if (directory === undefined) return quadsOf(graph, { namedGraphs });
  return quadsBelow(graph, parseDirectoryPath(directory), { namedGraphs });
}
