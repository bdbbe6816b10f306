/** Reads satteri's binary form of a tree (its arena) into a `MarkdownSyntax`, making no object but those of the result. */
import { Buffer } from "node:buffer";
import type {
  MarkdownSyntax,
  SyntaxContainer,
  SyntaxDefinition,
  SyntaxHeading,
  SyntaxLink,
  SyntaxOpaque,
  TextRange,
} from "../markdown-engine.ts";
import { blockEnd, blockStart, isOneIndentedBlock } from "./block-range.ts";
import { unitsByByte } from "./byte-offsets.ts";
import { hasDoubtfulBlank, hasDoubtfulEmphasis, isAfterEmoji } from "./doubtful-inline.ts";
import { literalRange } from "./literal-range.ts";
import { hasMissedItem } from "./missed-item.ts";
import { hasMissedLiteral } from "./missed-literal.ts";

type Writable<Item> = { -readonly [Key in keyof Item]: Item[Key] };

/** What the first two words of an arena must be: "MDAR", and the kind of a Markdown tree. */
const magic = 0x5241444d;
const markdownKind = 1;

/** Indexes of 32-bit words in the header. */
const header = { magic: 0, kind: 1, nodeSize: 2, nodes: 4, children: 6, data: 8, pool: 10 } as const;

/** Indexes of 32-bit words in a node. */
const field = {
  type: 1,
  start: 3,
  end: 4,
  firstChild: 9,
  childCount: 10,
  data: 11,
  dataLength: 12,
} as const;
const nodeWords = 13;

/** Codes of the node types that are looked at. */
const type = {
  paragraph: 1,
  heading: 2,
  blockquote: 4,
  list: 5,
  listItem: 6,
  html: 7,
  code: 8,
  definition: 9,
  text: 10,
  inlineCode: 13,
  break: 14,
  link: 15,
  image: 16,
  linkReference: 17,
  imageReference: 18,
  footnoteDefinition: 19,
  table: 21,
  tableRow: 22,
  tableCell: 23,
} as const;

const taskStates: readonly (boolean | null)[] = [false, true, null];

const emptyHost = /^https?:\/\/[\p{P}\p{S}]|^www(?:$|\.(?:$|[\p{P}\p{S}]))/iu;
const notInterrupting =
  /[^\r\n]*\t|(?:[ \t>]|(?:[-+*]|1[.)])[ \t])*(?:(?:[-+*]|\d{1,9}[.)])[ \t]*(?:[\r\n]|$)|(?!1[.)])\d{1,9}[.)]|<)/y;
const emptyTask =
  /(?:[-+*]|\d{1,9}[.)])[ \t]+\[[ \txX\r\n]\][ \t]*(?:\r\n|\r|\n)[ \t>]*(?![-+*][ \t]+\S|1[.)][ \t]+\S|#{1,6}[ \t])[^\s>]/y;
const task = /(?:[-+*]|\d{1,9}[.)]) {1,4}\[[ xX]\][ \t]+[^ \t\r\n]/y;
const tableRule = /[^\r\n]*(?:\r\n|\r|\n)[ \t>]*(?:[^\r\n|]*\||:-+:?[ \t]*(?:[\r\n]|$)|-+:[ \t]*(?:[\r\n]|$))/y;
const notInterruptingLine =
  /(?:^|[\r\n])[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]*(?:[\r\n]|$)|(?!1[.)])\d{1,9}[.)](?:\s|$))/;
const rowOfHtml = /<(?!(?:a|b|br|code|em|i|img|kbd|small|span|strong|sub|sup)\b[^\r\n]*\|)/iy;
const addressPrefix = /[\w+\-.\\]$|mailto:$|xmpp:$/;
const nextLine = /[^\r\n]*(?:\r\n|\r|\n)/y;
const blankLineAhead = /(?:\r\n|\r(?!\n)|\n)[ \t>]*[\r\n]/g;
const blankLine = /(?:\r\n|\r(?!\n)|\n)[ \t>]*[\r\n]/;
const openingBracket = 0x5b;
const lessThan = 0x3c;

/**
 * The stack of the walk, grown as needed. For each node that is open: the index of its next child reference, the end of these, the end of
 * the innermost block, its flags, and the child visited before the next one (0 for none).
 */
