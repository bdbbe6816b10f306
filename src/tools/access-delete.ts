/** `file_access_delete`: deletes one file. */
import { z } from "zod";
import type { ToolDefinition } from "../context/file-context.ts";
import { createTool } from "./create-tool.ts";
import { changeShape, editAliases, editOptions, editParameters, repeatNote } from "./edit-parameters.ts";
import { cutSchema, listOf, pathAliases, pathParameter } from "./parameters.ts";

export const accessDeleteTool: ToolDefinition = createTool({
  name: "file_access_delete",
  title: "Delete a file",
  description:
    "Deletes one file. A missing file is an answer (deleted: false, with names that come near), not an error. Folders are never deleted. Links to the file stay: look at them with file_context_markdown_graph_problems, or use file_access_move to rename.",
  effect: "delete",
  input: { path: pathParameter, ...editParameters },
  aliases: { ...pathAliases, ...editAliases },
  output: z.object({
    path: z.string(),
    deleted: z.boolean(),
    suggestions: listOf(z.string()).optional().describe("When there is no such file: paths that come near"),
    dryRun: z.literal(true).optional().describe("Nothing was deleted"),
    repeated: changeShape.repeated,
    diff: z.string().optional().describe("What went, as a unified diff"),
    cut: cutSchema.optional(),
  }),
  handler: ({ path, ...args }, context) => context.files.delete(path, editOptions(args, context)),
  summarise: ({ path, deleted, dryRun, repeated }) =>
    `${path}: ${deleted ? (dryRun ? "would be deleted" : "deleted") : "there is no such file"}${repeatNote(repeated)}`,
});
