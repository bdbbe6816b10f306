/** The parts of a document as bytes. Each is read by itself, since most questions need few of them. */
import type {
  Anchor,
  Diagnostic,
  DiagnosticKind,
  DocumentTag,
  FrontMatter,
  MarkdownDocument,
  Observation,
  Person,
  Property,
  PropertyValue,
  Task,
  TextReading,
  TitleSource,
} from "../markdown-document.ts";
import type { ByteReader } from "./byte-reader.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { DamagedBytes } from "./damaged-bytes.ts";
import { readLink, writeLink } from "./packed-links.ts";
import { readSection, writeSection } from "./packed-sections.ts";
import { readStatement, writeStatement } from "./packed-statements.ts";
import {
  readList,
  readOptional,
  readRange,
  readText,
  readValue,
  writeList,
  writeOptional,
  writeRange,
  writeText,
  writeValue,
} from "./packed-values.ts";

/** What a part holds; the fields that are absent are left out. */
type Fields<Name extends keyof MarkdownDocument> = Pick<MarkdownDocument, Name>;

export type Head = Fields<
  | "sha256"
  | "byteLength"
  | "lineCount"
  | "wordCount"
  | "title"
  | "titleSource"
  | "description"
  | "language"
  | "published"
  | "modified"
>;
export type Names = Fields<"aliases" | "addresses" | "tags" | "authors" | "statements">;
export type Metadata = Fields<"frontMatter" | "properties">;
export type Details = Fields<"anchors" | "tasks" | "observations">;
export type Ranges = Fields<"hidden" | "readings">;

/** One part: how it is written and read. */
export interface Part<Value> {
  write(to: ByteWriter, document: MarkdownDocument): void;
  read(from: ByteReader): Value;
}

const titleSources: readonly TitleSource[] = ["frontmatter", "heading", "name"];
const hexadecimal = /^[0-9a-f]{64}$/;

/** What most questions ask first. */
export const headPart: Part<Head> = {
  write(to, document) {
    to.text(document.sha256);
    to.number(document.byteLength);
    to.number(document.lineCount);
    to.number(document.wordCount);
    to.text(document.title);
    to.number(titleSources.indexOf(document.titleSource));
    writeOptional(to, document.description, writeText);
    writeOptional(to, document.language, writeText);
    writeOptional(to, document.published, writeValue);
    writeOptional(to, document.modified, writeValue);
  },
  read(from) {
    const sha256 = from.text();
    const [byteLength, lineCount, wordCount] = [from.number(), from.number(), from.number()];
    const title = from.text();
    const titleSource = titleSources[from.number()];
    if (titleSource === undefined || !hexadecimal.test(sha256)) throw new DamagedBytes();
    return {
      sha256,
      byteLength,
      lineCount,
      wordCount,
      title,
      titleSource,
      ...present("description", readOptional(from, readText)),
      ...present("language", readOptional(from, readText)),
      ...present("published", readOptional(from, readDate)),
      ...present("modified", readOptional(from, readDate)),
    };
  },
};

export const namesPart: Part<Names> = {
  write(to, { aliases, addresses, tags, authors, statements }) {
    writeList(to, aliases, writeText);
    writeList(to, addresses, writeText);
    writeList(to, tags, writeTag);
    writeList(to, authors, writePerson);
    writeOptional(to, statements, (_, list) => writeList(to, list, writeStatement));
  },
  read: (from) => ({
    aliases: readList(from, readText),
    addresses: readList(from, readText),
    tags: readList(from, readTag),
    authors: readList(from, readPerson),
    ...present(
      "statements",
      readOptional(from, () => readList(from, readStatement)),
    ),
  }),
};

export const metadataPart: Part<Metadata> = {
  write(to, { frontMatter, properties }) {
    writeOptional(to, frontMatter, writeFrontMatter);
    writeList(to, properties, (_, property) => writeProperty(to, property, frontMatter));
  },
  read(from) {
    const frontMatter = readOptional(from, readFrontMatter);
    const properties = readList(from, () => readProperty(from, frontMatter));
    return { ...present("frontMatter", frontMatter), properties };
  },
};

export const sectionsPart: Part<MarkdownDocument["sections"]> = {
  write: (to, { sections }) => writeList(to, sections, writeSection),
  read: (from) => readList(from, readSection),
};

export const linksPart: Part<MarkdownDocument["links"]> = {
  write: (to, { links }) => writeList(to, links, writeLink),
  read: (from) => readList(from, readLink),
};

export const detailsPart: Part<Details> = {
  write(to, { anchors, tasks, observations }) {
    writeList(to, anchors, writeAnchor);
    writeList(to, tasks, writeTask);
    writeList(to, observations, writeObservation);
  },
  read: (from) => ({
    anchors: readList(from, readAnchor),
    tasks: readList(from, readTask),
    observations: readList(from, readObservation),
  }),
};

export const rangesPart: Part<Ranges> = {
  write(to, { hidden, readings }) {
    writeList(to, hidden, (_, range, index) => writeRange(to, range, hidden[index - 1]));
    writeOptional(to, readings, (_, list) => writeList(to, list, writeReading));
  },
  read: (from) => ({
    hidden: readList(from, (_, items) => readRange(from, items.at(-1))),
    ...present(
      "readings",
      readOptional(from, () => readList(from, readReading)),
    ),
  }),
};

export const diagnosticsPart: Part<MarkdownDocument["diagnostics"]> = {
  write: (to, { diagnostics }) => writeList(to, diagnostics, writeDiagnostic),
  read: (from) => readList(from, readDiagnostic),
};

/** A field with its value, or no field. */
function present<Name extends string, Value>(name: Name, value: Value | undefined): { readonly [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [Key in Name]?: Value });
}

