/** The methods of a file context that ask the graph. Each takes the state as it is now and hands it to pure functions. */
import { createDeadline } from "../base/deadline.ts";
import type { Limits } from "../base/limits.ts";
import { exportGraph } from "../exports/export-graph.ts";
import { writeGraph } from "../exports/write-graph.ts";
import { checkFile, checkFolder, defaultAccess } from "../files/access.ts";
import { outlineOf } from "../graph/questions/outline.ts";
import { overviewOf } from "../graph/questions/overview.ts";
import { problemsOf } from "../graph/questions/problems.ts";
import { buildIndex } from "../search/build-index.ts";
import { searchGraph } from "../search/search-graph.ts";
import type { GraphSearchResult } from "../search/search-result.ts";
import type { FileContext, SearchOptions } from "./file-context.ts";
import type { Knowledge, KnowledgeState } from "./knowledge.ts";
import { hasMoved, readCursor, writeCursor } from "./search-cursor.ts";

type GraphMethods = Pick<FileContext, "search" | "outline" | "overview" | "problems" | "export" | "writeExport">;

export interface GraphMethodsSettings {
  readonly knowledge: Knowledge;
  readonly limits: Limits;
}

export function createGraphMethods({ knowledge, limits }: GraphMethodsSettings): GraphMethods {
  /**
   * Answers one question from the state of this moment, under the deadline of the context and the caller's own signal. What the question
   * names is checked before storage is touched.
   */
  async function ask<Answer>(
    about: QuestionScope,
    answer: (state: KnowledgeState, signal: AbortSignal) => Answer | Promise<Answer>,
  ): Promise<Answer> {
    const deadline = createDeadline({ timeoutMs: limits.operationTimeoutMs, signal: about.signal });
    try {
      deadline.check();
      checkScope(about);
      const state = await knowledge.current(deadline.signal);
      deadline.check();
      return await answer(state, deadline.signal);
    } finally {
      deadline.close();
    }
  }
  return {
    search: (query, options = {}) => ask(options, (state) => search({ state, query, options, limits })),
    outline: (path, { signal } = {}) => ask({ signal, path }, ({ graph }) => outlineOf({ graph, path })),
    overview: ({ signal, directory, depth } = {}) =>
      ask({ signal, directory }, ({ graph, snapshot }) => ({
        ...overviewOf({ graph, digest: snapshot.digest, directory, depth }),
        ...skippedOf(snapshot),
      })),
    problems: ({ signal, directory, kinds } = {}) =>
      ask({ signal, directory }, ({ graph, snapshot }) => ({
        snapshot: snapshot.digest,
        ...problemsOf({ graph, directory, kinds }),
        ...skippedOf(snapshot),
      })),
    export: (format, { signal, ...given } = {}) =>
      ask({ signal, directory: given.directory, path: given.focus }, async ({ graph, snapshot }) => {
        const maximumCharacters = given.maximumCharacters ?? limits.maximumGraphExportCharacters;
        const options = { ...given, snapshot: snapshot.digest, maximumCharacters };
        return {
          snapshot: snapshot.digest,
          ...(await exportGraph({ graph, format, options })),
          ...skippedOf(snapshot),
        };
      }),
    writeExport: (format, { signal: given, sink, ...rest }) =>
      ask({ signal: given, directory: rest.directory, path: rest.focus }, async ({ graph, snapshot }, signal) => {
        const options = { ...rest, snapshot: snapshot.digest };
        const written = await writeGraph({ graph, format, options, sink, signal });
        return { snapshot: snapshot.digest, ...written, ...skippedOf(snapshot) };
      }),
  };
}

/** What a question names. */
interface QuestionScope {
  readonly signal?: AbortSignal | undefined;
  readonly path?: string | undefined;
  readonly directory?: string | undefined;
}

/** Paths of questions follow the same rules as those of file tools: well formed, and not denied. */
function checkScope({ path, directory }: QuestionScope): void {
  if (path !== undefined) checkFile(path, defaultAccess);
  if (directory !== undefined) checkFolder(directory, defaultAccess);
}

function search(question: {
  readonly state: KnowledgeState;
  readonly query: string;
  readonly options: SearchOptions;
  readonly limits: Limits;
}): GraphSearchResult {
  const { query, limits } = question;
  const { graph, snapshot } = question.state;
  const { signal: _, cursor: given, directory, ...narrowing } = question.options;
  const cursor = given === undefined ? undefined : readCursor(given);
  // Everything is built for this one question, so the index need only hold the question's own words.
  const index = buildIndex({ documents: graph.documents, options: { terms: "asked" } });
  const folder = checkFolder(directory ?? "", defaultAccess);
  const options = { ...narrowing, directory: folder, offset: cursor?.offset, limits };
  const { nextOffset, cut, ...answer } = searchGraph({ graph, index, query, options });
  const next = nextOffset === undefined ? undefined : writeCursor(nextOffset, snapshot.digest);
  return {
    snapshot: snapshot.digest,
    ...answer,
    ...skippedOf(snapshot),
    ...(cut === undefined ? {} : { cut: { reason: cut.reason, next } }),
    ...(next === undefined ? {} : { cursor: next }),
    ...(cursor !== undefined && hasMoved(cursor, snapshot.digest) ? { moved: true } : {}),
  };
}

function skippedOf({ skipped }: KnowledgeState["snapshot"]): Pick<KnowledgeState["snapshot"], "skipped"> {
  return skipped === undefined ? {} : { skipped };
}