let stack = new Int32Array(5 * 64);
const frameWords = 5;
const inlineFlag = 1;
const gatheringFlag = 2;
/** The node is a block: its end bounds what is in it. */
const blockFlag = 4;
/** The node is a list item. */
const itemFlag = 8;

/** An arena that is being read. */
interface Reading {
  readonly source: string;
  /** Bytes of the source in UTF-8. */
  readonly byteLength: number;
  /** Offsets in the source by byte; absent where they are the same. */
  readonly units: Int32Array | undefined;
  readonly words: Int32Array;
  readonly bytes: Buffer;
  /** Byte offsets of the node data and of the string pool, which begins with the source. */
  readonly data: number;
  readonly pool: number;
  readonly headings: SyntaxHeading[];
  readonly links: SyntaxLink[];
  readonly definitions: SyntaxDefinition[];
  readonly opaque: SyntaxOpaque[];
  readonly containers: SyntaxContainer[];
  readonly references: Writable<SyntaxLink>[];
  /** The last list item met at each level of the stack. */
  readonly items: (Writable<SyntaxContainer> | undefined)[];
  /** Headings and links whose text is being gathered, and where each begins in `text`. */
  readonly open: (Writable<SyntaxHeading> | Writable<SyntaxLink>)[];
  readonly openFrom: number[];
  text: string;
  /** Where to look for the next literal without a position. */
  cursor: number;
  /** Where the paragraph of a list item with a task mark is to begin: after the mark. */
  taskText: number;
  /** Index of a link that has taken in a pipe, until it is closed; else −1. */
  pipeTaken: number;
  /** End of the last table. */
  tableEnd: number;
  /** Something was met in which satteri is known to differ from the reference. */
  doubtful: boolean;
}

/**
 * Reads `arena`, which satteri made from `source` without tracking positions, so that its offsets are bytes (to track them it scans from the
 * start of the line for each node). `byteLength` is that of the source. Gives `undefined` when satteri may have read the source otherwise than
 * remark does, or when the arena is not of the layout that this file knows.
 */
export function syntaxFromArena(arena: Uint8Array, source: string, byteLength: number): MarkdownSyntax | undefined {
  const isAscii = byteLength === source.length;
  if (!isAscii && hasDoubtfulBlank(source)) return undefined;
  const aligned = arena.byteOffset % 4 === 0 ? arena : Uint8Array.from(arena);
  const words = new Int32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2);
  if (words[header.magic] !== magic || words[header.kind] !== markdownKind) return undefined;
  if (words[header.nodeSize] !== nodeWords * 4) return undefined;
  const reading: Reading = {
    source,
    byteLength,
    units: isAscii ? undefined : unitsByByte(source, byteLength),
    words,
    bytes: Buffer.from(aligned.buffer, aligned.byteOffset, aligned.byteLength),
    data: words[header.data]!,
    pool: words[header.pool]!,
    headings: [],
    links: [],
    definitions: [],
    opaque: [],
    containers: [],
    references: [],
    items: [],
    open: [],
    openFrom: [],
    text: "",
    cursor: 0,
    taskText: -1,
    pipeTaken: -1,
    tableEnd: 0,
    doubtful: false,
  };
  walk(reading);
  if (reading.doubtful) return undefined;
  resolveReferences(reading);
  const { headings, links, definitions, opaque, containers } = reading;
  const syntax = { headings, links, definitions, opaque, containers };
  return hasMissedLiteral(source, syntax) || hasMissedItem(source, syntax) ? undefined : syntax;
}

