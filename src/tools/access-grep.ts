/** `file_access_grep`: the lines of files that match a pattern. */
import { z } from "zod";
import type { ToolDefinition } from "../context/file-context.ts";
import { createTool } from "./create-tool.ts";
import { cutSchema, directoryAliases, directoryParameter, listOf, skippedSchema } from "./parameters.ts";

export const accessGrepTool: ToolDefinition = createTool({
  name: "file_access_grep",
  title: "Find lines in files",
  description:
    "The lines of text files, below a folder and at any depth, that match a pattern. The pattern is a regular expression in RE2's language (no look-around, no back-references), ignores case and is matched line by line; with literal it is found as it is written. At most 20 lines a file and 100 files a page: call again with the cursor for more.",
  effect: "read",
  input: {
    pattern: z
      .string()
      .describe("What to find, such as time-?out|deadline; (?-i) at its start minds case. At most 512 characters"),
    literal: z.boolean().optional().describe("The pattern is plain text and no regular expression; default false"),
    directory: directoryParameter.describe(
      "Folder to stay below, or one file to search, relative; leave it out for the whole knowledge base",
    ),
    glob: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe("Only files that match, such as *.md or docs/**/*.md; without / it is matched at any depth"),
    context: z.number().int().min(0).max(20).optional().describe("Lines to show before and after each; default 0"),
    cursor: z.string().optional().describe("Goes on after an earlier page"),
  },
  aliases: {
    ...directoryAliases,
    path: "directory",
    file: "directory",
    file_path: "directory",
    filePath: "directory",
    regexPattern: "pattern",
    regex_pattern: "pattern",
    regex: "pattern",
    query: "pattern",
    search: "pattern",
    text: "pattern",
    fixed_string: "literal",
    fixedString: "literal",
    fixedStrings: "literal",
    globPattern: "glob",
    glob_pattern: "glob",
    filePattern: "glob",
    file_pattern: "glob",
    fileGlob: "glob",
    include: "glob",
    contextLines: "context",
    context_lines: "context",
  },
  output: z.object({
    files: listOf(
      z.object({
        path: z.string(),
        version: z.string(),
        snippet: z.string().describe("The first line that matches, cut around the match"),
        matchingLines: listOf(
          z.object({
            lineNumber: z.number().int(),
            line: z.string(),
            before: listOf(z.string()).optional(),
            after: listOf(z.string()).optional(),
          }),
        ),
        cut: cutSchema.optional(),
      }),
    ),
    filesSearched: z.number().int(),
    skipped: skippedSchema.optional(),
    cut: cutSchema.optional(),
    cursor: z.string().optional(),
  }),
  handler: ({ pattern, ...options }, { files, signal }) => files.grep(pattern, { ...options, signal }),
  summarise: ({ files, filesSearched, cut, skipped }) => {
    const lines = files.reduce((sum, file) => sum + file.matchingLines.length, 0);
    const more = cut === undefined ? "" : ", more with the cursor";
    const without = skipped === undefined ? "" : `, ${skipped.count} left out`;
    return `${lines} lines in ${files.length} of ${filesSearched} files${more}${without}`;
  },
});
