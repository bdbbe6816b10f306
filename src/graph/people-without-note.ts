/** The authors of a document that are people without a note: named, or by a link that leads nowhere. */
import type { Person } from "../documents/markdown-document.ts";
import { linkStatement } from "./link-statement.ts";
import type { ResolvedDocument } from "./resolve/link-state.ts";

/** Each author whose link leads to a note or another file is left out: the link itself says that this is the author. */
export function peopleWithoutNote({ document, links }: ResolvedDocument): readonly Person[] {
  const { authors } = document;
  if (authors.every(({ link }) => link === undefined)) return authors;
  return authors.filter(({ link }) => {
    const written = link === undefined ? undefined : document.links[link];
    const resolution = link === undefined ? undefined : links[link];
    return written === undefined || resolution === undefined || linkStatement(written, resolution) !== "relation";
  });
}
