/** A difference of two states as lines for people: a place, what became of it, and how. */
import type { GraphDiff } from "../../context/file-context.ts";
import { tripleText } from "../../context/triple-text.ts";
import { changeOfLink, stateOfLink } from "./diff-words.ts";
import type { Style, Terminal } from "./terminal/terminal.ts";

/** The lines, broken links first; none where nothing is different. */
export function renderDiff({ documents, links, sections, triples }: GraphDiff, terminal: Terminal): readonly string[] {
  const safe = (text: string): string => terminal.safe(text);
  const line = (place: string, style: Style, kind: string, words: string): string =>
    `${terminal.style("cyan", safe(place))}  ${terminal.style(style, kind)}  ${words}`;
  const at = ({ path, line: number, column }: { path: string; line: number; column?: number }): string =>
    `${path}:${number}${column === undefined ? "" : `:${column}`}`;
  const quoted = (text: string): string => JSON.stringify(safe(text));
  const changed = (list: typeof links.changed, style: Style, kind: string): string[] =>
    list.map((link) => line(at(link), style, kind, `${quoted(link.target)} ${changeOfLink(link, safe)}`));
  const written = (list: typeof links.added, style: Style, kind: string): string[] =>
    list.map((link) => line(at(link), style, kind, `${quoted(link.target)}: ${stateOfLink(link, safe)}`));
  const named = (list: typeof documents.added, style: Style, kind: string): string[] =>
    list.map(({ path, title }) => line(path, style, kind, safe(title)));
  const headed = (list: typeof sections.added, style: Style, kind: string): string[] =>
    list.map((section) => line(at(section), style, kind, `${"#".repeat(section.level)} ${safe(section.heading)}`));
  const stated = (list: NonNullable<typeof triples.addedTriples> = [], style: Style, sign: string): string[] =>
    list.map((triple) => terminal.style(style, `${sign} ${safe(tripleText(triple))}`));
  const isDead = ({ dead }: { dead?: true | undefined }): boolean => dead === true;
  return [
    ...changed(links.newlyBroken, "red", "broken-now"),
    ...written(links.added.filter(isDead), "red", "new-broken-link"),
    ...changed(links.newlyResolved, "green", "resolved-now"),
    ...changed(links.changed, "yellow", "leads-elsewhere"),
    ...written(
      links.added.filter((link) => !isDead(link)),
      "green",
      "new-link",
    ),
    ...links.removed.map((link) => line(at(link), "yellow", "removed-link", quoted(link.target))),
    ...named(documents.added, "green", "added"),
    ...named(documents.removed, "red", "removed"),
    ...documents.renamed.map(({ from, to }) => line(to, "yellow", "renamed", `was ${safe(from)}`)),
    ...named(documents.changed, "yellow", "changed"),
    ...headed(sections.added, "green", "new-section"),
    ...headed(sections.removed, "red", "removed-section"),
    ...headed(sections.changed, "yellow", "changed-section"),
    ...stated(triples.addedTriples, "green", "+"),
    ...stated(triples.removedTriples, "red", "-"),
  ];
}
