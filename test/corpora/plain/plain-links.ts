/** The links of a page: inline, by reference, in HTML, bare addresses and wikilinks. */
import type { PlainPage } from "./plain-corpus.ts";

/** A link as written. */
export interface PlainLink {
  readonly kind: "path" | "wikilink";
  /** Without the backslashes and entities of Markdown. */
  readonly target: string;
  /** An image, or a page that is shown. */
  readonly embed: boolean;
}

const destination =
  /\]\(\s*(?:<([^<>\n]*)>|((?:\\.|[^\s()\\]|\((?:\\.|[^\s()\\]|\([^\s()]*\))*\))*))(?:\s+(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\((?:\\.|[^()\\])*\)))?\s*\)/y;
const definition = /^\[((?:\\.|[^[\]\\])+)\]:\s*(?:<([^<>\n]*)>|(\S+))/gm;
const wikilinks = /(\\?)(!?)\[\[([^[\]\n]+)\]\]/g;
const addresses = /(?<![\w/])https?:\/\/[^\s<]+/gi;
const attributes = /<(?!(?:link|base|script|style|use|meta)\b)[a-z][\w-]*\s(?:[^<>"']|"[^"]*"|'[^']*')*>/gi;

export function linksOf({ prose, definitions, html, meta }: PlainPage): PlainLink[] {
  return [...linksIn({ prose, definitions, html }), ...Object.entries(meta).flatMap(linksOfKey)];
}

/** Keys whose values are texts and names. */
const plainKeys =
  /^(?:title|aliase?s?|tags?|keywords|date|created|published|updated|modified|lastmod|lang|language|slug|permalink|url|id|uid)$/i;

/** Links in a value of front matter that stay among the pages. */
function linksOfKey([key, value]: readonly [string, unknown]): PlainLink[] {
  if (Array.isArray(value)) return value.flatMap((one) => linksOfKey([key, one]));
  if (typeof value !== "string" || plainKeys.test(key)) return [];
  const links = linksIn({ prose: value.replace(/https?:\/\/[^\s)]*/g, "https:"), definitions: "", html: "" });
  return links.filter(({ target }) => !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(target));
}

function linksIn({ prose, definitions, html }: Pick<PlainPage, "prose" | "definitions" | "html">): PlainLink[] {
  const links: PlainLink[] = [];
  const defined = new Map<string, string>();
  const add = (target: string | undefined, embed: boolean): void => {
    if (target !== undefined && target !== "") links.push({ kind: "path", target, embed });
  };
  for (const [, label = "", angled, plain] of definitions.matchAll(definition)) {
    const key = labelOf(label);
    if (!defined.has(key)) defined.set(key, unescaped(angled ?? plain ?? ""));
  }
  let text = prose;
  for (const source of [html, text]) {
    for (const [tag] of source.matchAll(attributes)) {
      for (const [, name, double, single] of tag.matchAll(/\s(href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)) {
        add(unescaped(double ?? single ?? ""), name?.toLowerCase() === "src");
      }
    }
  }
  text = text.replace(attributes, " ");
  const units = text.split("");
  for (let at = text.indexOf("]("), rest = 0; at !== -1; at = text.indexOf("](", at + 2)) {
    if (at < rest || isEscaped(text, at)) continue;
    destination.lastIndex = at;
    const found = destination.exec(text);
    const open = found === null ? -1 : opening(text, at);
    if (found === null || open === -1) continue;
    add(unescaped(found[1] ?? found[2] ?? ""), text[open - 1] === "!" && !isEscaped(text, open - 1));
    rest = at + found[0].length;
    // There are no links in a link, but pictures.
    const from = text.slice(open, at).includes("![") ? at : open;
    units.fill(" ", from, rest);
    units[open] = " ";
  }
  text = units.join("");
  text = text.replace(wikilinks, (whole, escaped: string, bang: string, inner: string) => {
    if (escaped !== "") return whole;
    const [name = ""] = inner.split("|");
    const own = defined.get(labelOf(inner));
    const target = (own ?? name).replace(/\\$/, "").trim();
    if (own !== undefined && /^[a-z][a-z0-9+.-]*:|^\/\//i.test(own)) add(own, false);
    else if (target !== "" && !/^:.*:$/.test(target)) links.push({ kind: "wikilink", target, embed: bang !== "" });
    return " ";
  });
  for (const [, bang, label, second] of text.matchAll(
    /(?<!\\)(!?)\[((?:\\.|[^[\]\\])*)\](?:\[((?:\\.|[^[\]\\])*)\])?/g,
  )) {
    const key = second === undefined || second === "" ? label : second;
    add(defined.get(labelOf(key ?? "")) ?? defined.get(labelOf(label ?? "")), bang === "!");
  }
  for (const [address] of text.matchAll(addresses))
    add(address.replace(/(?:>.*|[?!.,:;*_~'"]+|(?<!\([^)]*)\))+$/, ""), false);
  return links;
}

function labelOf(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}

function isEscaped(text: string, at: number): boolean {
  return (/\\*$/.exec(text.slice(Math.max(0, at - 10), at))?.[0].length ?? 0) % 2 === 1;
}

/** The bracket that the one at `close` ends, in the same paragraph; −1 where there is none. */
function opening(text: string, close: number): number {
  let depth = 0;
  for (let at = close - 1; at >= 0 && !text.startsWith("\n\n", at); at--) {
    if (isEscaped(text, at)) continue;
    if (text[at] === "]") depth++;
    else if (text[at] === "[" && depth-- === 0) return at;
  }
  return -1;
}

function unescaped(written: string): string {
  return written
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/&amp;/g, "&")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"');
}
