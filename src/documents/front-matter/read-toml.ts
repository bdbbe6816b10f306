/** Reads a TOML block: the library decides what is valid and gives the values, a walk over the source adds text and places. */
import { parse, TomlDate, TomlError } from "smol-toml";
import type { PropertyValue } from "../markdown-document.ts";
import { type BlockReading, maximumDepth, tooDeep, withoutHalfPairs } from "./block-reading.ts";
import { isDateTimeText } from "./date-text.ts";
import { readScalar, textValue } from "./property-value.ts";

/** A table while it is filled. `parsed` is the library's value of it, without a prototype. */
interface Table {
  readonly parsed: Readonly<Record<string, unknown>>;
  readonly entries: Map<string, Entry>;
  /** The source that it was written in. */
  readonly start: number;
  end: number;
}
type Entry = PropertyValue | Table | Table[];

interface Cursor {
  readonly source: string;
  at: number;
}

/** The walk met a level that is too deep. */
class DepthFault extends Error {
  readonly offset: number;
  constructor(offset: number) {
    super("too deep");
    this.offset = offset;
  }
}

/** Reads a TOML source. Lone carriage returns must have been replaced by line feeds. */
export function readToml(source: string): BlockReading {
  try {
    const parsed = parse(source, { integersAsBigInt: "asNeeded", maxDepth: maximumDepth });
    const keyOffsets = new Map<string, number>();
    const root = readDocument(source, parsed, keyOffsets);
    return { kind: "mapping", values: finish(root, source), keyOffsets, remarks: [] };
  } catch (error) {
    if (error instanceof DepthFault) return tooDeep(error.offset);
    if (!(error instanceof TomlError)) throw error;
    return { kind: "invalid", message: firstLine(error.message), offset: offsetOf(source, error.line, error.column) };
  }
}

function firstLine(message: string): string {
  return `${message.replace(/^Invalid TOML document:\s*/, "").split("\n", 1)[0]}.`;
}

function offsetOf(source: string, line: number, column: number): number {
  let start = 0;
  for (let count = 1; count < line; count++) start = source.indexOf("\n", start) + 1;
  return Math.min(start + column - 1, source.length);
}

function readDocument(source: string, parsed: Table["parsed"], keyOffsets: Map<string, number>): Table {
  const cursor: Cursor = { source, at: 0 };
  const root: Table = { parsed, entries: new Map(), start: 0, end: 0 };
  let table = root;
  let depth = 1;
  for (skipVoid(cursor); cursor.at < source.length; skipVoid(cursor)) {
    const start = cursor.at;
    if (source[start] === "[") {
      const isList = source[start + 1] === "[";
      cursor.at += isList ? 2 : 1;
      const path = readPath(cursor);
      cursor.at += isList ? 2 : 1;
      depth = 1 + path.length + (isList ? 1 : 0);
      if (depth > maximumDepth) throw new DepthFault(start);
      if (!keyOffsets.has(path[0]!)) keyOffsets.set(path[0]!, start);
      table = openTable(root, path, isList, start);
      table.end = cursor.at;
    } else {
      const path = readPath(cursor);
      if (table === root && !keyOffsets.has(path[0]!)) keyOffsets.set(path[0]!, start);
      readEntry({ cursor, table, path, depth, start });
      table.end = cursor.at;
    }
  }
  return root;
}

