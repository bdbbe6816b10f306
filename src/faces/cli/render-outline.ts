/** An outline as lines for people. */

import { countOf } from "../../base/count-of.ts";
import type { DocumentOutline } from "../../context/file-context.ts";
import { taskMark } from "./task-mark.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Keys of front matter whose value has a row of its own already. */
const shownAbove: ReadonlySet<string> = new Set([
  "title",
  "description",
  "lang",
  "language",
  "aliases",
  "alias",
  "tags",
  "tag",
  "author",
  "authors",
]);

/** The outline as text that is ready for a terminal. */
export function renderOutline(outline: DocumentOutline, terminal: Terminal): string {
  const { path, title, titleSource, lineCount, byteLength, tokenEstimate } = outline;
  const place = (line: number): string => terminal.style("cyan", `${terminal.safe(path)}:${line}`);
  const row = (name: string, value: string | undefined): string[] =>
    value === undefined || value === "" ? [] : [`${terminal.style("dim", name.padEnd(12))} ${terminal.safe(value)}`];
  const lines = [
    `${terminal.style("bold", terminal.safe(title))} ${terminal.style("dim", `(title from its ${titleSource})`)}`,
    `${terminal.safe(path)}: ${countOf(lineCount, "line")}, ${countOf(byteLength, "byte")}, about ${countOf(tokenEstimate, "token")}`,
    ...row("description", outline.description),
    ...row("language", outline.language),
    ...row("aliases", outline.aliases.join(", ")),
    ...row("tags", outline.tags.map((tag) => `#${tag}`).join(" ")),
    ...row("authors", outline.authors.join(", ")),
    ...outline.properties
      .filter(({ key }) => !shownAbove.has(key.toLowerCase()))
      .flatMap(({ key, text }) => row(key, text.replaceAll(/\s+/g, " "))),
  ];
  const section = (name: string, items: readonly string[]): void => {
    if (items.length > 0) lines.push("", terminal.style("bold", name), ...items);
  };
  section(
    "Headings",
    outline.headings.map(({ level, text, startLine, endLine }) => {
      return `${place(startLine)}  ${"  ".repeat(level - 1)}${terminal.safe(text)} ${terminal.style("dim", `(to line ${endLine})`)}`;
    }),
  );
  section(
    "Links",
    outline.links.map(({ line, target, resolved, status }) => {
      const end = status === "document" || status === "asset" ? `→ ${resolved ?? ""}` : status;
      const sound = status === "document" || status === "asset" || status === "external" || status === "entity";
      return `${place(line)}  ${terminal.safe(target)} ${terminal.style(sound ? "dim" : "yellow", terminal.safe(end))}`;
    }),
  );
  const { linkedFrom } = outline;
  const unshown = linkedFrom.count - linkedFrom.first.length;
  section("Linked from", [
    ...linkedFrom.first.map(({ path: from, line, text }) => {
      return `${terminal.style("cyan", `${terminal.safe(from)}:${line}`)}  ${terminal.style("dim", terminal.safe(text))}`;
    }),
    ...(unshown > 0 ? [terminal.style("dim", `and ${countOf(unshown, "other document")}`)] : []),
  ]);
  section(
    "Tasks",
    outline.tasks.map((task) => `${place(task.line)}  [${taskMark(task)}] ${terminal.safe(task.text)}`),
  );
  section(
    "Diagnostics",
    outline.diagnostics.map(({ line, kind, message }) => {
      return `${place(line)}  ${terminal.style("yellow", kind)}  ${terminal.safe(message)}`;
    }),
  );
  return lines.join("\n");
}
