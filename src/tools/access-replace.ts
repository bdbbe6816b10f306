/** `file_access_replace`: replaces text by text in a file. */
import { z } from "zod";
import { GraphdownError } from "../base/errors.ts";
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

const replacementAliases: Readonly<Record<string, string>> = {
  old_string: "oldString",
  old_str: "oldString",
  oldText: "oldString",
  old_text: "oldString",
  new_string: "newString",
  new_str: "newString",
  newText: "newString",
  new_text: "newString",
  replace_all: "replaceAll",
};

const oldString = z.string().describe("The text exactly as it stands in the file, blanks and line breaks included");
const newString = z.string().describe("What comes in its place, literally; empty removes the text");
const replaceAll = z
  .boolean()
  .optional()
  .describe("Replace every occurrence; default false: there must be exactly one");

export const accessReplaceTool: ToolDefinition = createTool({
  name: "file_access_replace",
  title: "Replace text",
  description:
    "Replaces text in a file, literally and with regard to case; it may span lines. oldString must be in the file exactly once, or give replaceAll: true. Several replacements at once: edits, applied in order on the running text, all or none. Every other byte stays.",
  effect: "write",
  // It tells by its success what stands in the file.
  needs: ["read", "write"],
  input: {
    path: pathParameter,
    oldString: oldString.optional(),
    newString: newString.optional(),
    replaceAll,
    edits: z
      .array(itemsAsMeant(z.strictObject({ oldString, newString, replaceAll }), replacementAliases))
      .optional()
      .describe("Several replacements, instead of oldString and newString"),
    ...editParameters,
  },
  aliases: { ...pathAliases, ...replacementAliases, ...editAliases },
  output: z.object({ ...changeShape, replacements: z.number().int() }),
  handler({ path, oldString: old, newString: now, replaceAll: all, edits, ...args }, context) {
    const isOne = old !== undefined && now !== undefined;
    if (isOne === (edits !== undefined) || (!isOne && (old !== undefined || now !== undefined || all !== undefined))) {
      throw eitherOne();
    }
    const list = isOne ? [{ oldString: old, newString: now, replaceAll: all }] : (edits ?? []);
    return context.files.replace(path, list, editOptions(args, context));
  },
  summarise: (data) => summariseChange(data, `${data.replacements} replaced`),
});

function eitherOne(): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: "file_access_replace takes either oldString and newString, or edits.",
    details: { parameter: "oldString" },
    next: 'Give both for one replacement, or edits: [{"oldString": "…", "newString": "…"}] for several.',
  });
}
