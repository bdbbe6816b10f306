/** Cuts a text where a block at the top level begins for certain, so that a parser that slows down with length gets it in pieces. */
import type { Root, RootContent } from "mdast";

/**
 * Starts of segments of at least `size` characters; the first is 0. One begins at a line that is not indented: after a blank line one that
 * is no list item, or one with a number; the definition of a footnote; an item with a bullet or the number 1, behind which a letter,
 * digit or hidden character shows that it is neither a break nor the rule below a table's head. All containers but the list itself end there, and items are
 * the same in two lists as in one. Only top-level code or HTML may still be open; `isOpenAtEnd` tells.
 */
export function segmentStarts(text: string, size: number): number[] {
  const starts = [0];
  const boundary =
    /\n[ \t]*\r?\n(?=[^\s\-*+\d]|\d{1,9}[.)][ \t]+[A-Za-z\d])|\n(?=\[\^[^\]\s]+\]:|(?:[-*+]|1[.)])[ \t][-*+ \t]*[A-Za-z\d\ue000-\uf8ff])/g;
  for (let from = size; from < text.length; from = starts[starts.length - 1]! + size) {
    boundary.lastIndex = from;
    if (!boundary.test(text)) break;
    starts.push(boundary.lastIndex);
  }
  return starts;
}

/** Whether the tree of a segment ends with code or HTML that goes on in what follows the segment. */
export function isOpenAtEnd(tree: Root, text: string): boolean {
  const last = tree.children.at(-1);
  const start = last?.position?.start.offset;
  if (last === undefined || start === undefined) return false;
  const source = text.slice(start, last.position?.end.offset);
  if (last.type === "code") return isOpenFence(source);
  if (last.type !== "html") return false;
  return isOpenHtml(last) || !blankLine.test(text.slice(last.position?.end.offset));
}

const blankLine = /\n[ \t]*\r?\n/;

function isOpenFence(source: string): boolean {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(source)?.[1];
  if (fence === undefined) return false;
  const line = source.slice(Math.max(source.lastIndexOf("\n"), source.lastIndexOf("\r")) + 1);
  if (line.length === source.length) return true;
  const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return closing === undefined || !closing.startsWith(fence);
}

/** The kinds of HTML that a blank line does not end: by how they begin, what ends them. */
const htmlEnds: readonly (readonly [RegExp, RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![A-Za-z]/, />/],
];

function isOpenHtml(node: Extract<RootContent, { type: "html" }>): boolean {
  const value = node.value.trimStart();
  const kind = htmlEnds.find(([begin]) => begin.test(value));
  return kind !== undefined && !kind[1].test(value);
}
