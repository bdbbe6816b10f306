/** `graphdown write PATH [CONTENT]` */
import { changeOptions, changeValues } from "../change-options.ts";
import type { Command } from "../command.ts";
import { contentOf } from "../content-argument.ts";
import { defined } from "../option-values.ts";
import { printChange } from "../print-change.ts";
import { printToolResult } from "../print-tool-result.ts";

export const writeCommand: Command = {
  name: "write",
  summary: "write a whole file",
  usage: "PATH [CONTENT | -]",
  positionals: [1, 2],
  options: { overwrite: { type: "boolean", does: "replace a file that exists" }, ...changeOptions },
  examples: [
    { line: "graphdown write notes/new.md --allow-write < draft.md", does: "a new file, from standard input" },
    { line: "graphdown write notes/new.md '# New' --overwrite -n", does: "what would change" },
  ],
  async run({ positionals: [path = "", given], values }, session) {
    const content = await contentOf(given, session);
    const options = { overwrite: values["overwrite"] === true ? true : undefined, ...changeValues(values) };
    if (session.json) return printToolResult(session, "file_access_write", { path, content, ...defined(options) });
    const context = await session.open();
    await printChange(
      session.terminal,
      "written",
      await context.write(path, content, { ...options, signal: session.signal }),
    );
    return 0;
  },
};
