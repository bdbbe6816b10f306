/** `graphdown read PATH[:START[-[END]]]` */

import { countOf } from "../../../base/count-of.ts";
import type { FileContext } from "../../../context/file-context.ts";
import type { Command, CommandSession } from "../command.ts";
import { defined } from "../option-values.ts";
import { printToolResult } from "../print-tool-result.ts";

export const readCommand: Command = {
  name: "read",
  summary: "print a file, or some of its lines",
  usage: "PATH[:START[-[END]]]",
  positionals: [1, 1],
  options: { numbers: { type: "boolean", short: "N", does: "number the lines" } },
  examples: [
    { line: "graphdown read guides/start.md", does: "the whole file" },
    { line: "graphdown read guides/start.md:10-24", does: "lines 10 to 24, as search prints them" },
    { line: "graphdown read guides/start.md:10-", does: "line 10 and all below it" },
    { line: "graphdown read log.md:-20", does: "the last 20 lines" },
  ],
  async run({ positionals, values }, session) {
    const { path, range } = splitRange(positionals[0] as string);
    const lineNumbers = values["numbers"] === true ? true : undefined;
    const lines = range ?? (lineNumbers ? { startLine: 1 } : undefined);
    if (session.json) {
      return lines === undefined
        ? printToolResult(session, "file_access_read", { path, withVersion: true })
        : printToolResult(session, "file_context_read_range", { path, ...defined({ ...lines, lineNumbers }) });
    }
    const context = await session.open();
    if (lines === undefined) await printFile(session, context, path);
    else await printLines({ session, context, path, lines, lineNumbers });
    return 0;
  },
};

async function printFile({ terminal, signal }: CommandSession, context: FileContext, path: string): Promise<void> {
  const file = await context.read(path, { signal });
  if (file === null) throw await context.notFound(path, { signal });
  await terminal.write(file.content);
}

/** Prints window after window, all of one version, until the lines that were asked for are done. */
async function printLines({
  session: { terminal, signal },
  context,
  path,
  lines,
  lineNumbers,
}: {
  readonly session: CommandSession;
  readonly context: FileContext;
  readonly path: string;
  readonly lines: LineRange;
  readonly lineNumbers: true | undefined;
}): Promise<void> {
  const lineCount = context.limits.maximumRangeLineCount;
  const whole = lines.endLine === undefined && lines.lineCount === undefined;
  const first = await context.readRange(path, { ...lines, ...(whole ? { lineCount } : {}), lineNumbers, signal });
  await terminal.write(first.content);
  if (first.content === "" && first.totalLines !== undefined) {
    terminal.note(`${path} has ${countOf(first.totalLines, "line")}`);
  }
  const lastLine = lines.endLine ?? (whole ? Number.POSITIVE_INFINITY : first.startLine + (lines.lineCount ?? 1) - 1);
  const { version } = first;
  for (let { next } = first; next !== undefined && next.line <= lastLine; ) {
    const rest = Math.min(lineCount, lastLine - next.line + 1);
    const { line: startLine, column: startColumn } = next;
    const window = await context.readRange(path, {
      startLine,
      startColumn,
      lineCount: rest,
      version,
      lineNumbers,
      signal,
    });
    await terminal.write(window.content);
    next = window.next;
  }
}

interface LineRange {
  readonly startLine: number;
  readonly endLine?: number;
  readonly lineCount?: number;
}

/**
 * `path:10-24`, `path:10-`, `path:10` and `path:-20` name lines, and so does `path:10:3` with a column, as problems are printed; a name
 * that merely contains a colon is a name.
 */
function splitRange(text: string): { readonly path: string; readonly range?: LineRange } {
  const match = /^(.+?):(?:(\d{1,15})-(\d{1,15})?|(-?\d{1,15})|(\d{1,15}):\d{1,15})$/.exec(text);
  if (match === null) return { path: text };
  const [, path = "", from, to, line, lineOfColumn] = match;
  if (from !== undefined)
    return { path, range: { startLine: Number(from), ...(to === undefined ? {} : { endLine: Number(to) }) } };
  const startLine = Number(line ?? lineOfColumn);
  return { path, range: startLine < 0 ? { startLine, lineCount: -startLine } : { startLine, endLine: startLine } };
}
