/**
 * The methods of a file context that ask the graph. Each checks its question, takes the state as it is now and hands it to pure functions.
 * What answers a question is loaded with the first question of its kind: starting up must not pay for all of them.
 */
import type { Limits } from "../base/limits.ts";
import { type AccessRules, checkFile, checkFolder } from "../files/access.ts";
import type { SparqlEngine } from "../query/sparql/sparql-engine.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { FileStore } from "../storage/file-store.ts";
import type { RevisionSource } from "../storage/revision-source.ts";
import { checkNode } from "./check-node.ts";
import type { ContextSelection } from "./context-options.ts";
import type { FileContext } from "./file-context.ts";
import type { Knowledge } from "./knowledge.ts";
import type { KnowledgeState } from "./knowledge-state.ts";
import { skippedOf } from "./skipped-of.ts";
import { unreadOf } from "./unread-of.ts";
import { withinDeadline } from "./within-deadline.ts";

type GraphMethods = Pick<
  FileContext,
  | "search"
  | "find"
  | "outline"
  | "overview"
  | "neighbors"
  | "path"
  | "related"
  | "context"
  | "problems"
  | "diff"
  | "export"
  | "writeExport"
  | "quads"
  | "sparql"
  | "validate"
  | "infer"
>;

export interface GraphMethodsSettings {
  /** Gives the knowledge, which is made for the first question. */
  readonly knowledge: () => Promise<Knowledge>;
  /** Gives what runs SPARQL, which is started for the first query. */
  readonly sparql: () => Promise<SparqlEngine>;
  readonly store: FileStore;
  readonly selection: ContextSelection;
  readonly limits: Limits;
  readonly access: AccessRules;
  /** Shows of another store of the same place what is shown of this one. */
  readonly view: (store: FileStore) => FileStore;
  /** Opens the revisions of this place, where it has some. */
  readonly revisions: (() => Promise<RevisionSource>) | undefined;
  /** The revision whose files these are; `undefined` for those of now. */
  readonly revision: string | undefined;
}

