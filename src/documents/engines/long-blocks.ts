/** Splits a long run of lines where a new block begins for certain, so that what is counted in a part stands in one block or few. */
import type { TextRange } from "../markdown-engine.ts";

/** A list item that is open for certain: the columns of its marker and of its content. */
interface OpenItem {
  readonly indent: number;
  readonly content: number;
  /** The bullet, or what follows the number: items with another one are no siblings. */
  readonly kind: string;
}

const heading = / {0,3}#{1,6}(?:[ \t\r]|$)/y;
const bullet = /( *)([-*+]|(\d{1,9})[.)])( {1,4})[^\s]/y;
const tableRow = / {0,3}\|/y;
const delimiterRow = /^ {0,3}\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*\r?$/;

/** The parts of `run` that have at least `minimum` characters. The run must begin after a blank line or at the start of the text. */
export function longBlocks(text: string, run: TextRange, minimum: number): TextRange[] {
  const blocks: TextRange[] = [];
  let from = run.start;
  const cut = (at: number): void => {
    if (at - from >= minimum) blocks.push({ start: from, end: at });
    from = at;
  };
  const items: OpenItem[] = [];
  let inTable = beginsTable(text, run);
  for (let start = run.start; start < run.end; ) {
    const found = text.indexOf("\n", start);
    const next = found < 0 || found >= run.end ? run.end : found + 1;
    inTable = inTable && matchesAt(tableRow, text, start);
    if (inTable) {
      cut(start);
    } else if (matchesAt(heading, text, start)) {
      items.length = 0;
      cut(start);
      cut(next);
    } else if (beginsItem(text, start, items)) {
      cut(start);
    }
    start = next;
  }
  cut(run.end);
  return blocks;
}

function matchesAt(expression: RegExp, text: string, at: number): boolean {
  expression.lastIndex = at;
  return expression.test(text);
}

/** Whether the first two lines are a table's head: rows that begin and end in a pipe, with the same number of plain cells. */
function beginsTable(text: string, run: TextRange): boolean {
  if (!matchesAt(tableRow, text, run.start)) return false;
  const first = text.indexOf("\n", run.start);
  if (first < 0 || first >= run.end) return false;
  const end = text.indexOf("\n", first + 1);
  const delimiters = text.slice(first + 1, end < 0 ? run.end : Math.min(end, run.end));
  const head = text.slice(run.start, first).trim();
  if (!delimiterRow.test(delimiters) || !head.endsWith("|") || /[\\`]/.test(head)) return false;
  return head.split("|").length === delimiters.trim().split("|").length;
}

/**
 * Whether a line begins a list item for certain. `items` holds those that are open for certain; a line that begins none and is indented by
 * less than four blanks may have closed them.
 */
function beginsItem(text: string, start: number, items: OpenItem[]): boolean {
  bullet.lastIndex = start;
  const match = bullet.exec(text);
  const indent = match?.[1]?.length ?? 0;
  if (match === null) {
    if (!text.startsWith("    ", start)) items.length = 0;
    return false;
  }
  while (items.length > 0 && items[items.length - 1]!.indent > indent) items.pop();
  const last = items.at(-1);
  const marker = match[2] ?? "";
  const kind = marker.slice(-1);
  const isSibling = last !== undefined && last.indent === indent && last.kind === kind;
  const isChild = last !== undefined && indent >= last.content && indent <= last.content + 3;
  const interrupts = match[3] === undefined || Number(match[3]) === 1;
  if (!isSibling && !(interrupts && (indent <= 3 || isChild))) {
    items.length = 0;
    return false;
  }
  if (isSibling) items.pop();
  items.push({ indent, content: indent + marker.length + (match[4]?.length ?? 1), kind });
  return true;
}
