/** `graphdown mv PATH TO` */
import { countOf } from "../../../base/count-of.ts";
import type { FileContext } from "../../../context/file-context.ts";
import { changeOptions, changeValues } from "../change-options.ts";
import type { Command } from "../command.ts";
import { keptCopyNote } from "../kept-history.ts";
import { noteSkipped } from "../note-skipped.ts";
import { noteUnread } from "../note-unread.ts";
import { defined } from "../option-values.ts";
import { noteRepeat, printDifference } from "../print-change.ts";
import { printToolResult } from "../print-tool-result.ts";
import type { Terminal } from "../terminal/terminal.ts";

export const mvCommand: Command = {
  name: "mv",
  summary: "move a file with the links that lead to it",
  usage: "PATH TO",
  positionals: [2, 2],
  options: { "no-update-links": { type: "boolean", does: "leave all links as they are" }, ...changeOptions },
  examples: [
    { line: "graphdown mv notes/old.md notes/new.md -n", does: "which files would change, and how" },
    { line: "graphdown mv notes/old.md archive/old.md --allow-write", does: "move it, links and all" },
  ],
  async run({ positionals: [path = "", to = ""], values }, session) {
    const updateLinks = values["no-update-links"] === true ? false : undefined;
    const options = { updateLinks, ...changeValues(values) };
    if (session.json) return printToolResult(session, "file_access_move", { path, to, ...defined(options) });
    const context = await session.open();
    const moved = await context.move(path, to, { ...options, signal: session.signal });
    await printDifference(session.terminal, moved.diff);
    noteMove(session.terminal, moved);
    if (moved.dryRun !== true && context.describeStore().history) session.terminal.note(keptCopyNote);
    return moved.failed === undefined ? 0 : 1;
  },
};

function noteMove(terminal: Terminal, moved: Awaited<ReturnType<FileContext["move"]>>): void {
  const { path, to, updated, failed = [], left = [], recordLeft, skipped, unread, dryRun, repeated } = moved;
  const links = `links in ${countOf(updated.length, "other file")}`;
  terminal.note(
    dryRun
      ? `${path}: would be moved to ${to}, with ${links}; nothing was changed`
      : `${path}: moved to ${to}, with ${links}`,
  );
  noteRepeat(terminal, repeated);
  for (const { path: file, error } of failed) terminal.note(`${file}: links were not rewritten: ${error.message}`);
  for (const { path: file, line, target } of left) {
    terminal.note(`${file}:${line}: no way of writing "${target}" leads to the new path; it is as it was`);
  }
  if (recordLeft !== undefined) {
    terminal.note(`The record of the move is left, and a later move or start takes it out: ${recordLeft.message}`);
  }
  noteSkipped(terminal, skipped);
  noteUnread(terminal, unread);
}