/** Visits every node, children after their parents, without recursion. */
function walk(reading: Reading): void {
  const { words } = reading;
  const nodes = words[header.nodes]! >> 2;
  const children = words[header.children]! >> 2;
  let top = 0;
  stack[0] = children + words[nodes + field.firstChild]!;
  stack[1] = stack[0] + words[nodes + field.childCount]!;
  stack[2] = reading.source.length;
  stack[3] = 0;
  stack[4] = 0;
  while (top >= 0) {
    const next = stack[top]!;
    if (next === stack[top + 1]) {
      if ((stack[top + 3]! & gatheringFlag) !== 0) close(reading);
      top -= frameWords;
      continue;
    }
    stack[top] = next + 1;
    const node = nodes + words[next]! * nodeWords;
    const flags = visit(reading, node, top);
    stack[top + 4] = node;
    if (flags < 0) continue;
    top += frameWords;
    if (top === stack.length) growStack();
    reading.items[top / frameWords] = undefined;
    const first = children + words[node + field.firstChild]!;
    stack[top] = first;
    stack[top + 1] = first + words[node + field.childCount]!;
    stack[top + 2] = (flags & blockFlag) === 0 ? stack[top + 2 - frameWords]! : endOf(reading, node);
    stack[top + 3] = flags;
    stack[top + 4] = 0;
  }
}

function growStack(): void {
  const larger = new Int32Array(stack.length * 2);
  larger.set(stack);
  stack = larger;
}

/** Adds what one node is. Gives the flags for its children, or −1 when there are none to visit. */
function visit(reading: Reading, node: number, top: number): number {
  const { words } = reading;
  const kind = words[node + field.type]! & 0xff;
  const gathering = reading.open.length > 0;
  if (kind === type.text) {
    if (gathering) reading.text += stringAt(reading, node, 0);
    return -1;
  }
  const start = startOf(reading, node);
  const end = endOf(reading, node);
  if (isDoubtfulAfterDefinition(reading, kind, node, stack[top + 4]!)) reading.doubtful = true;
  switch (kind) {
    case type.paragraph:
      addParagraph(reading, node, top);
      return inlineFlag | blockFlag;
    case type.tableCell:
      reading.cursor = start;
      return inlineFlag | blockFlag;
    case type.listItem:
    case type.blockquote:
      enterContainer(reading, node, top);
      return kind === type.listItem ? blockFlag | itemFlag : blockFlag;
    case type.table:
      reading.containers.push({ kind: "table", start, end });
      reading.cursor = start;
      reading.tableEnd = end;
      return blockFlag;
    case type.tableRow:
      if (startsWith(rowOfHtml, reading.source, start)) reading.doubtful = true;
      return 0;
    case type.heading:
      enterHeading(reading, node);
      return inlineFlag | blockFlag | gatheringFlag;
    case type.inlineCode:
      if (gathering) reading.text += stringAt(reading, node, 0);
      reading.opaque.push({ kind: "inlineCode", start, end });
      reading.cursor = end;
      return -1;
    case type.break:
      if (gathering) reading.text += "\n";
      return -1;
    case type.code:
      addCode(reading, node, stack[top + 4]!);
      return -1;
    case type.html:
      addHtml(reading, node, (stack[top + 3]! & inlineFlag) === 0);
      return -1;
    case type.definition:
      addDefinition(reading, node);
      return -1;
    case type.image:
    case type.imageReference:
      addImage(reading, node, kind);
      return -1;
    case type.link:
    case type.linkReference:
      enterLink(reading, node, top);
      return inlineFlag | gatheringFlag;
    case type.list:
      if (isDoubtfulList(reading, node, stack[top + 4]!)) reading.doubtful = true;
      return 0;
    case type.footnoteDefinition:
      checkFootnote(reading, start);
      return 0;
    default:
      return stack[top + 3]! & inlineFlag;
  }
}

/** A list that begins with an empty item right after indented code: remark does not always begin one there. */
function isDoubtfulList(reading: Reading, node: number, before: number): boolean {
  if (before === 0 || (reading.words[before + field.type]! & 0xff) !== type.code) return false;
  if (reading.words[childOf(reading, node) + field.childCount]! > 0) return false;
  return !blankLine.test(reading.source.slice(endOf(reading, before), startOf(reading, node)));
}

function enterContainer(reading: Reading, node: number, top: number): void {
  const { words, source } = reading;
  const start = startOf(reading, node);
  const end = blockEnd(source, start, endOf(reading, node));
  reading.cursor = start;
  if ((words[node + field.type]! & 0xff) === type.blockquote) {
    reading.containers.push({ kind: "blockquote", start, end });
    return;
  }
  const checked = taskStates[byteAt(reading, node, 0)] ?? null;
  const item = { kind: "listItem", start, end, checked } as const;
  const before = reading.items[top / frameWords];
  if (before !== undefined && before.end > start) before.end = blockEnd(source, before.start, start);
  reading.items[top / frameWords] = item;
  reading.containers.push(item);
  if (checked !== null) reading.taskText = taskTextStart(reading, start);
  else if (startsWith(emptyTask, source, start)) reading.doubtful = true;
}

