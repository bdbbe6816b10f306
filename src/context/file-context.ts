/** The facade of the library: everything that can be done with the files of one knowledge base, and the shape of the tools on it. */
import type { z } from "zod";
import type { Cut } from "../base/cut.ts";
import type { GraphdownError } from "../base/errors.ts";
import type { Limits } from "../base/limits.ts";
import type { UnknownName } from "../base/unknown-name.ts";
import type { ExportFormat, GraphExport } from "../exports/graph-export.ts";
import type { FileInfo } from "../files/info-of.ts";
import type { FolderListing, ListFolderOptions } from "../files/list-folder.ts";
import type { OpenedFile } from "../files/open-file.ts";
import type { FileContent } from "../files/read-file.ts";
import type { FileRange, ReadRangeOptions } from "../files/read-range.ts";
import type { FileMatches } from "../files/search-files.ts";
import type { GraphDifference } from "../graph/questions/diff/diff.ts";
import type { FoundItem } from "../graph/questions/find/find.ts";
import type { DocumentOutline } from "../graph/questions/outline.ts";
import type { GraphOverview } from "../graph/questions/overview.ts";
import type { GraphProblems } from "../graph/questions/problems.ts";
import type { Quad } from "../graph/terms.ts";
import type { ApprovalAnswer, ApprovalRequest } from "../guard/approvals/approval-request.ts";
import type { Approvals } from "../guard/approvals/approvals.ts";
import type { Permissions } from "../guard/permissions/permissions.ts";
import type { SparqlRow } from "../query/sparql/sparql-answer.ts";
import type { GraphSearchResult } from "../search/answer/search-result.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { StoreDescription } from "../storage/file-store.ts";
import type { ContextPackResult } from "./answer-context.ts";
import type { InferenceResult } from "./answer-infer.ts";
import type { NeighborsResult } from "./answer-neighbors.ts";
import type { PathResult } from "./answer-path.ts";
import type { RelatedResult } from "./answer-related.ts";
import type { ValidationReport } from "./answer-validate.ts";
import type {
  CallOptions,
  ContextExportOptions,
  ContextPackOptions,
  DiffOptions,
  ExportReport,
  ExportTarget,
  FindOptions,
  GrepOptions,
  InferOptions,
  NeighborsOptions,
  OverviewOptions,
  PathOptions,
  ProblemsOptions,
  QuadsOptions,
  RelatedOptions,
  SearchOptions,
  SparqlOptions,
  ValidateOptions,
} from "./context-options.ts";
import type { EditMethods } from "./edit-contract.ts";
import type { AnswerFile, ToolAnnotations, ToolCall, ToolEffect, ToolEvent, ToolResult } from "./tool-contract.ts";
import type { ToolHost } from "./tool-host.ts";
import type { UnreadMarkdown } from "./unread-of.ts";
import type { ChangeEvent } from "./watch/change-event.ts";
import type { WatchOptions } from "./watch/watch-options.ts";

export { formatFiles } from "../exports/format-files.ts";
export { type ExportFormat, exportFormats } from "../exports/graph-export.ts";
export { isNoDifference } from "../graph/questions/diff/is-no-difference.ts";
export { edgeKinds } from "../graph/questions/edge-kinds.ts";
export type { DocumentOutline } from "../graph/questions/outline.ts";
export type { GraphOverview } from "../graph/questions/overview.ts";
export { problemKinds } from "../graph/questions/problem-kinds.ts";
export type { GraphProblems } from "../graph/questions/problems.ts";
export { rulesetNames } from "../query/inference/ruleset-names.ts";
export type { ShapeProblem } from "../query/shacl/validate-graph.ts";
export type { SparqlRow, SparqlTerm } from "../query/sparql/sparql-answer.ts";
export type { GraphMatch, GraphSearchResult } from "../search/answer/search-result.ts";
export type { StoreDescription } from "../storage/file-store.ts";
export type { ContextPackResult } from "./answer-context.ts";
export type { InferenceResult } from "./answer-infer.ts";
export type { NeighborsResult } from "./answer-neighbors.ts";
export type { PathResult } from "./answer-path.ts";
export type { RelatedResult } from "./answer-related.ts";
export type { ValidationReport } from "./answer-validate.ts";
export type { UnreadMarkdown } from "./unread-of.ts";
export type { ChangeEvent, DifferenceEvent, FailureEvent, StateEvent } from "./watch/change-event.ts";
export type { WatchOptions } from "./watch/watch-options.ts";

