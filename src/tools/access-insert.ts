/** `file_access_insert`: inserts lines into a file. */
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

export const accessInsertTool: ToolDefinition = createTool({
  name: "file_access_insert",
  title: "Insert lines",
  description:
    "Inserts whole lines after a line of a file; 0 is the top. A missing line break between lines is added. Numbers move when a file changes: pass ifVersion from your read.",
  effect: "write",
  // It tells by its success what stands in the file.
  needs: ["read", "write"],
  input: {
    path: pathParameter,
    afterLine: z.number().int().describe("The line after which to insert; 0 inserts at the top"),
    content: z.string().describe("One or more lines"),
    ...editParameters,
  },
  aliases: {
    ...pathAliases,
    ...contentAliases,
    ...editAliases,
    after_line: "afterLine",
    insert_line: "afterLine",
    insertLine: "afterLine",
    line: "afterLine",
    insert_text: "content",
    new_str: "content",
  },
  output: z.object(changeShape),
  handler: ({ path, afterLine, content, ...args }, context) =>
    context.files.insert(path, afterLine, content, editOptions(args, context)),
  summarise: (data) => summariseChange(data, "lines inserted"),
});
