/** The registry: every tool that a model may call. A new tool is one file and one line here, and appears in every face. */
import type { FileContext, ToolDefinition } from "../context/file-context.ts";
import { accessAppendTool } from "./access-append.ts";
import { accessDeleteTool } from "./access-delete.ts";
import { accessGrepTool } from "./access-grep.ts";
import { accessInsertTool } from "./access-insert.ts";
import { accessLsTool } from "./access-ls.ts";
import { accessMoveTool } from "./access-move.ts";
import { accessReadTool } from "./access-read.ts";
import { accessReplaceTool } from "./access-replace.ts";
import { accessReplaceLinesTool } from "./access-replace-lines.ts";
import { accessWriteTool } from "./access-write.ts";
import { contextEditSectionTool } from "./context-edit-section.ts";
import { contextInfoTool } from "./context-info.ts";
import { contextReadRangeTool } from "./context-read-range.ts";
import { contextReadSectionTool } from "./context-read-section.ts";
import { contextSetPropertyTool } from "./context-set-property.ts";
import { graphDiffTool } from "./graph-diff.ts";
import { graphExportTool } from "./graph-export.ts";
import { graphInferTool } from "./graph-infer.ts";
import { graphNeighborsTool } from "./graph-neighbors.ts";
import { graphOverviewTool } from "./graph-overview.ts";
import { graphPathTool } from "./graph-path.ts";
import { graphProblemsTool } from "./graph-problems.ts";
import { graphRelatedTool } from "./graph-related.ts";
import { graphSearchTool } from "./graph-search.ts";
import { graphSparqlTool } from "./graph-sparql.ts";
import { graphValidateTool } from "./graph-validate.ts";
import { markdownContextTool } from "./markdown-context.ts";
import { markdownFindTool } from "./markdown-find.ts";
import { markdownOutlineTool } from "./markdown-outline.ts";
import { declareOurs } from "./our-tools.ts";

const readTools: readonly ToolDefinition[] = declareOurs([
  accessReadTool,
  accessLsTool,
  accessGrepTool,
  contextInfoTool,
  contextReadRangeTool,
  contextReadSectionTool,
  markdownOutlineTool,
  graphSearchTool,
  markdownContextTool,
  markdownFindTool,
  graphExportTool,
  graphOverviewTool,
  graphNeighborsTool,
  graphPathTool,
  graphRelatedTool,
  graphProblemsTool,
  graphSparqlTool,
  graphDiffTool,
  graphValidateTool,
  graphInferTool,
]);

const writeTools: readonly ToolDefinition[] = declareOurs([
  accessWriteTool,
  accessReplaceTool,
  accessReplaceLinesTool,
  accessInsertTool,
  accessAppendTool,
  contextEditSectionTool,
  contextSetPropertyTool,
]);

const deleteTools: readonly ToolDefinition[] = declareOurs([accessDeleteTool]);

/** What takes both permissions. */
const moveTools: readonly ToolDefinition[] = declareOurs([accessMoveTool]);

const allTools: readonly ToolDefinition[] = [...readTools, ...writeTools, ...deleteTools, ...moveTools];

/** The tools of a context: those for which it has every permission that they need. Bound to no agent framework: a face translates them. */
export function createTools({ toolHost, describeStore }: FileContext): readonly ToolDefinition[] {
  const { permissions } = toolHost;
  const tools = describeStore().writable ? allTools : readTools;
  return tools.filter(({ needs }) => needs.every((need) => permissions[need]));
}
