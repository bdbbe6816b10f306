/** `file_context_markdown_graph_export`: the graph as text in a format. */
import { z } from "zod";
import { countOf } from "../base/count-of.ts";
import { exportFormats, formatFiles, type ToolDefinition } from "../context/file-context.ts";
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

export const graphExportTool: ToolDefinition = createTool({
  name: "file_context_markdown_graph_export",
  title: "Export the knowledge graph",
  description:
    "The graph of the notes as text: mermaid, dot or svg for a diagram, canvas for Obsidian; turtle, jsonld, ntriples, nquads or trig for RDF; graphml, gexf or csv for network tools and spreadsheets; json for nodes, edges and problems with their places. Narrow it with focus (a note and what is near it), directory or tags. A long export is cut between statements and says so.",
  effect: "read",
  input: {
    format: z.enum(exportFormats),
    directory: directoryParameter,
    focus: z
      .string()
      .optional()
      .describe("Only this node (path, path#heading, folder, #tag, person, IRI) and what is within depth links of it"),
    depth: z.number().int().optional().describe("Links away from the focus; default 1"),
    direction: z.enum(["out", "in", "both"]).optional().describe("Which way the focus follows links; default both"),
    kinds: z
      .array(z.enum(["contains", "linksTo", "embeds", "cites", "taggedWith", "partOf", "mentions", "relation"]))
      .optional()
      .describe("Only edges of these kinds"),
    tags: z.array(z.string()).optional().describe("Only documents with one of these tags"),
    detail: z
      .enum(["documents", "sections", "full"])
      .optional()
      .describe("Default: documents for diagrams, full otherwise"),
    form: z.enum(["compacted", "expanded", "flattened"]).optional().describe("JSON-LD only; default compacted"),
    spreadsheet: z
      .boolean()
      .optional()
      .describe("CSV only; an apostrophe before what a spreadsheet would run as a formula; default false"),
    maximumCharacters: z
      .number()
      .int()
      .positive()
      .optional()
      .describe("Cut the text at this many characters; default 200,000"),
  },
  aliases: { ...directoryAliases, path: "focus", node: "focus" },
  output: z.object({
    snapshot: z.string(),
    format: z.enum(exportFormats),
    documentCount: z.number().int(),
    tripleCount: z.number().int(),
    nodeCount: z.number().int(),
    edgeCount: z.number().int(),
    skipped: skippedSchema.optional(),
    cut: cutSchema.optional(),
    drawn: z
      .object({ nodeCount: z.number().int(), foldedCount: z.number().int(), edgeCount: z.number().int() })
      .optional()
      .describe("A folded diagram: nodes with a box of their own, boxes for all others, arrows"),
    unknownTags: unknownNamesSchema.optional().describe("Tags that no document has"),
    unread: unreadSchema.optional(),
    warnings: listOf(z.string()).optional(),
    content: z.string(),
  }),
  handler: ({ format, ...options }, { files, signal }) => files.export(format, { ...options, signal }),
  asFile: ({ format, content }) => {
    const { extensions, mediaType } = formatFiles[format];
    return { text: content, extension: extensions[0] as string, mediaType };
  },
  summarise: ({ format, documentCount, edgeCount, cut }) =>
    `${format}: ${countOf(documentCount, "document")}, ${countOf(edgeCount, "edge")}${cut === undefined ? "" : ", cut"}`,
});
