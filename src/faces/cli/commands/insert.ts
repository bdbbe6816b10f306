/** `graphdown insert PATH LINE [CONTENT]` */
import { changeOptions, changeValues } from "../change-options.ts";
import type { Command } from "../command.ts";
import { contentOf } from "../content-argument.ts";
import { defined, wholeNumber } from "../option-values.ts";
import { printChange } from "../print-change.ts";
import { printToolResult } from "../print-tool-result.ts";

export const insertCommand: Command = {
  name: "insert",
  summary: "put lines after a line of a file",
  usage: "PATH LINE [CONTENT | -]",
  positionals: [2, 3],
  options: changeOptions,
  examples: [
    { line: "graphdown insert log.md 0 '# Log' --allow-write", does: "at the top" },
    { line: "graphdown insert log.md 12 - --allow-write < entry.md", does: "after line 12, from standard input" },
  ],
  async run({ positionals: [path = "", line, given], values }, session) {
    const afterLine = wholeNumber("LINE", line) as number;
    const content = await contentOf(given, session);
    const options = changeValues(values);
    if (session.json) {
      return printToolResult(session, "file_access_insert", { path, afterLine, content, ...defined({ ...options }) });
    }
    const context = await session.open();
    const inserted = await context.insert(path, afterLine, content, { ...options, signal: session.signal });
    await printChange(session.terminal, "extended", inserted);
    return 0;
  },
};
