/** `graphdown replace PATH OLD NEW` */
import { countOf } from "../../../base/count-of.ts";
import { changeOptions, changeValues } from "../change-options.ts";
import type { Command } from "../command.ts";
import { defined } from "../option-values.ts";
import { printChange } from "../print-change.ts";
import { printToolResult } from "../print-tool-result.ts";

export const replaceCommand: Command = {
  name: "replace",
  summary: "replace text of a file, as it is written",
  usage: "PATH OLD NEW",
  positionals: [3, 3],
  options: {
    all: { type: "boolean", short: "a", does: "every occurrence; without it there must be exactly one" },
    ...changeOptions,
  },
  examples: [
    { line: "graphdown replace a.md 'gate: open' 'gate: shut' --allow-write", does: "the only occurrence" },
    { line: "graphdown replace a.md colour color --all -n", does: "what would change everywhere" },
  ],
  async run({ positionals: [path = "", oldString = "", newString = ""], values }, session) {
    const replaceAll = values["all"] === true ? true : undefined;
    const options = changeValues(values);
    if (session.json) {
      const input = { path, oldString, newString, ...defined({ replaceAll, ...options }) };
      return printToolResult(session, "file_access_replace", input);
    }
    const context = await session.open();
    const edit = { oldString, newString, replaceAll };
    const replaced = await context.replace(path, edit, { ...options, signal: session.signal });
    await printChange(session.terminal, `replaced in ${countOf(replaced.replacements, "place")}`, replaced);
    return 0;
  },
};
