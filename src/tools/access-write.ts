/** `file_access_write`: writes a whole file. */
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

export const accessWriteTool: ToolDefinition = createTool({
  name: "file_access_write",
  title: "Write a file",
  description:
    "Writes a whole text file, exactly as given. A file that exists is only replaced with overwrite: true or ifVersion. For changes of a part use file_access_replace, file_access_replace_lines or file_context_edit_section: they keep the rest byte for byte.",
  effect: "write",
  input: {
    path: pathParameter,
    content: z.string().describe("The whole text of the file"),
    overwrite: z.boolean().optional().describe("Replace a file that exists; default false"),
    ...editParameters,
  },
  aliases: { ...pathAliases, ...contentAliases, ...editAliases },
  output: z.object({
    ...changeShape,
    diff: changeShape.diff.optional().describe("Unified diff; absent where the old content was no text"),
    previousLength: z.number().int().optional().describe("Bytes of the file that was replaced"),
  }),
  handler: ({ path, content, overwrite, ...args }, context) =>
    context.files.write(path, content, { ...editOptions(args, context), overwrite }),
  summarise: (data) => summariseChange(data, "written"),
});
