/** Finds the metadata block at the start of a text: where its fences are, without reading what is between them. */
import type { FrontMatter } from "../markdown-document.ts";

/** A block that is closed, as offsets into the text. */
export interface FrontMatterBlock {
  readonly format: FrontMatter["format"];
  /** Start and end of the source; the last line's terminator belongs to it, the fences do not. */
  readonly start: number;
  readonly end: number;
  /** Offset of the first character after the block, its last terminator included. */
  readonly bodyStart: number;
}

const LF = 10;
const CR = 13;

/**
 * The block at the start of `text`, or `undefined` when there is none: YAML between `---` and `---` or `...`, TOML between `+++`,
 * JSON between `;;;` or as a leading object. A fence is a line of its own, blanks after it allowed. The search for the closing fence
 * ends `maximumBytes` characters after the opening one, unless the block begins like a mapping: then the rest is searched too, so
 * that a block that is only too large can be told from a text that happens to open with a rule.
 */
export function findFrontMatterBlock(text: string, maximumBytes: number): FrontMatterBlock | undefined {
  const first = text.charCodeAt(0);
  if (first === 0x7b) return findLeadingObject(text);
  if (first !== 0x2d && first !== 0x2b && first !== 0x3b) return undefined;
  if (text.charCodeAt(1) !== first || text.charCodeAt(2) !== first) return undefined;
  const start = endOfFence(text, 3);
  if (start === -1 || start === text.length) return undefined;
  const format = first === 0x2d ? "yaml" : first === 0x2b ? "toml" : "json";
  const near = findClosingFence(text.slice(0, start + maximumBytes), format, start);
  if (near !== undefined && near.bodyStart < start + maximumBytes) return near;
  if (start + maximumBytes >= text.length) return near;
  return near !== undefined || beginsLikeMapping(text, start) ? findClosingFence(text, format, start) : undefined;
}

/** The first line from `start` that is a closing fence. */
function findClosingFence(text: string, format: FrontMatter["format"], start: number): FrontMatterBlock | undefined {
  const fence = text.slice(0, 3);
  const end = findFenceLine(text, fence, start);
  // YAML also ends at `...`; it is looked for only before the other fence, so that prose behind the block is not searched.
  const early = format === "yaml" ? findFenceLine(end === -1 ? text : text.slice(0, end), "...", start) : -1;
  const found = early === -1 ? end : early;
  return found === -1 ? undefined : { format, start, end: found, bodyStart: endOfFence(text, found + 3) };
}

function findFenceLine(text: string, fence: string, start: number): number {
  for (let at = text.indexOf(fence, start); at !== -1; at = text.indexOf(fence, at + 1)) {
    const before = text.charCodeAt(at - 1);
    if ((before === LF || before === CR) && endOfFence(text, at + 3) !== -1) return at;
  }
  return -1;
}

/** Offset after a line's blanks and terminator when nothing else is left on it from `at`; −1 otherwise. */
function endOfFence(text: string, at: number): number {
  let unit = text.charCodeAt(at);
  while (unit === 0x20 || unit === 0x09) unit = text.charCodeAt(++at);
  if (unit === LF) return at + 1;
  if (unit === CR) return text.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
  return at >= text.length ? text.length : -1;
}

/** Whether the first line that is neither blank nor a comment names a key. */
function beginsLikeMapping(text: string, start: number): boolean {
  for (const line of text.slice(start, start + 4_096).split(/\r\n?|\n/)) {
    const trimmed = line.trim();
    if (trimmed !== "" && !trimmed.startsWith("#")) return /^[{"'?]|^[^\s:=-][^:=]*[:=]/.test(trimmed);
  }
  return false;
}

/** A JSON object at the very start that ends on a line of its own, or on one with nothing after it. */
function findLeadingObject(text: string): FrontMatterBlock | undefined {
  if (!/^\{\s{0,1000}["}]/.test(text.slice(0, 1_024))) return undefined;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) at = endOfString(text, at + 1);
    else if (unit === 0x7b) depth++;
    else if (unit === 0x7d && --depth === 0) {
      const bodyStart = endOfFence(text, at + 1);
      return bodyStart === -1 ? undefined : { format: "json", start: 0, end: at + 1, bodyStart };
    }
  }
  return undefined;
}

/** Offset of the quote that ends a string, or of the last character of a line that ends before it. */
function endOfString(text: string, at: number): number {
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x5c) at++;
    else if (unit === 0x22 || unit === LF || unit === CR) return at;
  }
  return at;
}
