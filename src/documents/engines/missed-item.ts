/** Finds list items that an engine took for text. */
import type { MarkdownSyntax, SyntaxContainer } from "../markdown-engine.ts";

/** A list marker after a blank line, and no thematic break: it always begins an item there, unless it is code or HTML. */
const marker =
  /(?<=(?:^|\n)[ \t>]*\r?\n[ \t>]*)(?:[-+*]|\d{1,9}[.)])(?=[ \t\r\n]|$)(?!(?<=([-*]))(?:[ \t]*\1){2,}[ \t]*\r?(?:\n|$))/g;

/**
 * Whether `source` has such a marker that `syntax` holds neither as an item nor in code or HTML. satteri at times remembers a definition as a
 * paragraph that goes on, which some items may not interrupt; so texts without definitions are not looked at.
 */
export function hasMissedItem(source: string, syntax: MarkdownSyntax): boolean {
  if (syntax.definitions.length === 0) return false;
  let container = 0;
  let opaque = 0;
  const { containers, opaque: ranges } = syntax;
  for (const { index: at } of source.matchAll(marker)) {
    while (container < containers.length && containers[container]!.start < at) container += 1;
    while (opaque < ranges.length && ranges[opaque]!.end <= at) opaque += 1;
    if (isItemAt(containers, container, at) || (opaque < ranges.length && ranges[opaque]!.start <= at)) continue;
    return true;
  }
  return false;
}

/** Whether one of the containers from `index` on that begin at an offset is a list item. */
function isItemAt(containers: readonly SyntaxContainer[], index: number, at: number): boolean {
  for (; index < containers.length && containers[index]!.start === at; index += 1) {
    if (containers[index]!.kind === "listItem") return true;
  }
  return false;
}
