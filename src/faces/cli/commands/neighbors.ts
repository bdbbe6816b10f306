/** `graphdown neighbors NODE` */
import { countOf } from "../../../base/count-of.ts";
import { edgeKinds, type NeighborsResult } from "../../../context/file-context.ts";
import type { Command } from "../command.ts";
import { noteMostAtOnce } from "../note-most-at-once.ts";
import { noteSkipped } from "../note-skipped.ts";
import { noteUnread } from "../note-unread.ts";
import { defined, wholeNumber } from "../option-values.ts";
import { printToolResult } from "../print-tool-result.ts";
import type { Terminal } from "../terminal/terminal.ts";

export const neighborsCommand: Command = {
  name: "neighbors",
  summary: "what a note is connected with: links, backlinks with their lines, tags, relations",
  usage: "NODE",
  positionals: [1, 1],
  options: {
    direction: { type: "string", value: "WAY", does: "out, in or both (default both)" },
    depth: { type: "string", value: "N", does: "steps from the node, 1 to 3 (default 1)" },
    kind: {
      type: "string",
      short: "k",
      multiple: true,
      value: "KIND",
      does: `only edges of this kind (more than once: of any of them): ${edgeKinds.join(", ")}`,
    },
    count: { type: "string", short: "n", value: "N", does: "how many neighbours (default 50, at most 1000)" },
    unlinked: { type: "boolean", does: "also where other notes name it without a link" },
    cursor: { type: "string", value: "CURSOR", does: "go on after an earlier answer" },
  },
  examples: [
    { line: "graphdown neighbors guides/start.md", does: "what it links to, and what links to it, as path:line" },
    { line: "graphdown neighbors 'guides/start.md#Install' --direction in", does: "who links to one section" },
    { line: "graphdown neighbors '#runbook'", does: "the notes with a tag or one nested in it" },
    { line: "graphdown neighbors guides/start.md --unlinked", does: "also where its title stands without a link" },
  ],
  async run({ positionals, values }, session) {
    const node = positionals[0] as string;
    const options = {
      direction: values["direction"] as "both" | undefined,
      depth: wholeNumber("depth", values["depth"]),
      kinds: values["kind"] as (typeof edgeKinds)[number][] | undefined,
      count: wholeNumber("count", values["count"]),
      unlinked: values["unlinked"] as boolean | undefined,
      cursor: values["cursor"] as string | undefined,
    };
    if (session.json)
      return printToolResult(session, "file_context_markdown_graph_neighbors", { node, ...defined(options) });
    const context = await session.open();
    const result = await context.neighbors(node, { ...options, signal: session.signal });
    const { terminal } = session;
    terminal.progress.clear();
    await printNeighbors(terminal, result);
    noteSkipped(terminal, result.skipped);
    noteUnread(terminal, result.unread);
    terminal.note(summaryOf(result));
    if (result.cursor === undefined) return 0;
    noteMostAtOnce(terminal, { asked: options.count, given: result.neighbors.length, noun: "neighbours" });
    terminal.note(`more: --cursor ${result.cursor}`);
    return 0;
  },
};

async function printNeighbors(terminal: Terminal, { neighbors, unlinked }: NeighborsResult): Promise<void> {
  const { edgeLines, nodeLine } = await import("../print-edges.ts");
  for (const neighbor of neighbors) {
    const far = neighbor.distance === 1 ? "" : terminal.style("dim", ` (${neighbor.distance} steps)`);
    await terminal.line(nodeLine(neighbor, terminal) + far);
    for (const edge of neighbor.edges) for (const line of edgeLines(edge, terminal)) await terminal.line(line);
  }
  if (unlinked === undefined) return;
  await terminal.line(terminal.style("bold", `Unlinked mentions of ${terminal.safe(unlinked.names.join(", "))}`));
  for (const { path, line, column, context } of unlinked.first) {
    const place = terminal.style("cyan", `${terminal.safe(path)}:${line}:${column}`);
    await terminal.line(`    ${place}  ${terminal.style("dim", terminal.safe(context))}`);
  }
  const more = unlinked.count - unlinked.first.length;
  if (more > 0) await terminal.line(terminal.style("dim", `    and ${more} more`));
}

function summaryOf({ neighborCount, neighbors, unlinked }: NeighborsResult): string {
  const found = countOf(neighborCount, "neighbour");
  const shown = neighbors.length < neighborCount ? `${neighbors.length} of ${found}` : found;
  return unlinked === undefined ? shown : `${shown}, ${countOf(unlinked.count, "unlinked mention")}`;
}
