/** `file_context_markdown_graph_neighbors`: what is around a node. */
import { z } from "zod";
import { countOf } from "../base/count-of.ts";
import type { ToolDefinition } from "../context/file-context.ts";
import { edgeKinds } from "../context/file-context.ts";
import { createTool } from "./create-tool.ts";
import {
  directionParameter,
  edgeSchema,
  nodeAliases,
  nodeParameter,
  nodeSchema,
  placeSchema,
} from "./graph-schemas.ts";
import { cutSchema, listOf, skippedSchema, unreadSchema } from "./parameters.ts";

export const graphNeighborsTool: ToolDefinition = createTool({
  name: "file_context_markdown_graph_neighbors",
  title: "Neighbours of a node",
  description:
    "What a note, section, tag or address is connected with: links out, backlinks with the line and text of each, typed relations, tags and people. For one note's headings and metadata use file_context_markdown_outline.",
  effect: "read",
  input: {
    node: nodeParameter,
    direction: directionParameter,
    depth: z.number().int().optional().describe("Steps from the node, 1 to 3; default 1"),
    kinds: z
      .array(z.enum(edgeKinds as readonly [string, ...string[]]))
      .optional()
      .describe(
        "Only edges of these kinds; default all but contains and partOf, and from the second step on links alone",
      ),
    count: z.number().int().optional().describe("How many neighbours; default 50, at most 1000"),
    unlinked: z
      .boolean()
      .optional()
      .describe("Also places where other notes name its title or an alias without a link"),
    cursor: z.string().optional().describe("Goes on after an earlier answer"),
  },
  aliases: { ...nodeAliases, limit: "count", maxDepth: "depth", edgeKinds: "kinds" },
  output: z.object({
    snapshot: z.string(),
    node: nodeSchema,
    direction: z.enum(["both", "out", "in"]),
    depth: z.number().int(),
    neighborCount: z.number().int().describe("Neighbours on all pages"),
    neighbors: listOf(nodeSchema.extend({ distance: z.number().int(), edges: listOf(edgeSchema) })),
    unlinked: z
      .object({
        names: listOf(z.string()).describe("The title and aliases that were looked for"),
        count: z.number().int(),
        first: listOf(placeSchema),
      })
      .optional(),
    unread: unreadSchema.optional(),
    skipped: skippedSchema.optional(),
    cut: cutSchema.optional(),
    cursor: z.string().optional(),
    moved: z.literal(true).optional(),
  }),
  handler: ({ node, kinds, ...options }, { files, signal }) =>
    files.neighbors(node, { ...options, kinds: kinds as (typeof edgeKinds)[number][] | undefined, signal }),
  summarise: ({ node, neighborCount }) => `${node.path ?? node.label}: ${countOf(neighborCount, "neighbour")}`,
});
