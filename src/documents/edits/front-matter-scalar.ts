/** Finds the value of front matter that holds a place, and writes into it so that it still parses. */
import { isSeq, type Scalar, visit, type YAMLSeq } from "yaml";
import type { FrontMatter } from "../markdown-document.ts";
import type { TextRange } from "../markdown-engine.ts";
import { composeYaml } from "./compose-yaml.ts";
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

/** The values of the blocks that were looked at: one may hold thousands of links. */
const known: WeakMap<FrontMatter, readonly FrontMatterScalar[]> = new WeakMap();

/** The value that holds the range whole; `undefined` where none does. */
export function scalarAt(frontMatter: FrontMatter, { start, end }: TextRange): FrontMatterScalar | undefined {
  const scalars = known.get(frontMatter) ?? scalarsOf(frontMatter);
  known.set(frontMatter, scalars);
  let low = 0;
  let high = scalars.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((scalars[middle] as FrontMatterScalar).start <= start) low = middle + 1;
    else high = middle;
  }
  const found = scalars[low - 1];
  return found !== undefined && found.end >= end ? found : undefined;
}

/** All values of a block, by their places. */
function scalarsOf({ format, source, range }: FrontMatter): readonly FrontMatterScalar[] {
  const found = format === "yaml" ? yamlScalars(source) : stringsIn(source);
  return found.map(({ start, end, style }) => ({ start: start + range.start, end: end + range.start, style }));
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

function yamlScalars(source: string): FrontMatterScalar[] {
  const { text, document } = composeYaml(source);
  const found: FrontMatterScalar[] = [];
  if (document === undefined) return found;
  visit(document, {
    Seq: (_key, node) => {
      const [start, end] = (node as YAMLSeq.Parsed).range;
      if (node.items.length !== 1 || !isSeq(node.items[0]) || !bareWikilink.test(text.slice(start, end))) {
        return undefined;
      }
      found.push({ start, end, style: "bare" });
      return visit.SKIP;
    },
    Scalar: (_key, node, path) => {
      const [start, end] = (node as Scalar.Parsed).range;
      const isFlow = path.some((parent) => (parent as { flow?: boolean }).flow === true);
      found.push({ start, end, style: yamlStyles[node.type ?? ""] ?? (isFlow ? "flow" : "plain") });
    },
  });
  return found;
}

const bareWikilink = /^\[\[[^[\]"'\r\n]+\]\]$/;

/** A comment of TOML, or a string of TOML or JSON. */
const strings =
  /#[^\r\n]*|"""(?:[^"\\]|\\[\s\S]|"{1,2}(?!"))*"{3,5}|'''(?:[^']|'{1,2}(?!'))*'{3,5}|"(?:[^"\\]|\\[\s\S])*"|'[^']*'/g;

function stringsIn(source: string): FrontMatterScalar[] {
  const found: FrontMatterScalar[] = [];
  for (const { 0: written, index } of source.matchAll(strings)) {
    if (written.startsWith("#")) continue;
    const style = written.startsWith('"') ? "double" : written.startsWith("'''") ? "block" : "literal";
    found.push({ start: index, end: index + written.length, style });
  }
  return found;
}
