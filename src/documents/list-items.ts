/** Reads list items: tasks, typed relations (`type [[Target]]`, `type [text](target)`) and observations (`[category] text #tag (context)`); rule D9. */
import { rdfPrefixes } from "../base/rdf-prefixes.ts";
import { isBlank } from "./character-class.ts";
import { isDateText } from "./front-matter/date-text.ts";
import type { DraftLink } from "./link-collection.ts";
import type { SyntaxContainer } from "./markdown-engine.ts";
import { type OpaqueRanges, opaqueEndAt } from "./opaque-ranges.ts";
import type { WrittenTag } from "./tags.ts";

/** A task whose place is an offset yet. */
interface WrittenTask {
  readonly text: string;
  readonly done: boolean;
  readonly state?: "in-progress" | "cancelled";
  readonly due?: string;
  /** Where the date stands that it is due on. */
  readonly dueOffset?: number;
  readonly offset: number;
}

/** An observation whose place is an offset yet. */
interface WrittenObservation {
  readonly category: string;
  readonly text: string;
  readonly tags: readonly string[];
  readonly context?: string;
  readonly offset: number;
}

/** What list items are read with. Links and tags in order of their place. */
export interface ListItemsInput {
  readonly text: string;
  readonly containers: readonly SyntaxContainer[];
  /** What to add to the offsets of the containers. */
  readonly shift: number;
  /** Links of the body; those that are typed relations get their `relation`. */
  readonly links: readonly DraftLink[];
  readonly tags: readonly WrittenTag[];
  /** Comments, math and script: items in them do not count. */
  readonly regions: OpaqueRanges;
}

/** What {@link readListItems} gives, in order. */
export interface ListItems {
  readonly tasks: WrittenTask[];
  readonly observations: WrittenObservation[];
}

const noItems: ListItems = { tasks: [], observations: [] };

/** Reads the own paragraph of each list item. */
export function readListItems(input: ListItemsInput): ListItems {
  const { text, containers, shift, links, tags, regions } = input;
  if (containers.length === 0) return noItems;
  const items: ListItems = { tasks: [], observations: [] };
  let link = 0;
  let tag = 0;
  for (let index = 0; index + 1 < containers.length; index++) {
    const item = containers[index] as SyntaxContainer;
    const paragraph = containers[index + 1] as SyntaxContainer;
    if (item.kind !== "listItem" || paragraph.kind !== "paragraph" || paragraph.end > item.end) continue;
    const offset = item.start + shift;
    const end = paragraph.end + shift;
    if (opaqueEndAt(regions, paragraph.start + shift) !== -1) continue;
    const start = item.checked === null ? paragraph.start + shift : taskStart(text, offset, paragraph.start + shift);
    const mark = taskMarkOf(text, start);
    if (mark !== undefined) {
      const task = readTask(text, { from: start + 4, to: end }, mark, offset);
      if (task.text !== "") items.tasks.push(task);
      continue;
    }
    while (link < links.length && (links[link] as DraftLink).range.start < start) link++;
    const first = links[link];
    if (first !== undefined && first.range.end <= end) markRelation(text, start, end, first);
    if (text.charCodeAt(start) !== 91 || first?.range.start === start) continue;
    while (tag < tags.length && (tags[tag] as WrittenTag).offset < start) tag++;
    const observation = readObservation(text.slice(start, end), tags, tag, end);
    if (observation !== undefined) items.observations.push({ ...observation, offset });
  }
  return items;
}

/** Where the mark of a task begins: engines give the paragraph of a task without its mark. */
function taskStart(text: string, item: number, paragraph: number): number {
  const bracket = text.lastIndexOf("[", paragraph - 1);
  return bracket > item && bracket >= paragraph - 8 ? bracket : paragraph;
}

/** Marks that note-takers use beside those of GFM: half done, cancelled, moved on, planned, a question, important and so on. */
const marks = ' xX/-><?!*"+~';

/** What two of them say, as Obsidian's task plug-ins have it; the others are kinds of open tasks. */
const states: ReadonlyMap<string, NonNullable<WrittenTask["state"]>> = new Map([
  ["/", "in-progress"],
  ["-", "cancelled"],
]);

/** The character of a task mark (`[x] `) at `start`; `undefined` when there is none. */
function taskMarkOf(text: string, start: number): string | undefined {
  if (text.charCodeAt(start) !== 91 || text.charCodeAt(start + 2) !== 93) return undefined;
  const mark = text[start + 1] as string;
  const after = text.charCodeAt(start + 3);
  return marks.includes(mark) && (after === 32 || after === 9 || after === 10) ? mark : undefined;
}

