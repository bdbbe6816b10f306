/** Wires a store, the pure parts and the tools to one `FileContext`. Runtime-neutral. */
import { GraphdownError } from "../base/errors.ts";
import { type HashFunction, portableSha256 } from "../base/hash.ts";
import { type Limits, resolveLimits } from "../base/limits.ts";
import { parseLogicalPath } from "../base/logical-path.ts";
import type { MarkdownEngine } from "../documents/markdown-engine.ts";
import { defaultAccess } from "../files/access.ts";
import type { ApprovalRecords } from "../guard/approvals/approval-records.ts";
import { resolveApprovalSettings } from "../guard/approvals/resolve-approval-settings.ts";
import { resolvePermissions } from "../guard/permissions/permissions.ts";
import type { SparqlEngine, SparqlEngineSource } from "../query/sparql/sparql-engine.ts";
import type { CrewSettings, CrewSource } from "../snapshot/reading-crew.ts";
import type { FileStore } from "../storage/file-store.ts";
import { createNarrowedStore } from "../storage/narrowed-store.ts";
import { createPrefixedStore } from "../storage/prefixed-store.ts";
import type { RevisionSource } from "../storage/revision-source.ts";
import { withCheckedArguments } from "./arguments/with-checked-arguments.ts";
import { checkOptionNames } from "./check-option-names.ts";
import type { DiffOptions, FileContextOptions, ProgressListener } from "./context-options.ts";
import { createEditMethods } from "./edit-methods.ts";
import { StateFile } from "./edits/state-file.ts";
import type { FileContext, ToolDefinition } from "./file-context.ts";
import { createFileMethods } from "./file-methods.ts";
import { createGraphMethods } from "./graph-methods.ts";
import { createGrepMethods } from "./grep-method.ts";
import type { Knowledge } from "./knowledge.ts";
import type { LocalTierSource } from "./local-tier/local-tier.ts";
import type { MemoryTier } from "./memory-tier.ts";
import { createProgressHub, type ProgressHub } from "./progress-hub.ts";
import type { ThreadedMethod } from "./questions-protocol.ts";
import { refusedReading } from "./refused-reading.ts";
import type { SharedWork } from "./shared-tier/shared-work.ts";
import { createToolHost } from "./tool-host.ts";
import { noTools, type Toolset } from "./toolset.ts";
import type { HintSource } from "./watch/change-hints.ts";
import { createWatchMethod } from "./watch/watch-method.ts";

/** Gives the engine when the first document is parsed, since loading one is dear. */
export type EngineSource = () => Promise<MarkdownEngine>;

/** What a runtime or a face adds to the options. */
export interface ContextParts {
  /** Default: remark. */
  readonly engine?: EngineSource | undefined;
  /** Helpers who read and parse files of the store, where there are many. Default: none. */
  readonly crew?: ((settings: CrewSettings) => CrewSource) | undefined;
  /** The tools that a model may call. Default: none. */
  readonly toolset?: Toolset | undefined;
  /** Tools of a face, which are in no list: approval requests for them that were kept are found again by their names. Default: none. */
  readonly faceTools?: readonly ToolDefinition[] | undefined;
  /** Keeps what questions build between processes. Default: nothing does. */
  readonly tier?: LocalTierSource | undefined;
  /** Keeps what questions build for other instances, beside the files. Default: nothing does. */
  readonly shared?: SharedWork | undefined;
  /** Bounds what questions keep in memory, together with other contexts. Default: the one of the process. */
  readonly memory?: MemoryTier | undefined;
  /** Answers questions elsewhere than in this thread. Default: here. */
  readonly questions?: ((onProgress: ProgressListener) => QuestionsElsewhere) | undefined;
  /** Runs SPARQL queries, where the options name nothing else. Default: nothing does. */
  readonly sparql?: SparqlEngineSource | undefined;
  /** Opens the revisions of the place, as its store shows it. Default: it has none. */
  readonly revisions?: (() => Promise<RevisionSource>) | undefined;
  /** The revision whose files the store has, by the name that was given for it; absent where it has those of now. */
  readonly revision?: string | undefined;
  /** Loads what makes `watch` look sooner. Default: it looks by the clock alone. */
  readonly changeHints?: (() => Promise<HintSource>) | undefined;
  /** Keeps approval requests beyond this process. Default: they are void when it ends. */
  readonly approvalRecords?: ApprovalRecords | undefined;
  /** Only fronts for another instance that does the work: nothing is looked for when it is made. Default `false`. */
  readonly isFront?: boolean | undefined;
}

