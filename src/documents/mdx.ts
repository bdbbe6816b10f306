/** Reads MDX as Markdown: takes import and export lines, JSX tags and comments out of the text that the engine parses. */
import { isBlank, isLineEnd } from "./character-class.ts";
import { addPiece, type MarkupFindings, readTag } from "./html-links.ts";
import { MarkupReader } from "./html-markup.ts";
import type { MarkdownEngine, MarkdownSyntax, TextRange } from "./markdown-engine.ts";
import { findSourceCode } from "./mdx-code.ts";
import { appendRange, createRanges, mergeRanges, type OpaqueRanges, opaque, opaqueEndAt } from "./opaque-ranges.ts";

/** What {@link parseMdx} gives. */
export interface MdxReading {
  /** As the engine gives it, with offsets into the whole text. */
  readonly syntax: MarkdownSyntax;
  /** JSX tags (kind `html`), comments and import and export lines. */
  readonly passedOver: OpaqueRanges;
}

/** Parses the body that starts at `from`. Links and anchors of JSX attributes go to `findings`. */
export function parseMdx(text: string, from: number, engine: MarkdownEngine, findings: MarkupFindings): MdxReading {
  const code = findSourceCode(text, from);
  const passedOver = mergeRanges(findScript(text, from, code), findJsxComments(text, from, code));
  const indents = createRanges();
  const tags = readTags({ text, from, known: mergeRanges(code, passedOver), findings, indents });
  const all = mergeRanges(passedOver, tags);
  const projection = project(text, from, mergeRanges(all, indents));
  return { syntax: moved(engine.parse(projection.text), projection), passedOver: all };
}

/** Lines that begin with `import` or `export` at the start of a block, up to the next blank line. */
function findScript(text: string, from: number, code: OpaqueRanges): OpaqueRanges {
  const found = createRanges();
  let blankBefore = true;
  let end = from;
  for (let start = from; start < text.length; start = end) {
    end = nextLine(text, start);
    const isScript = text.startsWith("import ", start) || text.startsWith("export ", start);
    if (isScript && blankBefore && opaqueEndAt(code, start) === -1) {
      while (end < text.length && !isBlankLine(text, end)) end = nextLine(text, end);
      appendRange(found, start, end, opaque.script);
    }
    blankBefore = isBlankLine(text, start);
  }
  return found;
}

function nextLine(text: string, start: number): number {
  const at = text.indexOf("\n", start);
  return at === -1 ? text.length : at + 1;
}

function isBlankLine(text: string, start: number): boolean {
  let index = start;
  while (isBlank(text.charCodeAt(index))) index++;
  return isLineEnd(text.charCodeAt(index));
}

function findJsxComments(text: string, from: number, code: OpaqueRanges): OpaqueRanges {
  const found = createRanges();
  let at = text.indexOf("{/*", from);
  while (at !== -1) {
    const close = text.indexOf("*/}", at);
    if (close === -1) break;
    const inCode = opaqueEndAt(code, at);
    if (inCode === -1) appendRange(found, at, close + 3, opaque.comment);
    at = text.indexOf("{/*", inCode === -1 ? close + 3 : inCode);
  }
  return found;
}

interface TagsInput {
  readonly text: string;
  readonly from: number;
  /** Code, script and comments: no tags in them. */
  readonly known: OpaqueRanges;
  readonly findings: MarkupFindings;
  /** Gets the indentation that lines have for the sake of the elements around them. */
  readonly indents: OpaqueRanges;
}

/** An element that is open: its name and the indentation of its first line of content; −1 until that is known. */
interface OpenElement {
  readonly name: string;
  indent: number;
}

/** Elements that have no content, closed or not. */
const empty: ReadonlySet<string> = new Set(["br", "hr", "img", "input", "source", "wbr", "col", "area"]);

function readTags({ text, from, known, findings, indents }: TagsInput): OpaqueRanges {
  const tags = createRanges();
  const reader = new MarkupReader(text, true);
  const open: OpenElement[] = [];
  let line = from;
  for (let at = from; reader.next(at, text.length); ) {
    const inside = opaqueEndAt(known, reader.start);
    if (inside !== -1) {
      at = inside;
      continue;
    }
    at = reader.end;
    if (reader.name.endsWith(":")) continue;
    line = addIndents(text, line, reader.start, open, indents);
    while (line < reader.end) line = nextLine(text, line);
    appendRange(tags, reader.start, reader.end, reader.name === "" ? opaque.comment : opaque.html);
    addPiece(findings, reader.start, reader.end);
    if (reader.attributes.size > 0) readTag(text, reader, true, findings);
    if (reader.closing) close(open, reader.name);
    else if (reader.name !== "" && text.charCodeAt(reader.end - 2) !== 47 && !empty.has(reader.name)) {
      open.push({ name: reader.name, indent: -1 });
    }
  }
  addIndents(text, line, text.length, open, indents);
  return tags;
}

/** Closes the innermost open element of that name among the last few; one that was never closed goes with it. */
function close(open: OpenElement[], name: string): void {
  for (let index = open.length - 1; index >= 0 && index >= open.length - 8; index--) {
    if ((open[index] as OpenElement).name === name) {
      open.length = index;
      return;
    }
  }
}

/** Adds the indentation of every line that starts in [from, to); gives the first line start that was not looked at. */
function addIndents(
  text: string,
  from: number,
  to: number,
  open: readonly OpenElement[],
  indents: OpaqueRanges,
): number {
  const element = open[open.length - 1];
  let line = from;
  while (line <= to && line < text.length) {
    if (element !== undefined) {
      let content = line;
      while (isBlank(text.charCodeAt(content))) content++;
      const closes = text.startsWith("</", content);
      if (element.indent === -1 && !closes && !isLineEnd(text.charCodeAt(content))) element.indent = content - line;
      const width = closes ? content - line : Math.min(content - line, Math.max(element.indent, 0));
      appendRange(indents, line, line + width, 0);
    }
    line = nextLine(text, line);
  }
  return line;
}

/** A text without the ranges that were cut, and where each of its pieces came from. */
interface Projection {
  readonly text: string;
  /** Offsets at which pieces start in the projected text and in the source. */
  readonly starts: readonly number[];
  readonly sources: readonly number[];
}

function project(text: string, from: number, cuts: OpaqueRanges): Projection {
  const pieces: string[] = [];
  const starts: number[] = [];
  const sources: number[] = [];
  let length = 0;
  let at = from;
  for (let index = 0; index <= cuts.count; index++) {
    const end = cuts.starts[index] ?? text.length;
    if (end > at || index === cuts.count) {
      pieces.push(text.slice(at, end));
      starts.push(length);
      sources.push(at);
      length += Math.max(0, end - at);
    }
    at = Math.max(at, cuts.ends[index] ?? text.length);
  }
  return { text: pieces.join(""), starts, sources };
}

function sourceOf(projection: Projection, offset: number): number {
  const { starts, sources } = projection;
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return (sources[low] as number) + offset - (starts[low] as number);
}

/** The syntax with offsets into the source. */
function moved(syntax: MarkdownSyntax, projection: Projection): MarkdownSyntax {
  const move = <Node extends TextRange>(node: Node): Node => ({
    ...node,
    start: sourceOf(projection, node.start),
    end: node.end > node.start ? sourceOf(projection, node.end - 1) + 1 : sourceOf(projection, node.end),
  });
  return {
    ...syntax,
    headings: syntax.headings.map(move),
    links: syntax.links.map(move),
    definitions: syntax.definitions.map(move),
    opaque: syntax.opaque.map(move),
    containers: syntax.containers.map(move),
  };
}
