/** `file_context_read_range`: some lines of a file of any size. */
import { z } from "zod";
import { countOf } from "../base/count-of.ts";
import type { ToolDefinition } from "../context/file-context.ts";
import { createTool } from "./create-tool.ts";
import { cutSchema, pathAliases, pathParameter } from "./parameters.ts";

export const contextReadRangeTool: ToolDefinition = createTool({
  name: "file_context_read_range",
  title: "Read lines",
  description:
    "Some lines of a file of any size, from startLine (1 is the first; -n counts from the end) for lineCount lines or to endLine. Lines keep their endings. When the answer was cut, next says where to go on. Cheap: it never loads the whole file.",
  effect: "read",
  hasOwnBound: true,
  input: {
    path: pathParameter,
    startLine: z.number().int().optional().describe("First line, 1-based; negative counts from the end; default 1"),
    lineCount: z.number().int().optional().describe("How many lines; default 200, at most 1,000"),
    endLine: z.number().int().optional().describe("Last line, instead of lineCount"),
    startColumn: z
      .number()
      .int()
      .optional()
      .describe("First code point of the first line, to go on within a long line; default 1"),
    version: z.string().optional().describe("Read this version or fail with version_conflict"),
    lineNumbers: z.boolean().optional().describe("Put line numbers before the lines; default false"),
  },
  aliases: {
    ...pathAliases,
    start_line: "startLine",
    offset: "startLine",
    line: "startLine",
    end_line: "endLine",
    line_count: "lineCount",
    limit: "lineCount",
    count: "lineCount",
    start_column: "startColumn",
    line_numbers: "lineNumbers",
  },
  output: z.object({
    path: z.string(),
    startLine: z.number().int(),
    endLine: z.number().int().describe("startLine - 1 when there is nothing at or after the start"),
    totalLines: z.number().int().optional().describe("Present when the end of the file was seen"),
    hasMore: z.boolean(),
    content: z.string(),
    version: z.string(),
    cut: cutSchema.optional(),
    next: z.object({ line: z.number().int(), column: z.number().int() }).optional(),
  }),
  async handler({ path, ...options }, { files, session, actor, signal }) {
    const artifact = await files.toolHost.artifacts.readRange(path, { ...options, session, actor, signal });
    return artifact ?? files.readRange(path, { ...options, signal });
  },
  summarise: ({ path, startLine, endLine, totalLines, hasMore }) =>
    endLine < startLine && totalLines !== undefined
      ? `${path} has ${countOf(totalLines, "line")}, and none from line ${startLine} on`
      : `${path}: lines ${startLine} to ${endLine}${hasMore ? ", there are more" : ""}`,
});
