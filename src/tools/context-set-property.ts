/** `file_context_set_property`: sets one key of a file's front matter. */
import { z } from "zod";
import type { YamlValue } from "../context/edit-contract.ts";
import type { ToolDefinition } from "../context/file-context.ts";
import { createTool } from "./create-tool.ts";
import { changeShape, editAliases, editOptions, editParameters, summariseChange } from "./edit-parameters.ts";
import { pathAliases, pathParameter } from "./parameters.ts";

export const contextSetPropertyTool: ToolDefinition = createTool({
  name: "file_context_set_property",
  title: "Set a property",
  description:
    "Sets one key of a Markdown file's YAML front matter, or removes it with null. Only that key's bytes change; a block is made where there is none, and refused where it does not parse.",
  effect: "write",
  // It tells by its success what stands in the file.
  needs: ["read", "write"],
  input: {
    path: pathParameter,
    key: z.string().describe("The key, such as status"),
    value: z
      .union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.unknown()), z.record(z.string(), z.unknown())])
      .describe("Text, a number, true or false, a list or an object; null removes the key"),
    ...editParameters,
  },
  aliases: { ...pathAliases, ...editAliases, property: "key", name: "key" },
  output: z.object({ ...changeShape, key: z.string().describe("The key as the file spells it") }),
  handler: ({ path, key, value, ...args }, context) =>
    context.files.setProperty(path, key, value as YamlValue, editOptions(args, context)),
  summarise: (data) => summariseChange(data, `${data.key} set`),
});
