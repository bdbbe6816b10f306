/** A difference of two states in words, for text and Markdown alike. */
import { countOf } from "../../base/count-of.ts";
import type { DiffSide, GraphDiff } from "../../context/file-context.ts";

type Links = GraphDiff["links"];

/** Makes a name or a text as it stands in a note fit to be shown. */
export type ShowText = (text: string) => string;

/** A side as people know it: by its revision and folder, or else by the place that was given for it. */
export function nameOfSide({ revision, commit, directory }: DiffSide, place: string | undefined): string {
  if (revision === undefined)
    return [place ?? (directory === undefined ? "now" : undefined), directory].filter(isGiven).join(" ");
  const hash = commit === undefined || commit.startsWith(revision) ? undefined : `(${commit.slice(0, 10)})`;
  return [revision, hash, directory].filter(isGiven).join(" ");
}

function isGiven(part: string | undefined): boolean {
  return part !== undefined;
}

/** How much is different, the worst first; empty where nothing is. */
export function countsOfDiff({ documents, links }: GraphDiff): readonly string[] {
  const deadOnes = links.added.filter(({ dead }) => dead).length;
  const counts: readonly (readonly [number, string])[] = [
    [links.newlyBroken.length, `${countOf(links.newlyBroken.length, "link")} newly broken`],
    [deadOnes, `${countOf(deadOnes, "new link")} to nowhere`],
    [links.newlyResolved.length, `${countOf(links.newlyResolved.length, "link")} newly resolved`],
    [links.changed.length, `${countOf(links.changed.length, "link")} to another place`],
    [links.added.length - deadOnes, `${countOf(links.added.length - deadOnes, "new link")}`],
    [links.removed.length, `${countOf(links.removed.length, "link")} removed`],
    [documents.added.length, `${countOf(documents.added.length, "document")} added`],
    [documents.removed.length, `${countOf(documents.removed.length, "document")} removed`],
    [documents.renamed.length, `${countOf(documents.renamed.length, "document")} renamed`],
    [documents.changed.length, `${countOf(documents.changed.length, "document")} changed`],
  ];
  return counts.flatMap(([count, words]) => (count === 0 ? [] : [words]));
}

/** What became of a link that is written as before. */
export function changeOfLink(link: Links["changed"][number], show: ShowText): string {
  const { status, resolved } = link.before;
  if (status === "broken-anchor" && resolved === link.resolved && link.status !== status) {
    return `the section or anchor was missing; ${stateOfLink(link, show)}`;
  }
  const was = resolved === undefined ? `was ${status}` : `led to ${show(resolved)}`;
  const moved = link.movedTo === undefined ? "" : `, which has moved to ${show(link.movedTo)}`;
  return `${was}${moved}; ${stateOfLink(link, show)}`;
}

/** Where a link leads now. */
export function stateOfLink(link: Links["added"][number], show: ShowText): string {
  const { status, resolved } = link;
  if (status === "broken-anchor") return `${show(resolved ?? "")} has no such section or anchor`;
  if (status === "ambiguous" && resolved === undefined) return "it may mean several documents now";
  if (status === "missing") return "nothing is found for it";
  if (status === "outside") return "it leads out of the knowledge base";
  return resolved === undefined ? `it is ${status}` : `it leads to ${show(resolved)}`;
}
