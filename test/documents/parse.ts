/** Parses texts in tests with the reference engine. */
import type { LogicalPath } from "../../src/base/logical-path.ts";
import { createRemarkEngine } from "../../src/documents/engines/remark-engine.ts";
import type { MarkdownDocument, MarkdownLink } from "../../src/documents/markdown-document.ts";
import type { MarkdownEngine, MarkdownSyntax } from "../../src/documents/markdown-engine.ts";
import { parseDocument } from "../../src/documents/parse-document.ts";
import type { ParseOptions } from "../../src/documents/parse-options.ts";

const remark: MarkdownEngine = createRemarkEngine();

export interface ParseInput {
  readonly text: string;
  readonly path?: string;
  readonly options?: Partial<ParseOptions>;
  readonly engine?: MarkdownEngine;
}

/** A document of a text, at `note.md` unless said otherwise. */
export function parse(input: string | ParseInput): MarkdownDocument {
  const { text, path = "note.md", options = {}, engine = remark } = typeof input === "string" ? { text: input } : input;
  return parseDocument({
    path: path as LogicalPath,
    text,
    sha256: "0".repeat(64),
    byteLength: text.length,
    engine,
    options,
  });
}

/** Links in the short form `syntax target` with `[text]`, `{relation}`, `(external)` and `?` for lenient ones. */
export function linksOf(input: string | ParseInput): string[] {
  return parse(input).links.map(describe);
}

function describe(link: MarkdownLink): string {
  const relation = link.relation === undefined ? "" : `{${link.relation}} `;
  const flags = `${link.external ? " (external)" : ""}${link.onlyIfResolved === true ? " ?" : ""}`;
  return `${relation}${link.syntax} ${link.target} [${link.text}]${flags}`;
}

/** An engine that finds nothing but one paragraph: what our own scanners cost and find without a parser. */
export const paragraphEngine: MarkdownEngine = engineOf((text) => ({
  containers: [{ kind: "paragraph", start: 0, end: text.length }],
}));

/** An engine that gives what a test says. */
export function engineOf(make: (text: string) => Partial<MarkdownSyntax>): MarkdownEngine {
  const nothing: MarkdownSyntax = { headings: [], links: [], definitions: [], opaque: [], containers: [] };
  return { name: "test", parse: (text) => ({ ...nothing, ...make(text) }) };
}
