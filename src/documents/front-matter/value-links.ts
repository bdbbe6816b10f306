/** Finds the links in a value of front matter. */
import { addLink, type DraftLink } from "../link-collection.ts";
import type { MarkdownLink, PropertyValue } from "../markdown-document.ts";
import { createRanges, type OpaqueRanges } from "../opaque-ranges.ts";
import { schemeOf } from "../schemes.ts";
import { findWikilinks } from "../wikilinks.ts";

/** A link as it stands in a value, without its place. */
export interface ValueLink extends Pick<MarkdownLink, "lookup" | "target" | "path" | "fragment" | "text" | "relation"> {
  /** The link's whole source, as far as the value shows it. */
  readonly written: string;
}

/** How {@link findValueLinks} reads a value. */
export interface ValueLinkOptions {
  /** The format takes `[[Home]]` for a list in a list, as YAML does. */
  readonly bareBrackets: boolean;
  /** Entries of maps are searched too; each is the relation of its own key. */
  readonly maps: boolean;
}

/** What {@link findValueLinks} gives. */
export interface ValueLinks {
  readonly links: readonly ValueLink[];
  /** Whether the value is nothing but links. */
  readonly onlyLinks: boolean;
  /** The value without the items of its lists that are nothing but links; the value itself where there are none. Maps stay whole. */
  readonly rest: PropertyValue;
}

/**
 * The links of a value of the key `relation`, in order: wikilinks, Markdown links and bare paths of notes, also in lists. A text that
 * holds more than links gives them without a relation; links that lead out of the knowledge base are none.
 */
export function findValueLinks(value: PropertyValue, relation: string, options: ValueLinkOptions): ValueLinks {
  if (!mayHold(value)) return { links: noLinks, onlyLinks: false, rest: value };
  const links: ValueLink[] = [];
  const rest = collect(value, relation, { links, options });
  return { links, onlyLinks: rest === undefined, rest: rest ?? value };
}

const noLinks: readonly ValueLink[] = [];

/** A quick look at the two kinds of value that most keys have. */
function mayHold(value: PropertyValue): boolean {
  if (value.type === "text")
    return value.value.includes("[") || value.value.includes(".m") || value.value.includes(".M");
  return value.type === "list" || value.type === "map";
}

interface Collection {
  readonly links: ValueLink[];
  readonly options: ValueLinkOptions;
}

/** Adds the links of a value; gives what else it holds, `undefined` where it is nothing but links. */
function collect(value: PropertyValue, relation: string, into: Collection): PropertyValue | undefined {
  if (value.type === "text") return collectText(value.value, relation, into) ? undefined : value;
  if (value.type === "list") {
    const bare = into.options.bareBrackets ? bareWikilink(value) : undefined;
    if (bare !== undefined) return collectText(bare, relation, into) ? undefined : value;
    return collectItems(value, relation, into);
  }
  if (value.type === "map" && into.options.maps) {
    for (const [key, entry] of value.entries) collect(entry, key, into);
  }
  return value;
}

function collectItems(
  list: Extract<PropertyValue, { type: "list" }>,
  relation: string,
  into: Collection,
): PropertyValue | undefined {
  const rest: PropertyValue[] = [];
  let isWhole = true;
  for (const item of list.items) {
    const left = collect(item, relation, into);
    if (left !== undefined) rest.push(left);
    isWhole &&= left === item;
  }
  if (isWhole) return list;
  return rest.length === 0 ? undefined : { ...list, items: rest };
}

