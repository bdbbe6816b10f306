/** `graphdown watch [LOCATION]` */
import { countOf } from "../../../base/count-of.ts";
import type { ChangeEvent, DifferenceEvent, StateEvent } from "../../../context/file-context.ts";
import type { Command } from "../command.ts";
import { noteSkipped } from "../note-skipped.ts";
import { wholeNumber } from "../option-values.ts";
import { escapeInJson } from "../terminal/escape-controls.ts";
import type { Style, Terminal } from "../terminal/terminal.ts";

export const watchCommand: Command = {
  name: "watch",
  summary: "print what changes, until it is stopped",
  usage: "[LOCATION]",
  positionals: [0, 1],
  options: {
    directory: { type: "string", short: "d", value: "FOLDER", does: "only files below this folder" },
    interval: { type: "string", value: "MS", does: "milliseconds between two looks (default 2000, at least 100)" },
    since: {
      type: "string",
      value: "SNAPSHOT",
      does: "say nothing until something has changed since this answer (its snapshot)",
    },
  },
  examples: [
    { line: "graphdown watch ./notes", does: "a line for each change: + path, ~ path or - path; Ctrl-C ends it" },
    { line: "graphdown watch --json | jq -c .counts", does: "an event as JSON on each line, for programs" },
  ],
  async run({ positionals, values }, session) {
    const { terminal, json, signal } = session;
    const options = {
      directory: values["directory"] as string | undefined,
      intervalMs: wholeNumber("interval", values["interval"]),
      since: values["since"] as string | undefined,
      signal,
    };
    // Nothing is called by a model here, and tools take long to load.
    const context = await session.open({ tools: false, location: positionals[0] });
    try {
      for await (const event of context.watch(options)) {
        // On one line also on a terminal, where other commands break it up.
        if (json) await terminal.line(escapeInJson(JSON.stringify(event)));
        else await printEvent(terminal, event);
      }
    } catch (cause) {
      // To be stopped is how it ends.
      if (!signal.aborted) throw cause;
    }
    return 0;
  },
};

async function printEvent(terminal: Terminal, event: ChangeEvent): Promise<void> {
  if (event.type === "state") noteState(terminal, event);
  else if (event.type === "change") await printChange(terminal, event);
  else terminal.note(`warning: ${event.error.message} [${event.error.code}]`);
}

function noteState(terminal: Terminal, { documentCount, otherCount, skipped, missed }: StateEvent): void {
  const others = otherCount === 0 ? "" : ` and ${countOf(otherCount, "other file")}`;
  terminal.note(`watching ${countOf(documentCount, "document")}${others}`);
  if (missed === true) terminal.note("something has changed since that snapshot; what, is not known");
  noteSkipped(terminal, skipped);
}

/** What went stands first, so that a renaming reads as one. */
async function printChange(terminal: Terminal, event: DifferenceEvent): Promise<void> {
  const lines = [
    ...marked("-", "red", [...event.removed, ...event.otherRemoved]),
    ...marked("~", "yellow", event.changed),
    ...marked("+", "green", [...event.added, ...event.otherAdded]),
  ];
  for (const { mark, style, path } of lines) {
    await terminal.line(`${terminal.style(style, mark)} ${terminal.safe(path)}`);
  }
  if (event.cut === undefined) return;
  const all = Object.values(event.counts).reduce((sum, count) => sum + count, 0);
  terminal.note(`and ${all - lines.length} more changes at once; graphdown ls -R lists what is there`);
}

interface ChangeLine {
  readonly mark: string;
  readonly style: Style;
  readonly path: string;
}

function marked(mark: string, style: Style, paths: readonly string[]): readonly ChangeLine[] {
  return paths.map((path) => ({ mark, style, path }));
}
