/** `graphdown outline PATH` */
import type { Command } from "../command.ts";
import { printToolResult } from "../print-tool-result.ts";

export const outlineCommand: Command = {
  name: "outline",
  summary: "one document: metadata, headings with lines, links out and in",
  usage: "PATH",
  positionals: [1, 1],
  options: {},
  examples: [{ line: "graphdown outline guides/start.md", does: "what to know before reading a range" }],
  async run({ positionals }, session) {
    const path = positionals[0] as string;
    if (session.json) return printToolResult(session, "file_context_markdown_outline", { path });
    const context = await session.open();
    const outline = await context.outline(path, { signal: session.signal });
    const { terminal } = session;
    terminal.progress.clear();
    const { renderOutline } = await import("../render-outline.ts");
    await terminal.line(renderOutline(outline, terminal));
    return 0;
  },
};