/** Whether a sticky expression matches at `at`. */
function startsWith(expression: RegExp, source: string, at: number): boolean {
  expression.lastIndex = at;
  return expression.test(source);
}

/** Where the text after a task mark begins. A mark that is alone on its line, or far from the bullet, is read otherwise by remark. */
function taskTextStart(reading: Reading, item: number): number {
  if (!startsWith(task, reading.source, item)) reading.doubtful = true;
  return reading.source.indexOf("]", item) + 2;
}

function addParagraph(reading: Reading, node: number, top: number): void {
  const { words, source } = reading;
  const before = stack[top + 4]!;
  const kindBefore = before === 0 ? 0 : words[before + field.type]! & 0xff;
  const end = endOf(reading, node);
  const start = reading.taskText < 0 ? startOf(reading, node) : reading.taskText;
  reading.taskText = -1;
  if (before === 0 && (stack[top + 3]! & itemFlag) !== 0) reading.containers.push({ kind: "paragraph", start, end });
  reading.cursor = start;
  // A task mark after definitions counts for remark only.
  const inItem = (stack[top + 3]! & itemFlag) !== 0;
  if (inItem && kindBefore === type.definition && source.startsWith("[", start)) reading.doubtful = true;
  if (kindBefore !== type.paragraph) return;
  // Two paragraphs with no blank line between: one was taken for the head of a table that then was none.
  if (!blankLine.test(source.slice(endOf(reading, before), start))) reading.doubtful = true;
}

/** A Setext heading after definitions begins where its text does, whichever range the parser gives. */
function enterHeading(reading: Reading, node: number): void {
  const { words } = reading;
  if (reading.taskText >= 0) reading.doubtful = true;
  let start = startOf(reading, node);
  if ((reading.definitions.at(-1)?.start ?? -1) >= start && words[node + field.childCount]! > 0) {
    start = startOf(reading, childOf(reading, node));
  }
  const depth = byteAt(reading, node, 0) as SyntaxHeading["depth"];
  const heading = { start, end: endOf(reading, node), depth, text: "" };
  reading.headings.push(heading);
  reading.cursor = start;
  gather(reading, heading);
}

function addCode(reading: Reading, node: number, before: number): void {
  const { source } = reading;
  const start = startOf(reading, node);
  const end = blockEnd(source, start, endOf(reading, node));
  reading.cursor = end;
  const last = reading.opaque.at(-1);
  if (before > 0 && last?.kind === "code" && isOneCode(reading, before, node)) {
    reading.opaque[reading.opaque.length - 1] = { kind: "code", start: last.start, end };
  } else {
    reading.opaque.push({ kind: "code", start, end });
  }
}

/** Whether two siblings, the first of them code, are one indented block: both parsers cut such after its first line at times. */
function isOneCode(reading: Reading, before: number, node: number): boolean {
  const { words, source } = reading;
  if ((words[before + field.type]! & 0xff) !== type.code) return false;
  const first = { start: startOf(reading, before), end: endOf(reading, before) };
  return isOneIndentedBlock(source, first, startOf(reading, node));
}

function addHtml(reading: Reading, node: number, block: boolean): void {
  const given = endOf(reading, node);
  const start = block ? blockStart(reading.source, startOf(reading, node)) : startOf(reading, node);
  const end = block ? blockEnd(reading.source, start, given) : given;
  if (block && reading.source.startsWith("<?>", start)) reading.doubtful = true;
  reading.opaque.push({ kind: "html", start, end, block });
  reading.cursor = end;
}

/** The first child of a node that has one. */
function childOf(reading: Reading, node: number): number {
  const { words } = reading;
  const children = words[header.children]! >> 2;
  return (words[header.nodes]! >> 2) + words[children + words[node + field.firstChild]!]! * nodeWords;
}

