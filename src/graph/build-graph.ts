/** Documents to a resolved graph. */
import type { LogicalPath } from "../base/logical-path.ts";
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import { editedGraph } from "./edited-graph.ts";
import { GraphLineage } from "./graph-lineage.ts";
import { resolveGraphOptions } from "./graph-options.ts";
import type { GraphOptions, KnowledgeGraph } from "./knowledge-graph.ts";

/** What a graph is built from. */
export interface BuildGraphInput {
  readonly documents: readonly MarkdownDocument[];
  /** All other visible files, so that a link to something that is not Markdown is told from a broken one. */
  readonly otherPaths: readonly LogicalPath[];
  readonly options?: Partial<GraphOptions> | undefined;
  /**
   * A graph of other documents with the same options, to begin from: documents that are the same objects are not looked at again, and of
   * their links only those that may lead elsewhere now are. The result is the same with it and without it, and it stays as it is.
   */
  readonly previous?: KnowledgeGraph | undefined;
}

/**
 * Builds the graph. Links are resolved at once, in time linear in their number; nodes, edges and diagnostics are made when they are
 * first read. The order of the input does not matter. Options that make no sense are `invalid_options`.
 */
export function buildGraph(input: BuildGraphInput): KnowledgeGraph {
  const options = resolveGraphOptions(input.options);
  const { previous } = input;
  const lineage = previous && GraphLineage.of(previous);
  const moved =
    lineage === undefined ? previous && editedGraph(previous, input, options) : lineage.move(input, options);
  return moved ?? new GraphLineage(input, options).graph;
}
