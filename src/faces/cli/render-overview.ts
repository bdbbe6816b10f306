/** An overview as lines for people. */
import type { GraphOverview } from "../../context/file-context.ts";
import { countOf } from "./count-of.ts";
import type { Terminal } from "./terminal/terminal.ts";

type Folders = GraphOverview["folders"];

/** The overview as text that is ready for a terminal. */
export function renderOverview(overview: GraphOverview, terminal: Terminal): string {
  const { counts, topDocuments, tags, components, folders, snapshot } = overview;
  const lines = [
    `${terminal.style("bold", countOf(counts.documents, "document"))}, ${countOf(counts.sections, "section")}, ` +
      `${countOf(counts.links, "link")}, ${counts.externalLinks} to the web, ${counts.brokenLinks} broken, ` +
      countOf(counts.tasks, "task"),
    `${countOf(components.count, "group")} of linked documents; the largest has ${components.largest}, ${components.single} stand alone`,
  ];
  const section = (name: string, items: readonly string[], more: number): void => {
    if (items.length === 0) return;
    lines.push("", terminal.style("bold", name), ...items);
    if (more > 0) lines.push(terminal.style("dim", `  and ${more} more`));
  };
  section("Folders", folderLines(folders, terminal, 1), missingOf(folders));
  section(
    "Most important documents",
    topDocuments.first.map(({ path, title, incoming }) => {
      return `  ${terminal.style("cyan", terminal.safe(path))}  ${terminal.safe(title)} ${terminal.style("dim", `(linked from ${incoming})`)}`;
    }),
    missingOf(topDocuments),
  );
  section(
    "Tags",
    tags.first.map(({ tag, documents }) => `  #${terminal.safe(tag)} ${terminal.style("dim", String(documents))}`),
    missingOf(tags),
  );
  lines.push("", terminal.style("dim", `snapshot ${snapshot}`));
  return lines.join("\n");
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
