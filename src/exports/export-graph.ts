/** A graph in a format as one text. */
import { defaultLimits } from "../base/limits.ts";
import type { KnowledgeGraph } from "../graph/knowledge-graph.ts";
import type { ExportOptions, GraphExport } from "./graph-export.ts";
import { planExport } from "./plan-export.ts";
import { boundedPieces } from "./text-plan.ts";

/**
 * Writes a graph into a text of at most `maximumCharacters` (by default 200,000; `Infinity` is no bound). A bound cuts between
 * statements, so that the text stays valid, and is reported as `cut`.
 */
export async function exportGraph({
  graph,
  format,
  options,
}: {
  graph: KnowledgeGraph;
  /** One of `exportFormats`. */
  format: string;
  options?: ExportOptions | undefined;
}): Promise<Omit<GraphExport, "snapshot" | "skipped">> {
  const maximumCharacters = options?.maximumCharacters ?? defaultLimits.maximumGraphExportCharacters;
  const plan = await planExport({ graph, format, options: { ...options, maximumCharacters } });
  const pieces = boundedPieces(plan.text, maximumCharacters);
  const parts: string[] = [];
  let next = pieces.next();
  for (; next.done !== true; next = pieces.next()) parts.push(next.value);
  return { ...plan.summarise(next.value), content: parts.join("") };
}
