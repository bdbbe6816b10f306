/** What the package exports on every runtime, by name. */

export type { Cut, Skipped, SkippedFile, SkipReason } from "./base/cut.ts";
// Errors, bounds, paths
export type { ErrorCode, ErrorDetails, ErrorInfo } from "./base/errors.ts";
// Values
export { errorCodes, GraphdownError } from "./base/errors.ts";
export type { HashFunction } from "./base/hash.ts";
export type { Limits } from "./base/limits.ts";
export { defaultLimits } from "./base/limits.ts";
export type { DirectoryPath, LogicalPath } from "./base/logical-path.ts";
export { parseDirectoryPath, parseLogicalPath } from "./base/logical-path.ts";
// The facade
export type {
  CallOptions,
  ContextExportOptions,
  ContextSelection,
  FileContext,
  FileContextOptions,
  OverviewOptions,
  ProblemsOptions,
  ProgressListener,
  SearchOptions,
} from "./context/file-context.ts";
// Tools
export type {
  ToolAnnotations,
  ToolCall,
  ToolContext,
  ToolDefinition,
  ToolEffect,
  ToolEvent,
  ToolResult,
} from "./context/tool-contract.ts";
// Documents and graph
export type * from "./documents/markdown-document.ts";
export type { MarkdownEngine, MarkdownSyntax } from "./documents/markdown-engine.ts";
export { parseDocument } from "./documents/parse-document.ts";
export { exportGraph } from "./exports/export-graph.ts";
// Results
export type { ExportFormat, ExportOptions, GraphExport, GraphExportSummary } from "./exports/graph-export.ts";
export { exportFormats } from "./exports/graph-export.ts";
export { writeGraph } from "./exports/write-graph.ts";
export type { FileInfo } from "./files/info-of.ts";
export type { FileContent } from "./files/read-file.ts";
export type { FileRange, ReadRangeOptions } from "./files/read-range.ts";
export { buildGraph } from "./graph/build-graph.ts";
export type {
  EdgeKind,
  EdgePlace,
  GraphEdge,
  GraphNode,
  GraphOptions,
  KnowledgeGraph,
  NodeKind,
} from "./graph/knowledge-graph.ts";
export { quadsOf } from "./graph/to-quads.ts";
export { buildIndex } from "./search/build-index.ts";
export { searchGraph } from "./search/search-graph.ts";
export type { GraphMatch, GraphSearchResult } from "./search/search-result.ts";
// Storage
export type { FileEntry, FileStore, FolderEntry, ListPage, OpenFile, StoreDescription } from "./storage/file-store.ts";
export { createMemoryStore } from "./storage/memory-store.ts";
export { createPrefixedStore } from "./storage/prefixed-store.ts";
export { createTools } from "./tools/create-tools.ts";
export { describeTool } from "./tools/describe-tool.ts";
export { runToolCall } from "./tools/run-tool-call.ts";
