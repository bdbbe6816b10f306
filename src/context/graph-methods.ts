/** The methods of a file context that ask the graph. Each takes the state as it is now and hands it to pure functions. */
import { createDeadline } from "../base/deadline.ts";
import { GraphdownError } from "../base/errors.ts";
import type { Limits } from "../base/limits.ts";
import { exportGraph } from "../exports/export-graph.ts";
import { writeGraph } from "../exports/write-graph.ts";
import { outlineOf } from "../graph/questions/outline.ts";
import { overviewOf } from "../graph/questions/overview.ts";
import { problemsOf } from "../graph/questions/problems.ts";
import { countTriples } from "../graph/triple-count.ts";
import { buildIndex } from "../search/build-index.ts";
import { searchGraph } from "../search/search-graph.ts";
import type { FileContext, SearchOptions } from "./file-context.ts";
import type { Knowledge, KnowledgeState } from "./knowledge.ts";
import { readCursor, writeCursor } from "./search-cursor.ts";

type GraphMethods = Pick<FileContext, "search" | "outline" | "overview" | "problems" | "export" | "writeExport">;

export interface GraphMethodsSettings {
  readonly knowledge: Knowledge;
  readonly limits: Limits;
}

export function createGraphMethods({ knowledge, limits }: GraphMethodsSettings): GraphMethods {
  /** Answers one question from the state of this moment, under the deadline of the context and the caller's own signal. */
  async function ask<Answer>(
    signal: AbortSignal | undefined,
    answer: (state: KnowledgeState, signal: AbortSignal) => Answer | Promise<Answer>,
  ): Promise<Answer> {
    const deadline = createDeadline({ timeoutMs: limits.operationTimeoutMs, signal });
    try {
      const state = await knowledge.current(deadline.signal);
      deadline.check();
      return await answer(state, deadline.signal);
    } finally {
      deadline.close();
    }
  }
  return {
    search: (query, options = {}) => ask(options.signal, (state) => search({ state, query, options, limits })),
    outline: (path, { signal } = {}) => ask(signal, ({ graph }) => outlineOf({ graph, path })),
    overview: ({ signal, ...options } = {}) =>
      ask(signal, ({ graph, snapshot }) => overviewOf({ graph, digest: snapshot.digest, ...options })),
    problems: ({ signal, ...options } = {}) =>
      ask(signal, ({ graph, snapshot }) => ({ snapshot: snapshot.digest, ...problemsOf({ graph, ...options }), ...skippedOf(snapshot) })),
    export: (format, { signal, ...options } = {}) =>
      ask(signal, async ({ graph, snapshot }) => {
        const maximumCharacters = options.maximumCharacters ?? limits.maximumGraphExportCharacters;
        const written = await exportGraph({ graph, format, options: { ...options, snapshot: snapshot.digest, maximumCharacters } });
        return { snapshot: snapshot.digest, ...written, ...skippedOf(snapshot) };
      }),
    writeExport: (format, { signal, sink, ...options }) =>
      ask(signal, async ({ graph, snapshot }, joined) => {
        const written = await writeGraph({ graph, format, options: { ...options, snapshot: snapshot.digest }, sink, signal: joined });
        return { snapshot: snapshot.digest, ...written, ...skippedOf(snapshot) };
      }),
  };
}

function skippedOf({ skipped }: KnowledgeState["snapshot"]): Pick<KnowledgeState["snapshot"], "skipped"> {
  return skipped === undefined ? {} : { skipped };
}
