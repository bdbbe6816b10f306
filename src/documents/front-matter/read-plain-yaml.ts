/**
 * Reads the YAML that most notes use (keys with plain, quoted or listed values, nested by indentation) many times faster than a full
 * parser, and gives up on everything that it is not sure of.
 */
import { keptList } from "../../base/kept-list.ts";
import type { PropertyValue } from "../markdown-document.ts";
import type { MappingReading } from "./block-reading.ts";
import { readScalar, textValue } from "./property-value.ts";
import { isPlain, readFlowList, readQuoted, skipBlanks, startsPlain } from "./yaml-flow-list.ts";

/** Tabs, controls, halves of surrogate pairs and byte order marks are left to the full parser. */
const doubtful = /[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufeff]/;
const halfPair = /\p{Cs}/u;
const doubtfulBesidePairs = /[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff]/;

const deepest = 8;
const longestKey = 200;

/** The place in the source; always on a line that holds something. */
interface Cursor {
  readonly source: string;
  /** Offset of the next line. */
  next: number;
  /** Content of the current line, without indentation and trailing blanks. */
  start: number;
  end: number;
  /** Columns before the content. */
  column: number;
  more: boolean;
  /** Whether blank or comment lines stand between this line and the one before. */
  skipped: boolean;
  /** End of the value read last. */
  lastEnd: number;
  /** Where the keys of the outermost mapping stand. */
  readonly keyOffsets: Map<string, number>;
}

/** The mapping that `source` is, or `undefined` where the full parser has to decide. `source` has no lone carriage return. */
export function readPlainYaml(source: string): MappingReading | undefined {
  if (doubtful.test(source) && (doubtfulBesidePairs.test(source) || halfPair.test(source))) return undefined;
  const cursor: Cursor = {
    source,
    next: 0,
    start: 0,
    end: 0,
    column: 0,
    more: true,
    skipped: false,
    lastEnd: 0,
    keyOffsets: new Map(),
  };
  advance(cursor);
  if (!cursor.more) return { kind: "mapping", values: new Map(), keyOffsets: cursor.keyOffsets, remarks: [] };
  if (cursor.column !== 0) return undefined;
  const values = readMapping(cursor, 1);
  if (values === undefined || cursor.more) return undefined;
  return { kind: "mapping", values, keyOffsets: cursor.keyOffsets, remarks: [] };
}

/** Moves to the next line that is neither blank nor a comment. */
function advance(cursor: Cursor): void {
  const { source } = cursor;
  cursor.skipped = false;
  while (cursor.next < source.length) {
    const lineStart = cursor.next;
    const feed = source.indexOf("\n", lineStart);
    const lineEnd = feed === -1 ? source.length : feed;
    cursor.next = feed === -1 ? source.length : feed + 1;
    const start = skipBlanks(source, lineStart, lineEnd);
    let end = source.charCodeAt(lineEnd - 1) === 0x0d && lineEnd > start ? lineEnd - 1 : lineEnd;
    while (end > start && source.charCodeAt(end - 1) === 0x20) end--;
    if (end > start && source.charCodeAt(start) !== 0x23) {
      cursor.start = start;
      cursor.end = end;
      cursor.column = start - lineStart;
      return;
    }
    cursor.skipped = true;
  }
  cursor.more = false;
}

/** Offset of the colon that ends the key at the cursor, or −1. */
function endOfKey(cursor: Cursor): number {
  const { source, start, end } = cursor;
  const unit = source.charCodeAt(start);
  // A line that starts with dots or a dash may be a mark of the document or of a list.
  if (unit === 0x2d || unit === 0x2e || !startsPlain(source, start)) return -1;
  const last = Math.min(end, start + longestKey);
  for (let at = start + 1; at < last; at++) {
    const here = source.charCodeAt(at);
    if (here === 0x3a && (at + 1 === end || source.charCodeAt(at + 1) === 0x20)) {
      return source.charCodeAt(at - 1) === 0x20 ? -1 : at;
    }
    if (here === 0x23 && source.charCodeAt(at - 1) === 0x20) return -1;
  }
  return -1;
}

function isListItem(cursor: Cursor): boolean {
  const { source, start, end } = cursor;
  return source.charCodeAt(start) === 0x2d && (start + 1 === end || source.charCodeAt(start + 1) === 0x20);
}

function readMapping(cursor: Cursor, depth: number): Map<string, PropertyValue> | undefined {
  const indent = cursor.column;
  const values = new Map<string, PropertyValue>();
  while (cursor.more && cursor.column === indent) {
    const colon = endOfKey(cursor);
    if (colon === -1) return undefined;
    const key = cursor.source.slice(cursor.start, colon);
    if (values.has(key)) return undefined;
    if (depth === 1) cursor.keyOffsets.set(key, cursor.start);
    const value = readValue(cursor, colon + 1, indent, depth);
    if (value === undefined) return undefined;
    values.set(key, value);
  }
  return cursor.more && cursor.column > indent ? undefined : values;
}

