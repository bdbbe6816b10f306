/** `file_context_read_section`: what stands below a heading. */
import { z } from "zod";
import type { ToolDefinition } from "../context/file-context.ts";
import { createTool } from "./create-tool.ts";
import { cutSchema, listOf, pathAliases, pathParameter } from "./parameters.ts";
import { headingAliases, headingParameter } from "./section-parameters.ts";

export const contextReadSectionTool: ToolDefinition = createTool({
  name: "file_context_read_section",
  title: "Read a section",
  description:
    "One section of a Markdown file by its heading, or one block by its id, with its lines and the file's version. Without subsections: true it ends at the first heading nested below, and names those.",
  effect: "read",
  hasOwnBound: true,
  input: {
    path: pathParameter,
    heading: headingParameter,
    subsections: z.boolean().optional().describe("With the sections nested below; default false"),
    version: z.string().optional().describe("Read this version or fail with version_conflict"),
  },
  aliases: { ...pathAliases, ...headingAliases },
  output: z.object({
    path: z.string(),
    heading: z.string().describe("The headings from the outermost to this one"),
    startLine: z.number().int(),
    endLine: z.number().int(),
    subsections: listOf(z.object({ heading: z.string(), line: z.number().int() })).optional(),
    content: z.string().describe("The heading's line included"),
    version: z.string(),
    cut: cutSchema.optional().describe("next: the line and column at which file_context_read_range goes on"),
  }),
  handler: ({ path, heading, subsections, version }, { files, signal }) =>
    files.readSection(path, heading, { subsections, version, signal }),
  summarise: ({ path, heading, startLine, endLine }) => `${path}: "${heading}", lines ${startLine} to ${endLine}`,
});
