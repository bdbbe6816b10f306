/** `graphdown find [CONDITION…]` */
import { countOf } from "../../../base/count-of.ts";
import type { FileContext } from "../../../context/file-context.ts";
import type { Command } from "../command.ts";
import { noteMostAtOnce } from "../note-most-at-once.ts";
import { noteSkipped } from "../note-skipped.ts";
import { noteUnread } from "../note-unread.ts";
import { defined, wholeNumber } from "../option-values.ts";
import { printToolResult } from "../print-tool-result.ts";
import { taskMark } from "../task-mark.ts";
import type { Terminal } from "../terminal/terminal.ts";

type FoundItem = Awaited<ReturnType<FileContext["find"]>>["items"][number];
type FindOptions = NonNullable<Parameters<FileContext["find"]>[0]>;

export const findCommand: Command = {
  name: "find",
  summary: "documents or tasks by metadata",
  usage: "[CONDITION...]",
  positionals: [0, Number.POSITIVE_INFINITY],
  options: {
    tag: {
      type: "string",
      short: "t",
      multiple: true,
      value: "TAG",
      does: "only documents with this tag; more than once: with all",
    },
    directory: { type: "string", short: "d", value: "FOLDER", does: "only below this folder" },
    glob: { type: "string", multiple: true, value: "GLOB", does: "only documents whose path matches one" },
    tasks: {
      type: "string",
      value: "STATE",
      does: "tasks instead of documents: open, in-progress, done, cancelled or any",
    },
    sort: {
      type: "string",
      multiple: true,
      short: "s",
      value: "KEY",
      does: "sort by this key (--sort=-KEY the other way round)",
    },
    fields: { type: "string", multiple: true, short: "f", value: "KEY", does: "show this key" },
    count: { type: "string", short: "n", value: "N", does: "how many (default 50, at most 1,000)" },
    cursor: { type: "string", value: "CURSOR", does: "go on after an earlier answer" },
  },
  examples: [
    {
      line: "graphdown find status=open 'due<2026-02-01' --sort due",
      does: "conditions that all hold; also != ~ <= > >=",
    },
    { line: "graphdown find '!description' -d guides", does: "documents without a description" },
    { line: "graphdown find --tasks open --sort due", does: "what is still to do" },
    { line: "graphdown find --sort=-words -f words -n 5", does: "the five longest documents" },
  ],
  async run({ positionals, values }, session) {
    const options = defined({
      where: positionals.length === 0 ? undefined : positionals,
      tags: values["tag"],
      directory: values["directory"],
      glob: values["glob"],
      tasks: values["tasks"],
      sort: values["sort"],
      fields: values["fields"],
      count: wholeNumber("count", values["count"]),
      cursor: values["cursor"],
    }) as FindOptions;
    if (session.json) return printToolResult(session, "file_context_markdown_find", options);
    const context = await session.open();
    const { terminal, signal } = session;
    const { items, foundCount, cursor, skipped, unread } = await context.find({ ...options, signal });
    terminal.progress.clear();
    for (const item of items) await printItem(terminal, item);
    const more = cursor === undefined ? "" : `; go on with --cursor ${cursor}`;
    terminal.note(
      `${items.length === foundCount ? "" : `${items.length} of `}${countOf(foundCount, options.tasks === undefined ? "document" : "task")}${more}`,
    );
    if (cursor !== undefined) noteMostAtOnce(terminal, { asked: options.count, given: items.length, noun: "items" });
    noteSkipped(terminal, skipped);
    noteUnread(terminal, unread);
    return 0;
  },
};

/** One line: the place, the title or the task, and the fields. */
async function printItem(terminal: Terminal, item: FoundItem): Promise<void> {
  const { path, title, line, text, fields } = item;
  const place = terminal.style("cyan", `${terminal.safe(path)}${line === undefined ? "" : `:${line}`}`);
  const what = text === undefined ? title : `[${taskMark(item)}] ${text}`;
  const shown = Object.entries(fields).map(([key, value]) => `${key}=${valueText(value)}`);
  await terminal.line(`${place}  ${terminal.safe([what, ...shown].join("  "))}`);
}

function valueText(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(", ") : String(value);
}
