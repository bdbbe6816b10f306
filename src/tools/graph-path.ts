/** `file_context_markdown_graph_path`: how one node leads to another. */
import { z } from "zod";
import { countOf } from "../base/count-of.ts";
import type { ToolDefinition } from "../context/file-context.ts";
import { createTool } from "./create-tool.ts";
import { directionParameter, edgeSchema, nodeParameter, nodeSchema } from "./graph-schemas.ts";
import { listOf, skippedSchema, unreadSchema } from "./parameters.ts";

export const graphPathTool: ToolDefinition = createTool({
  name: "file_context_markdown_graph_path",
  title: "Path between two nodes",
  description:
    "A shortest way from one note to another over the links between notes, with the places of each link; found is false where there is none.",
  effect: "read",
  input: { from: nodeParameter, to: nodeParameter, direction: directionParameter },
  aliases: { source: "from", target: "to", start: "from", end: "to" },
  output: z.object({
    snapshot: z.string(),
    from: nodeSchema,
    to: nodeSchema,
    direction: z.enum(["both", "out", "in"]),
    found: z.boolean(),
    length: z.number().int().optional().describe("Steps"),
    steps: listOf(z.object({ to: nodeSchema, edges: listOf(edgeSchema) })),
    lengthEitherWay: z
      .number()
      .int()
      .optional()
      .describe("No path in this direction: how long the one is that goes over links either way"),
    unread: unreadSchema.optional(),
    skipped: skippedSchema.optional(),
  }),
  handler: ({ from, to, ...options }, { files, signal }) => files.path(from, to, { ...options, signal }),
  summarise: ({ from, to, found, length = 0 }) => {
    const ends = `${from.path ?? from.label} to ${to.path ?? to.label}`;
    return found ? `${ends}: ${countOf(length, "step")}` : `no path from ${ends}`;
  },
});
