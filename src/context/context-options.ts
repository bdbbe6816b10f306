/** What a file context and its methods take. */
import type { HashFunction } from "../base/hash.ts";
import type { Limits } from "../base/limits.ts";
import type { MarkdownEngine } from "../documents/markdown-engine.ts";
import type { ParseOptions } from "../documents/parse-options.ts";
import type { ExportFormat, ExportOptions, GraphExport, GraphExportSummary } from "../exports/graph-export.ts";
import type { TextSink } from "../exports/write-graph.ts";
import type { QuadFormat } from "../exports/write-quads.ts";
import type { SearchFilesOptions } from "../files/search-files.ts";
import type { EdgeKind, GraphOptions } from "../graph/knowledge-graph.ts";
import type { Direction } from "../graph/questions/edge-words.ts";
import type { FindRequest } from "../graph/questions/find/find.ts";
import type { ApprovalMode, ApprovalSettings } from "../guard/approvals/approval-rule.ts";
import type { Permissions } from "../guard/permissions/permissions.ts";
import type { RulesetName } from "../query/inference/ruleset-names.ts";
import type { SparqlEngineSource } from "../query/sparql/sparql-engine.ts";
import type { SearchMode } from "../search/answer/search-result.ts";
import type { SelectionOptions } from "../snapshot/select-files.ts";
import type { FileStore } from "../storage/file-store.ts";
import type { VisibleFolders } from "../storage/narrowed-store.ts";
import type { ToolEvent } from "./tool-contract.ts";

/** What every method takes besides its own arguments. */
export interface CallOptions {
  /** Ends the call; what was thrown as the abort's reason is thrown again. */
  readonly signal?: AbortSignal | undefined;
}

/** Called while a question is answered: `done` of `total` steps of a phase. */
export type ProgressListener = (phase: string, done: number, total: number) => void;

/** Which files count as the knowledge base's documents; a question names its folder itself. */
export type ContextSelection = Omit<SelectionOptions, "directory" | "denied">;

/** How a file context is made. Give `store`, or on Node `location`. */
export interface FileContextOptions {
  /** The files. The context closes it when it is closed. */
  readonly store: FileStore;
  /** Only this folder of the store; it is invisible in every path, result and message. */
  readonly prefix?: string | undefined;
  /** Asked at each access: the folders, seen from the prefix, outside which nothing exists. Default: everything is visible. */
  readonly visibleFolders?: VisibleFolders | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /**
   * Names that nothing touches or shows, besides those that always are (`.git`, `.env` and the like): a segment that is denied anywhere, or a
   * path with `/` that is denied with all below it. Default none.
   */
  readonly denied?: readonly string[] | undefined;
  readonly selection?: ContextSelection | undefined;
  /**
   * How questions tell that a file has not changed. `stat`: by what a listing tells of it (size, times, inode; on object stores its
   * version), unless that is too young to be trusted. `hash`: every file is read and hashed. Default `stat`.
   */
  readonly verify?: "stat" | "hash" | undefined;
  readonly documents?: Partial<ParseOptions> | undefined;
  readonly graph?: Partial<GraphOptions> | undefined;
  /** Parses Markdown. Default: remark; on Node the native engine where it loads. */
  readonly engine?: MarkdownEngine | undefined;
  /** SHA-256. Default: in plain JavaScript; on Node the runtime's own. */
  readonly sha256?: HashFunction | undefined;
  readonly onProgress?: ProgressListener | undefined;
  /** The name of the context among several, for logs. Default `default`. */
  readonly workspace?: string | undefined;
  /** What calls may do at all. Default: read only. */
  readonly permissions?: Partial<Permissions> | undefined;
  /**
   * Runs SPARQL queries, in a runtime without threads: what `createSparql` of `graphdown/sparql` gives. Default: on Node a thread does, and
   * elsewhere `sparql` is `unsupported`.
   */
  readonly sparql?: SparqlEngineSource | undefined;
  /** When a person is asked before a tool runs. Default `all`: whoever lets a model call tools decides to ask less. Methods never ask. */
  readonly approvals?: ApprovalMode | ApprovalSettings | undefined;
  /** Gets what happens to each tool call; a call that brings a listener of its own tells only that one. A fault of the listener is ignored. */
  readonly onEvent?: ((event: ToolEvent) => void) | undefined;
}

/** What a search of lines takes besides its pattern. */
export interface GrepOptions extends Omit<SearchFilesOptions, "pattern">, CallOptions {}

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

