/** `graphdown append PATH [CONTENT]` */
import { changeOptions, changeValues } from "../change-options.ts";
import type { Command } from "../command.ts";
import { contentOf } from "../content-argument.ts";
import { defined } from "../option-values.ts";
import { printChange } from "../print-change.ts";
import { printToolResult } from "../print-tool-result.ts";

export const appendCommand: Command = {
  name: "append",
  summary: "add lines to the end of a file, which is made if it is missing",
  usage: "PATH [CONTENT | -]",
  positionals: [1, 2],
  options: changeOptions,
  examples: [
    { line: "graphdown append log.md '- calm, no traffic' --allow-write", does: "one more line, on a line of its own" },
    { line: "date | graphdown append log.md --allow-write", does: "from standard input" },
  ],
  async run({ positionals: [path = "", given], values }, session) {
    const content = await contentOf(given, session);
    const options = changeValues(values);
    if (session.json)
      return printToolResult(session, "file_access_append", { path, content, ...defined({ ...options }) });
    const context = await session.open();
    await printChange(
      session.terminal,
      "extended",
      await context.append(path, content, { ...options, signal: session.signal }),
    );
    return 0;
  },
};
