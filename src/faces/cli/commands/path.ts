/** `graphdown path FROM TO` */
import { countOf } from "../../../base/count-of.ts";
import type { PathResult } from "../../../context/file-context.ts";
import type { Command } from "../command.ts";
import { noteSkipped } from "../note-skipped.ts";
import { noteUnread } from "../note-unread.ts";
import { defined } from "../option-values.ts";
import { printToolResult } from "../print-tool-result.ts";

export const pathCommand: Command = {
  name: "path",
  summary: "a shortest way from one note to another over links",
  usage: "FROM TO",
  positionals: [2, 2],
  options: {
    direction: {
      type: "string",
      value: "WAY",
      does: "out (along the links), in (against them) or both (default both)",
    },
  },
  examples: [
    { line: "graphdown path index.md guides/release.md", does: "how the two are connected, step by step" },
    { line: "graphdown path index.md guides/release.md --direction out", does: "how a reader gets there by links" },
  ],
  async run({ positionals, values }, session) {
    const [from, to] = positionals as readonly [string, string];
    const options = { direction: values["direction"] as "both" | undefined };
    if (session.json)
      return printToolResult(session, "file_context_markdown_graph_path", { from, to, ...defined(options) });
    const context = await session.open();
    const result = await context.path(from, to, { ...options, signal: session.signal });
    const { terminal } = session;
    terminal.progress.clear();
    if (result.found) {
      const { edgeLines, nodeLine } = await import("../print-edges.ts");
      await terminal.line(nodeLine(result.from, terminal));
      for (const { to: next, edges } of result.steps) {
        for (const edge of edges) for (const line of edgeLines(edge, terminal)) await terminal.line(line);
        await terminal.line(nodeLine(next, terminal));
      }
    }
    noteSkipped(terminal, result.skipped);
    noteUnread(terminal, result.unread);
    terminal.note(summaryOf(result));
    return 0;
  },
};

function summaryOf({ found, length = 0, direction, lengthEitherWay }: PathResult): string {
  if (found) return countOf(length, "step");
  if (direction === "both") return "no path: no chain of links connects them";
  const other =
    lengthEitherWay === undefined ? "" : `; over links either way it is ${countOf(lengthEitherWay, "step")}`;
  return `no path in this direction${other}`;
}
