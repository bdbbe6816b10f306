/** An overview as lines for people. */

import { countOf } from "../../base/count-of.ts";
import type { GraphOverview } from "../../context/file-context.ts";
import type { Terminal } from "./terminal/terminal.ts";

type Folders = GraphOverview["folders"];

/** The overview as text that is ready for a terminal. */
export function renderOverview(overview: GraphOverview, terminal: Terminal): string {
  const { counts, topDocuments, tags, components, communities, folders, snapshot } = overview;
  const lines = [
    `${terminal.style("bold", countOf(counts.documents, "document"))}, ${countOf(counts.sections, "section")}, ` +
      `${countOf(counts.links, "link")}, ${counts.externalLinks} to the web, ${counts.brokenLinks} broken, ` +
      countOf(counts.tasks, "task"),
    groupsOf(components),
  ];
  const section = (name: string, items: readonly string[], more: number): void => {
    if (items.length === 0) return;
    lines.push("", terminal.style("bold", name), ...items);
    if (more > 0) lines.push(terminal.style("dim", `  and ${more} more`));
  };
  section("Folders", folderLines(folders, terminal, 1), missingOf(folders));
  section(
    "Most important documents (by PageRank; 1 is the average)",
    topDocuments.first.map(({ path, title, incoming, rank }) => {
      return `  ${terminal.style("cyan", terminal.safe(path))}  ${terminal.safe(title)} ${terminal.style("dim", `(rank ${rank}, linked from ${countOf(incoming, "document")})`)}`;
    }),
    missingOf(topDocuments),
  );
  section(
    "Communities (linked with one another more than with the rest)",
    communities.first.map(({ documents, top }) => {
      return `  ${terminal.style("dim", countOf(documents, "document"))}  ${terminal.style("cyan", terminal.safe(top.join(", ")))}`;
    }),
    missingOf(communities),
  );
  section(
    "Tags",
    tags.first.map(({ tag, documents }) => `  #${terminal.safe(tag)} ${terminal.style("dim", String(documents))}`),
    missingOf(tags),
  );
  lines.push("", terminal.style("dim", `snapshot ${snapshot}`));
  return lines.join("\n");
}

/** How documents hang together: those that are linked with others, and those that are not. */
function groupsOf({ count, largest, single }: GraphOverview["components"]): string {
  const alone = `${countOf(single, "document")} without a link to another`;
  const linked = count - single;
  if (linked === 0) return alone;
  return `${countOf(linked, "group")} of linked documents, the largest of ${largest}; ${alone}`;
}

function folderLines(folders: Folders, terminal: Terminal, level: number): string[] {
  return folders.first.flatMap(({ path, documents, folders: below }) => [
    `${"  ".repeat(level)}${terminal.safe(path)}/ ${terminal.style("dim", String(documents))}`,
    ...(below === undefined ? [] : folderLines(below, terminal, level + 1)),
    ...(below !== undefined && missingOf(below) > 0
      ? [terminal.style("dim", `${"  ".repeat(level + 1)}and ${missingOf(below)} more`)]
      : []),
  ]);
}

function missingOf(list: { readonly first: readonly unknown[]; readonly count: number }): number {
  return list.count - list.first.length;
}
