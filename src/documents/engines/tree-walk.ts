/** Turns an mdast tree into a `MarkdownSyntax`, in one walk without recursion, so that no depth of nesting overflows the stack. */
import type { Blockquote, Heading, ListItem, Nodes, Paragraph } from "mdast";
import type {
  MarkdownSyntax,
  SyntaxContainer,
  SyntaxDefinition,
  SyntaxHeading,
  SyntaxLink,
  SyntaxOpaque,
} from "../markdown-engine.ts";
import { blockEnd, blockStart, isOneIndentedBlock, lineAfter } from "./block-range.ts";
import { literalRange } from "./literal-range.ts";
import { resolveReferences } from "./resolve-references.ts";

type Writable<Item> = { -readonly [Key in keyof Item]: Item[Key] };

interface Range {
  readonly start: number;
  readonly end: number;
}

/** A node that is being walked: its children, the next one's index, and what has to be finished when it is left. */
interface Frame {
  readonly children: readonly Nodes[];
  next: number;
  /** A heading or link whose text is gathered; `from` is where it begins in the running text. */
  readonly open?: { text: string };
  readonly from: number;
  /** End of the innermost block around the children. */
  readonly blockEnd: number;
  /** The last list item among the children. */
  item?: Writable<SyntaxContainer>;
  /** Whether the children are inline content, so that raw HTML among them is inline too. */
  readonly inline: boolean;
  /** Whether they are the blocks of a list item. */
  readonly isItem: boolean;
}

/** How the children of a node are walked: the end of the innermost block, and as in {@link Frame}. */
interface Entry {
  readonly end: number;
  readonly inline: boolean;
  readonly item: boolean;
  readonly open?: { text: string };
}

/** A walk over one or more trees that were parsed from the parts of `source`, in order; the lists are those of the result. */
export class TreeWalk {
  readonly source: string;
  readonly headings: SyntaxHeading[] = [];
  readonly links: SyntaxLink[] = [];
  readonly definitions: SyntaxDefinition[] = [];
  readonly opaque: SyntaxOpaque[] = [];
  readonly containers: SyntaxContainer[] = [];
  /** Identifiers of the footnotes that are defined. */
  readonly footnotes: Set<string> = new Set();
  readonly references: Writable<SyntaxLink>[] = [];
  readonly frames: Frame[] = [];
  /** What to add to the offsets of the tree. */
  base = 0;
  /** Plain text since the outermost open heading or link began. */
  text = "";
  /** How many headings and links are open. */
  open = 0;
  /** Where to look for the next literal without a position. */
  cursor = 0;
  /** Where the next paragraph begins when it is the first of a list item with a task mark: after the mark; else −1. */
  taskText = -1;

  constructor(source: string) {
    this.source = source;
  }

  /** Adds the tree of the part from `start` to `end`. Nodes without a position (made by plugins) take their parent's. */
  read(tree: Nodes, start: number, end: number): void {
    this.base = start;
    this.cursor = start;
    push(this, tree, { end, inline: false, item: false });
    for (let frame = this.frames.at(-1); frame !== undefined; frame = this.frames.at(-1)) {
      const node = frame.children[frame.next];
      if (node === undefined) {
        this.frames.pop();
        if (frame.open !== undefined) close(this, frame.open, frame.from);
      } else {
        frame.next += 1;
        visit(this, node, frame);
      }
    }
  }

  /** Resolves what was read. */
  finish(): MarkdownSyntax {
    resolveReferences(this.references, this.definitions);
    const { headings, links, definitions, opaque, containers } = this;
    return { headings, links, definitions, opaque, containers };
  }
}

/** The offset in the whole text at which a node begins or ends; `undefined` for a node without a position. */
function offsetOf(walk: TreeWalk, node: Nodes, side: "start" | "end"): number | undefined {
  const offset = node.position?.[side].offset;
  return offset === undefined ? undefined : walk.base + offset;
}

/** Adds what one node is, and goes into its children. */
function visit(walk: TreeWalk, node: Nodes, frame: Frame): void {
  const start = offsetOf(walk, node, "start") ?? walk.cursor;
  const end = offsetOf(walk, node, "end") ?? frame.blockEnd;
  switch (node.type) {
    case "text":
      if (walk.open > 0) walk.text += node.value;
      return;
    case "break":
      if (walk.open > 0) walk.text += "\n";
      return;
    case "inlineCode":
      if (walk.open > 0) walk.text += node.value;
      addOpaque(walk, { kind: "inlineCode", start, end });
      return;
    case "code":
      addCode(walk, { start, end: blockEnd(walk.source, start, end) }, frame);
      return;
    case "html":
      addHtml(walk, { start, end }, !frame.inline);
      return;
    case "definition":
      walk.definitions.push({ start, end, identifier: node.identifier, url: node.url, title: node.title ?? null });
      return;
    case "image":
    case "imageReference":
      addImage(walk, node, { start, end });
      return;
    case "link":
    case "linkReference":
      enterLink(walk, node, frame);
      return;
    case "heading":
      enterHeading(walk, node, { start, end });
      return;
    case "paragraph":
      enterParagraph(walk, node, { start, end }, frame);
      return;
    case "tableCell":
      enterBlock(walk, node, { start, end, inline: true, item: false });
      return;
    case "table":
      walk.containers.push({ kind: "table", start, end });
      enterBlock(walk, node, { start, end, inline: false, item: false });
      return;
    case "footnoteDefinition":
      walk.footnotes.add(node.identifier);
      push(walk, node, { end: frame.blockEnd, inline: false, item: false });
      return;
    case "blockquote":
    case "listItem":
      enterContainer(walk, node, { start, end }, frame);
      return;
    default:
      if ("children" in node) push(walk, node, { end: frame.blockEnd, inline: frame.inline, item: false });
  }
}

