/** `graphdown read PATH[:START[-END]]` */
import { GraphdownError } from "../../../base/errors.ts";
import type { Command } from "../command.ts";
import { defined, printToolResult } from "../print-tool-result.ts";

export const readCommand: Command = {
  name: "read",
  summary: "print a file, or some of its lines",
  usage: "PATH[:START[-END]]",
  positionals: [1, 1],
  options: { numbers: { type: "boolean", short: "N", does: "number the lines (with a range)" } },
  examples: [
    { line: "graphdown read guides/start.md", does: "the whole file" },
    { line: "graphdown read guides/start.md:10-24", does: "lines 10 to 24, as search prints them" },
    { line: "graphdown read log.md:-20", does: "the last 20 lines" },
  ],
  async run({ positionals, values }, session) {
    const { path, range } = splitRange(positionals[0] as string);
    const { terminal } = session;
    if (range === undefined) {
      if (session.json) return printToolResult(session, "file_access_read", { path, withVersion: true });
      const context = await session.open();
      const file = await context.read(path, { signal: session.signal });
      if (file === null) throw await notFound(context, path);
      await terminal.write(file.content);
      return 0;
    }
    const options = { ...range, lineNumbers: values["numbers"] === true ? true : undefined };
    if (session.json) return printToolResult(session, "file_context_read_range", { path, ...defined(options) });
    const context = await session.open();
    const window = await context.readRange(path, { ...options, signal: session.signal });
    await terminal.write(window.content);
    if (window.cut !== undefined && window.next !== undefined) {
      terminal.note(`cut at a bound; go on with line ${window.next.line}, column ${window.next.column}`);
    }
    return 0;
  },
};

/** `path:10-24`, `path:10` and `path:-20` name lines; a name that merely contains a colon is a name. */
function splitRange(text: string): {
  path: string;
  range?: { startLine: number; endLine?: number; lineCount?: number };
} {
  const match = /^(.+):(-?\d{1,15})(?:-(\d{1,15}))?$/.exec(text);
  if (match === null) return { path: text };
  const startLine = Number(match[2]);
  const path = match[1] as string;
  if (match[3] !== undefined) return { path, range: { startLine, endLine: Number(match[3]) } };
  return { path, range: startLine < 0 ? { startLine, lineCount: -startLine } : { startLine, endLine: startLine } };
}

async function notFound(context: { info(path: string): Promise<unknown> }, path: string): Promise<GraphdownError> {
  await context.info(path);
  return new GraphdownError({
    code: "not_found",
    message: `There is no file ${JSON.stringify(path)}.`,
    path,
    next: "graphdown ls lists what is there.",
  });
}
