/** Streams a graph in a format to a sink. */
import type { Cut } from "../base/cut.ts";
import type { KnowledgeGraph } from "../graph/knowledge-graph.ts";
import type { ExportOptions, GraphExportSummary } from "./graph-export.ts";
import { planExport } from "./plan-export.ts";
import { boundedPieces } from "./text-plan.ts";

/** Where an export goes. A promise is waited for before more text is made, which is how a slow reader slows the writer down. */
export interface TextSink {
  write(text: string): void | Promise<void>;
}

/** UTF-16 units that are passed on at once. */
const chunkLength = 64 * 1024;

/**
 * Writes a graph to a sink in chunks; the first one goes out as soon as there is a statement. Holds the graph and one chunk, not the
 * text. Without `maximumCharacters` everything is written. Fails with `invalid_input` or `not_found` before the sink is touched.
 */
export async function writeGraph({
  graph,
  format,
  options,
  sink,
  onStart,
  signal,
}: {
  graph: KnowledgeGraph;
  /** One of `exportFormats`. */
  format: string;
  options?: ExportOptions | undefined;
  sink: TextSink;
  /** Waited for before the first text, when nothing can be refused any more; gets the cut where the selection was reduced to be shown. */
  onStart?: ((cut: Cut | undefined) => void | Promise<void>) | undefined;
  /** Ends the export between two chunks by throwing its reason. */
  signal?: AbortSignal | undefined;
}): Promise<GraphExportSummary> {
  const plan = await planExport({ graph, format, options });
  const pieces = boundedPieces(plan.text, plan.maximumCharacters);
  let chunk = "";
  let due = 1;
  let next = pieces.next();
  await onStart?.(plan.text.cut);
  for (; next.done !== true; next = pieces.next()) {
    chunk += next.value;
    if (chunk.length < due) continue;
    signal?.throwIfAborted();
    await sink.write(chunk);
    chunk = "";
    due = chunkLength;
  }
  if (chunk !== "") await sink.write(chunk);
  return plan.summarise(next.value);
}