/** Methods that are answered elsewhere, and how to end that. */
export interface QuestionsElsewhere {
  readonly methods: Pick<FileContext, ThreadedMethod>;
  close(): Promise<void>;
}

/** How documents are read is checked at the start, and not when the first question comes. */
async function checkReading({ documents, graph }: FileContextOptions): Promise<void> {
  if (documents !== undefined) (await import("../documents/check-parse-options.ts")).checkParseOptions(documents);
  if (graph !== undefined) (await import("../graph/graph-options.ts")).resolveGraphOptions(graph);
}

/**
 * Makes a file context over a store. `invalid_options` names a wrong setting, `invalid_path` a wrong prefix; the store then stays open.
 * Nothing is read before the first question, except that a context that may move files looks for moves that were left unfinished.
 */
export async function createFileContext(options: FileContextOptions, parts: ContextParts = {}): Promise<FileContext> {
  checkOptionNames(options);
  await checkReading(options);
  const limits = resolveLimits(options.limits);
  const whole = belowPrefix(options.store, options.prefix);
  const { visibleFolders } = options;
  const view = (other: FileStore): FileStore =>
    visibleFolders === undefined ? other : createNarrowedStore(other, visibleFolders);
  const store = view(whole);
  const sha256 = options.sha256 ?? portableSha256;
  const access = { ...defaultAccess, denied: options.denied ?? [] };
  const toolset = parts.toolset ?? noTools;
  const engine = engineOf(options, parts);
  const progress = createProgressHub(options.onProgress);
  const { tier, shared, memory, crew } = parts;
  const knowledge = createKnowledgeSource({
    options,
    engine,
    store,
    limits,
    sha256,
    progress,
    tier,
    shared,
    memory,
    crew,
  });
  shared?.connect(knowledge.get);
  const sparql = createSparqlSource(options.sparql ?? parts.sparql, limits);
  const elsewhere = parts.questions?.(progress.report);
  const graphMethods = createGraphMethods({
    knowledge: knowledge.get,
    sparql: sparql.get,
    store,
    selection: options.selection ?? {},
    limits,
    access,
    view,
    revisions: parts.revisions,
    revision: parts.revision,
  });
  const { denied, verify, selection } = options;
  const { watch, close: endWatching } = createWatchMethod({
    store,
    limits,
    sha256,
    access,
    selection: { ...selection, denied, verify },
    hints: parts.changeHints,
  });
  const permissions = resolvePermissions(options.permissions);
  const toolHost = createToolHost({
    workspace: options.workspace ?? "default",
    // Artifacts are in a folder of the product's own.
    store: whole,
    limits,
    sha256,
    permissions,
    approvalSettings: resolveApprovalSettings(options.approvals),
    progress,
    records: parts.approvalRecords,
    toolNamed: (name) => [...tools, ...(parts.faceTools ?? [])].find((tool) => tool.name === name),
  });
  // Who writes has to be told versions, and that there is nothing.
  const { notFound, info, ...fileMethods } = createFileMethods({ store, limits, sha256, access });
  const reading = {
    ...fileMethods,
    ...createGrepMethods({ store, limits, sha256, access }),
    ...graphMethods,
    ...(elsewhere === undefined ? {} : questionsElsewhere(elsewhere.methods, graphMethods)),
    watch,
  };
  const context: FileContext = withCheckedArguments({
    limits,
    notFound,
    info,
    ...(permissions.read ? reading : refusedReading(reading)),
    ...createEditMethods({
      store,
      limits,
      sha256,
      access,
      engine,
      documents: options.documents ?? {},
      selection: options.selection ?? {},
      knowledge: knowledge.get,
      permissions,
    }),
    tools: () => tools,
    runToolCall: (call, about) =>
      toolset.run(tools, call, { ...about, emit: about?.emit ?? options.onEvent, files: context }),
    approvals: toolHost.approvals,
    toolHost,
    describeStore: () => store.describe(),
    async close() {
      await endWatching();
      await elsewhere?.close();
      await sparql.close();
      await knowledge.close();
      await store.close();
    },
  });
  const tools = toolset.create(context);
  const mayMove = permissions.write && permissions.delete && store.describe().writable;
  if (mayMove && parts.isFront !== true && (await new StateFile(store, "moves").exists())) await context.repair();
  return context;
}

