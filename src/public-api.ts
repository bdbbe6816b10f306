/** What the package exports on every runtime, by name. A name that is added here is listed in `test/package/public-surface.test.ts`. */

export type { Cut, Skipped, SkippedFile, SkipReason } from "./base/cut.ts";
export { type ErrorCode, type ErrorDetails, type ErrorInfo, errorCodes, GraphdownError } from "./base/errors.ts";
export type { HashFunction } from "./base/hash.ts";
export { defaultLimits, type Limits } from "./base/limits.ts";
export {
  type DirectoryPath,
  type LogicalPath,
  parseDirectoryPath,
  parseLogicalPath,
} from "./base/logical-path.ts";

export type {
  CallOptions,
  ContextExportOptions,
  ContextPackOptions,
  ContextSelection,
  DiffOptions,
  ExportReport,
  ExportStart,
  ExportTarget,
  FileContextOptions,
  FindOptions,
  GrepOptions,
  InferOptions,
  NeighborsOptions,
  OverviewOptions,
  PathOptions,
  ProblemsOptions,
  ProgressListener,
  QuadsOptions,
  RelatedOptions,
  SearchOptions,
  SparqlOptions,
  ValidateOptions,
} from "./context/context-options.ts";
export type {
  ChangedFile,
  EditMethods,
  EditOptions,
  LineEdit,
  MovedFile,
  MoveOptions,
  ReadSectionOptions,
  RemovedFile,
  RepairedMove,
  Repeatable,
  Replacement,
  SectionAnswer,
  SectionContent,
  SectionEdit,
  SectionEditMode,
  WriteOptions,
  WrittenContent,
  YamlValue,
} from "./context/edit-contract.ts";
export type {
  ChangeEvent,
  ContextPackResult,
  DifferenceEvent,
  DiffSide,
  DocumentOutline,
  FailureEvent,
  FileContext,
  FindResult,
  GraphDiff,
  GraphMatch,
  GraphOverview,
  GraphProblems,
  GraphSearchResult,
  InferenceResult,
  NeighborsResult,
  PathResult,
  RelatedResult,
  ShapeProblem,
  SparqlAnswer,
  SparqlGraph,
  SparqlRow,
  SparqlRows,
  SparqlTerm,
  SparqlTruth,
  StateEvent,
  ToolContext,
  ToolDefinition,
  ValidationReport,
  WatchOptions,
} from "./context/file-context.ts";
export { writeSparqlAnswer } from "./context/sparql-text.ts";
export { type SparqlTextFormat, sparqlTextFormats } from "./context/sparql-text-formats.ts";
export type {
  Artifact,
  ArtifactAnswer,
  CallDecision,
  CallRetries,
  ToolAnnotations,
  ToolCall,
  ToolCallRecord,
  ToolEffect,
  ToolEvent,
  ToolResult,
} from "./context/tool-contract.ts";
export type * from "./documents/markdown-document.ts";
export type { MarkdownEngine, MarkdownSyntax } from "./documents/markdown-engine.ts";
export { type ParseDocumentInput, parseDocument } from "./documents/parse-document.ts";
export type { ParseOptions } from "./documents/parse-options.ts";
export { exportGraph } from "./exports/export-graph.ts";
export {
  type ExportFormat,
  type ExportOptions,
  exportFormats,
  type GraphExport,
  type GraphExportSummary,
} from "./exports/graph-export.ts";
export { type TextSink, writeGraph } from "./exports/write-graph.ts";
export { createDirectory } from "./files/create-directory.ts";
export { type DeletedFile, deleteFile } from "./files/delete-file.ts";
export { fileExists } from "./files/file-exists.ts";
export type { FileScope } from "./files/file-scope.ts";
export { type FileInfo, type FileInfoAnswer, infoOf } from "./files/info-of.ts";
export { listChildren } from "./files/list-children.ts";
export { type FolderItem, type FolderListing, type ListFolderOptions, listFolder } from "./files/list-folder.ts";
export type { MatchingLine } from "./files/match-lines.ts";
export { type FileContent, type ReadFileOptions, readFile } from "./files/read-file.ts";
export { type FileRange, type ReadRangeOptions, readRange } from "./files/read-range.ts";
export { type FileMatch, type FileMatches, type SearchFilesOptions, searchFiles } from "./files/search-files.ts";
export { type WriteFileOptions, type WrittenFile, writeFile } from "./files/write-file.ts";
export { buildGraph } from "./graph/build-graph.ts";
export type {
  EdgeKind,
  EdgePlace,
  GraphEdge,
  GraphNode,
  GraphOptions,
  GraphProblem,
  KnowledgeGraph,
  LinkResolution,
  NodeKind,
} from "./graph/knowledge-graph.ts";
export { type DiffInput, diffGraphs, type GraphDifference } from "./graph/questions/diff/diff.ts";
export { problemKinds } from "./graph/questions/problem-kinds.ts";
export type { DefaultGraph, Literal, NamedNode, Quad } from "./graph/terms.ts";
export { type QuadOptions, quadsOf } from "./graph/to-quads.ts";
export type {
  ApprovalAnswer,
  ApprovalQuestion,
  ApprovalRequest,
  ApprovalState,
  ApprovalTarget,
} from "./guard/approvals/approval-request.ts";
export type { ApprovalCall, ApprovalMode, ApprovalRule, ApprovalSettings } from "./guard/approvals/approval-rule.ts";
export type { Approvals, Verdict } from "./guard/approvals/approvals.ts";
export type { Permissions } from "./guard/permissions/permissions.ts";
export type { SearchMode } from "./search/answer/search-result.ts";
export { buildIndex } from "./search/build-index.ts";
export { type SearchAnswer, type SearchGraphOptions, searchGraph } from "./search/search-graph.ts";
export type { SearchIndex } from "./search/search-index.ts";
export { differenceOf } from "./snapshot/difference.ts";
export type { BinaryFile, Snapshot, SnapshotDifference, SnapshotFile } from "./snapshot/snapshot.ts";
export type { TakeSnapshotRequest, UnreadFiles } from "./snapshot/snapshot-request.ts";
export { takeSnapshot } from "./snapshot/take-snapshot.ts";
export type {
  FileEntry,
  FileReadResult,
  FileStore,
  FileVersion,
  FolderEntry,
  ListEntry,
  ListOptions,
  ListPage,
  OpenFile,
  OpenOptions,
  PutOptions,
  StoreDescription,
  UnlistedName,
  WriteCondition,
  WriteMetadata,
} from "./storage/file-store.ts";
export { createMemoryStore, type MemoryStoreOptions } from "./storage/memory-store.ts";
export { createPrefixedStore } from "./storage/prefixed-store.ts";
export type { RetrySettings } from "./storage/remote/retries.ts";
export type {
  S3Credentials,
  S3CredentialsSource,
  S3Encryption,
  S3Place,
  S3Retry,
  S3StoreOptions,
} from "./storage/s3/s3-options.ts";
export { createS3Store } from "./storage/s3-store.ts";
export { allTools, alwaysAllow, alwaysAllowWith, readOnlyTools } from "./tools/approval-rules.ts";
export { createTools } from "./tools/create-tools.ts";
export { describeTool, type ToolDescription } from "./tools/describe-tool.ts";
export { renderToolResult } from "./tools/render-tool-result.ts";
export { runToolCall } from "./tools/run-tool-call.ts";
