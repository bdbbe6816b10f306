/** Finds the links that a move has led astray, by comparing the graph before it with the one after. */
import { lineOf, lineStarts } from "../../base/lines.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import type { TextEdit } from "../../base/text-edits.ts";
import { isEqualJson } from "../../documents/edits/is-equal-json.ts";
import type { FrontMatter, MarkdownDocument, MarkdownLink } from "../../documents/markdown-document.ts";
import { plainValue } from "../../documents/plain-value.ts";
import type { KnowledgeGraph, LinkResolution } from "../knowledge-graph.ts";
import { fileTest } from "./file-test.ts";
import { type FileChange, linkKey } from "./plan-move.ts";

/** A move that has been tried. */
export interface TriedMove {
  readonly from: LogicalPath;
  readonly to: LogicalPath;
  /** What it changed in the files, by their old paths. */
  readonly changes: readonly Pick<FileChange, "path" | "edits">[];
}

/**
 * Links of a graph after a move that do not lead where they should, as {@link linkKey} names them by the old path of their file. A link is
 * known again by its place and not by its number: a change may unmake one. All links of front matter count as astray where it does not
 * parse any more, or says something else in a key that holds no changed link.
 */
export function strayLinks(
  before: KnowledgeGraph,
  after: KnowledgeGraph,
  { from, to, changes }: TriedMove,
): readonly string[] {
  const stray: string[] = [];
  const isFile = fileTest(before);
  const places = new Map<string, number>(after.documents.map(({ path }, index) => [path, index]));
  const edits = new Map<string, readonly TextEdit[]>(changes.map((change) => [change.path, change.edits]));
  for (const [index, document] of before.documents.entries()) {
    const place = places.get(document.path === from ? to : document.path) ?? -1;
    const now = after.links[place];
    const numbers = newNumbers(document, after.documents[place], edits.get(document.path) ?? []);
    for (const [link, { path }] of (before.links[index] as readonly LinkResolution[]).entries()) {
      if (path === undefined || !isFile(path)) continue;
      if (now?.[numbers[link] ?? -1]?.path !== (path === from ? to : path)) stray.push(linkKey(document.path, link));
    }
  }
  return stray;
}

/** The number that each link has in the changed document; `undefined` for one that is not there any more. */
function newNumbers(
  document: MarkdownDocument,
  now: MarkdownDocument | undefined,
  edits: readonly TextEdit[],
): readonly (number | undefined)[] {
  if (now === undefined) return [];
  if (edits.length === 0) return document.links.map((_, link) => link);
  const byPlace = new Map<string, number>();
  const nameNow = placeNames((start) => start);
  for (const [number, link] of now.links.entries()) byPlace.set(nameNow(link), number);
  const isKept = keepsFrontMatter(document, now, edits);
  const nameThen = placeNames(shiftedBy(edits));
  return document.links.map((link) => {
    const number = byPlace.get(nameThen(link));
    return isInFrontMatter(link) && !isKept ? undefined : number;
  });
}

function isInFrontMatter({ syntax }: MarkdownLink): boolean {
  return syntax === "frontmatter";
}

/** Names links by where they begin; those of front matter, whose values may get quotes, by their order. */
function placeNames(startAfter: (start: number) => number): (link: MarkdownLink) => string {
  const counts = new Map<string, number>();
  return (link) => {
    const place = isInFrontMatter(link) ? "front matter" : `${startAfter(link.range.start)} ${link.embed}`;
    const count = counts.get(place) ?? 0;
    counts.set(place, count + 1);
    return `${place} ${count}`;
  };
}

/** Where a place of the text is after edits. It is asked for places in their order, as links are. */
function shiftedBy(edits: readonly TextEdit[]): (start: number) => number {
  let next = 0;
  let shift = 0;
  return (start) => {
    for (let edit = edits[next]; edit !== undefined && edit.end <= start; edit = edits[++next]) {
      shift += edit.text.length - (edit.end - edit.start);
    }
    return start + shift;
  };
}

/** Whether front matter still parses, has as many links, and keeps the value of every key that holds no edit. */
function keepsFrontMatter(document: MarkdownDocument, now: MarkdownDocument, edits: readonly TextEdit[]): boolean {
  const { frontMatter } = document;
  if (frontMatter === undefined || !edits.some(({ start }) => start < frontMatter.range.end)) return true;
  const changed = now.frontMatter;
  if (changed === undefined || changed.valid !== frontMatter.valid) return false;
  if (document.links.filter(isInFrontMatter).length !== now.links.filter(isInFrontMatter).length) return false;
  const keys = [...frontMatter.values.keys()];
  if (!isEqualJson(keys, [...changed.values.keys()])) return false;
  const isEdited = editedKeys(document.text, frontMatter, edits);
  return keys.every((key) => isEdited(key) || isEqualJson(plainValueOf(frontMatter, key), plainValueOf(changed, key)));
}

function plainValueOf({ values }: FrontMatter, key: string): unknown {
  const value = values.get(key);
  return value === undefined ? undefined : plainValue(value);
}

/** Tells the keys on whose lines, up to those of the next one, something was edited. */
function editedKeys(text: string, { lines }: FrontMatter, edits: readonly TextEdit[]): (key: string) => boolean {
  const starts = lineStarts(text);
  const begins = [...new Set(lines.values())].sort((a, b) => a - b);
  const edited = new Set(edits.map(({ start }) => begins.findLast((line) => line <= lineOf(starts, start))));
  return (key) => edited.has(lines.get(key));
}
