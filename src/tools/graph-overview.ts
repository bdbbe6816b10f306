/** `file_context_markdown_graph_overview`: the whole knowledge base in about a kilobyte. */
import { z } from "zod";
import { countOf } from "../base/count-of.ts";
import type { ToolDefinition } from "../context/file-context.ts";
import { createTool } from "./create-tool.ts";
import { directoryAliases, directoryParameter, listOf, skippedSchema, unreadSchema } from "./parameters.ts";

/** At most 10 entries of a list, and how many there are. */
function bounded<Item extends z.ZodType>(item: Item) {
  return z.object({ count: z.number().int(), first: listOf(item) });
}

interface Folder {
  readonly path: string;
  readonly documents: number;
  readonly folders?: { readonly count: number; readonly first: readonly Folder[] } | undefined;
}

const folderSchema: z.ZodType<Folder> = z.object({
  path: z.string(),
  documents: z.number().int(),
  get folders() {
    return bounded(folderSchema).optional();
  },
});

export const graphOverviewTool: ToolDefinition = createTool({
  name: "file_context_markdown_graph_overview",
  title: "Overview of the knowledge graph",
  description:
    "What the notes are, in about a kilobyte: folders with counts, numbers of documents and links, the most linked documents, tags and groups. The place to begin in an unknown knowledge base.",
  effect: "read",
  input: {
    directory: directoryParameter,
    depth: z.number().int().optional().describe("Levels of the folder tree, 1 to 10; default 2"),
  },
  aliases: directoryAliases,
  output: z.object({
    folders: bounded(folderSchema),
    counts: z.object({
      documents: z.number().int(),
      sections: z.number().int(),
      tags: z.number().int(),
      people: z.number().int(),
      tasks: z.number().int(),
      links: z.number().int(),
      externalLinks: z.number().int(),
      brokenLinks: z.number().int(),
    }),
    topDocuments: bounded(
      z.object({
        path: z.string(),
        title: z.string(),
        incoming: z.number().int(),
        rank: z.number().describe("PageRank; 1 is the average"),
      }),
    ),
    tags: bounded(z.object({ tag: z.string(), documents: z.number().int() })),
    components: z.object({ count: z.number().int(), largest: z.number().int(), single: z.number().int() }),
    communities: bounded(
      z.object({ documents: z.number().int(), top: listOf(z.string()).describe("Its most important documents") }),
    ).describe("Groups of notes that link to one another more than to the rest"),
    directory: z.string().optional(),
    snapshot: z.string(),
    skipped: skippedSchema.optional(),
    unread: unreadSchema.optional(),
  }),
  handler: (options, { files, signal }) => files.overview({ ...options, signal }),
  summarise: ({ counts }) => countOf(counts.documents, "document"),
});
