/** Makes a `MarkdownSyntax` from the nodes of satteri's tree, or finds that remark might read the text otherwise. */
import type {
  MarkdownSyntax,
  SyntaxContainer,
  SyntaxDefinition,
  SyntaxHeading,
  SyntaxLink,
  SyntaxOpaque,
  TextRange,
} from "../markdown-engine.ts";
import { blockEnd, blockStart, isOneIndentedBlock, lineAfter } from "./block-range.ts";
import {
  isAdjacent,
  isDoubtfulAfterDefinition,
  isDoubtfulDefinition,
  isDoubtfulFootnote,
  isDoubtfulTable,
  isDoubtfulTask,
  isMissedTask,
} from "./doubtful-blocks.ts";
import { hasDoubtfulBreak, hasDoubtfulEmphasis } from "./doubtful-inline.ts";
import { hasTakenPipe, isDoubtfulLiteral } from "./doubtful-literals.ts";
import { literalRange } from "./literal-range.ts";
import { hasMissedItem } from "./missed-item.ts";
import { hasMissedLiteral } from "./missed-literal.ts";
import { type MatchedNodes, nodeType } from "./node-matched-nodes.ts";
import { type NativeTree, nativeText } from "./node-native-text.ts";
import { plainHeadingText, plainLinkText } from "./plain-text.ts";
import { resolveReferences } from "./resolve-references.ts";

type Writable<Item> = { -readonly [Key in keyof Item]: Item[Key] };

/** A tree, and the text that it was parsed from. */
export interface ParsedTree extends NativeTree {
  readonly source: string;
  /** Offsets in the source by byte; absent where they are the same. */
  readonly units: Int32Array | undefined;
}

/** A block that holds others. */
interface Frame {
  readonly type: number;
  readonly end: number;
  /** Of a list: where the number of its next item stands. */
  nextItem: number;
  /** The child that was met last: its type (0 for none) and its end. */
  lastType: number;
  lastEnd: number;
  lastItem?: Writable<SyntaxContainer>;
}

const taskStates: readonly (boolean | null)[] = [false, true, null];

/** The longest link, image or definition, in bytes, whose strings satteri's walk can give. */
const maximumStrings = 65_535;

/** Gives `undefined` where satteri may have read the source otherwise than remark does. */
export function syntaxFromMatches(tree: ParsedTree): MarkdownSyntax | undefined {
  const reading = new Reading(tree);
  reading.readAll();
  return reading.finish();
}

class Reading {
  readonly #tree: ParsedTree;
  readonly #nodes: MatchedNodes;
  readonly #source: string;
  readonly #units: Int32Array | undefined;
  readonly #headings: SyntaxHeading[] = [];
  readonly #links: SyntaxLink[] = [];
  readonly #definitions: SyntaxDefinition[] = [];
  readonly #opaque: SyntaxOpaque[] = [];
  readonly #containers: SyntaxContainer[] = [];
  readonly #references: Writable<SyntaxLink>[] = [];
  readonly #frames: Frame[];
  /** Place and offsets of the node that is being read. */
  #index = 0;
  #start = 0;
  #end = 0;
  /** Up to where what follows is inline content: the end of the last paragraph, heading or table. */
  #inlineEnd = 0;
  #tableEnd = 0;
  /** The end of the last heading or link. */
  #textEnd = 0;
  /** The end of the last heading or link whose text was put together from its children. */
  #assembledEnd = 0;
  /** Where the next literal is to be looked for. */
  #cursor = 0;
  /** Where the next paragraph begins when it is the first of a list item with a task mark: after the mark; else −1. */
  #taskText = -1;
  #doubtful = false;

  constructor(tree: ParsedTree) {
    this.#tree = tree;
    this.#nodes = tree.nodes;
    this.#source = tree.source;
    this.#units = tree.units;
    this.#frames = [{ type: 0, end: Number.POSITIVE_INFINITY, nextItem: 0, lastType: 0, lastEnd: 0 }];
  }

  readAll(): void {
    const nodes = this.#nodes;
    const units = this.#units;
    for (let index = 0; index < nodes.count && !this.#doubtful; index += 1) {
      nodes.move(index);
      this.#index = index;
      this.#start = units === undefined ? nodes.start : units[nodes.start]!;
      this.#end = units === undefined ? nodes.end : units[nodes.end]!;
      this.#read(nodes.type);
    }
  }

