/** A difference of two states as Markdown that suits a comment on a pull request: short, the worst first, the rest folded away. */
import { showPath } from "../../base/show-path.ts";
import type { GraphDiff } from "../../context/file-context.ts";
import { changeOfLink, countsOfDiff, stateOfLink } from "./diff-words.ts";

/** Entries of one list. */
const maximumEntries = 50;

/** Comments of GitHub hold 65,536 characters. */
const maximumCharacters = 60_000;

interface Group {
  readonly title: string;
  readonly entries: readonly string[];
  /** Shown at once; others are folded. */
  readonly open?: true;
}

/** The comment. All that notes hold stands in code spans, where nothing of it is Markdown, HTML, a mention or a reference. */
export function renderDiffMarkdown(
  diff: GraphDiff,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  const { documents, links, sections } = diff;
  const at = ({ path, line }: { path: string; line: number }): string => code(`${path}:${line}`);
  const changed = (list: typeof links.changed): string[] =>
    list.map((link) => `${at(link)} ${code(link.target)} ${changeOfLink(link, code)}`);
  const written = (list: typeof links.added): string[] =>
    list.map((link) => `${at(link)} ${code(link.target)}: ${stateOfLink(link, code)}`);
  const named = (list: typeof documents.added): string[] =>
    list.map(({ path, title }) => `${code(path)} ${code(title)}`);
  const headed = (list: typeof sections.added): string[] =>
    list.map((section) => `${at(section)} ${code(section.heading)}`);
  const dead = links.added.filter((link) => link.dead === true);
  const groups: readonly Group[] = [
    { title: "Links that broke", entries: changed(links.newlyBroken), open: true },
    { title: "New links to nowhere", entries: written(dead), open: true },
    { title: "Links that are right now", entries: changed(links.newlyResolved) },
    { title: "Links that lead elsewhere", entries: changed(links.changed) },
    { title: "New links", entries: written(links.added.filter((link) => link.dead !== true)) },
    { title: "Removed links", entries: links.removed.map((link) => `${at(link)} ${code(link.target)}`) },
    { title: "Added documents", entries: named(documents.added) },
    { title: "Removed documents", entries: named(documents.removed) },
    {
      title: "Renamed documents",
      entries: documents.renamed.map(({ from, to }) => `${code(from)} is ${code(to)} now`),
    },
    { title: "Changed documents", entries: named(documents.changed) },
    { title: "New sections", entries: headed(sections.added) },
    { title: "Removed sections", entries: headed(sections.removed) },
    { title: "Changed sections", entries: headed(sections.changed) },
  ];
  const counts = countsOfDiff(diff);
  const parts = [
    `### Links and documents: ${code(from)} to ${code(to)}\n`,
    `${counts.length === 0 ? "Nothing is different." : `${counts.join(", ")}.`}\n`,
  ];
  let left = maximumCharacters;
  for (const group of groups) {
    if (group.entries.length === 0) continue;
    const text = write(group, left);
    left -= text.length;
    parts.push(text);
  }
  return parts.join("\n");
}

/** A list of as many entries as there is room for, and how many there are besides. */
function write({ title, entries, open }: Group, room: number): string {
  const lines: string[] = [];
  let left = room;
  for (const entry of entries.slice(0, maximumEntries)) {
    left -= entry.length + 3;
    if (left < 0) break;
    lines.push(`- ${entry}`);
  }
  const more = entries.length - lines.length;
  if (more > 0) lines.push(`- and ${more} more`);
  const list = `${lines.join("\n")}\n`;
  if (open === true) return `**${title}**\n\n${list}`;
  return `<details><summary>${title} (${entries.length})</summary>\n\n${list}\n</details>\n`;
}

/** A code span with any text: its fence is longer than every run of backticks in it. Control characters and line ends are made visible. */
function code(text: string): string {
  const shown = showPath(text);
  if (shown.trim() === "") return "(blank)";
  const longest = Math.max(0, ...(shown.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  // One blank on each side is taken away again.
  const isPadded = /^[` ]|[` ]$/.test(shown);
  return isPadded ? `${fence} ${shown} ${fence}` : `${fence}${shown}${fence}`;
}
