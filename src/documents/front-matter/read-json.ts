/** Reads a JSON block strictly, with the place of each key and the text of each number. */
import type { PropertyValue } from "../markdown-document.ts";
import {
  type BlockReading,
  duplicateKey,
  emptyReading,
  type InvalidReading,
  maximumDepth,
  tooDeep,
  withoutHalfPairs,
} from "./block-reading.ts";
import { readScalar, textValue } from "./property-value.ts";

interface Cursor {
  readonly source: string;
  at: number;
  readonly keyOffsets: Map<string, number>;
  fault?: InvalidReading;
}

const nothing: PropertyValue = { type: "null", value: null, text: "null" };
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const string = /"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const word = /true|false|null/y;

/** Reads a JSON source; one that is no object is no metadata. */
export function readJson(source: string): BlockReading {
  const cursor: Cursor = { source, at: 0, keyOffsets: new Map() };
  skipBlanks(cursor);
  if (cursor.at === source.length) return emptyReading();
  if (source[cursor.at] !== "{") return { kind: "other" };
  const value = readValue(cursor, 1);
  skipBlanks(cursor);
  if (cursor.at < source.length) fail(cursor, "Only blanks may follow the object.");
  if (cursor.fault !== undefined) return cursor.fault;
  const values = value.type === "map" ? value.entries : new Map<string, PropertyValue>();
  return { kind: "mapping", values, keyOffsets: cursor.keyOffsets, remarks: [] };
}

function fail(cursor: Cursor, message: string, offset = cursor.at): PropertyValue {
  cursor.fault ??= { kind: "invalid", message, offset };
  return nothing;
}

function skipBlanks(cursor: Cursor): void {
  for (;;) {
    const unit = cursor.source.charCodeAt(cursor.at);
    if (unit !== 0x20 && unit !== 0x09 && unit !== 0x0a && unit !== 0x0d) return;
    cursor.at++;
  }
}

/** The text that `pattern` (sticky) matches here, which is then passed over; empty where it does not match. */
function take(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at;
  const text = pattern.exec(cursor.source)?.[0] ?? "";
  cursor.at += text.length;
  return text;
}

function readValue(cursor: Cursor, depth: number): PropertyValue {
  const first = cursor.source[cursor.at];
  if (first === "{" || first === "[") {
    if (depth <= maximumDepth) return first === "{" ? readObject(cursor, depth) : readArray(cursor, depth);
    cursor.fault ??= tooDeep(cursor.at);
    return nothing;
  }
  if (first === '"') return textValue(readString(cursor));
  const plain = take(cursor, word);
  if (plain !== "") return readScalar(plain);
  const digits = take(cursor, number);
  return digits === "" ? fail(cursor, "A value is missing or is not JSON.") : readScalar(digits);
}

function readString(cursor: Cursor): string {
  const start = cursor.at;
  const text = take(cursor, string);
  if (text !== "") return withoutHalfPairs(JSON.parse(text) as string);
  fail(cursor, "A string is not closed on its line, or holds a character or an escape that JSON does not have.", start);
  return "";
}

function readObject(cursor: Cursor, depth: number): PropertyValue {
  const start = cursor.at++;
  const entries = new Map<string, PropertyValue>();
  skipBlanks(cursor);
  let more = cursor.source[cursor.at] !== "}";
  while (more) {
    const keyOffset = cursor.at;
    if (cursor.source[keyOffset] !== '"') return fail(cursor, "A key in double quotes is missing.");
    const key = readString(cursor);
    if (entries.has(key)) cursor.fault ??= duplicateKey(key, keyOffset);
    skipBlanks(cursor);
    if (cursor.source[cursor.at++] !== ":") return fail(cursor, "A colon is missing after a key.", cursor.at - 1);
    skipBlanks(cursor);
    entries.set(key, readValue(cursor, depth + 1));
    if (depth === 1) cursor.keyOffsets.set(key, keyOffset);
    more = isNextItem(cursor, "}");
  }
  return close(cursor, "}") ? { type: "map", entries, text: cursor.source.slice(start, cursor.at) } : nothing;
}

function readArray(cursor: Cursor, depth: number): PropertyValue {
  const start = cursor.at++;
  const items: PropertyValue[] = [];
  skipBlanks(cursor);
  let more = cursor.source[cursor.at] !== "]";
  while (more) {
    items.push(readValue(cursor, depth + 1));
    more = isNextItem(cursor, "]");
  }
  return close(cursor, "]") ? { type: "list", items, text: cursor.source.slice(start, cursor.at) } : nothing;
}

/** Whether a comma leads to another item; `false` at the closing mark, with a fault at anything else. */
function isNextItem(cursor: Cursor, closing: string): boolean {
  skipBlanks(cursor);
  if (cursor.fault !== undefined || cursor.source[cursor.at] === closing) return false;
  if (cursor.source[cursor.at] !== ",") {
    fail(cursor, `A comma or ${closing} is missing.`);
    return false;
  }
  cursor.at++;
  skipBlanks(cursor);
  return true;
}

function close(cursor: Cursor, closing: string): boolean {
  if (cursor.fault !== undefined || cursor.source[cursor.at] !== closing) return false;
  cursor.at++;
  return true;
}