  finish(): MarkdownSyntax | undefined {
    if (this.#doubtful) return undefined;
    resolveReferences(this.#references, this.#definitions);
    const syntax = {
      headings: this.#headings,
      links: this.#links,
      definitions: this.#definitions,
      opaque: this.#opaque,
      containers: this.#containers,
    };
    return hasMissedLiteral(this.#source, syntax) || hasMissedItem(this.#source, syntax) ? undefined : syntax;
  }

  #read(type: number): void {
    switch (type) {
      case nodeType.inlineCode:
        this.#addOpaque({ kind: "inlineCode", start: this.#start, end: this.#end });
        return;
      case nodeType.link:
        this.#addLink();
        return;
      case nodeType.image:
      case nodeType.linkReference:
      case nodeType.imageReference:
        this.#addImageOrReference(type);
        return;
      case nodeType.break:
        // Within emphasis in a heading or link: the native text leaves it out.
        if (this.#start < this.#textEnd && this.#start >= this.#assembledEnd) this.#doubtful = true;
        return;
      case nodeType.html:
        if (this.#start < this.#inlineEnd) {
          this.#addOpaque({ kind: "html", start: this.#start, end: this.#end, block: false });
          return;
        }
    }
    this.#readBlock(type, this.#frameOf(type));
  }

  #readBlock(type: number, frame: Frame): void {
    // A block that ends behind the one around it: satteri runs an item that ends in HTML into the list after it.
    if (this.#end > frame.end) this.#doubtful = true;
    const afterDefinition = frame.lastType === nodeType.definition && type !== nodeType.definition;
    if (afterDefinition && isDoubtfulAfterDefinition(this.#source, frame.lastEnd, this.#start)) this.#doubtful = true;
    switch (type) {
      case nodeType.paragraph:
        this.#enterParagraph(frame);
        break;
      case nodeType.heading:
        this.#addHeading();
        break;
      case nodeType.code:
        this.#addCode(frame);
        break;
      case nodeType.html:
        this.#addHtml();
        break;
      case nodeType.definition:
        this.#addDefinition();
        break;
      case nodeType.table:
        this.#addTable();
        break;
      case nodeType.list:
        this.#checkList(frame);
        break;
      case nodeType.footnoteDefinition:
        if (isDoubtfulFootnote(this.#source, this.#start)) this.#doubtful = true;
        break;
      case nodeType.blockquote:
      case nodeType.listItem:
        this.#enterContainer(type, frame);
    }
    frame.lastType = type;
    frame.lastEnd = this.#end;
    if (isContainer(type)) this.#push(type);
  }

  #push(type: number): void {
    const nextItem = type === nodeType.list ? this.#nodes.childPlace(0) : 0;
    this.#frames.push({ type, end: this.#end, nextItem, lastType: 0, lastEnd: 0 });
  }

  /** The block that the node stands in. An item is known by its list, since the one before it may seem to go on. */
  #frameOf(type: number): Frame {
    const frames = this.#frames;
    const nodes = this.#nodes;
    for (let frame = frames[frames.length - 1]!; frames.length > 1; frame = frames[frames.length - 1]!) {
      if (type === nodeType.listItem) {
        if (frame.type === nodeType.list && nodes.numberAt(frame.nextItem) === nodes.id) {
          frame.nextItem += 4;
          return frame;
        }
      } else if (frame.type !== nodeType.list && this.#start < frame.end) {
        return frame;
      }
      frames.pop();
    }
    return frames[0]!;
  }

  #addOpaque(range: SyntaxOpaque): void {
    this.#opaque.push(range);
    this.#cursor = range.end;
  }

  #enterParagraph(frame: Frame): void {
    const end = this.#end;
    const start = this.#taskText < 0 ? this.#start : this.#taskText;
    this.#taskText = -1;
    this.#cursor = start;
    this.#inlineEnd = end;
    const inItem = frame.type === nodeType.listItem;
    if (inItem && frame.lastType === 0) this.#containers.push({ kind: "paragraph", start, end });
    // A task mark after definitions counts for remark only.
    if (inItem && frame.lastType === nodeType.definition && this.#source.startsWith("[", start)) this.#doubtful = true;
    // Two paragraphs with no blank line between: one was taken for the head of a table that then was none.
    if (frame.lastType === nodeType.paragraph && isAdjacent(this.#source, frame.lastEnd, start)) this.#doubtful = true;
  }

  /** A Setext heading after definitions begins where its text does, whichever range the parser gives. */
  #addHeading(): void {
    const nodes = this.#nodes;
    const { childCount, firstByte } = nodes;
    if (this.#taskText >= 0) this.#doubtful = true;
    const definition = this.#definitions.at(-1);
    const overlaps = definition !== undefined && definition.start >= this.#start;
    const start = overlaps ? lineAfter(this.#source, definition.end) : this.#start;
    const range = { start, end: this.#end };
    if (hasDoubtfulEmphasis(this.#source, range) || hasDoubtfulBreak(this.#source, range)) this.#doubtful = true;
    const isPlain = childCount === 0 || (childCount === 1 && nodes.childType(0) === nodeType.text);
    const text = (isPlain ? plainHeadingText(this.#source, range) : undefined) ?? this.#nativeText();
    this.#headings.push({ start, end: this.#end, depth: firstByte as SyntaxHeading["depth"], text });
    this.#cursor = start;
    this.#inlineEnd = this.#end;
    this.#textEnd = this.#end;
  }

  #addCode(frame: Frame): void {
    const start = this.#start;
    const end = blockEnd(this.#source, start, this.#end);
    const last = this.#opaque.at(-1);
    if (frame.lastType === nodeType.code && last !== undefined && isOneIndentedBlock(this.#source, last, start)) {
      this.#opaque.pop();
      this.#addOpaque({ kind: "code", start: last.start, end });
    } else {
      this.#addOpaque({ kind: "code", start, end });
    }
  }

  #addHtml(): void {
    const start = blockStart(this.#source, this.#start);
    if (this.#source.startsWith("<?>", start)) this.#doubtful = true;
    this.#addOpaque({ kind: "html", start, end: blockEnd(this.#source, start, this.#end), block: true });
  }

  #addDefinition(): void {
    const nodes = this.#nodes;
    const range = { start: this.#start, end: this.#end };
    if (nodes.end - nodes.start > maximumStrings || isDoubtfulDefinition(this.#source, range)) this.#doubtful = true;
    const title = nodes.string(1) || null;
    this.#definitions.push({ ...range, identifier: nodes.string(2), url: nodes.string(0), title });
  }

  #addTable(): void {
    const range = { start: this.#start, end: this.#end };
    if (isDoubtfulTable(this.#source, range)) this.#doubtful = true;
    this.#containers.push({ kind: "table", ...range });
    this.#cursor = this.#start;
    this.#inlineEnd = this.#end;
    this.#tableEnd = this.#end;
  }

  /** remark does not always begin a list with an empty item right after indented code. */
  #checkList(frame: Frame): void {
    if (frame.lastType !== nodeType.code || !isAdjacent(this.#source, frame.lastEnd, this.#start)) return;
    if (/^(?:[-+*]|\d{1,9}[.)])[ \t]*(?:[\r\n]|$)/.test(this.#source.slice(this.#start, this.#start + 64))) {
      this.#doubtful = true;
    }
  }

  #enterContainer(type: number, frame: Frame): void {
    const start = this.#start;
    const end = blockEnd(this.#source, start, this.#end);
    this.#cursor = start;
    if (type === nodeType.blockquote) {
      this.#containers.push({ kind: "blockquote", start, end });
      return;
    }
    const checked = taskStates[this.#nodes.firstByte] ?? null;
    const item = { kind: "listItem", start, end, checked } as const;
    const before = frame.lastItem;
    if (before !== undefined && before.end > start) before.end = blockEnd(this.#source, before.start, start);
    frame.lastItem = item;
    this.#containers.push(item);
    if (checked === null) {
      if (isMissedTask(this.#source, start)) this.#doubtful = true;
    } else {
      if (isDoubtfulTask(this.#source, start)) this.#doubtful = true;
      this.#taskText = this.#source.indexOf("]", start) + 2;
    }
  }

  #addLink(): void {
    const nodes = this.#nodes;
    const start = this.#start;
    const end = this.#end;
    if (nodes.end - nodes.start > maximumStrings) this.#doubtful = true;
    const first = end > start ? this.#source.charAt(start) : "";
    if (first !== "[" && first !== "<") {
      this.#addLiteral();
      return;
    }
    const form = first === "[" ? "inline" : "autolink";
    const title = nodes.string(1) || null;
    const text = first === "<" ? this.#source.slice(start + 1, end - 1) : this.#linkText("(");
    this.#pushLink({ start, end, type: "link", form, url: nodes.string(0), title, text });
  }

  /** The text of a link before whose destination or label `after` stands. */
  #linkText(after: string): string {
    const nodes = this.#nodes;
    const range = { start: this.#start, end: this.#end };
    if (hasDoubtfulEmphasis(this.#source, range)) this.#doubtful = true;
    const only = nodes.childCount === 1 ? nodes.childType(0) : 0;
    const isPlain = only === nodeType.text || only === nodeType.inlineCode;
    const text = isPlain
      ? plainLinkText(this.#source, range, { after, isCode: only === nodeType.inlineCode })
      : undefined;
    return text ?? this.#nativeText();
  }

  #nativeText(): string {
    const { text, isAssembled } = nativeText(this.#tree, this.#index);
    if (isAssembled) this.#assembledEnd = this.#end;
    return text;
  }

  #pushLink(link: SyntaxLink): void {
    this.#links.push(link);
    this.#cursor = link.end;
    this.#textEnd = link.end;
  }

  #addLiteral(): void {
    const value = this.#tree.textOf(this.#nodes.id);
    const literal = { ...this.#literalRange(value), value, inTable: this.#cursor < this.#tableEnd };
    const cut = hasTakenPipe(this.#source, literal) ? 1 : 0;
    if (cut === 0 && isDoubtfulLiteral(this.#source, literal)) this.#doubtful = true;
    const url = this.#nodes.string(0);
    this.#pushLink({
      start: literal.start,
      end: literal.end - cut,
      type: "link",
      form: "autolink",
      url: url.slice(0, url.length - cut),
      title: null,
      text: value.slice(0, value.length - cut),
    });
  }

  /**
   * The place of a literal. One that remark finds in the tree only has none there, so that its text is looked for from the last link, code or
   * start of a block on; it must be found at the place that satteri gives, if it gives one.
   */
  #literalRange(value: string): TextRange {
    const source = this.#source;
    const given = { start: this.#start, end: this.#end };
    const isGiven = given.end > given.start && source.slice(given.start, given.end) === value;
    const inTable = this.#cursor < this.#tableEnd;
    const cell = inTable && isGiven ? source.lastIndexOf("|", given.start - 1) + 1 : 0;
    const found = literalRange(source, value, { from: Math.max(this.#cursor, cell), end: this.#inlineEnd });
    if (found.end - found.start !== value.length || (isGiven ? found.start !== given.start : inTable))
      this.#doubtful = true;
    return found;
  }

  #addImageOrReference(type: number): void {
    const nodes = this.#nodes;
    const range = { start: this.#start, end: this.#end };
    if (nodes.end - nodes.start > maximumStrings) this.#doubtful = true;
    if (type !== nodeType.linkReference && hasDoubtfulEmphasis(this.#source, range)) this.#doubtful = true;
    if (type === nodeType.image) {
      const [url, text, title] = [nodes.string(0), nodes.string(1), nodes.string(2) || null];
      this.#links.push({ ...range, type: "image", form: "inline", url, title, text });
      this.#cursor = range.end;
      return;
    }
    const isLink = type === nodeType.linkReference;
    if (!isLink && this.#start < this.#textEnd && this.#start >= this.#assembledEnd) this.#doubtful = true;
    const identifier = nodes.string(0);
    const text = isLink ? this.#linkText("") : nodes.alternative;
    const reference: Writable<SyntaxLink> = {
      ...range,
      type: isLink ? "link" : "image",
      form: "reference",
      url: "",
      title: null,
      text,
      identifier,
    };
    this.#references.push(reference);
    if (isLink) this.#pushLink(reference);
    else {
      this.#links.push(reference);
      this.#cursor = range.end;
    }
  }
}

function isContainer(type: number): boolean {
  return (
    type === nodeType.list ||
    type === nodeType.listItem ||
    type === nodeType.blockquote ||
    type === nodeType.footnoteDefinition
  );
}