/** What to find by metadata. */
export interface FindOptions extends CallOptions, Omit<FindRequest, "directory" | "maximumGlobCharacters"> {
  /** Only documents below this folder. */
  readonly directory?: string | undefined;
  /** How many items; default 50, at most 1,000. */
  readonly count?: number | undefined;
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

export interface ValidateOptions extends CallOptions {
  /** SHACL Core in Turtle, or the path of a `.ttl` file. Default: the shapes that every graph of ours promises to hold. */
  readonly shapes?: string | undefined;
  /** Only results about nodes in files below this folder; the whole graph is looked at. */
  readonly directory?: string | undefined;
  /** What follows by these counts as said. Default none. */
  readonly rulesets?: readonly RulesetName[] | undefined;
  /** How many results; default 100, at most 1,000. */
  readonly count?: number | undefined;
}

export interface InferOptions extends CallOptions {
  /** Default: all of them, or none where `rules` are given. */
  readonly rulesets?: readonly RulesetName[] | undefined;
  /** Rules in N3, `{ … } => { … } .`, or the path of a `.n3` file. */
  readonly rules?: string | undefined;
  /** Default `nquads`. */
  readonly format?: QuadFormat | undefined;
  /** Where the text is cut, between statements. Default: the limit `maximumGraphExportCharacters`. */
  readonly maximumCharacters?: number | undefined;
}

/** What quads of the graph may be narrowed to. */
export interface QuadsOptions extends CallOptions {
  /** Only documents below this folder, and what they speak of. */
  readonly directory?: string | undefined;
  /** Whether each document's quads are in a named graph, whose name is the document's IRI. Default `false`. */
  readonly namedGraphs?: boolean | undefined;
}

/** Which part of a node's neighbourhood is asked for. */
export interface NeighborsOptions extends CallOptions {
  /** `out`: what it leads to; `in`: what leads to it; default `both`. */
  readonly direction?: Direction | undefined;
  /** Most edges between a neighbour and the node: 1, the default, to 3. */
  readonly depth?: number | undefined;
  /**
   * Only edges of these kinds. Default: the first step takes all but `contains` and `partOf` (of a folder also what lies in it), further
   * ones go over links from document to document.
   */
  readonly kinds?: readonly EdgeKind[] | undefined;
  /** How many neighbours; default 50, at most 1,000. */
  readonly count?: number | undefined;
  /** Also where other documents speak of it by its title or an alias without linking to it. Default `false`. */
  readonly unlinked?: boolean | undefined;
  /** Goes on after an earlier answer. */
  readonly cursor?: string | undefined;
}

export interface RelatedOptions extends CallOptions {
  /** How many documents; default 10, at most 200. */
  readonly count?: number | undefined;
}

/** What a context pack may be narrowed to. */
export interface ContextPackOptions extends Pick<SearchOptions, "directory" | "glob" | "tags" | "signal"> {
  /** Most tokens of the text: 1 to 200,000, default 4,000. */
  readonly tokenBudget?: number | undefined;
}

export interface PathOptions extends CallOptions {
  /** `out`: along the links; `in`: against them; default `both`: as they come. */
  readonly direction?: Direction | undefined;
}

/** How a SPARQL query is run. */
export interface SparqlOptions extends CallOptions {
  /** Most rows, or triples of CONSTRUCT and DESCRIBE; cut to the limit `maximumSparqlRows`, which is the default. */
  readonly maximumRows?: number | undefined;
  /** Milliseconds that the query may run, the making of the store left out; cut to `sparqlTimeoutMs`, which is the default. */
  readonly timeoutMs?: number | undefined;
  /** How the triples of CONSTRUCT and DESCRIBE are written. Default `turtle`. */
  readonly format?: "turtle" | "ntriples" | undefined;
  /** IRIs of documents that are the data of the query, instead of all and of what its `FROM` names. */
  readonly defaultGraphs?: readonly string[] | undefined;
  /** IRIs of documents that `GRAPH` sees, instead of all and of what its `FROM NAMED` names. */
  readonly namedGraphs?: readonly string[] | undefined;
}

/**
 * Which two states are compared. A side that is not named is what is there now; a revision is one of the repository that the files lie in;
 * a store may hold anything, and stays open.
 */
export interface DiffOptions extends CallOptions {
  /** The earlier state: a revision (`main`, `HEAD~3`), or both as `main..HEAD`, or `main...HEAD` for what `HEAD` has done since they parted. */
  readonly from?: string | FileStore | undefined;
  /** The later state. Default: now. */
  readonly to?: string | FileStore | undefined;
  /** The folder of the earlier state that is compared, as if it were the whole. Default: the whole. */
  readonly fromDirectory?: string | undefined;
  /** The folder of the later state. Default: the whole. */
  readonly toDirectory?: string | undefined;
  /** Also list the triples that came and went; they are counted anyway. Default `false`. */
  readonly triples?: boolean | undefined;
}

/** What a streamed export reports when its text has gone to the sink. */
export type ExportReport = GraphExportSummary & Pick<GraphExport, "snapshot" | "skipped" | "unknownTags">;

/** What is known of a streamed export before its first text. */
export interface ExportStart extends Pick<GraphExport, "snapshot" | "skipped" | "cut"> {
  readonly format: ExportFormat;
}

/** Where a streamed export goes. */
export interface ExportTarget {
  readonly sink: TextSink;
  /**
   * Told once, when nothing can be refused any more and before the first text; waited for. What it throws ends the export. `cut` is
   * there when the selection was reduced to what the format can show; a bound on characters is only met later.
   */
  readonly onStart?: ((start: ExportStart) => void | Promise<void>) | undefined;
}

/** Options of an export besides its format. `maximumCharacters` defaults to the limit `maximumGraphExportCharacters`. */
export interface ContextExportOptions extends ExportOptions, CallOptions {}
