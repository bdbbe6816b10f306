/** `file_context_markdown_graph_infer`: what follows from the graph. */
import { z } from "zod";
import { countOf } from "../base/count-of.ts";
import { formatFiles, rulesetNames, type ToolDefinition } from "../context/file-context.ts";
import { createTool } from "./create-tool.ts";
import { cutSchema, listOf, skippedSchema, unreadSchema } from "./parameters.ts";

const formatSchema = z.enum(["nquads", "ntriples", "trig", "turtle"]);

export const graphInferTool: ToolDefinition = createTool({
  name: "file_context_markdown_graph_infer",
  title: "Infer from the knowledge graph",
  description:
    "What follows from the graph of the notes and is not said in it, as RDF: by RDFS (classes above, domains, ranges), by SKOS (broader and narrower tags, notes about a tag are about the tags above it), or by rules of your own in N3. Other questions do not see it.",
  effect: "read",
  input: {
    rulesets: z.array(z.enum(rulesetNames)).optional().describe("Default: all of them, or none where rules are given"),
    rules: z
      .string()
      .optional()
      .describe(
        "Rules in N3, such as { ?a dcterms:requires ?b } => { ?b dcterms:isRequiredBy ?a } ., or the path of a .n3 file",
      ),
    format: formatSchema.optional().describe("Default nquads"),
    maximumCharacters: z
      .number()
      .int()
      .positive()
      .optional()
      .describe("Cut the text at this many characters; default 200,000"),
  },
  aliases: { ruleset: "rulesets", rule: "rules" },
  output: z.object({
    snapshot: z.string(),
    rulesets: listOf(z.enum(rulesetNames)),
    graph: z.string().describe("IRI of the graph that the triples are in"),
    tripleCount: z.number().int(),
    format: formatSchema,
    content: z.string(),
    cut: cutSchema.optional(),
    skipped: skippedSchema.optional(),
    unread: unreadSchema.optional(),
  }),
  handler: (options, { files, signal }) => files.infer({ ...options, signal }),
  asFile: ({ format, content }) => {
    const { extensions, mediaType } = formatFiles[format];
    return { text: content, extension: extensions[0] as string, mediaType };
  },
  summarise: ({ tripleCount, cut }) => `${countOf(tripleCount, "triple")} inferred${cut === undefined ? "" : ", cut"}`,
});
