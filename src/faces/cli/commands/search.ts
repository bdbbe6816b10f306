/** `graphdown search QUERY` */

import { countOf } from "../../../base/count-of.ts";
import type { FileContext, GraphMatch } from "../../../context/file-context.ts";
import type { Command, CommandSession } from "../command.ts";
import { narrowedDocuments, narrowingOptions } from "../narrowed-documents.ts";
import { noteMostAtOnce } from "../note-most-at-once.ts";
import { noteSkipped } from "../note-skipped.ts";
import { noteUnknown } from "../note-unknown.ts";
import { noteUnread } from "../note-unread.ts";
import { defined, wholeNumber } from "../option-values.ts";
import { printToolResult } from "../print-tool-result.ts";

export const searchCommand: Command = {
  name: "search",
  summary: "rank the sections that answer a question, with path and lines",
  usage: "QUERY…",
  positionals: [1, Number.POSITIVE_INFINITY],
  options: {
    count: { type: "string", short: "n", value: "N", does: "how many matches (default 20, at most 200)" },
    ...narrowingOptions,
    mode: { type: "string", value: "MODE", does: "auto, lexical or graph (default auto)" },
    cursor: { type: "string", value: "CURSOR", does: "go on after an earlier answer" },
  },
  examples: [
    {
      line: 'graphdown search "how do we release"',
      does: "the best sections, each as path:start-end, which read takes",
    },
    {
      line: "graphdown search 'tag:runbook path:ops/ prop:status=open database'",
      does: "filters are part of the query: tag:, path:, title:, prop:, link:",
    },
    { line: "graphdown search 'backup -tape'", does: "a dash before a word leaves out what holds it" },
    { line: "graphdown search backup --json | jq '.data.matches[0]'", does: "for programs" },
  ],
  async run({ positionals, values }, session) {
    const query = positionals.join(" ");
    const options = {
      count: wholeNumber("count", values["count"]),
      ...narrowedDocuments(values),
      mode: values["mode"] as "auto" | undefined,
      cursor: values["cursor"] as string | undefined,
    };
    if (session.json)
      return printToolResult(session, "file_context_markdown_graph_search", { query, ...defined(options) });
    const context = await session.open();
    const result = await context.search(query, { ...options, signal: session.signal });
    await printMatches(session, result, options.count);
    return 0;
  },
};

type SearchAnswer = Awaited<ReturnType<FileContext["search"]>>;

async function printMatches(
  { terminal }: CommandSession,
  result: SearchAnswer,
  askedCount: number | undefined,
): Promise<void> {
  terminal.progress.clear();
  for (const match of result.matches) {
    await terminal.line(matchLine(terminal, match));
    if (match.snippet !== "") await terminal.line(`    ${terminal.safe(match.snippet)}`);
  }
  noteSkipped(terminal, result.skipped);
  noteUnread(terminal, result.unread);
  terminal.note(summaryOf(result));
  if (result.without !== undefined) terminal.note(`without: ${result.without.join(", ")}`);
  noteUnknown(terminal, result.unknownTags, (tag) => `no document has the tag ${tag}`);
  noteUnknown(terminal, result.unknownWords, (word) => `no document holds ${word}`);
  if (result.matches.length === 0 && result.cursor === undefined) terminal.note(nextStep(result));
  if (result.cursor === undefined) return;
  noteMostAtOnce(terminal, { asked: askedCount, given: result.matches.length, noun: "matches" });
  terminal.note(`more: --cursor ${result.cursor}`);
}

/** How many of how many matches are shown; of how many is not known where phrases would have to be looked up to tell. */
function summaryOf({ matches, matchCount, documentCount, searchedCount, cursor }: SearchAnswer): string {
  const documents = countOf(documentCount, "document");
  if (matches.length === 0) {
    const searched = searchedCount === undefined || searchedCount === documentCount;
    return `no match in ${searched ? documents : `the ${searchedCount} of ${documents} that were searched`}`;
  }
  const shown = countOf(matches.length, "match", "matches");
  if (matchCount !== undefined && matchCount > matches.length)
    return `${matches.length} of ${matchCount} matches in ${documents}`;
  return cursor === undefined ? `${shown} in ${documents}` : `${shown}, and there are more, in ${documents}`;
}

/** What to do after a search that found nothing. */
function nextStep({ searchedCount, documentCount, without, unknownWords = [] }: SearchAnswer): string {
  if (searchedCount === 0)
    return "Nothing passes the filters: leave out --directory, --glob, --tag or a filter of the query.";
  if (without !== undefined && unknownWords.length === 0) return "Exclude less, or try other words.";
  if (searchedCount !== undefined && searchedCount < documentCount)
    return "Search everything by leaving the filters out, or try other words.";
  return unknownWords.length > 0
    ? "Try other words; graphdown overview shows what there is."
    : "Try fewer words or no quotes; graphdown overview shows what there is.";
}

function matchLine(terminal: CommandSession["terminal"], match: GraphMatch): string {
  const { startLine, endLine, line } = match;
  const place = terminal.style("cyan", `${terminal.safe(match.path)}:${startLine}-${endLine}`);
  const hit = line === startLine ? "" : terminal.style("dim", ` (found on line ${line})`);
  const heading = match.headingPath.length === 0 ? match.label : match.headingPath.join(" › ");
  const more = match.more === undefined ? "" : terminal.style("dim", ` +${match.more} more here`);
  return `${place}  ${terminal.style("bold", terminal.safe(heading))}${hit}${more}`;
}
