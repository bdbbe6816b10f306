/** Finds where the path of a link stands in the source, so that it can be written anew with everything around it kept. */
import { decodeEntities } from "../html-markup.ts";
import type { MarkdownDocument, MarkdownLink } from "../markdown-document.ts";
import type { TextRange } from "../markdown-engine.ts";
import { unescapeTarget } from "../wikilinks.ts";
import { escapeScalar, type FrontMatterScalar, scalarAt, unescapeScalar } from "./front-matter-scalar.ts";

/** The place of a path, and the way it is written there. */
export interface WrittenPath extends TextRange {
  /** `wikilink`: between the brackets; `destination`: of Markdown; `attribute`: of HTML; `plain`: as it is, as in front matter. */
  readonly form: "wikilink" | "destination" | "attribute" | "plain";
  /** The value of front matter that it stands in. */
  readonly scalar?: FrontMatterScalar;
  /** What an attribute stands in; `braces` are those of JSX. */
  readonly quotes?: "double" | "single" | "braces" | "none";
}

/** What a piece of a link's source stands for. */
type Decode = (source: string) => string;

/** Candidates that are looked at in one link: hostile texts hold thousands. */
const maximumCandidates = 64;

/** The places of a link's path: one, or that of each definition that a reference may mean; none where it can't be told. */
export function pathsOfLink(document: MarkdownDocument, link: MarkdownLink): readonly WrittenPath[] {
  if (link.syntax === "reference") return definitionsOf(document, link);
  const { text } = document;
  const { start, end } = link.range;
  const source = text.slice(start, end);
  const scalar =
    link.syntax === "frontmatter" && document.frontMatter !== undefined
      ? scalarAt(document.frontMatter, link.range)
      : undefined;
  const style = scalar?.style ?? "block";
  const decode: Decode = (written) => unescapeScalar(written, style);
  const found =
    inWikilink(source, link, decode) ??
    inDestination(source, link, decode) ??
    inAttribute(source, link) ??
    plainly(source, escapeScalar(link.path, style));
  if (found === undefined) return definitionsOf(document, link);
  const place = { ...found, start: start + found.start, end: start + found.end };
  return [scalar === undefined ? place : { ...place, scalar }];
}

function inWikilink(source: string, link: MarkdownLink, decode: Decode): WrittenPath | undefined {
  const open = /^!?\[\[/.exec(source)?.[0].length;
  if (open === undefined || !source.endsWith("]]")) return undefined;
  const inner = source.slice(open, -2);
  const pipe = inner.indexOf("|");
  const parts =
    pipe === -1
      ? [[0, inner.length] as const]
      : ([
          [0, pipe],
          [pipe + 1, inner.length],
        ] as const);
  for (const [from, to] of parts) {
    let name = inner.slice(from, to).replace(/\\$/, "");
    const hash = name.indexOf("#");
    if (hash !== -1 && hash < name.trimEnd().length - 1) name = name.slice(0, hash);
    const start = open + from + (name.length - name.trimStart().length);
    const trimmed = name.trim();
    if (trimmed !== "" && unescapeTarget(decode(trimmed)) === link.path) {
      return { form: "wikilink", start, end: start + trimmed.length };
    }
  }
  return undefined;
}

/** The last `](…)` whose destination is the link's: images may stand in the text of a link. */
function inDestination(source: string, link: MarkdownLink, decode: Decode): WrittenPath | undefined {
  let at = source.lastIndexOf("](");
  for (let tried = 0; at !== -1 && tried < maximumCandidates; tried++) {
    const found = destinationAt(source, at + 2, link, decode);
    if (found !== undefined) return found;
    at = at === 0 ? -1 : source.lastIndexOf("](", at - 1);
  }
  return undefined;
}

function destinationAt(source: string, from: number, link: MarkdownLink, decode: Decode): WrittenPath | undefined {
  let start = from;
  while (/[ \t\r\n]/.test(source[start] ?? "")) start++;
  const angled = source[start] === "<";
  if (angled) start++;
  let end = start;
  let depth = 0;
  for (; end < source.length; end++) {
    const unit = source[end] as string;
    if (angled ? unit === ">" : unit === " " || unit === "\t" || unit === "\n" || unit === "\r") break;
    if (unit === "\\") end++;
    else if (!angled && unit === "(") depth++;
    else if (!angled && unit === ")" && --depth < 0) break;
  }
  const raw = source.slice(start, end);
  // What CommonMark does not take: a path with blanks, up to the last parenthesis.
  const lenient = link.onlyIfResolved === true ? source.slice(start, source.lastIndexOf(")")) : undefined;
  const written = [raw, lenient].find(
    (candidate) => candidate !== undefined && decoded(decode(candidate)) === link.target,
  );
  return written === undefined ? undefined : { form: "destination", start, end: start + pathLength(written) };
}

function inAttribute(source: string, link: MarkdownLink): WrittenPath | undefined {
  if (!source.startsWith("<")) return undefined;
  const attribute = /(?<![\w:-])(?:href|src|to)\s*=\s*(?:\{?\s*"([^"]*)"|\{?\s*'([^']*)'|([^\s"'<>]+))/gi;
  for (const match of source.matchAll(attribute)) {
    const value = match[1] ?? match[2] ?? match[3] ?? "";
    if (decodeEntities(value) !== link.target) continue;
    const start = match.index + match[0].lastIndexOf(value);
    return { form: "attribute", start, end: start + pathLength(value), quotes: quotesOf(match) };
  }
  return undefined;
}

function quotesOf([written, inDouble, inSingle]: RegExpExecArray): NonNullable<WrittenPath["quotes"]> {
  if (written.includes("{") && (inDouble ?? inSingle) !== undefined) return "braces";
  if (inDouble !== undefined) return "double";
  return inSingle === undefined ? "none" : "single";
}

/** A path that stands there as it is, once. */
function plainly(source: string, path: string): WrittenPath | undefined {
  const start = source.indexOf(path);
  if (path === "" || start === -1 || source.indexOf(path, start + 1) !== -1) return undefined;
  return { form: "plain", start, end: start + path.length };
}

const definition =
  /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*\[(?:[^[\]\\\r\n]|\\.){1,999}\]:[ \t]*(?:\r\n?|\n)?[ \t>]*(<[^<>\r\n]*>|[^\s<]\S*)/gm;

/** Definitions with the link's destination. Only what is hidden from readers can be one: never code. */
function definitionsOf({ text, hidden }: MarkdownDocument, link: MarkdownLink): readonly WrittenPath[] {
  const found: WrittenPath[] = [];
  let next = 0;
  for (const match of text.matchAll(definition)) {
    const written = match[1] as string;
    const angled = written.startsWith("<");
    const raw = angled ? written.slice(1, -1) : written;
    const start = match.index + match[0].length - written.length + (angled ? 1 : 0);
    while (next < hidden.length && (hidden[next] as TextRange).end <= start) next++;
    const isHidden = next < hidden.length && (hidden[next] as TextRange).start <= start;
    if (isHidden && decoded(raw) === link.target) {
      found.push({ form: "destination", start, end: start + pathLength(raw) });
    }
  }
  return found;
}

/** The part of a written target before its query and fragment. */
function pathLength(raw: string): number {
  const end = raw.search(/(?<!&)#|\?/);
  return end === -1 ? raw.length : end;
}

function decoded(raw: string): string {
  return unescapeTarget(decodeEntities(raw));
}
