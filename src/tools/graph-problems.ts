/** `file_context_markdown_graph_problems`: what a docs team should look at. */
import { z } from "zod";
import { countOf } from "../base/count-of.ts";
import { problemKinds, type ToolDefinition } from "../context/file-context.ts";
import { createTool } from "./create-tool.ts";
import { directoryAliases, directoryParameter, listOf, skippedSchema, unreadSchema } from "./parameters.ts";

export const graphProblemsTool: ToolDefinition = createTool({
  name: "file_context_markdown_graph_problems",
  title: "Find problems",
  description:
    "Broken links and anchors, ambiguous targets, links that are right only in another case, orphans, duplicate titles, invalid front matter and the like, each with path, line and what was probably meant.",
  effect: "read",
  input: {
    directory: directoryParameter,
    kinds: z
      .array(z.string())
      .optional()
      .describe(`Only these kinds; default all but outside. Known: ${problemKinds.join(", ")}`),
  },
  aliases: { ...directoryAliases, kind: "kinds" },
  output: z.object({
    snapshot: z.string(),
    problems: listOf(
      z.object({
        kind: z.string(),
        path: z.string(),
        line: z.number().int(),
        column: z.number().int(),
        message: z.string(),
        text: z.string().optional().describe("As written"),
        candidates: listOf(z.string()).optional(),
      }),
    ),
    counts: z.record(z.string(), z.number().int().optional()).describe("How many of each kind"),
    outsideCount: z.number().int().optional().describe("Links that lead outside; ask for the kind outside to see them"),
    skipped: skippedSchema.optional(),
    unread: unreadSchema.optional(),
  }),
  handler: (options, { files, signal }) => files.problems({ ...options, signal }),
  summarise: ({ problems }) => (problems.length === 0 ? "no problems" : countOf(problems.length, "problem")),
});
