/** `file_access_replace_lines`: replaces or removes lines by their numbers. */
import { z } from "zod";
import type { ToolDefinition } from "../context/file-context.ts";
import { createTool } from "./create-tool.ts";
import {
  changeShape,
  editAliases,
  editOptions,
  editParameters,
  itemsAsMeant,
  summariseChange,
} from "./edit-parameters.ts";
import { pathAliases, pathParameter } from "./parameters.ts";

const lineEdit = z.strictObject({
  lineNumber: z.number().int().describe("1-based, in the file as it is now"),
  newLine: z
    .string()
    .default("")
    .describe(
      "The new line; its ending is kept if none is given, line breaks in it insert lines, empty removes the line",
    ),
  expectedLine: z
    .string()
    .optional()
    .describe("What the line must hold now; else edit_conflict and nothing is written"),
});

export const accessReplaceLinesTool: ToolDefinition = createTool({
  name: "file_access_replace_lines",
  title: "Replace lines",
  description:
    "Replaces, removes or splits lines by their numbers, as ranges and grep give them. All numbers refer to the file before the call; all edits are checked before any is made. Numbers move when a file changes: pass ifVersion from your read, or expectedLine for each line.",
  effect: "write",
  // It tells by its success what stands in the file.
  needs: ["read", "write"],
  input: {
    path: pathParameter,
    edits: z
      .array(
        itemsAsMeant(lineEdit, {
          line_number: "lineNumber",
          line: "lineNumber",
          number: "lineNumber",
          new_line: "newLine",
          newText: "newLine",
          new_text: "newLine",
          content: "newLine",
          expected_line: "expectedLine",
        }),
      )
      .describe("The lines to change, each once"),
    ...editParameters,
  },
  aliases: { ...pathAliases, ...editAliases, lines: "edits" },
  output: z.object(changeShape),
  handler: ({ path, edits, ...args }, context) => context.files.replaceLines(path, edits, editOptions(args, context)),
  summarise: (data) => summariseChange(data, "lines replaced"),
});
