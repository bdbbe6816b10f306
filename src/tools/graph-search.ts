/** `file_context_markdown_graph_search`: ranked sections. */
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

const matchSchema = z.object({
  nodeId: z.string(),
  label: z.string(),
  description: z.string().optional(),
  source: z.enum(["lexical", "graph", "semantic", "merged"]),
  score: z.number(),
  path: z.string(),
  heading: z.string(),
  headingPath: listOf(z.string()),
  startLine: z.number().int().describe("Give startLine and endLine to file_context_read_range to read the section"),
  endLine: z.number().int(),
  line: z.number().int().describe("First line that holds a matched term"),
  snippet: z.string(),
  why: z.object({
    fields: listOf(z.object({ field: z.string(), terms: listOf(z.string()) })),
    edge: z.object({ from: z.string(), kind: z.string(), text: z.string() }).optional(),
  }),
  more: z.number().int().optional().describe("How many further sections of this document match"),
});

export const graphSearchTool: ToolDefinition = createTool({
  name: "file_context_markdown_graph_search",
  title: "Search the knowledge graph",
  description:
    'Ranks the sections of the Markdown notes that answer a query, best first, each with path and lines for file_context_read_range. Plain words are enough; also "a phrase", -not, tag:x, path:folder/ and title:x. Always answered from the files as they are now.',
  effect: "read",
  input: {
    query: z.string().describe("Words, a question, or filters"),
    directory: directoryParameter,
    glob: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe("Only documents whose path matches"),
    tags: z.array(z.string()).optional().describe("Only documents with all of these tags, nested ones included"),
    count: z.number().int().optional().describe("How many matches; default 20, at most 200"),
    mode: z.enum(["auto", "lexical", "graph", "semantic"]).optional().describe("Which ranking; default auto"),
    cursor: z.string().optional().describe("Goes on after an earlier answer"),
  },
  aliases: { ...directoryAliases, limit: "count", top_k: "count", maxResults: "count", q: "query", text: "query" },
  output: z.object({
    snapshot: z.string(),
    documentCount: z.number().int(),
    tripleCount: z.number().int(),
    matches: listOf(matchSchema),
    matchCount: z.number().int().optional().describe("Matches on all pages, where that is known"),
    without: listOf(z.string()).optional().describe("What the query excludes"),
    searchedCount: z.number().int().optional().describe("No match: how many documents the filters let through"),
    unknownWords: unknownNamesSchema.optional().describe("No match: words that stand in no document"),
    unknownTags: unknownNamesSchema.optional().describe("Tags that no document has"),
    unread: unreadSchema.optional(),
    skipped: skippedSchema.optional(),
    cut: cutSchema.optional(),
    cursor: z.string().optional(),
    moved: z.literal(true).optional(),
  }),
  handler: ({ query, ...options }, { files, signal }) => files.search(query, { ...options, signal }),
  summarise: ({ matches, documentCount }) =>
    `${countOf(matches.length, "match", "matches")} in ${countOf(documentCount, "document")}`,
});
