/** `graphdown context QUERY` */
import { countOf } from "../../../base/count-of.ts";
import type { ContextPackResult } from "../../../context/file-context.ts";
import type { Command } from "../command.ts";
import { narrowedDocuments, narrowingOptions } from "../narrowed-documents.ts";
import { noteSkipped } from "../note-skipped.ts";
import { noteUnknown } from "../note-unknown.ts";
import { noteUnread } from "../note-unread.ts";
import { defined, wholeNumber } from "../option-values.ts";
import { printToolResult } from "../print-tool-result.ts";
import type { Terminal } from "../terminal/terminal.ts";

export const contextCommand: Command = {
  name: "context",
  summary: "the text to read about a question, within a budget of tokens",
  usage: "QUERY…",
  positionals: [1, Number.POSITIVE_INFINITY],
  options: {
    budget: { type: "string", short: "b", value: "N", does: "most tokens of the text (default 4000)" },
    ...narrowingOptions,
  },
  examples: [
    { line: 'graphdown context "how do we release"', does: "the best sections, each under path:start-end" },
    { line: "graphdown context backup --budget 1000 | llm", does: "for a model that has room for so much" },
  ],
  async run({ positionals, values }, session) {
    const query = positionals.join(" ");
    const options = {
      tokenBudget: wholeNumber("budget", values["budget"]),
      ...narrowedDocuments(values),
    };
    if (session.json) return printToolResult(session, "file_context_markdown_context", { query, ...defined(options) });
    const context = await session.open();
    const result = await context.context(query, { ...options, signal: session.signal });
    const { terminal } = session;
    terminal.progress.clear();
    if (result.text !== "") await terminal.write(`${result.text}\n`);
    noteSkipped(terminal, result.skipped);
    noteUnread(terminal, result.unread);
    noteSummary(terminal, result);
    noteUnknown(terminal, result.unknownTags, (tag) => `no document has the tag ${tag}`);
    noteUnknown(terminal, result.unknownWords, (word) => `no document holds ${word}`);
    return 0;
  },
};

function noteSummary(terminal: Terminal, { passages, tokenCount, tokenBudget, leftOut }: ContextPackResult): void {
  if (passages.length === 0 && leftOut.count === 0) {
    terminal.note("no match");
    return;
  }
  terminal.note(`${countOf(passages.length, "passage")}, at most ${tokenCount} of ${countOf(tokenBudget, "token")}`);
  if (leftOut.count === 0) return;
  const named = leftOut.first.slice(0, 3).map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`);
  const more = leftOut.count - named.length;
  terminal.note(`no room for: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}; read prints them`);
}
