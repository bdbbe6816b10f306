/** Turns the links of an engine and the wikilinks of the source into links, and settles which of two that overlap counts. */
import { addLink, type LinkCollection } from "./link-collection.ts";
import type { MarkdownSyntax, SyntaxLink } from "./markdown-engine.ts";
import { type OpaqueRanges, opaqueEndAt } from "./opaque-ranges.ts";
import { schemeOf } from "./schemes.ts";
import type { WrittenWikilink } from "./wikilinks.ts";

/** What is needed to add the links of a document's body. */
export interface BodyLinks {
  readonly syntax: MarkdownSyntax;
  /** What to add to the offsets of the syntax. */
  readonly shift: number;
  readonly wikilinks: readonly WrittenWikilink[];
  /** Comments, math and script: links of the engine that stand in them do not count. */
  readonly regions: OpaqueRanges;
  readonly collection: LinkCollection;
}

/** Adds every link of the engine, then every wikilink, that counts; gives the wikilinks that do. */
export function addBodyLinks(body: BodyLinks): readonly WrittenWikilink[] {
  const { syntax, shift, wikilinks, regions, collection } = body;
  const settled = wikilinks.length === 0 ? undefined : settleOverlaps(syntax.links, shift, wikilinks);
  for (let index = 0; index < syntax.links.length; index++) {
    const link = syntax.links[index] as SyntaxLink;
    if (settled?.covered?.has(index) || opaqueEndAt(regions, link.start + shift) !== -1) continue;
    addLink(collection, {
      syntax: link.form === "reference" ? "reference" : "markdown",
      embed: link.type === "image",
      lookup: "path",
      target: link.url,
      text: link.text,
      start: link.start + shift,
      end: link.end + shift,
    });
  }
  if (settled === undefined) return [];
  for (const wikilink of settled.wikilinks) addWikilink(collection, wikilink);
  return settled.wikilinks;
}

/** Size of an embedded image, in the place of its text: `300`, `300x200`. */
const imageSize = /^[0-9]+(?:x[0-9]+)?$/;

function addWikilink(collection: LinkCollection, wikilink: WrittenWikilink): void {
  const { embed, target, alias } = wikilink;
  const named = alias !== undefined && alias !== "" && !(embed && imageSize.test(alias));
  addLink(collection, {
    syntax: embed ? "embed" : "wikilink",
    embed,
    lookup: "wikilink",
    target,
    text: named ? alias : target,
    start: wikilink.start,
    end: wikilink.end,
  });
}

interface Settled {
  /** Indexes of engine links that a wikilink stands for. */
  readonly covered: ReadonlySet<number> | undefined;
  readonly wikilinks: readonly WrittenWikilink[];
}

/**
 * CommonMark decides where it takes the same brackets: `[[1]](page.md)` is a Markdown link, and so is `[[1]]` with a definition of `1`
 * that leads out of the knowledge base. A definition within it names the wikilink's file, as editors write it for other renderers.
 * Everything else that an engine sees inside a wikilink (an address, a reference) belongs to the wikilink.
 */
function settleOverlaps(links: readonly SyntaxLink[], shift: number, wikilinks: readonly WrittenWikilink[]): Settled {
  let covered: Set<number> | undefined;
  const kept: WrittenWikilink[] = [];
  let next = 0;
  /** The link with the furthest end among those that start before the wikilink; nested links are images in a link. */
  let around: SyntaxLink | undefined;
  for (const wikilink of wikilinks) {
    const start = wikilink.start - shift;
    const end = wikilink.end - shift;
    for (; next < links.length && (links[next] as SyntaxLink).start <= start; next++) {
      const link = links[next] as SyntaxLink;
      if (around === undefined || link.end > around.end || link.type === "image") around = link;
    }
    if (around !== undefined && around.end > start && takesOver(around, start, end)) continue;
    let result: WrittenWikilink | undefined = wikilink;
    for (let inner = next; inner < links.length && (links[inner] as SyntaxLink).start < end; inner++) {
      const link = links[inner] as SyntaxLink;
      const brackets = wikilink.embed ? start + 1 : start;
      const defined = link.form === "reference" && link.start === brackets + 1 && link.end === end - 1;
      if (defined && (schemeOf(link.url) !== undefined || link.url.startsWith("//"))) {
        result = undefined;
        continue;
      }
      covered ??= new Set();
      covered.add(inner);
      if (defined) result = { ...wikilink, target: link.url, alias: wikilink.alias ?? wikilink.target };
    }
    if (result !== undefined) kept.push(result);
  }
  return { covered, wikilinks: kept };
}

/** Whether a link that starts at or before a wikilink leaves nothing of it: the same brackets, an image's text, an address. */
function takesOver(link: SyntaxLink, start: number, end: number): boolean {
  return link.start === start || link.end < end || link.type === "image" || link.form === "autolink";
}
