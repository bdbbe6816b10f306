/** `file_access_append`: adds to the end of a file. */
import { z } from "zod";
import type { ToolDefinition } from "../context/file-context.ts";
import { createTool } from "./create-tool.ts";
import {
  changeShape,
  contentAliases,
  editAliases,
  editOptions,
  editParameters,
  summariseChange,
} from "./edit-parameters.ts";
import { pathAliases, pathParameter } from "./parameters.ts";

export const accessAppendTool: ToolDefinition = createTool({
  name: "file_access_append",
  title: "Append to a file",
  description:
    "Adds text at the end of a file, on a line of its own; makes the file if it is missing. To be safe against repeats after a lost answer, give an idempotencyKey.",
  effect: "write",
  input: {
    path: pathParameter,
    content: z.string().describe("The text to add; end it with a line break"),
    ...editParameters,
  },
  aliases: { ...pathAliases, ...contentAliases, ...editAliases },
  output: z.object(changeShape),
  handler: ({ path, content, ...args }, context) => context.files.append(path, content, editOptions(args, context)),
  summarise: (data) => summariseChange(data, "appended to"),
});