const duePattern = /(?:[📅📆🗓]\ufe0f?|\bdue::?|@due\()[ \t]{0,8}(\d{4}-\d{2}-\d{2})(?!\d)/iu;

function readTask(text: string, { from, to }: { from: number; to: number }, mark: string, offset: number): WrittenTask {
  const written = text.slice(from, to);
  const found = duePattern.exec(written);
  const date = found?.[1];
  const state = states.get(mark);
  const done = mark === "x" || mark === "X";
  const task = { text: onOneLine(written), done, ...(state === undefined ? {} : { state }), offset };
  if (found === null || date === undefined || !isDateText(date)) return task;
  return { ...task, due: date, dueOffset: from + found.index + found[0].length - date.length };
}

function onOneLine(written: string): string {
  return written.includes("\n") || written.includes("\r")
    ? written.replace(/[ \t]*[\r\n]+[ \t>]*/g, " ").trim()
    : written.trim();
}

const oneWord = /^[\p{L}\p{N}\p{M}_-]*\p{L}[\p{L}\p{N}\p{M}_-]*[ \t]+$/u;
const compactIri = /^([A-Za-z][\w-]*):[\p{L}_][\p{L}\p{N}_.-]*[ \t]+$/u;
const quotedWords = /^(?:"([^"\r\n]+)"|'([^'\r\n]+)'|“([^”\r\n]+)”)[ \t]+$/;
/** A block id that ends an item, and blanks around it. */
const ending = /[ \t]*(?:\^[\w-]+[ \t]*)?$/;
/** Longest name of a relation and longest remark, in code units. */
const maximumName = 128;
const maximumRemark = 500;

/** Gives a link its relation where the item is exactly a type, the link, and an optional remark and tags. */
function markRelation(text: string, start: number, end: number, link: DraftLink): void {
  const { range } = link;
  if (!canBeRelated(link) || range.start - start > maximumName || end - range.end > maximumRemark) return;
  const name = relationName(text.slice(start, range.start));
  if (name !== undefined && isRemark(text.slice(range.end, end).replace(ending, ""))) link.relation = name;
}

/** Links to notes as both ways of writing have them; pictures, addresses and what may be no link at all are none. */
function canBeRelated({ syntax, embed, external, onlyIfResolved }: DraftLink): boolean {
  const isWritten = syntax === "wikilink" || syntax === "markdown" || syntax === "reference";
  return isWritten && !embed && !external && onlyIfResolved !== true;
}

/** One word, one compact IRI whose prefix is known, or words in quotes. */
function relationName(before: string): string | undefined {
  if (oneWord.test(before)) return before.trim();
  const prefix = compactIri.exec(before)?.[1];
  if (prefix !== undefined) return rdfPrefixes.has(prefix) ? before.trim() : undefined;
  const quoted = quotedWords.exec(before);
  return (quoted?.[1] ?? quoted?.[2] ?? quoted?.[3])?.trim() || undefined;
}

const tagsAhead = /^(?:[ \t]+#[^\s#()]+)+(?=[ \t]|$)/;

/** Whether a text is nothing but tags and one pair of parentheses on one line, in any order; there may be others in the pair. */
function isRemark(text: string): boolean {
  const rest = text.replace(tagsAhead, "").replace(trailingTags, "").trimStart();
  return rest === "" || openingParenthesis(rest) === 0;
}

/** Where the parenthesis opens that closes at the end of `text`; −1 when there is none on its last line. */
function openingParenthesis(text: string): number {
  if (text.charCodeAt(text.length - 1) !== 41) return -1;
  let depth = 0;
  for (let index = text.length - 1; index >= 0; index--) {
    const unit = text.charCodeAt(index);
    if (unit === 10 || unit === 13) return -1;
    if (unit === 41) depth++;
    else if (unit === 40 && --depth === 0) return index;
  }
  return -1;
}

/** One word of two characters or more with a letter in it: no task mark, time, number, footnote or callout. */
const categoryPattern = /^\[([\p{L}\p{N}\p{M}_-]{2,64})\][ \t]+(?=\S)/u;
const trailingTags = /(?:[ \t]+#[^\s#]+)+$/;
const longestTail = 500;

function readObservation(
  written: string,
  tags: readonly WrittenTag[],
  firstTag: number,
  end: number,
): Omit<WrittenObservation, "offset"> | undefined {
  const head = categoryPattern.exec(written);
  const category = head?.[1];
  if (head === null || category === undefined || !/\p{L}/u.test(category)) return undefined;
  let content = onOneLine(written.slice(head[0].length));
  const tail = content.slice(-longestTail).replace(ending, "");
  const open = openingParenthesis(tail);
  const hasContext = open > 0 && isBlank(tail.charCodeAt(open - 1));
  const context = hasContext ? tail.slice(open + 1, -1) : undefined;
  if (hasContext) content = content.slice(0, Math.max(0, content.length - longestTail) + open).trimEnd();
  const names: string[] = [];
  for (let index = firstTag; index < tags.length && (tags[index] as WrittenTag).offset < end; index++) {
    names.push((tags[index] as WrittenTag).name);
  }
  const ownTags = trailingTags.exec(content.slice(-longestTail))?.[0] ?? "";
  const observation = { category, text: content.slice(0, content.length - ownTags.length), tags: names };
  return context === undefined ? observation : { ...observation, context: context.trim() };
}