export function createGraphMethods({
  knowledge,
  sparql,
  store,
  selection,
  limits,
  access,
  view,
  revisions,
  revision,
}: GraphMethodsSettings): GraphMethods {
  /** Answers one question from the state of this moment, under the deadline of the context and the caller's own signal. */
  const ask = <Result>(about: QuestionScope, prepare: () => Promise<Answer<Result>>): Promise<Result> =>
    withinDeadline({ timeoutMs: limits.operationTimeoutMs, signal: about.signal }, async (deadline) => {
      checkScope(about, access);
      const answer = await prepare();
      return (await knowledge()).ask(deadline.signal, async (state) => {
        deadline.check();
        if (about.directory !== undefined) {
          const { requireFolder } = await import("./require-folder.ts");
          await requireFolder({ graph: state.graph, store, directory: about.directory, signal: deadline.signal });
        }
        return await answer(state, deadline.signal, deadline.check);
      });
    });
  const givenText = async (given: string | undefined, ending: string, name: string, signal?: AbortSignal) => {
    if (given === undefined) return undefined;
    const { readGivenText } = await import("./read-given-text.ts");
    return readGivenText({ store, limits, access, signal, given, ending, name });
  };
  const leftOut = (snapshot: Snapshot) => ({ ...skippedOf(snapshot), ...unreadOf(snapshot, selection) });
  return {
    search: (query, options = {}) =>
      ask(options, async () => {
        const { answerSearch, checkSearch } = await import("./answer-search.ts");
        const search = checkSearch(query, options, limits);
        return (state) => ({ ...answerSearch(state, search), ...leftOut(state.snapshot) });
      }),
    find: (options = {}) =>
      ask(options, async () => {
        const { checkFind } = await import("./answer-find.ts");
        const find = checkFind(options, limits);
        return (state) => ({ ...find(state), ...leftOut(state.snapshot) });
      }),
    outline: (path, options = {}) =>
      ask({ ...options, path }, async () => {
        const { answerOutline } = await import("./answer-outline.ts");
        return (state) => answerOutline(state, path);
      }),
    overview: (options = {}) =>
      ask(options, async () => {
        const { overviewOf, requireDepth } = await import("../graph/questions/overview.ts");
        const { directory, depth } = options;
        requireDepth(depth);
        return ({ graph, snapshot }) => ({
          ...overviewOf({ graph, digest: snapshot.digest, directory, depth }),
          ...leftOut(snapshot),
        });
      }),
    neighbors: (node, options = {}) =>
      ask(options, async () => {
        const { checkNeighbors } = await import("./answer-neighbors.ts");
        checkNode("node", node, access);
        const answer = checkNeighbors(node, options);
        return async (state) => ({ ...(await answer(state)), ...leftOut(state.snapshot) });
      }),
    related: (node, options = {}) =>
      ask(options, async () => {
        const { checkRelated } = await import("./answer-related.ts");
        checkNode("node", node, access);
        const answer = checkRelated(node, options);
        return (state) => ({ ...answer(state), ...leftOut(state.snapshot) });
      }),
    context: (query, options = {}) =>
      ask(options, async () => {
        const { checkContext } = await import("./answer-context.ts");
        const answer = checkContext(query, options, limits);
        return (state) => ({ ...answer(state), ...leftOut(state.snapshot) });
      }),
    path: (from, to, options = {}) =>
      ask(options, async () => {
        const { checkPath } = await import("./answer-path.ts");
        checkNode("from", from, access);
        checkNode("to", to, access);
        const answer = checkPath(from, to, options);
        return (state) => ({ ...answer(state), ...leftOut(state.snapshot) });
      }),
    problems: (options = {}) =>
      ask(options, async () => {
        const { problemsOf, requireKinds } = await import("../graph/questions/problems.ts");
        const { directory, kinds } = options;
        requireKinds(kinds);
        return ({ graph, snapshot }) => ({
          snapshot: snapshot.digest,
          ...problemsOf({ graph, directory, kinds }),
          ...leftOut(snapshot),
        });
      }),
    sparql: (query, options = {}) =>
      ask(options, async () => {
        const { answerSparql, checkSparql } = await import("./answer-sparql.ts");
        const checked = checkSparql(query, options, limits);
        const engine = await sparql();
        return async (state, signal) => ({
          ...(await answerSparql(state, checked, { engine, signal })),
          ...leftOut(state.snapshot),
        });
      }),
    diff: (options = {}) =>
      withinDeadline({ timeoutMs: limits.operationTimeoutMs, signal: options.signal }, async ({ signal }) => {
        const [{ checkDiff, withOwnRevision }, { answerDiff }] = await Promise.all([
          import("./diff-request.ts"),
          import("./answer-diff.ts"),
        ]);
        const { denied } = access;
        const settings = { knowledge, store, view, revisions, denied, markdownGlob: selection.markdownGlob };
        return answerDiff(settings, withOwnRevision(checkDiff(options, access), revision), {
          triples: options.triples,
          signal,
        });
      }),
    validate: (options = {}) =>
      ask(options, async () => {
        const { checkValidate } = await import("./answer-validate.ts");
        const shapes = await givenText(options.shapes, ".ttl", "shapes", options.signal);
        const answer = checkValidate(options, shapes, limits);
        return async (state, _, check) => ({ ...(await answer(state, check)), ...leftOut(state.snapshot) });
      }),
    infer: (options = {}) =>
      ask(options, async () => {
        const { checkInfer } = await import("./answer-infer.ts");
        const rules = await givenText(options.rules, ".n3", "rules", options.signal);
        const answer = checkInfer(options, rules, limits);
        return async (state, _, check) => ({ ...(await answer(state, check)), ...leftOut(state.snapshot) });
      }),
    export: (format, options = {}) =>
      ask(options, async () => {
        const { answerExport, checkExport } = await import("./answer-export.ts");
        checkFocus(options.focus, access);
        checkExport(format, options);
        return async (state) => ({
          ...(await answerExport({ state, format, options, limits })),
          ...leftOut(state.snapshot),
        });
      }),
    writeExport: (format, { sink, onStart, ...options }) =>
      ask(options, async () => {
        const { checkExport, streamExport } = await import("./answer-export.ts");
        checkFocus(options.focus, access);
        checkExport(format, options);
        return async (state, signal) => ({
          ...(await streamExport({ state, format, options, sink, onStart, signal })),
          ...leftOut(state.snapshot),
        });
      }),
    async *quads({ directory, namedGraphs, signal } = {}) {
      const scope = { directory, signal };
      const quads = await ask(scope, async () => {
        const { answerQuads } = await import("./answer-quads.ts");
        return ({ graph }) => answerQuads({ graph, directory, namedGraphs });
      });
      for (const quad of quads) {
        signal?.throwIfAborted();
        yield quad;
      }
    },
  };
}

/** What is left of a question once it has been checked. A wrong one is refused before: nothing is read for it. */
type Answer<Result> = (state: KnowledgeState, signal: AbortSignal, check: () => void) => Result | Promise<Result>;

/** What a question names. */
interface QuestionScope {
  readonly signal?: AbortSignal | undefined;
  readonly path?: string | undefined;
  readonly directory?: string | undefined;
}

/** Paths of questions follow the same rules as those of file tools: well formed, and not denied. */
function checkScope({ path, directory }: QuestionScope, access: AccessRules): void {
  if (path !== undefined) checkFile(path, access);
  if (directory !== undefined) checkFolder(directory, access);
}

function checkFocus(focus: string | undefined, access: AccessRules): void {
  if (focus !== undefined) checkNode("focus", focus, access);
}
