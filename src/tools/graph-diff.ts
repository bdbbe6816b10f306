/** `file_context_markdown_graph_diff`: what is different between two states of the knowledge base. */
import { z } from "zod";
import { countOf } from "../base/count-of.ts";
import type { GraphDiff, ToolDefinition } from "../context/file-context.ts";
import { createTool } from "./create-tool.ts";
import { listOf, skippedSchema } from "./parameters.ts";

const documents = listOf(z.object({ path: z.string(), title: z.string() }));

const link = {
  path: z.string(),
  line: z.number().int(),
  column: z.number().int(),
  syntax: z.string(),
  relation: z.string().optional(),
  target: z.string().describe("As written"),
  text: z.string(),
  status: z.string(),
  dead: z.literal(true).optional().describe("It leads nowhere"),
  resolved: z.string().optional().describe("The file that it leads to"),
};

const links = listOf(z.object(link));

const changedLinks = listOf(
  z.object({
    ...link,
    before: z.object({ path: z.string(), line: z.number().int(), status: z.string(), resolved: z.string().optional() }),
    movedTo: z.string().optional().describe("Where the file that it led to has moved"),
  }),
);

const sections = listOf(
  z.object({
    path: z.string(),
    line: z.number().int(),
    level: z.number().int(),
    heading: z.string(),
    slug: z.string(),
  }),
);

const triples = listOf(
  z.object({
    subject: z.string(),
    predicate: z.string(),
    object: z.string(),
    datatype: z.string().optional(),
    language: z.string().optional(),
  }),
).optional();

const side = z.object({
  revision: z.string().optional(),
  commit: z.string().optional(),
  directory: z.string().optional(),
  snapshot: z.string(),
  documentCount: z.number().int(),
  skipped: skippedSchema.optional(),
});

export const graphDiffTool: ToolDefinition = createTool({
  name: "file_context_markdown_graph_diff",
  title: "What changed between two states",
  description:
    "What is different between two revisions of the notes' git repository, a revision and now, or two folders: documents, links (first those that broke), sections, number of triples. What only moved within a document is no difference.",
  effect: "read",
  input: {
    from: z
      .string()
      .optional()
      .describe(
        "Earlier revision: a branch, tag or hash such as main or HEAD~3; or both sides as main..HEAD, or main...HEAD for what HEAD did since they parted. Default now",
      ),
    to: z.string().optional().describe("Later revision; leave it out for the files as they are now"),
    fromDirectory: z
      .string()
      .optional()
      .describe("Folder that is compared on the earlier side, as if it were the whole"),
    toDirectory: z.string().optional().describe("Folder that is compared on the later side"),
    triples: z.boolean().optional().describe("Also list the triples; default false, they are only counted"),
  },
  aliases: {
    base: "from",
    before: "from",
    head: "to",
    after: "to",
    from_directory: "fromDirectory",
    to_directory: "toDirectory",
  },
  output: z.object({
    from: side,
    to: side,
    documents: z.object({
      added: documents,
      removed: documents,
      renamed: listOf(z.object({ from: z.string(), to: z.string(), title: z.string() })),
      changed: documents,
    }),
    links: z.object({
      newlyBroken: changedLinks.describe("Led somewhere, and do not any more"),
      newlyResolved: changedLinks.describe("Led nowhere, and do now"),
      changed: changedLinks.describe("Lead somewhere else"),
      added: links,
      removed: links,
    }),
    sections: z.object({ added: sections, removed: sections, changed: sections }),
    triples: z.object({
      added: z.number().int(),
      removed: z.number().int(),
      addedTriples: triples,
      removedTriples: triples,
    }),
  }),
  handler: (options, { files, signal }) => files.diff({ ...options, signal }),
  summarise,
});

function summarise({ documents: { added, removed, renamed, changed }, links: { newlyBroken } }: GraphDiff): string {
  const count = added.length + removed.length + renamed.length + changed.length;
  const broken = newlyBroken.length === 0 ? "" : `, ${countOf(newlyBroken.length, "link")} newly broken`;
  return count === 0 && broken === "" ? "no document is different" : `${countOf(count, "document")} different${broken}`;
}
