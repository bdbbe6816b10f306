/** A place where an edge was written, with the line around it. */

import { isPairAt, lineStarts } from "../../../base/lines.ts";
import type { LogicalPath } from "../../../base/logical-path.ts";
import type { MarkdownDocument, MarkdownLink } from "../../../documents/markdown-document.ts";
import { authorLine } from "../../edge-table.ts";
import { documentAt } from "../../key-of-node.ts";
import type { KnowledgeGraph } from "../../knowledge-graph.ts";
import type { VisitedEdge } from "./visit-edges.ts";

/** Where an edge was written. */
export interface ShownPlace {
  readonly path: LogicalPath;
  readonly line: number;
  readonly column: number;
  /** Link text, alias or tag as written. */
  readonly text: string;
  /** What a link's fragment names, as written. */
  readonly fragment?: string;
  /** The heading that it stands below; absent in the lead. */
  readonly heading?: string;
  /** The line, without blanks around it, cut to what is near where it is long. */
  readonly context: string;
}

/** Longest context, in code units, and how much of it stands before the place. */
const contextLength = 200;
const before = 80;

/** The place of an edge; `undefined` for one that nobody wrote. */
export function shownPlace(graph: KnowledgeGraph, { source }: VisitedEdge): ShownPlace | undefined {
  if (source.kind === "structure") return undefined;
  const document = documentAt(graph, source.holder);
  if (source.kind === "tag") {
    const { name: text, line, column, section } = source.tag;
    return { ...placeIn(document, { line, column, section }), text };
  }
  if (source.kind === "author") {
    return { ...placeIn(document, { line: authorLine(document), column: 1, section: 0 }), text: source.name };
  }
  const { line, column, section, text, fragment, range } = document.links[source.link] as MarkdownLink;
  const place = placeIn(document, { line, column, section, offset: range.start });
  return { ...place, text, ...(fragment === undefined ? {} : { fragment }) };
}

/** A place in a document, with its line. `offset` spares looking the line up. */
function placeIn(
  document: MarkdownDocument,
  place: { readonly line: number; readonly column: number; readonly section: number; readonly offset?: number },
): Omit<ShownPlace, "text" | "fragment"> {
  const { line, column, section, offset } = place;
  const heading = section === 0 ? undefined : document.sections[section]?.text;
  return {
    path: document.path,
    line,
    column,
    ...(heading === undefined ? {} : { heading }),
    context: contextAt(document.text, offset ?? lineStarts(document.text)[line - 1] ?? 0),
  };
}

/** The line around an offset of a text, for people to recognise it by. */
export function contextAt(text: string, offset: number): string {
  let start = startOfLine(text, offset);
  let end = endOfLine(text, offset);
  const isLong = end - start > contextLength;
  if (isLong) {
    start = Math.max(start, Math.min(offset - before, end - contextLength));
    end = Math.min(end, start + contextLength);
    if (start > 0 && isPairAt(text, start - 1)) start--;
    if (isPairAt(text, end - 1)) end--;
  }
  // Control characters other than blanks have no place in one line.
  const shown = text
    .slice(start, end)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  const [isCutBefore, isCutAfter] = [start > startOfLine(text, offset), end < endOfLine(text, offset)];
  return `${isCutBefore ? "…" : ""}${shown}${isCutAfter ? "…" : ""}`;
}

function startOfLine(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && !isBreak(text.charCodeAt(start - 1))) start--;
  return start;
}

function endOfLine(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && !isBreak(text.charCodeAt(end))) end++;
  return end;
}

function isBreak(unit: number): boolean {
  return unit === 10 || unit === 13;
}