function addDefinition(reading: Reading, node: number): void {
  if (isDoubtfulDefinition(reading, startOf(reading, node), endOf(reading, node))) reading.doubtful = true;
  reading.definitions.push({
    start: startOf(reading, node),
    end: endOf(reading, node),
    identifier: stringAt(reading, node, 16),
    url: stringAt(reading, node, 0),
    title: stringAt(reading, node, 8) || null,
  });
}

/** Whether one of a definition's lines or the next one could belong to a table. */
function isDoubtfulDefinition(reading: Reading, start: number, end: number): boolean {
  const { source } = reading;
  for (let line = start; line <= end; ) {
    if (startsWith(tableRule, source, line)) return true;
    if (!startsWith(nextLine, source, line)) return false;
    line = nextLine.lastIndex;
  }
  return false;
}

/**
 * Whether a block stands right after a definition, with no blank line between, and a line up to the next blank one begins an item that may
 * not interrupt a paragraph: satteri then takes the definition for a paragraph that goes on.
 */
function isDoubtfulAfterDefinition(reading: Reading, kind: number, node: number, before: number): boolean {
  const { words, source } = reading;
  if (before === 0 || kind === type.definition || (words[before + field.type]! & 0xff) !== type.definition)
    return false;
  const start = startOf(reading, node);
  if (blankLine.test(source.slice(endOf(reading, before), start))) return false;
  blankLineAhead.lastIndex = start;
  const end = blankLineAhead.exec(source)?.index ?? source.length;
  return notInterruptingLine.test(source.slice(start, end));
}

function addImage(reading: Reading, node: number, kind: number): void {
  const start = startOf(reading, node);
  const end = endOf(reading, node);
  const reference = kind === type.imageReference;
  const text = stringAt(reading, node, reference ? 20 : 8);
  if (reading.open.length > 0) reading.text += text;
  reading.cursor = end;
  if (reference) {
    const identifier = stringAt(reading, node, 0);
    const image = { start, end, type: "image", form: "reference", url: "", title: null, text, identifier } as const;
    reading.links.push(image);
    reading.references.push(image);
  } else {
    const title = stringAt(reading, node, 16) || null;
    const url = stringAt(reading, node, 0);
    reading.links.push({ start, end, type: "image", form: "inline", url, title, text });
  }
}

function enterLink(reading: Reading, node: number, top: number): void {
  const { words } = reading;
  let start = startOf(reading, node);
  let end = endOf(reading, node);
  const url = stringAt(reading, node, 0);
  let link: Writable<SyntaxLink>;
  if ((words[node + field.type]! & 0xff) === type.linkReference) {
    link = { start, end, type: "link", form: "reference", url: "", title: null, text: "", identifier: url };
    reading.references.push(link);
  } else {
    const first = end > start ? reading.source.charCodeAt(start) : 0;
    const form = first === openingBracket ? "inline" : "autolink";
    if (form === "autolink" && first !== lessThan) {
      const value = stringAt(reading, childOf(reading, node), 0);
      if (reading.source.slice(start, end) !== value) {
        const range = literalRange(reading.source, value, { from: reading.cursor, end: stack[top + 2]! });
        start = range.start;
        end = range.end;
        if (end - start !== value.length) reading.doubtful = true;
      } else if (reading.source.indexOf(value, reading.cursor) !== start) {
        reading.doubtful = true;
      }
      if (isPipeTaken(reading, { start, end }, value)) reading.pipeTaken = reading.links.length;
      else if (isDoubtfulLiteral(reading, { start, end }, value)) reading.doubtful = true;
    }
    link = { start, end, type: "link", form, url, title: stringAt(reading, node, 8) || null, text: "" };
  }
  reading.links.push(link);
  reading.cursor = end;
  gather(reading, link);
}

/** Whether a URL has taken in the pipe that ends its row of a table. Its cell is right all the same, so that the pipe can be cut off. */
function isPipeTaken(reading: Reading, range: TextRange, value: string): boolean {
  if (reading.tableEnd <= range.start || !/^https?:\/\/[\dA-Za-z][^|]*[\dA-Za-z/]\|$/i.test(value)) return false;
  const next = reading.source.charCodeAt(range.end);
  return Number.isNaN(next) || next === 0x0a || next === 0x0d;
}

