/** Finds list items that an engine took for text. */
import type { MarkdownSyntax, SyntaxContainer } from "../markdown-engine.ts";

/** The start of a line after a blank line or an ATX heading, past blanks and quote marks, at what looks like a list marker. */
const lineWithMarker =
  /(?<=(?:^|\n)[ \t>]*(?:#{1,6}[ \t][^\n]*)?\r?\n[ \t>]*)(?=(?:[-+*]|\d{1,9}[.)])(?:[ \t\r\n]|$))/g;
const marker = /(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|(?=[\r\n])|$)/y;
const thematicBreak = /([-*])(?:[ \t]*\1){2,}[ \t]*(?:[\r\n]|$)/y;

/**
 * Whether `source` has a marker after a blank line or a heading, where it always begins an item, that `syntax` holds neither as an item nor in code or HTML.
 * satteri at times remembers a definition as a paragraph that goes on, which some items may not interrupt; so texts without definitions are
 * not looked at.
 */
export function hasMissedItem(source: string, syntax: MarkdownSyntax): boolean {
  if (syntax.definitions.length === 0) return false;
  let container = 0;
  let opaque = 0;
  const { containers, opaque: ranges } = syntax;
  for (const { index } of source.matchAll(lineWithMarker)) {
    for (const at of markersFrom(source, index)) {
      while (container < containers.length && containers[container]!.start < at) container += 1;
      while (opaque < ranges.length && ranges[opaque]!.end <= at) opaque += 1;
      if (opaque < ranges.length && ranges[opaque]!.start <= at) break;
      if (!isItemAt(containers, container, at)) return true;
    }
  }
  return false;
}

/** Offsets of the list markers that follow one another from an offset on, up to a thematic break. */
function* markersFrom(source: string, offset: number): Generator<number> {
  for (let at = offset; ; at = marker.lastIndex) {
    marker.lastIndex = at;
    thematicBreak.lastIndex = at;
    if (thematicBreak.test(source) || !marker.test(source)) return;
    yield at;
    marker.lastIndex = Math.max(marker.lastIndex, at + 1);
  }
}

/** Whether one of the containers from `index` on that begin at an offset is a list item. */
function isItemAt(containers: readonly SyntaxContainer[], index: number, at: number): boolean {
  for (; index < containers.length && containers[index]!.start === at; index += 1) {
    if (containers[index]!.kind === "listItem") return true;
  }
  return false;
}
