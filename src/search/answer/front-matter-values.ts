/** The parts of a document's front matter that hold values: what a search may have found there. */
import { lineStarts } from "../../base/lines.ts";
import type { MarkdownDocument } from "../../documents/markdown-document.ts";

const comment = /^[\t ]*#/;

/**
 * Calls `visit` with the range of each line of the front matter in `document.text`, without the key that a line begins with and without
 * comments: neither is searched. There is none where the block does not parse: then it is body.
 */
export function visitFrontMatterValues(document: MarkdownDocument, visit: (start: number, end: number) => void): void {
  const { frontMatter, text } = document;
  if (frontMatter?.valid !== true) return;
  const { range, format, lines } = frontMatter;
  const keys = new Map([...lines].reverse().map(([key, line]) => [line, key]));
  const starts = lineStarts(text.slice(0, range.end));
  for (const [index, start] of starts.entries()) {
    const from = Math.max(start, range.start);
    const to = Math.min(starts[index + 1] ?? range.end, range.end);
    if (from >= to || (format !== "json" && comment.test(text.slice(from, to)))) continue;
    const key = keys.get(index + 1);
    const keyStart = key === undefined ? -1 : text.slice(from, to).indexOf(key);
    visit(key === undefined || keyStart === -1 ? from : from + keyStart + key.length, to);
  }
}
