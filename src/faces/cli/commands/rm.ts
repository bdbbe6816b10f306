/** `graphdown rm PATH` */
import { changeOptions, changeValues } from "../change-options.ts";
import type { Command } from "../command.ts";
import { keptCopyNote } from "../kept-history.ts";
import { defined } from "../option-values.ts";
import { printChange } from "../print-change.ts";
import { printToolResult } from "../print-tool-result.ts";

export const rmCommand: Command = {
  name: "rm",
  summary: "delete a file",
  usage: "PATH",
  positionals: [1, 1],
  options: changeOptions,
  examples: [{ line: "graphdown rm notes/old.md --allow-write", does: "one file; folders are never deleted" }],
  async run({ positionals: [path = ""], values }, session) {
    const options = changeValues(values);
    if (session.json) return printToolResult(session, "file_access_delete", { path, ...defined({ ...options }) });
    const context = await session.open();
    const removed = await context.delete(path, { ...options, signal: session.signal });
    if (!removed.deleted && removed.diff === undefined) throw await context.notFound(path, { signal: session.signal });
    await printChange(session.terminal, "deleted", removed);
    if (removed.deleted && removed.dryRun !== true && context.describeStore().history)
      session.terminal.note(keptCopyNote);
    return 0;
  },
};
