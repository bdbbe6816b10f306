/** `graphdown ls [FOLDER]` */
import type { Command } from "../command.ts";
import { noteSkipped } from "../note-skipped.ts";
import { defined } from "../option-values.ts";
import { printToolResult } from "../print-tool-result.ts";

export const lsCommand: Command = {
  name: "ls",
  summary: "list a folder",
  usage: "[FOLDER]",
  positionals: [0, 1],
  options: {
    recursive: { type: "boolean", short: "R", does: "also what is below its folders" },
    glob: { type: "string", value: "GLOB", does: "only files whose name or path matches" },
    hidden: { type: "boolean", does: "also folders that start with a dot, and node_modules" },
  },
  examples: [
    { line: "graphdown ls", does: "the folders and files at the root" },
    { line: "graphdown ls docs -R --glob '*.md'", does: "every Markdown file below docs" },
  ],
  async run({ positionals, values }, session) {
    const options = {
      glob: values["glob"] as string | undefined,
      recursive: values["recursive"] === true ? true : undefined,
      hidden: values["hidden"] === true ? true : undefined,
    };
    const directory = positionals[0] ?? "";
    const context = await session.open();
    if (session.json) {
      // A model gets an empty list for a missing folder; who typed the name wants to know.
      await context.list(directory, { mustExist: true, signal: session.signal });
      return printToolResult(session, "file_access_ls", { directory, ...defined(options) });
    }
    const { terminal } = session;
    let cursor: string | undefined;
    do {
      const page = await context.list(directory, { ...options, mustExist: true, cursor, signal: session.signal });
      for (const entry of page.entries) {
        const folder = entry.type === "directory";
        await terminal.line(
          folder ? terminal.style("bold", `${terminal.safe(entry.name)}/`) : terminal.safe(entry.name),
        );
      }
      noteSkipped(terminal, page.skipped);
      cursor = page.cursor;
    } while (cursor !== undefined);
    return 0;
  },
};
