/** `file_context_markdown_graph_related`: documents that are close to one. */
import { z } from "zod";
import { countOf } from "../base/count-of.ts";
import type { ToolDefinition } from "../context/file-context.ts";
import { createTool } from "./create-tool.ts";
import { nodeAliases, nodeParameter, nodeSchema } from "./graph-schemas.ts";
import { cutSchema, listOf, skippedSchema, unreadSchema } from "./parameters.ts";

const documentsSchema = z.object({ count: z.number().int(), first: listOf(z.string()).describe("Paths") });

export const graphRelatedTool: ToolDefinition = createTool({
  name: "file_context_markdown_graph_related",
  title: "Related documents",
  description:
    "Notes that are close to one note, closest first, with the reasons: links, notes that link to both or that both link to, shared tags, and words that few others hold.",
  effect: "read",
  input: {
    node: nodeParameter,
    count: z.number().int().optional().describe("How many notes; default 10, at most 200"),
  },
  aliases: { ...nodeAliases, limit: "count" },
  output: z.object({
    snapshot: z.string(),
    node: nodeSchema,
    relatedCount: z.number().int().describe("Notes with any reason"),
    related: listOf(
      z.object({
        path: z.string(),
        title: z.string(),
        score: z.number(),
        reasons: z.object({
          links: listOf(z.enum(["out", "in"]))
            .optional()
            .describe("out: it is linked to; in: it links here"),
          linkedTogether: documentsSchema.optional().describe("Notes that link to both"),
          linkSame: documentsSchema.optional().describe("Notes that both link to"),
          tags: listOf(z.string()).optional(),
          words: listOf(z.string()).optional(),
        }),
      }),
    ),
    unread: unreadSchema.optional(),
    skipped: skippedSchema.optional(),
    cut: cutSchema.optional(),
  }),
  handler: ({ node, ...options }, { files, signal }) => files.related(node, { ...options, signal }),
  summarise: ({ node, related }) => `${node.path ?? node.label}: ${countOf(related.length, "related document")}`,
});
