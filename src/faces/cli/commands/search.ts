/** `graphdown search QUERY` */
import type { GraphMatch, GraphSearchResult } from "../../../context/file-context.ts";
import type { Command, CommandSession } from "../command.ts";
import { countOf } from "../count-of.ts";
import { noteSkipped } from "../note-skipped.ts";
import { defined, wholeNumber } from "../option-values.ts";
import { printToolResult } from "../print-tool-result.ts";

export const searchCommand: Command = {
  name: "search",
  summary: "rank the sections that answer a question, with path and lines",
  usage: "QUERY…",
  positionals: [1, Number.POSITIVE_INFINITY],
  options: {
    count: { type: "string", short: "n", value: "N", does: "how many matches (default 20, at most 200)" },
    directory: { type: "string", short: "d", value: "FOLDER", does: "only documents below this folder" },
    glob: { type: "string", multiple: true, value: "GLOB", does: "only documents whose path matches" },
    tag: { type: "string", multiple: true, value: "TAG", does: "only documents with this tag or one nested in it" },
    mode: { type: "string", value: "MODE", does: "auto, lexical or graph (default auto)" },
    cursor: { type: "string", value: "CURSOR", does: "go on after an earlier answer" },
  },
  examples: [
    { line: 'graphdown search "how do we release"', does: "the best sections, each as path:line" },
    { line: "graphdown search 'tag:runbook path:ops/ database'", does: "filters are part of the query" },
    { line: "graphdown search backup --json | jq '.data.matches[0]'", does: "for programs" },
  ],
  async run({ positionals, values }, session) {
    const query = positionals.join(" ");
    const options = {
      count: wholeNumber("count", values["count"]),
      directory: values["directory"] as string | undefined,
      glob: values["glob"] as string[] | undefined,
      tags: values["tag"] as string[] | undefined,
      mode: values["mode"] as "auto" | undefined,
      cursor: values["cursor"] as string | undefined,
    };
    if (session.json)
      return printToolResult(session, "file_context_markdown_graph_search", { query, ...defined(options) });
    const context = await session.open();
    const result = await context.search(query, { ...options, signal: session.signal });
    await printMatches(session, result);
    return 0;
  },
};

async function printMatches({ terminal }: CommandSession, result: GraphSearchResult): Promise<void> {
  terminal.progress.clear();
  for (const match of result.matches) {
    await terminal.line(matchLine(terminal, match));
    if (match.snippet !== "") await terminal.line(`    ${terminal.safe(match.snippet)}`);
  }
  noteSkipped(terminal, result.skipped);
  terminal.note(
    `${countOf(result.matches.length, "match", "matches")} in ${countOf(result.documentCount, "document")}`,
  );
  if (result.cursor !== undefined) terminal.note(`more: --cursor ${result.cursor}`);
}

function matchLine(terminal: CommandSession["terminal"], match: GraphMatch): string {
  const place = terminal.style("cyan", `${terminal.safe(match.path)}:${match.line}`);
  const lines = terminal.style("dim", `(lines ${match.startLine}-${match.endLine})`);
  const heading = match.headingPath.length === 0 ? match.label : match.headingPath.join(" › ");
  const more = match.more === undefined ? "" : terminal.style("dim", ` +${match.more} more here`);
  return `${place}  ${terminal.style("bold", terminal.safe(heading))} ${lines}${more}`;
}
