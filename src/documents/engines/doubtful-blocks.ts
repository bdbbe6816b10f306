/** Finds blocks that satteri and remark do not read alike, from the source and from what satteri made of it. */
import type { TextRange } from "../markdown-engine.ts";

const lineEnd = "(?:\\r\\n|\\r(?!\\n)|\\n)";
const blankLine = new RegExp(`${lineEnd}[ \\t>]*[\\r\\n]`);
const blankLineAhead = new RegExp(blankLine, "g");

/** A list marker that may not interrupt a paragraph: of an empty item, or a number other than 1. */
const weakMarker = "(?:(?:[-+*]|\\d{1,9}[.)])[ \\t]*(?:[\\r\\n]|$)|(?!1[.)])\\d{1,9}[.)](?:\\s|$))";
const lineWithWeakMarker = new RegExp(`(?:^|[\\r\\n])[ \\t>]*${weakMarker}`);

const footnoteStart = new RegExp(
  `[^\\r\\n]*\\t|(?:[ \\t>]|(?:[-+*]|1[.)])[ \\t])*(?:${weakMarker}|(?!1[.)])\\d{1,9}[.)]|<)`,
  "y",
);
const emptyTask =
  /(?:[-+*]|\d{1,9}[.)])[ \t]+\[[ \txX\r\n]\][ \t]*(?:\r\n|\r|\n)[ \t>]*(?![-+*][ \t]+\S|1[.)][ \t]+\S|#{1,6}[ \t])[^\s>]/y;
const task = /(?:[-+*]|\d{1,9}[.)]) {1,4}\[[ xX]\][ \t]+[^ \t\r\n]/y;
const tableLineNext = /[^\r\n]*(?:\r\n|\r|\n)[ \t>]*(?:[^\r\n|]*\||:-+:?[ \t]*(?:[\r\n]|$)|-+:[ \t]*(?:[\r\n]|$))/y;
const line = /[^\r\n]*(?:\r\n|\r|\n)/y;

/** A label that begins with a blank beyond ASCII. */
const unusualBlankLabel = /^\[(?=\s)[^\x00-\x7f]/;

/** A row that begins with HTML, other than with an inline tag and a pipe after it. */
const rowOfHtml = /[\r\n][ \t>]*<(?!(?:a|b|br|code|em|i|img|kbd|small|span|strong|sub|sup)\b[^\r\n]*\|)/i;

function matchesAt(expression: RegExp, source: string, at: number): boolean {
  expression.lastIndex = at;
  return expression.test(source);
}

/** Whether no blank line is between two offsets. */
export function isAdjacent(source: string, end: number, start: number): boolean {
  return !blankLine.test(source.slice(end, start));
}

/** Whether HTML interrupts a table for one parser only. */
export function isDoubtfulTable(source: string, table: TextRange): boolean {
  return rowOfHtml.test(source.slice(table.start, table.end));
}

/** A task mark that is alone on its line, or far from the bullet, is read otherwise by remark. */
export function isDoubtfulTask(source: string, item: number): boolean {
  return !matchesAt(task, source, item);
}

/** Whether an item without a task mark has one after all, on a line of its own with text on the next. */
export function isMissedTask(source: string, item: number): boolean {
  return matchesAt(emptyTask, source, item);
}

/**
 * A footnote that begins with what cannot interrupt a paragraph is read otherwise when the footnote itself interrupts one, and one with a
 * tab when it holds containers.
 */
export function isDoubtfulFootnote(source: string, start: number): boolean {
  return matchesAt(footnoteStart, source, source.indexOf("]:", start) + 2);
}

/** Whether one of a definition's lines or the next one could belong to a table, or its label is a blank that only satteri takes for one. */
export function isDoubtfulDefinition(source: string, definition: TextRange): boolean {
  if (unusualBlankLabel.test(source.slice(definition.start, definition.start + 8))) return true;
  for (let at = definition.start; at <= definition.end; ) {
    if (matchesAt(tableLineNext, source, at)) return true;
    if (!matchesAt(line, source, at)) return false;
    at = line.lastIndex;
  }
  return false;
}

/**
 * Whether a block that begins at `start`, right after a definition, is followed up to the next blank line by an item that may not interrupt a
 * paragraph: satteri takes the definition for a paragraph that goes on.
 */
export function isDoubtfulAfterDefinition(source: string, definitionEnd: number, start: number): boolean {
  if (!isAdjacent(source, definitionEnd, start)) return false;
  blankLineAhead.lastIndex = start;
  const end = blankLineAhead.exec(source)?.index ?? source.length;
  return lineWithWeakMarker.test(source.slice(start, end));
}