function addOpaque(walk: TreeWalk, item: SyntaxOpaque): void {
  walk.opaque.push(item);
  walk.cursor = item.end;
}

function addCode(walk: TreeWalk, range: Range, frame: Frame): void {
  const before = frame.children[frame.next - 2];
  const last = walk.opaque.at(-1);
  if (before?.type === "code" && last !== undefined && isOneIndentedBlock(walk.source, last, range.start)) {
    walk.opaque.pop();
    addOpaque(walk, { kind: "code", start: last.start, end: range.end });
  } else {
    addOpaque(walk, { kind: "code", start: range.start, end: range.end });
  }
}

function addHtml(walk: TreeWalk, range: Range, block: boolean): void {
  const start = block ? blockStart(walk.source, range.start) : range.start;
  const end = block ? blockEnd(walk.source, start, range.end) : range.end;
  addOpaque(walk, { kind: "html", start, end, block });
}

/** The first paragraph of a task begins after the mark; remark counts the mark in where no plain text follows it. */
function enterParagraph(walk: TreeWalk, node: Paragraph, range: Range, frame: Frame): void {
  const start = walk.taskText < 0 ? range.start : walk.taskText;
  walk.taskText = -1;
  if (frame.isItem && frame.next === 1) walk.containers.push({ kind: "paragraph", start, end: range.end });
  enterBlock(walk, node, { start, end: range.end, inline: true, item: false });
}

/** A Setext heading after definitions begins where its text does; remark counts the definitions before it in. */
function enterHeading(walk: TreeWalk, node: Heading, range: Range): void {
  const { end } = range;
  const definition = walk.definitions.at(-1);
  const overlaps = definition !== undefined && definition.start >= range.start;
  const start = overlaps ? lineAfter(walk.source, definition.end) : range.start;
  const heading = { start, end, depth: node.depth, text: "" };
  walk.headings.push(heading);
  enterBlock(walk, node, { start, end, inline: true, item: false, open: heading });
}

function enterContainer(walk: TreeWalk, node: Blockquote | ListItem, range: Range, frame: Frame): void {
  const { start } = range;
  const end = blockEnd(walk.source, start, range.end);
  if (node.type === "blockquote") {
    walk.containers.push({ kind: "blockquote", start, end });
  } else {
    const item = { kind: "listItem", start, end, checked: node.checked ?? null } as const;
    endItemBefore(walk, frame.item, start);
    frame.item = item;
    walk.containers.push(item);
    if (item.checked !== null) walk.taskText = walk.source.indexOf("]", start) + 2;
  }
  enterBlock(walk, node, { start, end, inline: false, item: node.type === "listItem" });
}

/** A list item ends before the next one begins; remark runs one that holds an unclosed block into an empty one after it. */
function endItemBefore(walk: TreeWalk, item: Writable<SyntaxContainer> | undefined, start: number): void {
  if (item !== undefined && item.end > start) item.end = blockEnd(walk.source, item.start, start);
}

function addImage(walk: TreeWalk, node: Extract<Nodes, { type: "image" | "imageReference" }>, range: Range): void {
  const text = node.alt ?? "";
  if (walk.open > 0) walk.text += text;
  if (node.type === "image") {
    walk.links.push({ ...range, type: "image", form: "inline", url: node.url, title: node.title ?? null, text });
  } else {
    const image: Writable<SyntaxLink> = {
      ...range,
      type: "image",
      form: "reference",
      url: "",
      title: null,
      text,
      identifier: node.identifier,
    };
    walk.links.push(image);
    walk.references.push(image);
  }
  walk.cursor = range.end;
}

function enterLink(walk: TreeWalk, node: Extract<Nodes, { type: "link" | "linkReference" }>, frame: Frame): void {
  const range = rangeOfLink(walk, node, frame);
  let link: Writable<SyntaxLink>;
  if (node.type === "linkReference") {
    link = { ...range, type: "link", form: "reference", url: "", title: null, text: "", identifier: node.identifier };
    walk.references.push(link);
  } else {
    const form = node.position !== undefined && walk.source[range.start] === "[" ? "inline" : "autolink";
    link = { ...range, type: "link", form, url: node.url, title: node.title ?? null, text: "" };
  }
  walk.links.push(link);
  walk.cursor = range.end;
  push(walk, node, { end: frame.blockEnd, inline: true, item: false, open: link });
}

function rangeOfLink(walk: TreeWalk, node: Nodes, frame: Frame): Range {
  const start = offsetOf(walk, node, "start");
  const end = offsetOf(walk, node, "end");
  if (start !== undefined && end !== undefined) return { start, end };
  const first = "children" in node ? node.children[0] : undefined;
  const value = first?.type === "text" ? first.value : "";
  return literalRange(walk.source, value, { from: walk.cursor, end: frame.blockEnd });
}

function enterBlock(walk: TreeWalk, node: Nodes, block: Entry & Range): void {
  walk.cursor = block.start;
  push(walk, node, block);
}

function push(walk: TreeWalk, node: Nodes, entry: Entry): void {
  const children: readonly Nodes[] = "children" in node ? node.children : [];
  const { end, inline, item, open } = entry;
  const frame = { children, next: 0, from: walk.text.length, blockEnd: end, inline, isItem: item };
  if (open === undefined) {
    walk.frames.push(frame);
  } else {
    walk.open += 1;
    walk.frames.push({ ...frame, open });
  }
}

function close(walk: TreeWalk, item: { text: string }, from: number): void {
  item.text = walk.text.slice(from);
  walk.open -= 1;
  if (walk.open === 0) walk.text = "";
}
