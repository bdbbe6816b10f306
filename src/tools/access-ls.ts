/** `file_access_ls`: what is in a folder. */
import { z } from "zod";
import { createTool } from "./create-tool.ts";
import { cutSchema, directoryAliases, directoryParameter, listOf, skippedSchema } from "./parameters.ts";

export const accessLsTool = createTool({
  name: "file_access_ls",
  title: "List a folder",
  description:
    "The folders and files directly in a folder, folders first; with recursive everything below it. A missing or empty folder gives an empty list. Long lists come in pages: call again with the cursor.",
  effect: "read",
  input: {
    directory: directoryParameter,
    glob: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe("Only files that match, such as *.md or docs/**/*.md; without / it is matched at any depth"),
    recursive: z.boolean().optional().describe("Also what is below the folders; default false"),
    hidden: z.boolean().optional().describe("Also folders that start with a dot, and node_modules; default false"),
    cursor: z.string().optional().describe("Goes on after an earlier page"),
  },
  aliases: { ...directoryAliases, path: "directory", pattern: "glob" },
  output: z.object({
    entries: listOf(
      z.object({
        name: z.string().describe("Path below the folder"),
        type: z.enum(["file", "directory"]),
        path: z.string(),
      }),
    ),
    cut: cutSchema.optional(),
    cursor: z.string().optional(),
    skipped: skippedSchema.optional(),
    moved: z.literal(true).optional(),
  }),
  handler: ({ directory, ...options }, { files, signal }) => files.list(directory ?? "", { ...options, signal }),
  render: ({ entries, cursor }) =>
    cursor === undefined
      ? JSON.stringify(entries)
      : `${JSON.stringify(entries)}\nThere are more: call again with cursor ${JSON.stringify(cursor)}.`,
  summarise: ({ entries, cursor }) =>
    `${entries.length} entries${cursor === undefined ? "" : ", more with the cursor"}`,
});