/** The value after a key's colon: on the same line, or as a block on the lines below. */
function readValue(cursor: Cursor, afterColon: number, indent: number, depth: number): PropertyValue | undefined {
  const start = skipBlanks(cursor.source, afterColon, cursor.end);
  if (start < cursor.end) return readInline(cursor, start, indent);
  cursor.lastEnd = afterColon;
  advance(cursor);
  if (!cursor.more || cursor.column < indent) return readScalar("");
  if (cursor.column === indent) return isListItem(cursor) ? readList(cursor, depth + 1) : readScalar("");
  return isListItem(cursor) ? readList(cursor, depth + 1) : readInnerMapping(cursor, depth + 1);
}

function readInnerMapping(cursor: Cursor, depth: number): PropertyValue | undefined {
  if (depth > deepest) return undefined;
  const { source, start } = cursor;
  const entries = readMapping(cursor, depth);
  return entries === undefined ? undefined : { type: "map", entries, text: source.slice(start, cursor.lastEnd) };
}

function readList(cursor: Cursor, depth: number): PropertyValue | undefined {
  if (depth > deepest) return undefined;
  const { source, start } = cursor;
  const indent = cursor.column;
  const items: PropertyValue[] = [];
  while (cursor.more && cursor.column === indent && isListItem(cursor)) {
    const item = readListItem(cursor, indent, depth);
    if (item === undefined) return undefined;
    items.push(item);
  }
  if (cursor.more && cursor.column > indent) return undefined;
  return { type: "list", items: keptList(items), text: source.slice(start, cursor.lastEnd) };
}

function readListItem(cursor: Cursor, indent: number, depth: number): PropertyValue | undefined {
  const dash = cursor.start;
  const start = skipBlanks(cursor.source, dash + 1, cursor.end);
  if (start === cursor.end) return undefined;
  cursor.start = start;
  if (endOfKey(cursor) === -1) return readInline(cursor, start, indent);
  cursor.column = indent + (start - dash);
  return readInnerMapping(cursor, depth + 1);
}

/** A value that begins on the current line, whose continuation would have to be indented more than `indent`. */
function readInline(cursor: Cursor, start: number, indent: number): PropertyValue | undefined {
  const { source, end } = cursor;
  const unit = source.charCodeAt(start);
  if (unit === 0x22 || unit === 0x27 || unit === 0x5b) {
    const found = unit === 0x5b ? readFlowList(source, start, end) : readQuoted(source, start, end);
    if (found === undefined || found.end !== end) return undefined;
    cursor.lastEnd = end;
    advance(cursor);
    return found.value;
  }
  if (unit === 0x7c || unit === 0x3e) return readBlockText(cursor, start, indent);
  if (!startsPlain(source, start) || !isPlain(source, start, end)) return undefined;
  cursor.lastEnd = end;
  advance(cursor);
  return cursor.more && cursor.column > indent
    ? readFolded(cursor, source.slice(start, end), indent)
    : readScalar(source.slice(start, end));
}

/** A plain value that goes on over indented lines: they are joined by blanks. */
function readFolded(cursor: Cursor, firstLine: string, indent: number): PropertyValue | undefined {
  const { source } = cursor;
  let text = firstLine;
  while (cursor.more && cursor.column > indent) {
    const { start, end } = cursor;
    if (cursor.skipped || !startsPlain(source, start) || !isPlain(source, start, end)) return undefined;
    text += ` ${source.slice(start, end)}`;
    cursor.lastEnd = end;
    advance(cursor);
  }
  return readScalar(text);
}

/** A block text (`|`, `|-`, `>`, `>-`) whose lines are all indented alike, none of them blank or with blanks at its end. */
function readBlockText(cursor: Cursor, start: number, indent: number): PropertyValue | undefined {
  const { source } = cursor;
  const folded = source.charCodeAt(start) === 0x3e;
  const stripped = source.charCodeAt(start + 1) === 0x2d;
  if (cursor.end !== start + (stripped ? 2 : 1)) return undefined;
  const lines: string[] = [];
  let column = -1;
  for (;;) {
    advance(cursor);
    if (!cursor.more || cursor.column <= indent) break;
    if (column === -1) column = cursor.column;
    const following = source.charCodeAt(cursor.end);
    const cut = following === 0x0d || following === 0x0a;
    if (cursor.skipped || cursor.column !== column || !cut) return undefined;
    lines.push(source.slice(cursor.start, cursor.end));
    cursor.lastEnd = cursor.end;
  }
  const after = cursor.more ? cursor.start - cursor.column : source.length;
  if (lines.length === 0 || !onlyBreaks(source, cursor.lastEnd, after)) return undefined;
  return textValue(lines.join(folded ? " " : "\n") + (stripped ? "" : "\n"));
}

/** Whether nothing but line breaks stands between two offsets; blanks or `#` there could belong to a block text. */
function onlyBreaks(source: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const unit = source.charCodeAt(at);
    if (unit !== 0x0a && unit !== 0x0d) return false;
  }
  return true;
}
