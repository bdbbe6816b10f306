/** `file_context_markdown_graph_validate`: whether the graph conforms to shapes. */
import { z } from "zod";
import { countOf } from "../base/count-of.ts";
import { rulesetNames, type ToolDefinition } from "../context/file-context.ts";
import { createTool } from "./create-tool.ts";
import { cutSchema, directoryAliases, directoryParameter, listOf, skippedSchema, unreadSchema } from "./parameters.ts";

export const graphValidateTool: ToolDefinition = createTool({
  name: "file_context_markdown_graph_validate",
  title: "Validate the knowledge graph",
  description:
    "Whether the graph of the notes conforms to SHACL shapes: what does not, each with path and line. Give shapes to hold your own rules, such as that every document needs a description; without them the shapes of Graphdown itself are checked. SHACL Core only.",
  effect: "read",
  input: {
    shapes: z
      .string()
      .optional()
      .describe(
        "Shapes in Turtle (prefixes schema, md, skos, dcterms, sh, xsd … are known), or the path of a .ttl file",
      ),
    directory: directoryParameter.describe("Only results about files below this folder"),
    rulesets: z.array(z.enum(rulesetNames)).optional().describe("What follows by these counts as said; default none"),
    count: z.number().int().optional().describe("How many results, 1 to 1,000; default 100"),
  },
  aliases: { ...directoryAliases, shape: "shapes", limit: "count" },
  output: z.object({
    snapshot: z.string(),
    conforms: z.boolean(),
    resultCount: z.number().int().describe("Results in all"),
    counts: z.record(z.string(), z.number().int()).describe("How many of each severity"),
    results: listOf(
      z.object({
        severity: z.string().describe("violation, warning, info, or an IRI"),
        message: z.string(),
        constraint: z.string(),
        focusNode: z.string().describe("IRI of the node that does not conform"),
        path: z.string().optional(),
        line: z.number().int().optional(),
        property: z.string().optional().describe("The property, as a SPARQL path"),
        value: z.string().optional().describe("The value that does not conform"),
        shape: z.string(),
      }),
    ),
    isPartial: z.literal(true).optional().describe("There are more results than were counted"),
    cut: cutSchema.optional(),
    skipped: skippedSchema.optional(),
    unread: unreadSchema.optional(),
  }),
  handler: (options, { files, signal }) => files.validate({ ...options, signal }),
  summarise: ({ conforms, resultCount, isPartial }) =>
    conforms ? "conforms" : `${isPartial === undefined ? "" : "more than "}${countOf(resultCount, "result")}`,
});