/** Whether a GFM literal is one of those that satteri makes, begins or ends otherwise than remark. */
function isDoubtfulLiteral(reading: Reading, range: TextRange, value: string): boolean {
  const { start, end } = range;
  if (isControl(reading.source.charCodeAt(end)) || isAfterEmoji(reading.source, start)) return true;
  if (value.includes("|") || (reading.tableEnd > start && !/[\dA-Za-z/]$/.test(value))) return true;
  if (emptyHost.test(value) || /\s/.test(value)) return true;
  return value.includes("@") && addressPrefix.test(reading.source.slice(Math.max(0, start - 7), start));
}

/** Control characters other than blanks end an address for satteri only. */
function isControl(code: number): boolean {
  return code < 0x20 ? code < 0x09 || code > 0x0d : code === 0x7f;
}

/**
 * A footnote that begins with what cannot interrupt a paragraph is read otherwise when the footnote itself interrupts one, and one with a
 * tab when it holds containers.
 */
function checkFootnote(reading: Reading, start: number): void {
  const { source } = reading;
  if (startsWith(notInterrupting, source, source.indexOf("]:", start) + 2)) reading.doubtful = true;
}

function gather(reading: Reading, item: Writable<SyntaxHeading> | Writable<SyntaxLink>): void {
  reading.open.push(item);
  reading.openFrom.push(reading.text.length);
}

function close(reading: Reading): void {
  const item = reading.open.pop()!;
  if (hasDoubtfulEmphasis(reading.source, item)) reading.doubtful = true;
  const from = reading.openFrom.pop()!;
  item.text = from === 0 ? reading.text : reading.text.slice(from);
  if (reading.open.length === 0) reading.text = "";
  if (reading.pipeTaken >= 0) cutPipe(reading);
}

function cutPipe(reading: Reading): void {
  const link = reading.links[reading.pipeTaken] as Writable<SyntaxLink>;
  link.end -= 1;
  link.url = link.url.slice(0, -1);
  link.text = link.text.slice(0, -1);
  reading.pipeTaken = -1;
}

/** The string whose reference (offset and length in the pool) stands `at` bytes into a node's data; empty where the data is shorter. */
function stringAt(reading: Reading, node: number, at: number): string {
  const { words, bytes } = reading;
  if (at + 8 > words[node + field.dataLength]!) return "";
  const where = reading.data + words[node + field.data]! + at;
  const offset = wordAt(bytes, where);
  const length = wordAt(bytes, where + 4);
  if (length === 0) return "";
  if (offset + length <= reading.byteLength) {
    return reading.source.substring(unitAt(reading, offset), unitAt(reading, offset + length));
  }
  const from = reading.pool + offset;
  return bytes.toString("utf8", from, from + length);
}

/** The offset in the source of a byte of it. */
function unitAt(reading: Reading, byte: number): number {
  return reading.units === undefined ? byte : reading.units[byte]!;
}

function startOf(reading: Reading, node: number): number {
  return unitAt(reading, reading.words[node + field.start]!);
}

function endOf(reading: Reading, node: number): number {
  return unitAt(reading, reading.words[node + field.end]!);
}

/** A little-endian number of four bytes; node data is not aligned. */
function wordAt(bytes: Buffer, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}

function byteAt(reading: Reading, node: number, at: number): number {
  const { words } = reading;
  return at < words[node + field.dataLength]! ? reading.bytes[reading.data + words[node + field.data]! + at]! : 0;
}

/** Gives each reference the destination of its definition; the first of several with one identifier counts. */
function resolveReferences(reading: Reading): void {
  if (reading.references.length === 0) return;
  const byIdentifier = new Map<string, SyntaxDefinition>();
  for (const definition of reading.definitions) {
    if (!byIdentifier.has(definition.identifier)) byIdentifier.set(definition.identifier, definition);
  }
  for (const link of reading.references) {
    const definition = byIdentifier.get(link.identifier ?? "");
    if (definition === undefined) continue;
    link.url = definition.url;
    link.title = definition.title;
  }
}
