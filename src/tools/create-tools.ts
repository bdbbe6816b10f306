/** The registry: every tool that a model may call. A new tool is one file and one line here, and appears in every face. */
import type { FileContext, ToolDefinition } from "../context/file-context.ts";
import { accessGrepTool } from "./access-grep.ts";
import { accessLsTool } from "./access-ls.ts";
import { accessReadTool } from "./access-read.ts";
import { contextInfoTool } from "./context-info.ts";
import { contextReadRangeTool } from "./context-read-range.ts";
import { graphExportTool } from "./graph-export.ts";
import { graphOverviewTool } from "./graph-overview.ts";
import { graphProblemsTool } from "./graph-problems.ts";
import { graphSearchTool } from "./graph-search.ts";
import { markdownOutlineTool } from "./markdown-outline.ts";
import { declareOurs } from "./our-tools.ts";

const readTools: readonly ToolDefinition[] = declareOurs([
  accessReadTool,
  accessLsTool,
  accessGrepTool,
  contextInfoTool,
  contextReadRangeTool,
  markdownOutlineTool,
  graphSearchTool,
  graphExportTool,
  graphOverviewTool,
  graphProblemsTool,
]);

/** The tools of a context. Bound to no agent framework: a face translates them. */
export function createTools(_context: FileContext): readonly ToolDefinition[] {
  return readTools;
}