/** The source of a list that is really a wikilink written without quotes: `[[Home]]`. A row of numbers stays a list. */
function bareWikilink(list: Extract<PropertyValue, { type: "list" }>): string | undefined {
  const [row, ...others] = list.items;
  if (row?.type !== "list" || others.length > 0 || !list.text.startsWith("[[") || !list.text.endsWith("]]")) {
    return undefined;
  }
  const inner = list.text.slice(2, -2);
  if (inner.trim() === "" || /[[\]"'\r\n]/.test(inner)) return undefined;
  const isRow = row.items.length > 1 && row.items.every(isNumber);
  return isRow ? undefined : list.text;
}

function isNumber(value: PropertyValue): boolean {
  return value.type === "integer" || value.type === "decimal" || value.type === "double" || value.type === "float";
}

interface FoundLink {
  readonly start: number;
  readonly end: number;
  readonly lookup: "wikilink" | "path";
  readonly target: string;
  readonly text: string;
}

function collectText(text: string, relation: string, into: Collection): boolean {
  if (!text.includes("[")) return collectPaths(text, relation, into);
  const found = linksIn(text);
  const onlyLinks = found.length > 0 && holdsOnly(text, found);
  for (const link of found) add(link, text.slice(link.start, link.end), onlyLinks ? relation : undefined, into);
  return onlyLinks;
}

/** Whether nothing but commas, semicolons and blanks stands between and around links, and at most a remark in parentheses. */
function holdsOnly(text: string, found: readonly FoundLink[]): boolean {
  let rest = "";
  let at = 0;
  for (const { start, end } of found) {
    if (start > at) rest += text.slice(at, start);
    at = end;
  }
  if (at < text.length) rest += text.slice(at);
  if (rest === "") return true;
  const words = rest.replace(/[,;]/g, " ").trim();
  return words === "" || remark.test(words);
}

/** A text that is nothing but paths of notes, separated by commas. */
function collectPaths(text: string, relation: string, into: Collection): boolean {
  if (text.length < 4 || text.length > longestBareText || !noteEnding.test(text)) return false;
  const paths = text.split(",").map((path) => path.trim());
  if (!paths.every(isNotePath)) return false;
  for (const path of paths) add({ lookup: "path", target: path, text: path }, path, relation, into);
  return true;
}

const remark = /^\([^()]*\)$/;
const nothingMasked: OpaqueRanges = createRanges();

/** `[text](destination "title")`; no part can go over a bracket of its own kind, so that the pattern is linear. */
const markdownLink =
  /!?\[([^[\]\r\n]*)\]\([ \t]{0,8}(?:<([^<>\r\n]*)>|([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)?))(?:[ \t]{1,8}(?:"[^"\r\n]*"|'[^'\r\n]*'))?[ \t]{0,8}\)/g;

/** The links that stay within the knowledge base, in order. */
function linksIn(text: string): readonly FoundLink[] {
  const found: FoundLink[] = [];
  for (const { start, end, target, alias = "" } of findWikilinks(text, 0, nothingMasked)) {
    if (schemeOf(target) !== undefined && target.includes("://")) continue;
    found.push({ start, end, lookup: "wikilink", target, text: alias === "" ? target : alias });
  }
  if (!text.includes("](")) return found;
  const wikilinks = found.length;
  let next = 0;
  for (const match of text.matchAll(markdownLink)) {
    const [written, label = "", angled, plain = ""] = match;
    const target = angled ?? plain;
    while (next < wikilinks && (found[next] as FoundLink).end <= match.index) next++;
    const end = match.index + written.length;
    const overlaps = next < wikilinks && (found[next] as FoundLink).start < end;
    if (target === "" || overlaps || leadsOut(target)) continue;
    found.push({ start: match.index, end, lookup: "path", target, text: label });
  }
  return found.sort((a, b) => a.start - b.start);
}

function leadsOut(target: string): boolean {
  return target.startsWith("//") || schemeOf(target) !== undefined;
}

const noteEnding = /\.m(?:d|dx|arkdown)(?:[?#]|\s{0,9}$)/i;
const notePath = /^[^\r\n]{1,1000}\.(?:md|mdx|markdown)(?:[?#][^\r\n]*)?$/i;
const longestBareText = 4_000;

/** Whether a text is nothing but the relative path of a note. One with blanks has to begin with `./`, `../` or `/`. */
function isNotePath(text: string): boolean {
  if (!notePath.test(text) || text.includes("*") || leadsOut(text)) return false;
  return /^\.{0,2}\//.test(text) || !/\s/.test(text);
}

/** A target that has more than a path: a fragment, a query, an escape or a scheme. */
const marked = /[#?\\:]/;

/** Splits the target as that of a link in the body and adds the link. */
function add(
  { lookup, target, text }: Pick<FoundLink, "lookup" | "target" | "text">,
  written: string,
  relation: string | undefined,
  into: Collection,
): void {
  let path = target;
  let fragment: string | undefined;
  if (marked.test(target)) {
    const drafts: DraftLink[] = [];
    addLink(
      { links: drafts, findings: [] },
      { syntax: "frontmatter", embed: false, lookup, target, text, start: 0, end: 0 },
    );
    const [draft] = drafts;
    if (draft === undefined) return;
    path = draft.path;
    fragment = draft.fragment;
  }
  const link: { -readonly [Key in keyof ValueLink]: ValueLink[Key] } = {
    lookup,
    written,
    target,
    path,
    text,
  };
  if (fragment !== undefined) link.fragment = fragment;
  if (relation !== undefined) link.relation = relation;
  into.links.push(link);
}
