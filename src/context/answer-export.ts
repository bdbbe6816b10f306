/** Answers exports from the state of the moment. Apart from the other questions, so that only an export loads the writers. */
import { GraphdownError } from "../base/errors.ts";
import type { Limits } from "../base/limits.ts";
import { exportGraph } from "../exports/export-graph.ts";
import type { ExportFormat, ExportOptions, GraphExport } from "../exports/graph-export.ts";
import { resolveExportOptions, resolveFormat } from "../exports/resolve-export-options.ts";
import { writeGraph } from "../exports/write-graph.ts";
import type { KnowledgeGraph } from "../graph/knowledge-graph.ts";
import { unknownTags } from "../graph/questions/unknown-tags.ts";
import type { ExportReport, ExportTarget } from "./context-options.ts";
import type { KnowledgeState } from "./knowledge-state.ts";
import { skippedOf } from "./skipped-of.ts";

/** An export that has been checked, and what it is made from. */
interface ExportQuestion {
  readonly state: KnowledgeState;
  readonly format: ExportFormat;
  readonly options: ExportOptions;
}

/** Checks what is asked, so that a wrong question is refused before anything is read. */
export function checkExport(format: string, options: ExportOptions): void {
  resolveExportOptions(resolveFormat(format), options);
}

/** The graph as one bounded text. */
export async function answerExport({
  state: { graph, snapshot },
  format,
  options: given,
  limits,
}: ExportQuestion & { readonly limits: Limits }): Promise<GraphExport> {
  const maximumCharacters = given.maximumCharacters ?? limits.maximumGraphExportCharacters;
  const options = { ...given, snapshot: snapshot.digest, maximumCharacters };
  return { snapshot: snapshot.digest, ...(await exportGraph({ graph, format, options })), ...strayTags(graph, given) };
}

/** The graph streamed to a sink. Once it has begun, a failure that another question would recover from is told as it is: no text comes twice. */
export async function streamExport({
  state: { graph, snapshot },
  format,
  options: given,
  sink,
  onStart,
  signal,
}: ExportQuestion & ExportTarget & { readonly signal: AbortSignal }): Promise<ExportReport> {
  const options = { ...given, snapshot: snapshot.digest };
  let begun = false;
  try {
    const written = await writeGraph({
      graph,
      format,
      options,
      sink: {
        write: (text) => {
          begun = true;
          return sink.write(text);
        },
      },
      onStart: async (cut) => {
        if (onStart === undefined) return;
        begun = true;
        await onStart({
          snapshot: snapshot.digest,
          format,
          ...(cut === undefined ? {} : { cut }),
          ...skippedOf(snapshot),
        });
      },
      signal,
    });
    return { snapshot: snapshot.digest, ...written, ...strayTags(graph, given) };
  } catch (cause) {
    throw begun && GraphdownError.isInstance(cause) ? new GraphdownError({ ...cause.toInfo(), cause }) : cause;
  }
}

/** The field `unknownTags`: a diagram without a note for them would leave people wondering. */
function strayTags(graph: KnowledgeGraph, { tags }: ExportOptions): Pick<GraphExport, "unknownTags"> {
  const unknown = unknownTags(graph, tags);
  return unknown.length === 0 ? {} : { unknownTags: unknown };
}
