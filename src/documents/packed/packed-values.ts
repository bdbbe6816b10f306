/** Values of properties and places in text, to bytes and back. */
import type { PropertyValue } from "../markdown-document.ts";
import type { TextRange } from "../markdown-engine.ts";
import type { ByteReader } from "./byte-reader.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { DamagedBytes } from "./damaged-bytes.ts";

const types = [
  "text",
  "integer",
  "decimal",
  "double",
  "float",
  "boolean",
  "date",
  "dateTime",
  "null",
  "list",
  "map",
] as const;

export function writeValue(to: ByteWriter, value: PropertyValue): void {
  to.number(types.indexOf(value.type));
  to.text(value.text);
  if (value.type === "text") writeSame(to, value.value, value.text);
  else if (value.type === "boolean") to.number(value.value ? 1 : 0);
  else if (value.type === "list") writeList(to, value.items, writeValue);
  else if (value.type === "map") writeMap(to, value.entries);
  else if (typeof value.value === "number") to.double(value.value);
  // A date is its text.
}

function writeMap(to: ByteWriter, entries: ReadonlyMap<string, PropertyValue>): void {
  to.number(entries.size);
  for (const [key, entry] of entries) {
    to.text(key);
    writeValue(to, entry);
  }
}

export function readValue(from: ByteReader): PropertyValue {
  const type = types[from.number()];
  const text = from.text();
  switch (type) {
    case "integer":
    case "decimal":
    case "double":
    case "float":
      return { type, value: from.double(), text };
    case "boolean":
      return { type, value: from.number() === 1, text };
    case "text":
      return { type, value: readSame(from, text), text };
    case "date":
    case "dateTime":
      return { type, value: text, text };
    case "null":
      return { type, value: null, text };
    case "list":
      return { type, items: readList(from, readValue), text };
    case "map": {
      const entries = new Map<string, PropertyValue>();
      for (let left = from.count(); left > 0; left--) entries.set(from.text(), readValue(from));
      return { type, entries, text };
    }
    default:
      throw new DamagedBytes();
  }
}

/** A text that is often another one, which stands elsewhere. */
export function writeSame(to: ByteWriter, text: string, other: string): void {
  to.number(text === other ? 1 : 0);
  if (text !== other) to.text(text);
}

export function readSame(from: ByteReader, other: string): string {
  return from.number() === 1 ? other : from.text();
}

/** A value that may be absent. */
export function writeOptional<Value>(
  to: ByteWriter,
  value: Value | undefined,
  write: (to: ByteWriter, value: Value) => void,
): void {
  to.number(value === undefined ? 0 : 1);
  if (value !== undefined) write(to, value);
}

export function readOptional<Value>(from: ByteReader, read: (from: ByteReader) => Value): Value | undefined {
  return from.number() === 0 ? undefined : read(from);
}

export function writeText(to: ByteWriter, text: string): void {
  to.text(text);
}

export function readText(from: ByteReader): string {
  return from.text();
}

export function writeList<Item>(
  to: ByteWriter,
  items: readonly Item[],
  write: (to: ByteWriter, item: Item, index: number, items: readonly Item[]) => void,
): void {
  to.number(items.length);
  for (let index = 0; index < items.length; index++) write(to, items[index] as Item, index, items);
}

export function readList<Item>(from: ByteReader, read: (from: ByteReader, items: readonly Item[]) => Item): Item[] {
  const items: Item[] = [];
  for (let left = from.count(); left > 0; left--) items.push(read(from, items));
  return items;
}

/** A range whose start is near that of the one before it. */
export function writeRange(to: ByteWriter, { start, end }: TextRange, before: TextRange | undefined): void {
  to.signed(start - (before?.start ?? 0));
  to.signed(end - start);
}

export function readRange(from: ByteReader, before: TextRange | undefined): TextRange {
  const start = from.signed() + (before?.start ?? 0);
  return { start, end: start + from.signed() };
}