/** One page of what was found by metadata. */
export interface FindResult {
  /** Digest of the snapshot that was asked. */
  readonly snapshot: string;
  readonly documentCount: number;
  /** Items on all pages. */
  readonly foundCount: number;
  readonly items: readonly FoundItem[];
  /** Tags that no document has, when nothing was found. */
  readonly unknownTags?: readonly UnknownName[];
  readonly cut?: Cut<string>;
  readonly cursor?: string;
  /** The cursor is of another snapshot, so that items may be missing or come twice. */
  readonly moved?: true;
}

/** One of two states that were compared. */
export interface DiffSide {
  /** As it was asked for, and the commit that it named; absent where the files were not those of a revision. */
  readonly revision?: string;
  readonly commit?: string;
  /** The folder that was compared; absent for the whole. */
  readonly directory?: string;
  /** Digest of the snapshot. */
  readonly snapshot: string;
  readonly documentCount: number;
  readonly skipped?: Snapshot["skipped"];
}

/** What is different between two states. */
export interface GraphDiff extends GraphDifference {
  readonly from: DiffSide;
  readonly to: DiffSide;
}

/** Markdown under other endings that an answer is without. */
export interface LeftUnread {
  readonly unread?: UnreadMarkdown;
}

/** What a SPARQL query answers: rows, yes or no, or triples as text. */
export type SparqlAnswer = (SparqlRows | SparqlTruth | SparqlGraph) & Pick<Snapshot, "skipped"> & LeftUnread;

/** The answer to SELECT. */
export interface SparqlRows {
  /** Digest of the snapshot that was asked. */
  readonly snapshot: string;
  readonly form: "select";
  /** In the order of the query. */
  readonly variables: readonly string[];
  /** One entry for each variable that has a value. */
  readonly rows: readonly SparqlRow[];
  /** There are more rows than the bound. */
  readonly cut?: Cut;
}

/** The answer to ASK. */
export interface SparqlTruth {
  readonly snapshot: string;
  readonly form: "ask";
  readonly boolean: boolean;
}

/** The answer to CONSTRUCT and DESCRIBE. */
export interface SparqlGraph {
  readonly snapshot: string;
  readonly form: "construct" | "describe";
  readonly tripleCount: number;
  readonly format: "turtle" | "ntriples";
  /** The triples, sorted. */
  readonly content: string;
  /** There may be more triples than the bound. */
  readonly cut?: Cut;
}

/**
 * The files of one knowledge base and the graph that they make.
 *
 * Every question about the graph is answered from the files as they are when it is asked. Methods throw `GraphdownError` for every
 * failure; `read` and `info` give `null` for a missing file.
 */