/** Passes over blanks, line breaks and comments. */
function skipVoid(cursor: Cursor): void {
  const pattern = /(?:\s+|#[^\n]*)*/y;
  pattern.lastIndex = cursor.at;
  pattern.test(cursor.source);
  cursor.at = pattern.lastIndex;
}

/** Reads a dotted key and passes over the blanks behind it. */
function readPath(cursor: Cursor): string[] {
  const path: string[] = [];
  for (;;) {
    skipVoid(cursor);
    const start = cursor.at;
    const mark = cursor.source[start];
    if (mark === '"' || mark === "'") {
      skipString(cursor);
      const quoted = parse(`k=${cursor.source.slice(start, cursor.at)}`) as { k: string };
      path.push(withoutHalfPairs(quoted.k));
    } else {
      while (/[\w-]/.test(cursor.source[cursor.at] ?? "")) cursor.at++;
      path.push(cursor.source.slice(start, cursor.at));
    }
    skipVoid(cursor);
    if (cursor.source[cursor.at] !== ".") return path;
    cursor.at++;
  }
}

/** The table of a header; those on the way to it are made where they are missing. */
function openTable(root: Table, path: readonly string[], isList: boolean, start: number): Table {
  const parent = descend(root, path.slice(0, -1), start);
  const last = path.at(-1)!;
  const known = parent.entries.get(last);
  if (!isList) return descend(parent, [last], start);
  const list = Array.isArray(known) ? known : [];
  const parsed = (parent.parsed[last] as Table["parsed"][])[list.length]!;
  const table: Table = { parsed, entries: new Map(), start, end: start };
  list.push(table);
  parent.entries.set(last, list);
  return table;
}

function descend(from: Table, path: readonly string[], start: number): Table {
  let table = from;
  for (const key of path) {
    const known = table.entries.get(key);
    if (Array.isArray(known)) table = known.at(-1)!;
    else if (known !== undefined && "entries" in known && "parsed" in known) table = known;
    else {
      const child: Table = { parsed: table.parsed[key] as Table["parsed"], entries: new Map(), start, end: start };
      table.entries.set(key, child);
      table = child;
    }
  }
  return table;
}

interface EntryPlace {
  readonly cursor: Cursor;
  readonly table: Table;
  readonly path: readonly string[];
  readonly depth: number;
  readonly start: number;
}

/** Reads `= value` after a key and puts it into its table. */
function readEntry({ cursor, table, path, depth, start }: EntryPlace): void {
  if (depth + path.length - 1 > maximumDepth) throw new DepthFault(start);
  cursor.at++;
  skipVoid(cursor);
  const owner = descend(table, path.slice(0, -1), start);
  const key = path.at(-1)!;
  owner.entries.set(key, readValue(cursor, owner.parsed[key], depth + path.length));
  owner.end = cursor.at;
}

function readValue(cursor: Cursor, parsed: unknown, depth: number): PropertyValue {
  const start = cursor.at;
  if (typeof parsed === "string") {
    skipString(cursor);
    return textValue(withoutHalfPairs(parsed));
  }
  if (typeof parsed === "object" && parsed !== null && !(parsed instanceof Date)) {
    if (depth > maximumDepth) throw new DepthFault(start);
    return Array.isArray(parsed)
      ? readArray(cursor, parsed, depth)
      : readInlineTable(cursor, parsed as Table["parsed"], depth);
  }
  const pattern = parsed instanceof Date ? /[\d:.TtZz+-]+(?: \d[\d:.Zz+-]+)?/y : /[\w.+-]+/y;
  pattern.lastIndex = start;
  const text = pattern.exec(cursor.source)?.[0] ?? "";
  cursor.at = start + text.length;
  return readTyped(parsed, text);
}

function readTyped(parsed: unknown, text: string): PropertyValue {
  if (typeof parsed === "boolean") return { type: "boolean", value: parsed, text };
  if (parsed instanceof TomlDate) return readTomlDate(parsed, text);
  const value = Number(parsed);
  // `1e400` parses to infinity, which it is not.
  if (!Number.isFinite(value)) return /\d/.test(text) ? textValue(text) : { type: "float", value, text };
  if (/^[-+]?[\d_]+$|^0[xob]/.test(text)) return { type: "integer", value, text };
  return { type: /[eE]/.test(text) ? "double" : "decimal", value, text };
}

/** TOML also writes `1979-05-27 07:32` or a small `z`; the value has the form of XML Schema, with the same digits. */
function readTomlDate(parsed: TomlDate, text: string): PropertyValue {
  if (parsed.isTime()) return textValue(text);
  if (parsed.isDate()) return readScalar(text);
  const upper = text.replace(/[ t]/, "T").replace("z", "Z");
  const complete = upper.replace(/(T\d\d:\d\d)(?!:)/, "$1:00");
  return isDateTimeText(complete) ? { type: "dateTime", value: complete, text: complete } : textValue(text);
}

function readArray(cursor: Cursor, parsed: readonly unknown[], depth: number): PropertyValue {
  const start = cursor.at++;
  const items: PropertyValue[] = [];
  for (const item of parsed) {
    skipVoid(cursor);
    items.push(readValue(cursor, item, depth + 1));
    skipVoid(cursor);
    if (cursor.source[cursor.at] === ",") cursor.at++;
  }
  skipVoid(cursor);
  cursor.at++;
  return { type: "list", items, text: cursor.source.slice(start, cursor.at) };
}

function readInlineTable(cursor: Cursor, parsed: Table["parsed"], depth: number): PropertyValue {
  const start = cursor.at++;
  const table: Table = { parsed, entries: new Map(), start, end: start };
  for (skipVoid(cursor); cursor.source[cursor.at] !== "}"; skipVoid(cursor)) {
    readEntry({ cursor, table, path: readPath(cursor), depth: depth + 1, start: cursor.at });
    skipVoid(cursor);
    if (cursor.source[cursor.at] === ",") cursor.at++;
  }
  cursor.at++;
  return { type: "map", entries: finish(table, cursor.source), text: cursor.source.slice(start, cursor.at) };
}

/** Passes over a string of any of the four kinds. */
function skipString(cursor: Cursor): void {
  const { source } = cursor;
  const quote = source[cursor.at]!;
  const isLong = source.startsWith(quote.repeat(3), cursor.at);
  const close = isLong ? quote.repeat(3) : quote;
  let at = cursor.at + close.length;
  while (at < source.length && !source.startsWith(close, at)) at += quote === '"' && source[at] === "\\" ? 2 : 1;
  at += close.length;
  // Up to two quotes may stand directly before the closing three.
  if (isLong) while (source[at] === quote) at++;
  cursor.at = at;
}

function finish(table: Table, source: string): Map<string, PropertyValue> {
  const values = new Map<string, PropertyValue>();
  for (const [key, entry] of table.entries) values.set(key, finishEntry(entry, source));
  return values;
}

function finishEntry(entry: Entry, source: string): PropertyValue {
  if (Array.isArray(entry)) {
    const text = source.slice(entry[0]!.start, endOf(entry.at(-1)!));
    return { type: "list", items: entry.map((table) => finishEntry(table, source)), text };
  }
  if (!("parsed" in entry)) return entry;
  return { type: "map", entries: finish(entry, source), text: source.slice(entry.start, endOf(entry)) };
}

/** The end of all that was written in a table, the tables within it included. */
function endOf(table: Table): number {
  let end = table.end;
  for (const entry of table.entries.values()) {
    if (Array.isArray(entry)) end = Math.max(end, endOf(entry.at(-1)!));
    else if ("parsed" in entry) end = Math.max(end, endOf(entry));
  }
  return end;
}
