/** `graphdown overview [FOLDER]` */
import type { Command } from "../command.ts";
import { noteSkipped } from "../note-skipped.ts";
import { noteUnread } from "../note-unread.ts";
import { defined, wholeNumber } from "../option-values.ts";
import { printToolResult } from "../print-tool-result.ts";

export const overviewCommand: Command = {
  name: "overview",
  summary: "what is in the knowledge base: counts, folders, tags, top documents",
  usage: "[FOLDER]",
  positionals: [0, 1],
  options: { depth: { type: "string", value: "N", does: "levels of the folder tree (default 2)" } },
  examples: [
    { line: "graphdown overview", does: "the whole knowledge base in one screen" },
    { line: "graphdown overview guides --depth 1", does: "one folder" },
  ],
  async run({ positionals, values }, session) {
    const options = { directory: positionals[0], depth: wholeNumber("depth", values["depth"]) };
    if (session.json) return printToolResult(session, "file_context_markdown_graph_overview", defined(options));
    const context = await session.open();
    const overview = await context.overview({ ...options, signal: session.signal });
    const { terminal } = session;
    terminal.progress.clear();
    const { renderOverview } = await import("../render-overview.ts");
    await terminal.line(renderOverview(overview, terminal));
    noteSkipped(terminal, overview.skipped);
    noteUnread(terminal, overview.unread);
    return 0;
  },
};
