/** `file_context_markdown_find`: documents or tasks by metadata. */
import { z } from "zod";
import { countOf } from "../base/count-of.ts";
import type { ToolDefinition } from "../context/file-context.ts";
import { createTool } from "./create-tool.ts";
import {
  cutSchema,
  directoryAliases,
  directoryParameter,
  listOf,
  skippedSchema,
  unknownNamesSchema,
  unreadSchema,
} from "./parameters.ts";

export const markdownFindTool: ToolDefinition = createTool({
  name: "file_context_markdown_find",
  title: "Find notes by metadata",
  description:
    "The notes, or their tasks, whose metadata fulfil conditions: front matter, inline properties, tags, path, title, published, modified, words. Sorted and complete; use the search to rank by what the text says.",
  effect: "read",
  input: {
    where: z
      .array(z.string())
      .optional()
      .describe(
        "Conditions that all hold: key (exists), !key (missing), or key, one of = != ~ (contains) < <= > >=, and a value: status=open, due<2026-02-01",
      ),
    tags: z.array(z.string()).optional().describe("Only notes with all of these tags, nested ones included"),
    directory: directoryParameter,
    glob: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe("Only notes whose path matches"),
    tasks: z
      .enum(["open", "in-progress", "done", "cancelled", "any"])
      .optional()
      .describe(
        "Find tasks instead of notes; open: still to do, in-progress too; text, due and done are keys of a task",
      ),
    sort: z.array(z.string()).optional().describe("Keys to sort by, -key for the other way round; default by path"),
    fields: z.array(z.string()).optional().describe("Keys to show; default those of where and sort"),
    count: z.number().int().optional().describe("How many; default 50, at most 1,000"),
    cursor: z.string().optional().describe("Goes on after an earlier answer"),
  },
  aliases: {
    ...directoryAliases,
    limit: "count",
    filter: "where",
    conditions: "where",
    sort_by: "sort",
    sortBy: "sort",
  },
  output: z.object({
    snapshot: z.string(),
    documentCount: z.number().int(),
    foundCount: z.number().int().describe("Items on all pages"),
    items: listOf(
      z.object({
        path: z.string(),
        title: z.string(),
        line: z.number().int().optional(),
        text: z.string().optional(),
        done: z.boolean().optional(),
        state: z.enum(["in-progress", "cancelled"]).optional(),
        due: z.string().optional(),
        fields: z.record(z.string(), z.unknown()),
      }),
    ),
    unknownTags: unknownNamesSchema.optional().describe("Nothing was found: tags that no note has"),
    unread: unreadSchema.optional(),
    skipped: skippedSchema.optional(),
    cut: cutSchema.optional(),
    cursor: z.string().optional(),
    moved: z.literal(true).optional(),
  }),
  handler: (options, { files, signal }) => files.find({ ...options, signal }),
  summarise: ({ foundCount, documentCount }) =>
    `${countOf(foundCount, "item")} of ${countOf(documentCount, "document")}`,
});
