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
import { blockEnd, isOneIndentedBlock } from "./block-end.ts";
import { literalRange } from "./literal-range.ts";

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
}

/** The lists under construction, and the state of the walk. */
interface Walk {
  readonly source: string;
  readonly headings: SyntaxHeading[];
  readonly links: SyntaxLink[];
  readonly definitions: SyntaxDefinition[];
  readonly opaque: SyntaxOpaque[];
  readonly containers: SyntaxContainer[];
  readonly references: Writable<SyntaxLink>[];
  readonly frames: Frame[];
  /** Plain text since the outermost open heading or link began. */
  text: string;
  /** How many headings and links are open. */
  open: number;
  /** Where to look for the next literal without a position. */
  cursor: number;
  /** Where the next paragraph begins when it is the first of a list item with a task mark: after the mark; else −1. */
  taskText: number;
}

/** Reads a tree that was parsed from `source`. Positions are those of the tree; nodes without one (made by plugins) take their parent's. */
export function syntaxFromTree(tree: Nodes, source: string): MarkdownSyntax {
  const walk: Walk = {
    source,
    headings: [],
    links: [],
    definitions: [],
    opaque: [],
    containers: [],
    references: [],
    frames: [],
    text: "",
    open: 0,
    cursor: 0,
    taskText: -1,
  };
  push(walk, tree, { end: source.length, inline: false });
  for (let frame = walk.frames.at(-1); frame !== undefined; frame = walk.frames.at(-1)) {
    const node = frame.children[frame.next];
    if (node === undefined) {
      walk.frames.pop();
      if (frame.open !== undefined) close(walk, frame.open, frame.from);
    } else {
      frame.next += 1;
      visit(walk, node, frame);
    }
  }
  resolveReferences(walk);
  const { headings, links, definitions, opaque, containers } = walk;
  return { headings, links, definitions, opaque, containers };
}

/** Adds what one node is, and goes into its children. */
function visit(walk: Walk, node: Nodes, frame: Frame): void {
  const start = node.position?.start.offset ?? walk.cursor;
  const end = node.position?.end.offset ?? frame.blockEnd;
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
      enterParagraph(walk, node, { start, end });
      return;
    case "tableCell":
    case "table":
      walk.containers.push({ kind: node.type, start, end });
      enterBlock(walk, node, { start, end, inline: node.type === "tableCell" });
      return;
    case "blockquote":
    case "listItem":
      enterContainer(walk, node, { start, end }, frame);
      return;
    default:
      if ("children" in node) push(walk, node, { end: frame.blockEnd, inline: frame.inline });
  }
}

function addOpaque(walk: Walk, item: SyntaxOpaque): void {
  walk.opaque.push(item);
  walk.cursor = item.end;
}

function addCode(walk: Walk, range: Range, frame: Frame): void {
  const before = frame.children[frame.next - 2];
  const last = walk.opaque.at(-1);
  if (before?.type === "code" && last !== undefined && isOneIndentedBlock(walk.source, last, range.start)) {
    walk.opaque.pop();
    addOpaque(walk, { kind: "code", start: last.start, end: range.end });
  } else {
    addOpaque(walk, { kind: "code", start: range.start, end: range.end });
  }
}

function addHtml(walk: Walk, range: Range, block: boolean): void {
  const end = block ? blockEnd(walk.source, range.start, range.end) : range.end;
  addOpaque(walk, { kind: "html", start: range.start, end, block });
}

/** The first paragraph of a task begins after the mark; remark counts the mark in where no plain text follows it. */
function enterParagraph(walk: Walk, node: Paragraph, range: Range): void {
  const start = walk.taskText < 0 ? range.start : walk.taskText;
  walk.taskText = -1;
  walk.containers.push({ kind: "paragraph", start, end: range.end });
  enterBlock(walk, node, { start, end: range.end, inline: true });
}

/** A Setext heading after definitions begins where its text does; remark counts the definitions before it in. */
function enterHeading(walk: Walk, node: Heading, range: Range): void {
  const { end } = range;
  const overlaps = (walk.definitions.at(-1)?.start ?? -1) >= range.start;
  const start = overlaps ? (node.children[0]?.position?.start.offset ?? range.start) : range.start;
  const heading = { start, end, depth: node.depth, text: "" };
  walk.headings.push(heading);
  enterBlock(walk, node, { start, end, inline: true, open: heading });
}

function enterContainer(walk: Walk, node: Blockquote | ListItem, range: Range, frame: Frame): void {
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
  enterBlock(walk, node, { start, end, inline: false });
}

/** A list item ends before the next one begins; remark runs one that holds an unclosed block into an empty one after it. */
function endItemBefore(walk: Walk, item: Writable<SyntaxContainer> | undefined, start: number): void {
  if (item !== undefined && item.end > start) item.end = blockEnd(walk.source, item.start, start);
}

function addImage(walk: Walk, node: Extract<Nodes, { type: "image" | "imageReference" }>, range: Range): void {
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

function enterLink(walk: Walk, node: Extract<Nodes, { type: "link" | "linkReference" }>, frame: Frame): void {
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
  push(walk, node, { end: frame.blockEnd, inline: true, open: link });
}

function rangeOfLink(walk: Walk, node: Nodes, frame: Frame): Range {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (start !== undefined && end !== undefined) return { start, end };
  const first = "children" in node ? node.children[0] : undefined;
  const value = first?.type === "text" ? first.value : "";
  return literalRange(walk.source, value, { from: walk.cursor, end: frame.blockEnd });
}

function enterBlock(
  walk: Walk,
  node: Nodes,
  block: { start: number; end: number; inline: boolean; open?: { text: string } },
): void {
  walk.cursor = block.start;
  push(walk, node, block);
}

function push(walk: Walk, node: Nodes, how: { end: number; inline: boolean; open?: { text: string } }): void {
  const children: readonly Nodes[] = "children" in node ? node.children : [];
  const frame = { children, next: 0, from: walk.text.length, blockEnd: how.end, inline: how.inline };
  if (how.open === undefined) {
    walk.frames.push(frame);
  } else {
    walk.open += 1;
    walk.frames.push({ ...frame, open: how.open });
  }
}

function close(walk: Walk, item: { text: string }, from: number): void {
  item.text = walk.text.slice(from);
  walk.open -= 1;
  if (walk.open === 0) walk.text = "";
}

/** Gives each reference the destination of its definition; the first of several with one identifier counts. */
function resolveReferences(walk: Walk): void {
  if (walk.references.length === 0) return;
  const byIdentifier = new Map<string, SyntaxDefinition>();
  for (const definition of walk.definitions) {
    if (!byIdentifier.has(definition.identifier)) byIdentifier.set(definition.identifier, definition);
  }
  for (const link of walk.references) {
    const definition = byIdentifier.get(link.identifier ?? "");
    if (definition === undefined) continue;
    link.url = definition.url;
    link.title = definition.title;
  }
}
