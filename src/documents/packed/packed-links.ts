/** The links of a document, to bytes and back. */
import type { LinkSyntax, MarkdownLink } from "../markdown-document.ts";
import type { ByteReader } from "./byte-reader.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { DamagedBytes } from "./damaged-bytes.ts";
import { readRange, readSame, writeRange, writeSame } from "./packed-values.ts";

const syntaxes: readonly LinkSyntax[] = ["wikilink", "markdown", "reference", "embed", "frontmatter", "inline", "html"];
const places = [undefined, "table", "quote", "task"] as const;

/** Facts of a link that are yes or no, as bits of one number. */
const bit = {
  embed: 1,
  wikilink: 2,
  external: 4,
  onlyIfResolved: 8,
  relation: 16,
  fragment: 32,
  /** The path is the beginning of the target. */
  pathBegins: 64,
  /** The fragment is all that follows the first `#` of the target. */
  fragmentEnds: 128,
  note: 256,
  thing: 512,
} as const;

export function writeLink(to: ByteWriter, link: MarkdownLink, index: number, links: readonly MarkdownLink[]): void {
  const before = links[index - 1];
  const bits = bitsOf(link);
  to.number(syntaxes.indexOf(link.syntax));
  to.number(places.indexOf(link.within));
  to.number(bits);
  to.text(link.target);
  writeSame(to, link.text, link.target);
  if ((bits & bit.pathBegins) !== 0) to.number(link.path.length);
  else to.text(link.path);
  if ((bits & bit.fragment) !== 0 && (bits & bit.fragmentEnds) === 0) to.text(link.fragment as string);
  if (link.relation !== undefined) to.text(link.relation);
  to.signed(link.line - (before?.line ?? 0));
  to.number(link.column);
  to.signed(link.section - (before?.section ?? 0));
  writeRange(to, link.range, before?.range);
}

export function readLink(from: ByteReader, links: readonly MarkdownLink[]): MarkdownLink {
  const before = links.at(-1);
  const syntax = syntaxes[from.number()];
  const within = places[from.number()];
  const bits = from.number();
  const has = (which: keyof typeof bit): boolean => (bits & bit[which]) !== 0;
  if (syntax === undefined) throw new DamagedBytes();
  const target = from.text();
  const text = readSame(from, target);
  const path = has("pathBegins") ? target.slice(0, from.number()) : from.text();
  const fragment = has("fragmentEnds") ? endOf(target) : has("fragment") ? from.text() : undefined;
  const relation = has("relation") ? from.text() : undefined;
  const line = from.signed() + (before?.line ?? 0);
  const column = from.number();
  const section = from.signed() + (before?.section ?? 0);
  return {
    syntax,
    embed: has("embed"),
    lookup: has("wikilink") ? "wikilink" : "path",
    ...(relation === undefined ? {} : { relation }),
    target,
    path,
    ...(fragment === undefined ? {} : { fragment }),
    text,
    line,
    column,
    range: readRange(from, before?.range),
    section,
    ...(within === undefined ? {} : { within }),
    external: has("external"),
    ...(has("onlyIfResolved") ? { onlyIfResolved: true as const } : {}),
    ...(has("note") ? { metadata: "note" as const } : has("thing") ? { metadata: "thing" as const } : {}),
  };
}

function bitsOf({ target, path, fragment, ...link }: MarkdownLink): number {
  let bits = 0;
  if (link.embed) bits |= bit.embed;
  if (link.lookup === "wikilink") bits |= bit.wikilink;
  if (link.external) bits |= bit.external;
  if (link.onlyIfResolved === true) bits |= bit.onlyIfResolved;
  if (link.metadata !== undefined) bits |= bit[link.metadata];
  if (link.relation !== undefined) bits |= bit.relation;
  if (target.startsWith(path)) bits |= bit.pathBegins;
  if (fragment !== undefined) bits |= bit.fragment;
  if (fragment !== undefined && target.includes("#") && endOf(target) === fragment) bits |= bit.fragmentEnds;
  return bits;
}

function endOf(target: string): string {
  return target.slice(target.indexOf("#") + 1);
}