export interface FileContext extends EditMethods {
  readonly limits: Limits;
  /** The whole text of a file, at most `maximumFullReadBytes`. */
  read(path: string, options?: CallOptions & { readonly version?: string | undefined }): Promise<FileContent | null>;
  /** Some lines of a file of any size. */
  readRange(path: string, options?: ReadRangeOptions & CallOptions): Promise<FileRange>;
  /** Size, type, time and version of a file. */
  info(path: string, options?: CallOptions): Promise<FileInfo | null>;
  /** The bytes of a file of any kind and size, as streams; `null` for a missing one. */
  open(path: string, options?: CallOptions): Promise<OpenedFile | null>;
  /** The folders and files in a folder. */
  list(directory?: string, options?: ListFolderOptions & CallOptions): Promise<FolderListing>;
  /** The lines of files in which a pattern is found; its language is RE2's, see docs/patterns.md. */
  grep(pattern: string, options?: GrepOptions): Promise<FileMatches>;
  /** All pages of {@link grep}, at least one, from one listing; `regexTimeoutMs` is for each page. */
  grepPages(pattern: string, options?: GrepOptions): AsyncIterable<FileMatches>;
  /** The error for a path at which there is no file: `not_found`, with up to three paths that come near. */
  notFound(path: string, options?: CallOptions): Promise<GraphdownError>;
  /** Ranked sections that answer a query. */
  search(query: string, options?: SearchOptions): Promise<GraphSearchResult & LeftUnread>;
  /** Documents or tasks whose metadata fulfil conditions. */
  find(options?: FindOptions): Promise<FindResult & Pick<Snapshot, "skipped"> & LeftUnread>;
  /** One document: metadata, headings with lines, links out. `not_found` for a file that is no document. */
  outline(path: string, options?: CallOptions): Promise<DocumentOutline>;
  /** What is in the knowledge base, in about a kilobyte. */
  overview(options?: OverviewOptions): Promise<GraphOverview & Pick<Snapshot, "skipped"> & LeftUnread>;
  /**
   * What is around a node: links out and in with their lines, tags, people, typed relations. A node is named by a path, `path#heading`, `#tag`,
   * an IRI, or the name of a person or of a note that is not there; `not_found` with near names for what is none.
   */
  neighbors(
    node: string,
    options?: NeighborsOptions,
  ): Promise<NeighborsResult & Pick<Snapshot, "skipped"> & LeftUnread>;
  /** Documents that are close to one by links, tags and words, closest first, with the reasons. */
  related(node: string, options?: RelatedOptions): Promise<RelatedResult & Pick<Snapshot, "skipped"> & LeftUnread>;
  /**
   * The text to read about a question, within a budget of tokens: the best sections, whole where they fit, with what stands around them and
   * what they link to, each under `path:start-end`; and what was left out.
   */
  context(
    query: string,
    options?: ContextPackOptions,
  ): Promise<ContextPackResult & Pick<Snapshot, "skipped"> & LeftUnread>;
  /** A shortest path from one node to another over links between documents, or that there is none. */
  path(from: string, to: string, options?: PathOptions): Promise<PathResult & Pick<Snapshot, "skipped"> & LeftUnread>;
  /** What a docs team should look at: dead links, ambiguous targets, orphans. */
  problems(
    options?: ProblemsOptions,
  ): Promise<GraphProblems & { readonly snapshot: string } & Pick<Snapshot, "skipped"> & LeftUnread>;
  /**
   * Asks the graph in SPARQL 1.1: SELECT, ASK, CONSTRUCT or DESCRIBE. `invalid_query` for what is none, writes or reaches out;
   * `limit_exceeded` for one that takes too long or too much memory; `unsupported` where there is nothing to run it.
   */
  sparql(query: string, options?: SparqlOptions): Promise<SparqlAnswer>;
  /**
   * What is different between two states: of a revision and now, of two revisions, of two folders. Documents, links (first of all those that
   * broke), sections, triples; what has only moved within a document is no difference. `unsupported` where a revision is named and the
   * files lie in no git repository.
   */
  diff(options?: DiffOptions): Promise<GraphDiff>;
  /**
   * Whether the graph conforms to SHACL shapes, and what does not, with path and line. Nothing is fetched, and no query in a shape is run
   * (`unsupported`). Takes `reasoningTimeoutMs` at most, past which it is `limit_exceeded`.
   */
  validate(options?: ValidateOptions): Promise<ValidationReport & Pick<Snapshot, "skipped"> & LeftUnread>;
  /**
   * What follows from the graph by RDFS, SKOS or rules of one's own, in a graph of its own that no other question sees. Takes
   * `reasoningTimeoutMs` at most, past which it is `limit_exceeded`.
   */
  infer(options?: InferOptions): Promise<InferenceResult & Pick<Snapshot, "skipped"> & LeftUnread>;
  /** The graph as text in a format, bounded. */
  export(format: ExportFormat, options?: ContextExportOptions): Promise<GraphExport & LeftUnread>;
  /** The graph as text in a format, streamed to a sink without a bound. */
  writeExport(format: ExportFormat, options: ContextExportOptions & ExportTarget): Promise<ExportReport & LeftUnread>;
  /**
   * The graph as RDF/JS quads, for other libraries of that model: each statement once, without blank nodes, document by document. All are of
   * the moment in which the first is asked for.
   */
  quads(options?: QuadsOptions): AsyncIterable<Quad>;
  /**
   * What changes, for who wants to be told; answers are fresh without it. The first event says what is there, each further one what has
   * changed since the one before: who is slow gets fewer events, never a longer queue. All who watch share one look at the files, every two
   * seconds unless they say otherwise. A look that fails is an event, and watching goes on; once the root itself is gone that is thrown.
   * Ends with `signal`, whose reason is thrown, when its loop is left, and when the context is closed.
   */
  watch(options?: WatchOptions): AsyncIterable<ChangeEvent>;
  /** What a model may call. */
  tools(): readonly ToolDefinition[];
  /** Runs a tool; every failure is a value in the result. */
  runToolCall(call: ToolCall, context?: Partial<Omit<ToolContext, "files">>): Promise<ToolResult>;
  /** What the storage can promise. */
  describeStore(): StoreDescription;
  /** Calls of tools that wait for a person's yes. */
  readonly approvals: Approvals;
  /** What calls of tools share. For faces; nothing in it is needed to call a tool. */
  readonly toolHost: ToolHost;
  /** Frees what the store holds. */
  close(): Promise<void>;
}