function readDate(from: ByteReader): Extract<PropertyValue, { type: "date" | "dateTime" }> {
  const value = readValue(from);
  if (value.type === "date" || value.type === "dateTime") return value;
  throw new DamagedBytes();
}

function writeTag(to: ByteWriter, { name, source, line, column, section }: DocumentTag): void {
  to.text(name);
  to.number(source === "body" ? 1 : 0);
  to.number(line);
  to.number(column);
  to.number(section);
}

function readTag(from: ByteReader): DocumentTag {
  const name = from.text();
  const source = from.number() === 1 ? "body" : "frontmatter";
  return { name, source, line: from.number(), column: from.number(), section: from.number() };
}

function writePerson(to: ByteWriter, { name, url, link }: Person): void {
  to.text(name);
  writeOptional(to, url, writeText);
  to.number(link === undefined ? 0 : link + 1);
}

function readPerson(from: ByteReader): Person {
  const name = from.text();
  const url = readOptional(from, readText);
  const link = from.number();
  return { name, ...present("url", url), ...(link === 0 ? {} : { link: link - 1 }) };
}

const formats: readonly FrontMatter["format"][] = ["yaml", "toml", "json"];

function writeFrontMatter(to: ByteWriter, { format, source, range, startLine, endLine, ...rest }: FrontMatter): void {
  to.number(formats.indexOf(format));
  to.text(source);
  writeRange(to, range, undefined);
  to.number(startLine);
  to.number(endLine);
  to.number(rest.valid ? 1 : 0);
  to.number(rest.values.size);
  for (const [key, value] of rest.values) {
    to.text(key);
    writeValue(to, value);
  }
  to.number(rest.lines.size);
  for (const [key, line] of rest.lines) {
    to.text(key);
    to.number(line);
  }
}

function readFrontMatter(from: ByteReader): FrontMatter {
  const format = formats[from.number()];
  if (format === undefined) throw new DamagedBytes();
  const source = from.text();
  const range = readRange(from, undefined);
  const [startLine, endLine, valid] = [from.number(), from.number(), from.number() === 1];
  const values = new Map<string, PropertyValue>();
  for (let left = from.count(); left > 0; left--) values.set(from.text(), readValue(from));
  const lines = new Map<string, number>();
  for (let left = from.count(); left > 0; left--) lines.set(from.text(), from.number());
  return { format, source, range, startLine, endLine, values, lines, valid };
}

/** Most properties are values of the front matter, which need not be written twice. */
function writeProperty(to: ByteWriter, property: Property, frontMatter: FrontMatter | undefined): void {
  const { key, value, source, line, section } = property;
  const isShared = frontMatter?.values.get(key) === value;
  to.text(key);
  to.number((source === "inline" ? 1 : 0) + (isShared ? 2 : 0));
  if (!isShared) writeValue(to, value);
  to.number(line);
  to.number(section);
}

function readProperty(from: ByteReader, frontMatter: FrontMatter | undefined): Property {
  const key = from.text();
  const bits = from.number();
  const value = (bits & 2) === 0 ? readValue(from) : frontMatter?.values.get(key);
  if (value === undefined) throw new DamagedBytes();
  return {
    key,
    value,
    source: (bits & 1) === 1 ? "inline" : "frontmatter",
    line: from.number(),
    section: from.number(),
  };
}

function writeAnchor(to: ByteWriter, { name, kind, line, section }: Anchor): void {
  to.text(name);
  to.number(kind === "custom" ? 1 : 0);
  to.number(line);
  to.number(section);
}

function readAnchor(from: ByteReader): Anchor {
  const name = from.text();
  return { name, kind: from.number() === 1 ? "custom" : "block", line: from.number(), section: from.number() };
}

const taskStates = [undefined, "in-progress", "cancelled"] as const;

/** Whether it is done is the lowest bit, its state is above. */
function writeTask(to: ByteWriter, { text, done, state, line, section, due }: Task): void {
  to.text(text);
  to.number((done ? 1 : 0) + 2 * taskStates.indexOf(state));
  to.number(line);
  to.number(section);
  writeOptional(to, due, writeText);
}

function readTask(from: ByteReader): Task {
  const text = from.text();
  const bits = from.number();
  const [line, section] = [from.number(), from.number()];
  const due = readOptional(from, readText);
  return {
    text,
    done: bits % 2 === 1,
    ...present("state", taskStates[bits >> 1]),
    line,
    section,
    ...present("due", due),
  };
}

function writeObservation(to: ByteWriter, { category, text, tags, context, line, section }: Observation): void {
  to.text(category);
  to.text(text);
  writeList(to, tags, writeText);
  writeOptional(to, context, writeText);
  to.number(line);
  to.number(section);
}

function readObservation(from: ByteReader): Observation {
  const [category, text, tags] = [from.text(), from.text(), readList(from, readText)];
  const context = readOptional(from, readText);
  return { category, text, tags, ...present("context", context), line: from.number(), section: from.number() };
}

function writeReading(to: ByteWriter, reading: TextReading, index: number, readings: readonly TextReading[]): void {
  writeRange(to, reading, readings[index - 1]);
  to.text(reading.text);
}

function readReading(from: ByteReader, readings: readonly TextReading[]): TextReading {
  return { ...readRange(from, readings.at(-1)), text: from.text() };
}

function writeDiagnostic(to: ByteWriter, { kind, line, column, message, text }: Diagnostic): void {
  to.text(kind);
  to.number(line);
  to.number(column);
  to.text(message);
  writeOptional(to, text, writeText);
}

function readDiagnostic(from: ByteReader): Diagnostic {
  const kind = from.text() as DiagnosticKind;
  const [line, column, message] = [from.number(), from.number(), from.text()];
  return { kind, line, column, message, ...present("text", readOptional(from, readText)) };
}
