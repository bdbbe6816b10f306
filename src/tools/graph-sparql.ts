/** `file_context_markdown_graph_sparql`: the graph asked in SPARQL. */
import { z } from "zod";
import { countOf } from "../base/count-of.ts";
import type { ToolDefinition } from "../context/file-context.ts";
import { createTool } from "./create-tool.ts";
import { cutSchema, listOf, skippedSchema, unreadSchema } from "./parameters.ts";

const termSchema = z.object({
  type: z.enum(["uri", "literal", "bnode"]),
  value: z.string(),
  datatype: z.string().optional(),
  language: z.string().optional(),
});

export const graphSparqlTool: ToolDefinition = createTool({
  name: "file_context_markdown_graph_sparql",
  title: "Ask the knowledge graph in SPARQL",
  description:
    "Runs a SPARQL 1.1 query (SELECT, ASK, CONSTRUCT or DESCRIBE; read only) over the notes as RDF. The prefixes schema, dcterms, skos, prov, foaf, rdf, rdfs, xsd, owl and md are known. A note is a md:Document with schema:name, md:path, schema:description, schema:datePublished, schema:author, schema:about (tags: skos:Concept with skos:prefLabel); its sections are md:Section with schema:isPartOf; links are dcterms:references, external ones schema:citation, broken ones md:unresolved; tasks are schema:Action. Use search or find where they are enough.",
  effect: "read",
  input: {
    query: z
      .string()
      .describe("The query, such as: SELECT ?path { ?note a md:Document ; md:path ?path } ORDER BY ?path"),
    maximumRows: z.number().int().optional().describe("Most rows or triples; default and at most 1,000"),
    timeoutMs: z.number().int().optional().describe("Stop the query after so long; default and at most 10,000"),
    format: z.enum(["turtle", "ntriples"]).optional().describe("For CONSTRUCT and DESCRIBE; default turtle"),
    defaultGraphs: z.array(z.string()).optional().describe("IRIs of notes that are the data; default all notes"),
    namedGraphs: z.array(z.string()).optional().describe("IRIs of notes that GRAPH sees; default all notes"),
  },
  aliases: { sparql: "query", q: "query", limit: "maximumRows", maxRows: "maximumRows", timeout: "timeoutMs" },
  output: z.object({
    snapshot: z.string(),
    form: z.enum(["select", "ask", "construct", "describe"]),
    variables: listOf(z.string()).optional().describe("SELECT: in the order of the query"),
    rows: listOf(z.record(z.string(), termSchema))
      .optional()
      .describe("SELECT: a value for each variable that has one"),
    boolean: z.boolean().optional().describe("ASK"),
    tripleCount: z.number().int().optional().describe("CONSTRUCT, DESCRIBE"),
    format: z.enum(["turtle", "ntriples"]).optional(),
    content: z.string().optional().describe("CONSTRUCT, DESCRIBE: the triples as text"),
    cut: cutSchema.optional().describe("There is more than the bound let through"),
    skipped: skippedSchema.optional(),
    unread: unreadSchema.optional(),
  }),
  handler: ({ query, ...options }, { files, signal }) => files.sparql(query, { ...options, signal }),
  asFile: (data) => {
    if (data.content === undefined) {
      return { text: JSON.stringify(data, null, 1), extension: "json", mediaType: "application/json" };
    }
    return data.format === "ntriples"
      ? { text: data.content, extension: "nt", mediaType: "application/n-triples" }
      : { text: data.content, extension: "ttl", mediaType: "text/turtle" };
  },
  summarise: ({ rows, boolean, tripleCount = 0, cut }) => {
    const more = cut === undefined ? "" : ", cut";
    if (boolean !== undefined) return boolean ? "yes" : "no";
    return rows === undefined ? `${countOf(tripleCount, "triple")}${more}` : `${countOf(rows.length, "row")}${more}`;
  },
});
