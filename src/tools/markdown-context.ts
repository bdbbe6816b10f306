/** `file_context_markdown_context`: the text to read about a question. */
import { z } from "zod";
import { countOf } from "../base/count-of.ts";
import type { ToolDefinition } from "../context/file-context.ts";
import { createTool } from "./create-tool.ts";
import {
  directoryAliases,
  directoryParameter,
  listOf,
  skippedSchema,
  unknownNamesSchema,
  unreadSchema,
} from "./parameters.ts";

const lineSchema = z.number().int();

export const markdownContextTool: ToolDefinition = createTool({
  name: "file_context_markdown_context",
  title: "Context for a question",
  description:
    "What the notes say about a question, as text to read at once: the best sections, whole where they fit, with what stands around them, each under its citation path:start-end, within a budget of tokens. To look around first use file_context_markdown_graph_search.",
  effect: "read",
  input: {
    query: z.string().describe("Words, a question, or filters, as for file_context_markdown_graph_search"),
    tokenBudget: z.number().int().optional().describe("Most tokens of the text; default 4000, at most 200000"),
    directory: directoryParameter,
    glob: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe("Only documents whose path matches"),
    tags: z.array(z.string()).optional().describe("Only documents with all of these tags, nested ones included"),
  },
  aliases: {
    ...directoryAliases,
    q: "query",
    question: "query",
    text: "query",
    budget: "tokenBudget",
    maxTokens: "tokenBudget",
    max_tokens: "tokenBudget",
    token_budget: "tokenBudget",
  },
  output: z.object({
    snapshot: z.string(),
    documentCount: z.number().int(),
    tokenBudget: z.number().int(),
    tokenCount: z.number().int().describe("What the text costs at most"),
    text: z.string().describe("Passages, each under [path:start-end]"),
    passages: listOf(
      z.object({
        path: z.string(),
        startLine: lineSchema,
        endLine: lineSchema,
        headingPath: listOf(z.string()),
        why: z.enum(["match", "beside", "linked"]),
        cut: z.literal(true).optional().describe("A part of a section that is too long"),
      }),
    ),
    leftOut: z
      .object({
        count: z.number().int(),
        first: listOf(
          z.object({
            path: z.string(),
            startLine: lineSchema,
            endLine: lineSchema,
            heading: z.string(),
            tokens: z.number().int(),
          }),
        ),
      })
      .describe("Sections that match and had no room: read them with file_context_read_range"),
    searchedCount: z.number().int().optional().describe("No match: how many documents the filters let through"),
    unknownWords: unknownNamesSchema.optional().describe("No match: words that stand in no document"),
    unknownTags: unknownNamesSchema.optional().describe("Tags that no document has"),
    unread: unreadSchema.optional(),
    skipped: skippedSchema.optional(),
  }),
  hasOwnBound: true,
  handler: ({ query, ...options }, { files, signal }) => files.context(query, { ...options, signal }),
  summarise: ({ passages, tokenCount, leftOut }) =>
    `${countOf(passages.length, "passage")}, at most ${countOf(tokenCount, "token")}${leftOut.count === 0 ? "" : `, ${countOf(leftOut.count, "section")} left out`}`,
});
