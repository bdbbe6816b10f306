/** The facade of the library: everything that can be done with the files of one knowledge base. */
import type { HashFunction } from "../base/hash.ts";
import type { Limits } from "../base/limits.ts";
import type { MarkdownEngine } from "../documents/markdown-engine.ts";
import type { ParseOptions } from "../documents/parse-options.ts";
import type { ExportFormat, ExportOptions, GraphExport, GraphExportSummary } from "../exports/graph-export.ts";
import type { TextSink } from "../exports/write-graph.ts";
import type { FileInfo } from "../files/info-of.ts";
import type { FolderListing, ListFolderOptions } from "../files/list-folder.ts";
import type { FileContent } from "../files/read-file.ts";
import type { FileRange, ReadRangeOptions } from "../files/read-range.ts";
import type { GraphOptions } from "../graph/knowledge-graph.ts";
import type { DocumentOutline } from "../graph/questions/outline.ts";
import type { GraphOverview } from "../graph/questions/overview.ts";
import type { GraphProblems } from "../graph/questions/problems.ts";
import type { GraphSearchResult, SearchMode } from "../search/search-result.ts";
import type { SelectionOptions } from "../snapshot/select-files.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { FileStore, StoreDescription } from "../storage/file-store.ts";
import type { ToolCall, ToolContext, ToolDefinition, ToolResult } from "./tool-contract.ts";

export { type ExportFormat, exportFormats } from "../exports/graph-export.ts";
export type { DocumentOutline } from "../graph/questions/outline.ts";
export type { GraphOverview } from "../graph/questions/overview.ts";
export type { GraphProblems } from "../graph/questions/problems.ts";
export type { GraphMatch, GraphSearchResult } from "../search/search-result.ts";
export type { StoreDescription } from "../storage/file-store.ts";

/** What every method takes besides its own arguments. */
export interface CallOptions {
  /** Ends the call; what was thrown as the abort's reason is thrown again. */
  readonly signal?: AbortSignal | undefined;
}

/** Called while a question is answered: `done` of `total` steps of a phase. */
export type ProgressListener = (phase: string, done: number, total: number) => void;

/** Which files count as the knowledge base's documents; a question names its folder itself. */
export type ContextSelection = Omit<SelectionOptions, "directory">;

/** How a file context is made. Give `store`, or on Node `location`. */
export interface FileContextOptions {
  /** The files. The context closes it when it is closed. */
  readonly store: FileStore;
  /** Only this folder of the store; it is invisible in every path, result and message. */
  readonly prefix?: string | undefined;
  readonly limits?: Partial<Limits> | undefined;
  readonly selection?: ContextSelection | undefined;
  readonly documents?: Partial<ParseOptions> | undefined;
  readonly graph?: Partial<GraphOptions> | undefined;
  /** Parses Markdown. Default: remark; on Node the native engine where it loads. */
  readonly engine?: MarkdownEngine | undefined;
  /** SHA-256. Default: in plain JavaScript; on Node the runtime's own. */
  readonly sha256?: HashFunction | undefined;
  readonly onProgress?: ProgressListener | undefined;
}

/** What a search may be narrowed to. */
export interface SearchOptions extends CallOptions {
  /** Only documents below this folder. */
  readonly directory?: string | undefined;
  /** Only documents whose path matches. */
  readonly glob?: string | readonly string[] | undefined;
  /** Only documents with all of these tags, nested ones included. */
  readonly tags?: readonly string[] | undefined;
  /** How many matches; default 20, at most 200. */
  readonly count?: number | undefined;
  readonly mode?: SearchMode | undefined;
  /** Goes on after an earlier answer. */
  readonly cursor?: string | undefined;
}

export interface OverviewOptions extends CallOptions {
  readonly directory?: string | undefined;
  /** Levels of the folder tree; default 2. */
  readonly depth?: number | undefined;
}

export interface ProblemsOptions extends CallOptions {
  readonly directory?: string | undefined;
  /** Only problems of these kinds; `outside` is reported only when named here. */
  readonly kinds?: readonly string[] | undefined;
}

/** Options of an export besides its format. `maximumCharacters` defaults to the limit `maximumGraphExportCharacters`. */
export interface ContextExportOptions extends ExportOptions, CallOptions {}

/**
 * The files of one knowledge base and the graph that they make.
 *
 * Every question about the graph is answered from the files as they are when it is asked. Methods throw `GraphdownError` for every
 * failure; `read` and `info` give `null` for a missing file.
 */
export interface FileContext {
  readonly limits: Limits;
  /** The whole text of a file, at most `maximumFullReadBytes`. */
  read(path: string, options?: CallOptions & { readonly version?: string | undefined }): Promise<FileContent | null>;
  /** Some lines of a file of any size. */
  readRange(path: string, options?: ReadRangeOptions & CallOptions): Promise<FileRange>;
  /** Size, type, time and version of a file. */
  info(path: string, options?: CallOptions): Promise<FileInfo | null>;
  /** The folders and files in a folder. */
  list(directory?: string, options?: ListFolderOptions & CallOptions): Promise<FolderListing>;
  /** Ranked sections that answer a query. */
  search(query: string, options?: SearchOptions): Promise<GraphSearchResult>;
  /** One document: metadata, headings with lines, links out. `not_found` for a file that is no document. */
  outline(path: string, options?: CallOptions): Promise<DocumentOutline>;
  /** What is in the knowledge base, in about a kilobyte. */
  overview(options?: OverviewOptions): Promise<GraphOverview & Pick<Snapshot, "skipped">>;
  /** What a docs team should look at: dead links, ambiguous targets, orphans. */
  problems(
    options?: ProblemsOptions,
  ): Promise<GraphProblems & { readonly snapshot: string } & Pick<Snapshot, "skipped">>;
  /** The graph as text in a format, bounded. */
  export(format: ExportFormat, options?: ContextExportOptions): Promise<GraphExport>;
  /** The graph as text in a format, streamed to a sink without a bound. */
  writeExport(
    format: ExportFormat,
    options: ContextExportOptions & { readonly sink: TextSink },
  ): Promise<GraphExportSummary & Pick<GraphExport, "snapshot" | "skipped">>;
  /** What a model may call. */
  tools(): readonly ToolDefinition[];
  /** Runs a tool; every failure is a value in the result. */
  runToolCall(call: ToolCall, context?: Partial<Omit<ToolContext, "files">>): Promise<ToolResult>;
  /** What the storage can promise. */
  describeStore(): StoreDescription;
  /** Frees what the store holds. */
  close(): Promise<void>;
}
