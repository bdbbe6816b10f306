/** Finds the value of front matter that holds a place, and writes into it so that it still parses. */
import { Composer, isSeq, type ParsedNode, Parser, type Scalar, visit, type YAMLSeq } from "yaml";
import type { FrontMatter } from "../markdown-document.ts";
import type { TextRange } from "../markdown-engine.ts";
import { doubleQuoted } from "./yaml-text.ts";

/**
 * How a value is written. `single`: in quotes that are doubled within; `double`: in quotes with backslashes; `literal`: in quotes of TOML
 * that know no escape; `plain` and `flow`: without quotes, `flow` within brackets; `bare`: a wikilink without quotes, to YAML a list in a
 * list; `block`: lines below their key, and other text in which everything stands for itself.
 */
export type ScalarStyle = "single" | "double" | "literal" | "plain" | "flow" | "bare" | "block";

/** A value with its quotes, in the text of the file. */
export interface FrontMatterScalar extends TextRange {
  readonly style: ScalarStyle;
}

/** The value that holds the range whole; `undefined` where none does. */
export function scalarAt(frontMatter: FrontMatter, range: TextRange): FrontMatterScalar | undefined {
  const shift = frontMatter.range.start;
  const within = { start: range.start - shift, end: range.end - shift };
  const found =
    frontMatter.format === "yaml" ? yamlScalarAt(frontMatter.source, within) : stringAt(frontMatter.source, within);
  return found === undefined ? undefined : { ...found, start: found.start + shift, end: found.end + shift };
}

/** What a piece of a value's source stands for. */
export function unescapeScalar(source: string, style: ScalarStyle): string {
  if (style === "single") return source.replaceAll("''", "'");
  if (style !== "double" || !source.includes("\\")) return source;
  try {
    return JSON.parse(`"${source}"`) as string;
  } catch {
    // An escape that only YAML or TOML knows: the piece is nothing that is looked for.
    return source;
  }
}

/** A text as it stands within a value of this style. */
export function escapeScalar(text: string, style: ScalarStyle): string {
  if (style === "single") return text.replaceAll("'", "''");
  return style === "double" ? doubleQuoted(text).slice(1, -1) : text;
}

/** Whether a source can stay without the quotes, or with those, that it has. */
export function isWritable(source: string, style: ScalarStyle): boolean {
  if (style === "literal") return !source.slice(1, -1).includes("'");
  if (style === "bare") return isPlain(source.slice(2, -2), true);
  return style === "plain" || style === "flow" ? isPlain(source, style === "flow") : true;
}

function isPlain(source: string, isFlow: boolean): boolean {
  if (/^[-?:,[\]{}#&*!|>'"%@`]|^\.{3}|:(?:\s|$)|\s#/.test(source) || source !== source.trim()) return false;
  return !isFlow || !/[,[\]{}"']|:(?=[,[\]{}])/.test(source);
}

/** A source of a style that knows no escape, in double quotes. */
export function requoted(source: string, style: ScalarStyle): string {
  return doubleQuoted(style === "literal" ? source.slice(1, -1) : source);
}

const yamlStyles: Readonly<Record<string, ScalarStyle>> = {
  QUOTE_SINGLE: "single",
  QUOTE_DOUBLE: "double",
  BLOCK_LITERAL: "block",
  BLOCK_FOLDED: "block",
};

function yamlScalarAt(source: string, { start, end }: TextRange): FrontMatterScalar | undefined {
  // The library knows no lone carriage return as a line break; a line feed in its place keeps every offset.
  const text = source.replace(/\r(?!\n)/g, "\n");
  const composer = new Composer({
    version: "1.2",
    schema: "core",
    uniqueKeys: false,
    resolveKnownTags: false,
    merge: false,
    logLevel: "silent",
  });
  const [document] = composer.compose(new Parser().parse(text), true, text.length);
  if (document === undefined) return undefined;
  let found: FrontMatterScalar | undefined;
  const isAround = ({ range }: ParsedNode): boolean => range[0] <= start && range[1] >= end;
  visit(document, {
    Seq: (_key, node) => {
      const { range, items } = node as YAMLSeq.Parsed;
      if (range[0] !== start || range[1] !== end || items.length !== 1 || !isSeq(items[0])) return undefined;
      found = { start, end, style: "bare" };
      return visit.BREAK;
    },
    Scalar: (_key, node, path) => {
      if (!isAround(node as Scalar.Parsed)) return undefined;
      const [from, to] = (node as Scalar.Parsed).range;
      const isFlow = path.some((parent) => (parent as { flow?: boolean }).flow === true);
      found = { start: from, end: to, style: yamlStyles[node.type ?? ""] ?? (isFlow ? "flow" : "plain") };
      return visit.BREAK;
    },
  });
  return found;
}

/** A comment of TOML, or a string of TOML or JSON. */
const strings =
  /#[^\r\n]*|"""(?:[^"\\]|\\[\s\S]|"{1,2}(?!"))*"{3,5}|'''(?:[^']|'{1,2}(?!'))*'{3,5}|"(?:[^"\\]|\\[\s\S])*"|'[^']*'/g;

function stringAt(source: string, { start, end }: TextRange): FrontMatterScalar | undefined {
  for (const { 0: written, index } of source.matchAll(strings)) {
    if (index > start) return undefined;
    const to = index + written.length;
    if (written.startsWith("#") || to < end) continue;
    const style = written.startsWith('"') ? "double" : written.startsWith("'''") ? "block" : "literal";
    return { start: index, end: to, style };
  }
  return undefined;
}
