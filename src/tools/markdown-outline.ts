/** `file_context_markdown_outline`: one document at a glance. */
import { z } from "zod";
import { countOf } from "../base/count-of.ts";
import type { DocumentOutline, ToolDefinition } from "../context/file-context.ts";
import { createTool } from "./create-tool.ts";
import { listOf, pathAliases, pathParameter } from "./parameters.ts";

const lineSchema = z.number().int();

const outlineSchema = z.object({
  path: z.string(),
  title: z.string(),
  titleSource: z.enum(["frontmatter", "heading", "name"]),
  description: z.string().optional(),
  language: z.string().optional(),
  aliases: listOf(z.string()),
  tags: listOf(z.string()),
  authors: listOf(z.string()),
  published: z.string().optional(),
  modified: z.string().optional(),
  properties: listOf(
    z.object({
      key: z.string(),
      value: z.unknown().optional().describe("Typed; absent where there is none"),
      text: z.string().describe("As written"),
    }),
  ),
  headings: listOf(
    z.object({
      level: z.number().int(),
      text: z.string(),
      slug: z.string(),
      path: listOf(z.string()),
      startLine: lineSchema,
      endLine: lineSchema,
    }),
  ),
  links: listOf(
    z.object({
      syntax: z.enum(["wikilink", "markdown", "reference", "embed", "frontmatter", "inline", "html"]),
      relation: z.string().optional(),
      target: z.string(),
      text: z.string(),
      line: lineSchema,
      column: z.number().int(),
      resolved: z.string().optional().describe("The file that it leads to"),
      fragment: z.string().optional(),
      status: z.enum([
        "document",
        "asset",
        "missing",
        "outside",
        "external",
        "text",
        "entity",
        "ambiguous",
        "broken-anchor",
      ]),
    }),
  ),
  linkedFrom: z
    .object({
      count: z.number().int(),
      first: listOf(z.object({ path: z.string(), line: lineSchema, column: z.number().int(), text: z.string() })),
    })
    .describe("Other documents that link here: how many, and the first 10"),
  anchors: listOf(z.object({ name: z.string(), kind: z.enum(["block", "custom"]), line: lineSchema })),
  tasks: listOf(
    z.object({
      text: z.string(),
      done: z.boolean(),
      state: z.enum(["in-progress", "cancelled"]).optional(),
      line: lineSchema,
      due: z.string().optional(),
    }),
  ),
  diagnostics: listOf(
    z.object({
      kind: z.string(),
      line: lineSchema,
      column: z.number().int(),
      message: z.string(),
      text: z.string().optional(),
    }),
  ),
  lineCount: z.number().int(),
  byteLength: z.number().int(),
  tokenEstimate: z.number().int().describe("What reading the whole file would cost, roughly"),
});

type OutlineProperty = z.output<typeof outlineSchema>["properties"][number];

export const markdownOutlineTool: ToolDefinition = createTool({
  name: "file_context_markdown_outline",
  title: "Outline a document",
  description:
    "One Markdown note at a glance: title, metadata, headings with their lines, links out and what they lead to, links in, tasks, problems and size. Read it before choosing lines with file_context_read_range.",
  effect: "read",
  input: { path: pathParameter },
  aliases: pathAliases,
  output: outlineSchema,
  async handler({ path }, { files, signal }) {
    const outline = await files.outline(path, { signal });
    return { ...outline, properties: outline.properties.map(withoutNull) };
  },
  summarise: ({ path, headings, links }) =>
    `${path}: ${countOf(headings.length, "heading")}, ${countOf(links.length, "link")}`,
});

/** A property without null: models take it for a value. Its text says what was written. */
function withoutNull({ key, value, text }: DocumentOutline["properties"][number]): OutlineProperty {
  return { key, ...(value === null ? {} : { value: dropNull(value) }), text };
}

function dropNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(dropNull);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(fields.map(([key, item]) => [key, dropNull(item)]));
}
