/** Finds the links in a value of front matter. */
import type { PropertyValue } from "../markdown-document.ts";

/** A link as it stands in a value, without its place. */
export interface ValueLink {
  readonly lookup: "wikilink" | "path";
  /** The link's whole source, as far as the value shows it. */
  readonly written: string;
  readonly target: string;
  readonly path: string;
  readonly fragment?: string;
  readonly text: string;
  /** The key that it is the value of; absent where it stands within other text. */
  readonly relation?: string;
}

/** What {@link findValueLinks} gives. */
export interface ValueLinks {
  readonly links: readonly ValueLink[];
  /** Whether the value is nothing but links. */
  readonly onlyLinks: boolean;
}

// Neither pattern can go over a bracket of its own kind, so that both are linear.
const anyLink =
  /!?\[\[([^[\]\r\n]+)\]\]|!?\[([^[\]\r\n]*)\]\([ \t]{0,8}(?:<([^<>\r\n]*)>|([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)?))(?:[ \t]{1,8}(?:"[^"\r\n]*"|'[^'\r\n]*'))?[ \t]{0,8}\)/g;
const remark = /^\([^()]*\)$/;
const scheme = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;
const notePath = /^[^\r\n]{1,1000}\.(?:md|mdx|markdown)(?:[?#][^\r\n]*)?$/i;
const longestBarePath = 1_100;

/** How {@link findValueLinks} reads a value. */
export interface ValueLinkOptions {
  /** The format takes `[[Home]]` for a list in a list, as YAML does. */
  readonly bareBrackets: boolean;
  /** Entries of maps are searched too; each is the relation of its own key. */
  readonly maps: boolean;
}

/** The links of a value of the key `relation`, in order: wikilinks, Markdown links and bare paths of notes, also in lists. */
export function findValueLinks(value: PropertyValue, relation: string, options: ValueLinkOptions): ValueLinks {
  const links: ValueLink[] = [];
  const onlyLinks = collect(value, relation, { links, ...options });
  return { links, onlyLinks };
}

interface Collection extends ValueLinkOptions {
  readonly links: ValueLink[];
}

/** Adds the links of a value; whether it is nothing but links. */
function collect(value: PropertyValue, relation: string, into: Collection): boolean {
  if (value.type === "text") return collectText(value.value, relation, into);
  if (value.type === "list") {
    const bare = into.bareBrackets ? bareWikilink(value) : undefined;
    if (bare !== undefined) return collectText(bare, relation, into);
    let only = value.items.length > 0;
    for (const item of value.items) only = collect(item, relation, into) && only;
    return only;
  }
  if (value.type === "map" && into.maps) for (const [key, entry] of value.entries) collect(entry, key, into);
  return false;
}

/** The source of a list that is really a wikilink written without quotes: `[[Home]]`. A row of numbers stays a list. */
function bareWikilink(list: Extract<PropertyValue, { type: "list" }>): string | undefined {
  const [row, ...others] = list.items;
  if (row?.type !== "list" || others.length > 0 || !list.text.startsWith("[[") || !list.text.endsWith("]]"))
    return undefined;
  const inner = list.text.slice(2, -2);
  if (inner.trim() === "" || /[[\]"'\r\n]/.test(inner)) return undefined;
  const isRow = row.items.length > 1 && row.items.every(isNumber);
  return isRow ? undefined : list.text;
}

function isNumber(value: PropertyValue): boolean {
  return value.type === "integer" || value.type === "decimal" || value.type === "double" || value.type === "float";
}

function collectText(text: string, relation: string, into: Collection): boolean {
  if (!text.includes("[")) {
    if (!isNotePath(text)) return false;
    const target = text.trim();
    into.links.push({ lookup: "path", written: target, target, ...splitTarget(target), text: target, relation });
    return true;
  }
  const found: ValueLink[] = [];
  const rest = text.replace(anyLink, (...groups: unknown[]) => {
    const link = linkOf(groups as (string | undefined)[]);
    if (link === undefined) return String(groups[0]);
    found.push(link);
    return " ";
  });
  const between = rest.replace(/[,;]/g, " ").trim();
  const onlyLinks = found.length > 0 && (between === "" || remark.test(between));
  for (const link of found) into.links.push(onlyLinks ? { ...link, relation } : link);
  return onlyLinks;
}

/** Whether a text is nothing but the relative path of a note. One with blanks has to begin with `./`, `../` or `/`. */
function isNotePath(text: string): boolean {
  if (text.length < 4 || text.length > longestBarePath || !/\.m(?:d|dx|arkdown)(?:[?#]|\s*$)/i.test(text)) return false;
  const trimmed = text.trim();
  return notePath.test(trimmed) && !scheme.test(trimmed) && (/^\.{0,2}\//.test(trimmed) || !/\s/.test(trimmed));
}

function linkOf([written = "", wikilink, label, angled, plain]: readonly (string | undefined)[]):
  | ValueLink
  | undefined {
  if (wikilink !== undefined) {
    const bar = wikilink.indexOf("|");
    const target = (bar === -1 ? wikilink : wikilink.slice(0, bar)).trim();
    const alias = bar === -1 ? "" : wikilink.slice(bar + 1).trim();
    if (target === "" || scheme.test(target)) return undefined;
    const hash = target.indexOf("#");
    const place =
      hash === -1 ? { path: target } : { path: target.slice(0, hash).trim(), fragment: target.slice(hash + 1) };
    return { lookup: "wikilink", written, target, ...place, text: alias === "" ? target : alias };
  }
  const target = angled ?? plain ?? "";
  if (target === "" || scheme.test(target)) return undefined;
  return { lookup: "path", written, target, ...splitTarget(target), text: label ?? "" };
}

/** A destination before `#` and `?`, and what follows the `#`. */
function splitTarget(target: string): { readonly path: string; readonly fragment?: string } {
  const hash = target.indexOf("#");
  const before = hash === -1 ? target : target.slice(0, hash);
  const question = before.indexOf("?");
  const path = question === -1 ? before : before.slice(0, question);
  return hash === -1 ? { path } : { path, fragment: target.slice(hash + 1) };
}
