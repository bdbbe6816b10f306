/** Links and anchors in raw HTML, and which parts of it are markup rather than text. */

import { decodeEntities, MarkupReader } from "./html-markup.ts";
import { addLink, type LinkCollection } from "./link-collection.ts";
import type { SyntaxOpaque } from "./markdown-engine.ts";
import { appendRange, createRanges, noRanges, type OpaqueRanges, opaque, opaqueEndAt } from "./opaque-ranges.ts";

/** An anchor whose place is an offset yet. */
export interface WrittenAnchor {
  readonly name: string;
  readonly kind: "block" | "custom";
  readonly offset: number;
}

/** Where findings in markup go. */
export interface MarkupFindings {
  readonly collection: LinkCollection;
  readonly anchors: WrittenAnchor[];
  /** Tags, comments and the content of scripts: what is not prose. Added to by {@link addPiece}. */
  pieces: OpaqueRanges;
}

/** No findings yet. */
export function createFindings(): MarkupFindings {
  return { collection: { links: [], findings: [] }, anchors: [], pieces: noRanges };
}

/** Adds a piece of markup. The list is made with the first one: most documents have none. */
export function addPiece(findings: MarkupFindings, start: number, end: number): void {
  if (findings.pieces === noRanges) findings.pieces = createRanges();
  appendRange(findings.pieces, start, end, opaque.html);
}

/** Elements whose `href` or `src` names nothing that a reader follows or sees. */
const silent: ReadonlySet<string> = new Set(["link", "base", "script", "style", "use", "meta"]);

/** Longest text of a link that is looked for between `<a href>` and `</a>`, in code units. */
const maximumText = 300;

/** What {@link readHtml} reads. */
export interface HtmlInput {
  readonly text: string;
  /** What an engine says is opaque; `shift` is added to its offsets. */
  readonly nodes: readonly SyntaxOpaque[];
  readonly shift: number;
  /** Comments, math and script: HTML in them does not count. */
  readonly regions: OpaqueRanges;
}

/** Reads all raw HTML that an engine found. */
export function readHtml({ text, nodes, shift, regions }: HtmlInput, findings: MarkupFindings): void {
  let reader: MarkupReader | undefined;
  let equals = -1;
  for (const node of nodes) {
    if (node.kind !== "html") continue;
    const start = node.start + shift;
    const end = node.end + shift;
    if (opaqueEndAt(regions, start) !== -1) continue;
    if (equals < start) {
      equals = text.indexOf("=", start);
      if (equals === -1) equals = text.length;
    }
    if (node.block !== true && equals >= end) {
      addPiece(findings, start, end);
      continue;
    }
    reader ??= new MarkupReader(text);
    for (let from = start; reader.next(from, end); from = reader.end) {
      addPiece(findings, reader.start, reader.end);
      if (reader.attributes.size > 0) readTag(text, reader, false, findings);
    }
  }
}

/** Adds what the attributes of the reader's tag say. `jsx`: `to` is a link too. */
export function readTag(text: string, reader: MarkupReader, jsx: boolean, findings: MarkupFindings): void {
  const { attributes, start, end } = reader;
  const name = reader.name.toLowerCase();
  const id = attributes.get("id") ?? (name === "a" ? attributes.get("name") : undefined);
  if (id !== undefined && id !== "") findings.anchors.push({ name: id, kind: "custom", offset: start });
  const other = attributes.get("name");
  if (name === "a" && other !== undefined && other !== "" && other !== id) {
    findings.anchors.push({ name: other, kind: "custom", offset: start });
  }
  if (silent.has(name)) return;
  const { collection } = findings;
  const reference = attributes.get("href");
  const route = jsx ? attributes.get("to") : undefined;
  if (reference !== undefined || route !== undefined) {
    const label = attributes.get("title") ?? attributes.get("aria-label") ?? "";
    const inner = name === "a" || label === "" ? textOfElement(text, reader) : "";
    const link = { ...html, embed: false, text: inner === "" ? label : inner, start, end };
    if (reference !== undefined) addLink(collection, { ...link, target: withoutBreaks(reference) });
    if (route !== undefined && route !== reference) addLink(collection, { ...link, target: withoutBreaks(route) });
  }
  const source = attributes.get("src");
  if (source !== undefined) {
    const alternative = attributes.get("alt") ?? attributes.get("title") ?? "";
    addLink(collection, { ...html, embed: true, target: withoutBreaks(source), text: alternative, start, end });
  }
}

const html = { syntax: "html", lookup: "path" } as const;

function withoutBreaks(address: string): string {
  return /[\t\n\r]/.test(address) ? address.replace(/[\t\n\r]+/g, "") : address;
}

/** The text between the reader's start tag and the next closing tag of the same name, in one paragraph. Never looks far. */
function textOfElement(text: string, reader: MarkupReader): string {
  if (text.charCodeAt(reader.end - 2) === 47) return "";
  const ahead = text.slice(reader.end, reader.end + maximumText);
  const close = ahead.indexOf(`</${reader.name}`);
  if (close === -1 || /\n[ \t]*\r?\n/.test(ahead.slice(0, close))) return "";
  return decodeEntities(ahead.slice(0, close).replace(/<[^<>]*>/g, ""))
    .replace(/\s+/g, " ")
    .trim();
}