function isOfStores({ from, to }: DiffOptions = {}): boolean {
  return typeof from === "object" || typeof to === "object";
}

/** All go elsewhere but what takes a function or an open store of the caller's, which can't. */
function questionsElsewhere(
  elsewhere: QuestionsElsewhere["methods"],
  here: Pick<FileContext, "diff" | "export" | "writeExport">,
): QuestionsElsewhere["methods"] {
  return {
    ...elsewhere,
    diff: (asked = {}) => (isOfStores(asked) ? here : elsewhere).diff(asked),
    export: (format, options) => (options?.linkTo === undefined ? elsewhere : here).export(format, options),
    writeExport: (format, options) => (options.linkTo === undefined ? elsewhere : here).writeExport(format, options),
  };
}

/** A prefix may end in `/`, as folders are often written. */
function belowPrefix(store: FileStore, prefix: string | undefined): FileStore {
  if (prefix === undefined || prefix === "") return store;
  return createPrefixedStore(store, parseLogicalPath(prefix.replace(/\/$/, "")));
}

interface KnowledgeSource {
  readonly options: FileContextOptions;
  readonly engine: EngineSource;
  readonly store: FileStore;
  readonly limits: Limits;
  readonly sha256: HashFunction;
  readonly progress: ProgressHub;
  readonly tier: LocalTierSource | undefined;
  readonly shared: SharedWork | undefined;
  readonly memory: MemoryTier | undefined;
  readonly crew: ContextParts["crew"];
}

/** The knowledge of a context, made when it is first asked: most of the package is behind it, and file calls do without. */
function createKnowledgeSource({ options, progress, ...rest }: KnowledgeSource): {
  get(): Promise<Knowledge>;
  close(): Promise<void>;
} {
  const { denied, verify, documents = {}, graph = {} } = options;
  const selection = { ...options.selection, denied, verify };
  let knowledge: Promise<Knowledge> | undefined;
  return {
    get: () =>
      (knowledge ??= import("./knowledge.ts").then(({ createKnowledge }) =>
        createKnowledge({ ...rest, selection, documents, graph, onProgress: progress.report }),
      )),
    close: async () => (await knowledge)?.close(),
  };
}

/** What runs the queries of a context, made for the first of them. */
function createSparqlSource(
  source: SparqlEngineSource | undefined,
  limits: Limits,
): { get(): Promise<SparqlEngine>; close(): Promise<void> } {
  let engine: Promise<SparqlEngine> | undefined;
  return {
    get: async () => {
      if (source === undefined) throw noSparql();
      engine ??= source(limits).catch((cause: unknown) => {
        engine = undefined;
        throw cause;
      });
      return engine;
    },
    // One that could not be made has been reported to who asked.
    close: async () => (await engine?.catch(() => undefined))?.close(),
  };
}

function noSparql(): GraphdownError {
  return new GraphdownError({
    code: "unsupported",
    message: "Nothing here runs SPARQL queries.",
    details: { reason: "no_sparql_engine" },
    next: "Make the context with the option sparql (see docs/sparql.md), or ask by find, search or the exports.",
  });
}

function engineOf({ engine }: FileContextOptions, parts: ContextParts): EngineSource {
  return engine === undefined ? (parts.engine ?? createRemarkSource()) : () => Promise.resolve(engine);
}

/** remark, loaded once, when it is first needed. */
function createRemarkSource(): EngineSource {
  let engine: Promise<MarkdownEngine> | undefined;
  return () =>
    (engine ??= import("../documents/engines/remark-engine.ts").then(({ createRemarkEngine }) => createRemarkEngine()));
}
