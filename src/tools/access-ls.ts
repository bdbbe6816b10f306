/** `file_access_ls`: what is in a folder. */
import { z } from "zod";
import { countOf } from "../base/count-of.ts";
import type { ToolDefinition } from "../context/file-context.ts";
import { createTool } from "./create-tool.ts";
import { cutSchema, directoryAliases, directoryParameter, listOf, skippedSchema } from "./parameters.ts";

export const accessLsTool: ToolDefinition = createTool({
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
  }),
  handler: ({ directory, ...options }, { files, signal }) => files.list(directory ?? "", { ...options, signal }),
  render: ({ entries, cut, cursor, skipped }) =>
    [JSON.stringify(entries), ...(cut === undefined ? [] : [howToGoOn(cursor)]), ...skippedLines(skipped)].join("\n"),
  summarise: ({ entries, cut, skipped }) =>
    `${countOf(entries.length, "entry", "entries")}${cut === undefined ? "" : ", more with the cursor"}${skipped === undefined ? "" : `, ${skipped.count} left out`}`,
});

function howToGoOn(cursor: string | undefined): string {
  return `There are more: call again with cursor ${JSON.stringify(cursor)}.`;
}

function skippedLines(skipped: z.output<typeof skippedSchema> | undefined): string[] {
  if (skipped === undefined) return [];
  const first = skipped.first.map(({ path, reason }) => `${JSON.stringify(path)} (${reason})`);
  const more = skipped.count - first.length;
  return [`Left out: ${first.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`];
}
