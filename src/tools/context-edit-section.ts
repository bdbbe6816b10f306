/** `file_context_edit_section`: changes what stands below a heading. */
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
import { headingAliases, headingParameter } from "./section-parameters.ts";

export const contextEditSectionTool: ToolDefinition = createTool({
  name: "file_context_edit_section",
  title: "Edit a section",
  description:
    "Replaces, appends to or prepends to the text below a heading of a Markdown file, or a block by its id. The heading itself and the blank lines around the text stay. A heading that is missing or not unique is refused with what there is; nothing is created.",
  effect: "write",
  // It tells by its success what stands in the file.
  needs: ["read", "write"],
  input: {
    path: pathParameter,
    heading: headingParameter,
    content: z.string().describe("Markdown, without the heading"),
    mode: z
      .enum(["replace", "append", "prepend"])
      .optional()
      .describe("Default replace; append goes after the last line of the section's own text"),
    subsections: z
      .boolean()
      .optional()
      .describe("Whether the text includes the sections nested below the heading; default false"),
    ...editParameters,
  },
  aliases: { ...pathAliases, ...contentAliases, ...headingAliases, ...editAliases, operation: "mode" },
  output: z.object({ ...changeShape, heading: z.string().describe("The headings from the outermost to this one") }),
  handler: ({ path, heading, content, mode, subsections, ...args }, context) =>
    context.files.editSection(path, { heading, content, mode, subsections }, editOptions(args, context)),
  summarise: (data) => summariseChange(data, `section "${data.heading}" edited`),
});