/** What a handler may reach: storage only through `files`. */
export interface ToolContext {
  readonly files: FileContext;
  readonly actor?: string | undefined;
  readonly role?: string | undefined;
  readonly session?: string | undefined;
  readonly trace?: string | undefined;
  /** The caller's id of the request that the call came with, for logs. */
  readonly requestId?: string | undefined;
  /** What this caller may do, of what the context allows. Default: all of it. */
  readonly permissions?: Partial<Permissions> | undefined;
  /**
   * Asks a person here and now; `undefined` when nobody answered. Without it a call that needs approval ends in `approval_required`, and is
   * made again when `files.approvals` has the answer.
   */
  readonly askApproval?:
    | ((request: ApprovalRequest, signal: AbortSignal | undefined) => Promise<ApprovalAnswer | undefined>)
    | undefined;
  /** What `approval_required` advises, where requests are not answered by `files.approvals`. Default: to have the request answered there. */
  readonly approvalAdvice?: string | undefined;
  /** The caller takes answers of any size; none becomes an artifact. Default `false`. */
  readonly wholeResults?: boolean | undefined;
  /** Ends the call: the answer is `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /** Gets every event of the call (see {@link ToolEvent}). */
  readonly emit?: ((event: ToolEvent) => void) | undefined;
}

/** A tool: its contract, its work and how its answer reads. */
export interface ToolDefinition<Arguments extends object = object, Data extends object = object> {
  readonly name: string;
  /** The tool of which this is a variant that only answers in another way: who approves a call of one approves it of both. Default: none. */
  readonly variantOf?: object | undefined;
  readonly description: string;
  readonly inputSchema: z.ZodType<Arguments>;
  readonly outputSchema: z.ZodType<Data>;
  readonly effect: ToolEffect;
  /** Every permission that a call takes. */
  readonly needs: readonly (keyof Permissions)[];
  readonly annotations: ToolAnnotations;
  /** Other spellings of parameter names that are accepted, each with the parameter it stands for. */
  readonly aliases: Readonly<Record<string, string>>;
  /** The answer has a bound of its own and is always inline. */
  readonly hasOwnBound: boolean;
  /** The answer as a file that reads well in parts, for one that is too large to be inline. */
  asFile(data: Data): AnswerFile;
  /** Does the work; a failure is thrown as our error. */
  handler(args: Arguments, context: ToolContext): Promise<Data>;
  /** The answer to these arguments as a model reads it. */
  render(data: Data, args: Arguments): string;
  /** One sentence on what was done, for logs and summaries. */
  summarise(data: Data): string;
  /** Whether some of the files that the call named were left undone; what and why is in the data. */
  isPartial(data: Data): boolean;
}
