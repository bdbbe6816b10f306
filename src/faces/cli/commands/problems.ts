/** `graphdown problems [FOLDER]` */

import { countOf } from "../../../base/count-of.ts";
import { problemKinds } from "../../../context/file-context.ts";
import type { Command } from "../command.ts";
import { noteSkipped } from "../note-skipped.ts";
import { noteUnread } from "../note-unread.ts";
import { defined } from "../option-values.ts";
import { printToolResult } from "../print-tool-result.ts";

export const problemsCommand: Command = {
  name: "problems",
  summary: "broken links and anchors, ambiguous targets, orphans and the like",
  usage: "[FOLDER]",
  positionals: [0, 1],
  options: {
    kind: {
      type: "string",
      short: "k",
      multiple: true,
      value: "KIND",
      does: `only problems of this kind (more than once: of any of them), all but outside by default: ${problemKinds.join(", ")}`,
    },
  },
  examples: [
    { line: "graphdown problems", does: "everything that looks wrong, as path:line" },
    { line: "graphdown problems docs -k broken -k broken-anchor", does: "dead links in one folder" },
  ],
  async run({ positionals, values }, session) {
    const options = { directory: positionals[0], kinds: values["kind"] as string[] | undefined };
    if (session.json) return printToolResult(session, "file_context_markdown_graph_problems", defined(options));
    const context = await session.open();
    const found = await context.problems({ ...options, signal: session.signal });
    const { terminal } = session;
    terminal.progress.clear();
    for (const problem of found.problems) {
      const place = terminal.style("cyan", `${terminal.safe(problem.path)}:${problem.line}:${problem.column}`);
      await terminal.line(`${place}  ${terminal.style("yellow", problem.kind)}  ${terminal.safe(problem.message)}`);
    }
    const counts = Object.entries(found.counts).map(([kind, count]) => `${count} ${kind}`);
    noteSkipped(terminal, found.skipped);
    noteUnread(terminal, found.unread);
    terminal.note(counts.length === 0 ? "no problems" : counts.join(", "));
    if (found.outsideCount !== undefined) {
      const leads = found.outsideCount === 1 ? "leads" : "lead";
      terminal.note(`${countOf(found.outsideCount, "link")} ${leads} out of this folder: --kind outside shows them`);
    }
    return 0;
  },
};
