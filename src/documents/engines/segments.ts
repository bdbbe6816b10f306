/** Cuts a text where a block at the top level begins for certain, so that a parser that slows down with length gets it in pieces. */
import type { Root, RootContent } from "mdast";

/**
 * Starts of segments of at least `size` characters; the first is 0. One begins after a blank line, at a line that is not indented and is no
 * list item, or at the definition of a footnote that is not indented: all containers end there. Only top-level code or HTML may still be
 * open; `isOpenAtEnd` tells.
 */
export function segmentStarts(text: string, size: number): number[] {
  const starts = [0];
  const boundary = /\n[ \t]*\r?\n(?=[^\s\-*+\d])|\n(?=\[\^[^\]\s]+\]:)/g;
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
  return last.type === "html" && isOpenHtml(last);
}

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
