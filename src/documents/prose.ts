/** Runs our own scanners over a body: wikilinks, lenient links, macros, tags, inline properties, list items, block ids, words. */
import { findBlockIds } from "./block-ids.ts";
import type { BodySyntax } from "./body-syntax.ts";
import type { WrittenAnchor } from "./html-links.ts";
import { findInlineProperties, type WrittenProperty } from "./inline-properties.ts";
import { type InlineProperty, readInlineProperties } from "./inline-relations.ts";
import { addLenientLinks } from "./lenient-links.ts";
import type { DraftLink, LinkCollection } from "./link-collection.ts";
import { addMacroLinks } from "./link-macros.ts";
import { type ListItems, type ListItemsInput, readListItems } from "./list-items.ts";
import { addBodyLinks } from "./markdown-links.ts";
import { appendRange, createRanges, mergeRanges, noRanges, type OpaqueRanges, opaque } from "./opaque-ranges.ts";
import type { ParseOptions } from "./parse-options.ts";
import { findTags, type WrittenTag } from "./tags.ts";
import { findWikilinks, type WrittenWikilink } from "./wikilinks.ts";
import { countWords } from "./word-count.ts";

/** What the scanners found; everything in order of its place. */
export interface Prose extends ListItems {
  readonly links: readonly DraftLink[];
  readonly wikilinks: readonly WrittenWikilink[];
  readonly tags: readonly WrittenTag[];
  readonly properties: readonly InlineProperty[];
  readonly blockIds: readonly WrittenAnchor[];
  /** What is not shown of wikilinks: brackets, and targets before an alias. */
  readonly targets: OpaqueRanges;
  readonly wordCount: number;
}

/** What {@link readProse} takes. `collection` has the links of markup already. */
export interface ProseInput {
  readonly text: string;
  readonly from: number;
  readonly body: BodySyntax;
  readonly collection: LinkCollection;
  readonly options: ParseOptions;
}

const notCounted =
  opaque.code | opaque.html | opaque.destination | opaque.address | opaque.comment | opaque.script | opaque.wikilink;

/** Scans the body. Links are added to the collection and come back sorted. */
export function readProse({ text, from, body, collection, options }: ProseInput): Prose {
  const { syntax, shift, regions } = body;
  let { mask } = body;
  if (options.linkMacros.length > 0) {
    mask = mergeRanges(mask, addMacroLinks({ text, from, macros: options.linkMacros, mask, collection }));
  }
  const written = findWikilinks(text, from, mask);
  const wikilinks = addBodyLinks({ syntax, shift, wikilinks: written, regions, collection });
  const { whole, targets } = rangesOf(wikilinks);
  const closed = mergeRanges(mask, whole);
  const prose = mergeRanges(closed, addLenientLinks({ text, from, mask: closed, collection }));
  const links = sortLinks(collection.links);
  const tags = findTags({ text, from, mask: prose, hexColors: options.hexColors });
  const items = { text, containers: syntax.containers, shift, regions };
  const own = withoutDueDates(findInlineProperties(text, from, closed), items);
  const properties = readInlineProperties(text, own, links, collection.findings);
  const { tasks, observations } = readListItems({ ...items, links, tags });
  return {
    links,
    wikilinks,
    tags,
    properties,
    tasks,
    observations,
    blockIds: findBlockIds(text, from, mask),
    targets,
    wordCount: countWords({ text, from, mask, others: targets, kinds: notCounted }),
  };
}

const endsInDue = /[ \t]due$/i;

/**
 * Leaves out `half due:: 2026-01-31` in the text of a task, where it is the task's date: the words before are text and no key. In
 * brackets the words are a key. Such words are rare, so that the tasks are read once more for them alone.
 */
function withoutDueDates(
  written: readonly WrittenProperty[],
  items: Omit<ListItemsInput, "links" | "tags">,
): readonly WrittenProperty[] {
  const isDoubtful = ({ key, offset }: WrittenProperty): boolean =>
    endsInDue.test(key) && !isOpening(items.text.charCodeAt(offset - 1));
  if (!written.some(isDoubtful)) return written;
  const { tasks } = readListItems({ ...items, links: [], tags: [] });
  const dates = new Set(tasks.map(({ dueOffset }) => dueOffset));
  return written.filter((property) => !isDoubtful(property) || !dates.has(property.start));
}

function isOpening(unit: number): boolean {
  return unit === 91 || unit === 40;
}

/** Lists up to this length are sorted by inserting: that needs no memory. */
const shortList = 32;

/** Sorts in place by start, outer before inner: links of the engine come before wikilinks, and each kind is in order. */
function sortLinks(links: DraftLink[]): DraftLink[] {
  if (links.length > shortList) return links.sort(byStart);
  for (let index = 1; index < links.length; index++) {
    const link = links[index] as DraftLink;
    let place = index;
    for (; place > 0 && byStart(links[place - 1] as DraftLink, link) > 0; place--) {
      links[place] = links[place - 1] as DraftLink;
    }
    links[place] = link;
  }
  return links;
}

function byStart(a: DraftLink, b: DraftLink): number {
  return a.range.start - b.range.start || b.range.end - a.range.end;
}

/** The ranges of wikilinks, and of their brackets and other parts that are not shown. */
function rangesOf(wikilinks: readonly WrittenWikilink[]): { whole: OpaqueRanges; targets: OpaqueRanges } {
  if (wikilinks.length === 0) return { whole: noRanges, targets: noRanges };
  const whole = createRanges(wikilinks.length);
  const targets = createRanges(2 * wikilinks.length);
  for (const { start, end, embed, shown, alias, barePipe } of wikilinks) {
    appendRange(whole, start, end, opaque.wikilink);
    const body = start + (embed ? 3 : 2);
    // An alias without text shows the target, and the pipe goes with the closing brackets.
    const empty = alias === "";
    appendRange(targets, start, empty ? body : shown, opaque.wikilink);
    appendRange(targets, empty ? shown - (barePipe ? 1 : 2) : end - 2, end, opaque.wikilink);
  }
  return { whole, targets };
}
