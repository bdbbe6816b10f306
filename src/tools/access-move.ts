/** `file_access_move`: renames a file, and the links that lead to it with it. */
import { z } from "zod";
import type { ToolDefinition } from "../context/file-context.ts";
import { createTool } from "./create-tool.ts";
import { changeShape, editAliases, editOptions, editParameters, repeatNote } from "./edit-parameters.ts";
import { errorSchema, listOf, pathAliases, pathParameter, skippedSchema, unreadSchema } from "./parameters.ts";

export const accessMoveTool: ToolDefinition = createTool({
  name: "file_access_move",
  title: "Move a file",
  description:
    "Moves or renames a file and rewrites every link that leads to it, and its own relative links, so that all lead where they did. Folders on the way are made. A path that exists already is refused. Use dryRun first to see which files change.",
  effect: "delete",
  // It reads every file for links.
  needs: ["read", "write", "delete"],
  input: {
    path: pathParameter,
    to: z.string().describe("The file's new path (no folder), relative, with / between folders"),
    updateLinks: z.boolean().optional().describe("Rewrite links; default true"),
    ...editParameters,
  },
  aliases: {
    ...pathAliases,
    ...editAliases,
    from: "path",
    source: "path",
    source_path: "path",
    old_path: "path",
    oldPath: "path",
    destination: "to",
    destination_path: "to",
    dest: "to",
    target: "to",
    new_path: "to",
    newPath: "to",
    update_links: "updateLinks",
  },
  output: z.object({
    path: z.string(),
    to: z.string(),
    version: changeShape.version.describe("The file's version at its new path"),
    updated: listOf(z.object({ path: z.string(), version: z.string().optional() })).describe(
      "Other files whose links were rewritten",
    ),
    failed: listOf(z.object({ path: z.string(), error: errorSchema }))
      .optional()
      .describe("Files that changed meanwhile or can't be edited: their links still name the old path"),
    recordLeft: errorSchema
      .optional()
      .describe("The move is made; why its own record could not be taken out, which a later move or start does"),
    left: listOf(z.object({ path: z.string(), line: z.number().int(), target: z.string() }))
      .optional()
      .describe("Links that no way of writing leads to the new path"),
    skipped: skippedSchema.optional().describe("Files whose links were not looked at"),
    unread: unreadSchema.optional(),
    dryRun: changeShape.dryRun,
    repeated: changeShape.repeated,
    diff: changeShape.diff,
    cut: changeShape.cut,
  }),
  handler: ({ path, to, updateLinks, ...args }, context) =>
    context.files.move(path, to, { ...editOptions(args, context), updateLinks }),
  summarise: ({ path, to, updated, failed = [], recordLeft, dryRun, repeated }) =>
    `${path} ${dryRun ? "would be moved" : "moved"} to ${to}, links in ${updated.length} files rewritten${failed.length === 0 ? "" : `, ${failed.length} files left undone`}${recordLeft === undefined ? "" : ", its record is left for later"}${repeatNote(repeated)}`,
  isPartial: ({ failed }) => failed !== undefined,
});
