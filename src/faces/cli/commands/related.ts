/** `graphdown related NODE` */
import type { RelatedResult } from "../../../context/file-context.ts";
import type { Command } from "../command.ts";
import { noteMostAtOnce } from "../note-most-at-once.ts";
import { noteSkipped } from "../note-skipped.ts";
import { noteUnread } from "../note-unread.ts";
import { defined, wholeNumber } from "../option-values.ts";
import { printToolResult } from "../print-tool-result.ts";

export const relatedCommand: Command = {
  name: "related",
  summary: "notes that are close to one by links, tags and words, with the reasons",
  usage: "NODE",
  positionals: [1, 1],
  options: { count: { type: "string", short: "n", value: "N", does: "how many notes (default 10, at most 200)" } },
  examples: [{ line: "graphdown related guides/start.md", does: "what to read, or to link to, besides" }],
  async run({ positionals, values }, session) {
    const node = positionals[0] as string;
    const options = { count: wholeNumber("count", values["count"]) };
    if (session.json)
      return printToolResult(session, "file_context_markdown_graph_related", { node, ...defined(options) });
    const context = await session.open();
    const result = await context.related(node, { ...options, signal: session.signal });
    const { terminal } = session;
    terminal.progress.clear();
    for (const { path, title, score, reasons } of result.related) {
      const name = `${terminal.style("cyan", terminal.safe(path))}  ${terminal.style("bold", terminal.safe(title))}`;
      await terminal.line(`${name} ${terminal.style("dim", score.toFixed(2))}`);
      await terminal.line(`    ${terminal.style("dim", terminal.safe(reasonsOf(reasons)))}`);
    }
    noteSkipped(terminal, result.skipped);
    noteUnread(terminal, result.unread);
    const given = result.related.length;
    terminal.note(`${given} of ${result.relatedCount} related documents`);
    if (given < result.relatedCount) noteMostAtOnce(terminal, { asked: options.count, given, noun: "documents" });
    return 0;
  },
};

function reasonsOf(reasons: RelatedResult["related"][number]["reasons"]): string {
  const { links = [], linkedTogether, linkSame, tags = [], words = [] } = reasons;
  return [
    ...links.map((way) => (way === "out" ? "is linked to" : "links here")),
    ...(linkedTogether === undefined ? [] : [`linked together by ${named(linkedTogether)}`]),
    ...(linkSame === undefined ? [] : [`both link to ${named(linkSame)}`]),
    ...(tags.length === 0 ? [] : [tags.map((tag) => `#${tag}`).join(" ")]),
    ...(words.length === 0 ? [] : [`words: ${words.join(", ")}`]),
  ].join("; ");
}

function named({ count, first }: { readonly count: number; readonly first: readonly string[] }): string {
  const more = count - first.length;
  return first.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
