/** Nodes, edges and places as the tools that ask the graph show them. */
import { z } from "zod";
import { listOf } from "./parameters.ts";

const lineSchema = z.number().int();

/** What stands for a node in a call. */
export const nodeParameter: z.ZodString = z
  .string()
  .describe(
    "A path, path#heading, #tag, the id of a node from an earlier answer, or the name of a person or of a note that is linked to but not there",
  );

/** Other spellings of `node`, which models use. */
export const nodeAliases: Readonly<Record<string, string>> = {
  path: "node",
  file_path: "node",
  filePath: "node",
  file: "node",
  id: "node",
  nodeId: "node",
};

export const directionParameter: z.ZodOptional<z.ZodEnum<{ both: "both"; out: "out"; in: "in" }>> = z
  .enum(["both", "out", "in"])
  .optional()
  .describe("out: along the links; in: against them; default both");

type Optional<Type extends z.ZodType> = z.ZodOptional<Type>;
type Words<Word extends string> = z.ZodEnum<{ [Key in Word]: Key }>;

type NodeShape = {
  readonly kind: Words<"document" | "section" | "tag" | "entity" | "folder" | "external" | "asset" | "missing">;
  readonly id: z.ZodString;
  readonly label: z.ZodString;
  readonly path: Optional<z.ZodString>;
  readonly startLine: Optional<z.ZodNumber>;
  readonly endLine: Optional<z.ZodNumber>;
};

/** A node: what it is and where to read it. */
export const nodeSchema: z.ZodObject<NodeShape> = z.object({
  kind: z.enum(["document", "section", "tag", "entity", "folder", "external", "asset", "missing"]),
  id: z.string().describe("Names the node in further questions"),
  label: z.string(),
  path: z.string().optional(),
  startLine: lineSchema.optional(),
  endLine: lineSchema.optional(),
});

type PlaceShape = {
  readonly path: z.ZodString;
  readonly line: z.ZodNumber;
  readonly column: z.ZodNumber;
  readonly text: z.ZodString;
  readonly fragment: Optional<z.ZodString>;
  readonly heading: Optional<z.ZodString>;
  readonly context: z.ZodString;
};

/** A place where something was written. */
export const placeSchema: z.ZodObject<PlaceShape> = z.object({
  path: z.string(),
  line: lineSchema,
  column: z.number().int(),
  text: z.string().describe("As written"),
  fragment: z.string().optional(),
  heading: z.string().optional().describe("The heading that it stands below"),
  context: z.string().describe("The line around it"),
});

type EdgeShape = {
  readonly direction: Words<"out" | "in">;
  readonly kind: Words<"linksTo" | "embeds" | "relation" | "cites" | "taggedWith" | "mentions" | "contains" | "partOf">;
  readonly relation: Optional<z.ZodString>;
  readonly syntax: Optional<Words<"wikilink" | "markdown" | "reference" | "embed" | "frontmatter" | "inline" | "html">>;
  readonly with: Optional<z.ZodString>;
  readonly count: z.ZodNumber;
  readonly places: z.ZodReadonly<z.ZodArray<typeof placeSchema>>;
};

/** One way in which two nodes are connected. */
export const edgeSchema: z.ZodObject<EdgeShape> = z.object({
  direction: z.enum(["out", "in"]).describe("out: away from where the question begins"),
  kind: z.enum(["linksTo", "embeds", "relation", "cites", "taggedWith", "mentions", "contains", "partOf"]),
  relation: z.string().optional().describe("The name of a typed relation"),
  syntax: z.enum(["wikilink", "markdown", "reference", "embed", "frontmatter", "inline", "html"]).optional(),
  with: z.string().optional().describe("The id of the node at its nearer end, where that is not the one asked about"),
  count: z.number().int().describe("In how many places it was written"),
  places: listOf(placeSchema).describe("The first 5"),
});
