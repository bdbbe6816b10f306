/** Where documents speak of another one by its title or an alias without linking to it. */
import { columnOf, lineOf, lineStarts } from "../base/lines.ts";
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import type { TextRange } from "../documents/markdown-engine.ts";
import type { KnowledgeGraph } from "../graph/knowledge-graph.ts";
import { contextAt, type ShownPlace } from "../graph/questions/neighbors/edge-place.ts";
import { ownersOf } from "./query/excluded-words.ts";
import { phraseOf } from "./query/plan-terms.ts";
import type { SearchIndex } from "./search-index.ts";

/** Mentions that are no links. */
export interface UnlinkedMentions {
  /** The title and the aliases that were looked for. */
  readonly names: readonly string[];
  /** All mentions. */
  readonly count: number;
  /** The first of them by path and place. */
  readonly first: readonly ShownPlace[];
}

/** Longer names are no names, and one letter says nothing. */
const longestName = 200;
const shortestName = 2;

/**
 * Finds mentions in the bodies of all other documents: whole words, case and the width of blanks do not count. Links, addresses, comments
 * and front matter are not looked at. The index leads to the documents that hold all words of a name; only those are read.
 *
 * @param maximum Most mentions that are shown.
 */
export function unlinkedMentions(request: {
  readonly graph: KnowledgeGraph;
  readonly index: SearchIndex;
  readonly document: number;
  readonly maximum: number;
}): UnlinkedMentions {
  const { graph, index, document, maximum } = request;
  const { title, aliases } = graph.documents[document] as MarkdownDocument;
  const names = [...new Set([title, ...aliases].map((name) => name.trim()))].filter(isName);
  const found = { names, count: 0, first: [] as ShownPlace[] };
  if (names.length === 0) return found;
  const pattern = patternOf(names);
  for (const holder of documentsWithAll(index, names)) {
    if (holder === document) continue;
    const other = graph.documents[holder] as MarkdownDocument;
    const offsets = mentionsIn(other, pattern);
    found.count += offsets.length;
    const shown = offsets.slice(0, maximum - found.first.length);
    if (shown.length > 0) found.first.push(...placesOf(other, shown, pattern));
  }
  return found;
}

function isName(name: string): boolean {
  return name.length >= shortestName && name.length <= longestName && phraseOf(name).length > 0;
}

/** The numbers of the documents in which all words of one of the names stand, ascending. */
function documentsWithAll(index: SearchIndex, names: readonly string[]): readonly number[] {
  const phrases = names.map((name) => phraseOf(name));
  const table = index.termsFor({ words: new Set(phrases.flat()), stems: new Map(), beginnings: new Set() });
  const { documentOf, documents } = index;
  const wanted = new Set<number>();
  for (const phrase of phrases) {
    const counts = new Int32Array(documents.length);
    const words = [...new Set(phrase)];
    for (const [place, word] of words.entries()) {
      const term = table.dictionary.find(word);
      if (term === -1) break;
      ownersOf([term], table, index).sections.forEach((flag, section) => {
        const holder = documentOf[section] as number;
        if (flag === 1 && counts[holder] === place) counts[holder] = place + 1;
      });
    }
    counts.forEach((count, holder) => {
      if (count === words.length) wanted.add(holder);
    });
  }
  return [...wanted].sort((a, b) => a - b);
}

/** Scripts that are written without blanks: a name in them is a word wherever it stands. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Any of the names as whole words; the longest one first, so that it is taken where several begin. */
function patternOf(names: readonly string[]): RegExp {
  const sources = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => {
      const source = name.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&").replace(/\s+/gu, "\\s+");
      const characters = Array.from(name);
      const before = unspaced.test(characters[0] as string) ? "" : "(?<![\\p{L}\\p{N}_])";
      const after = unspaced.test(characters.at(-1) as string) ? "" : "(?![\\p{L}\\p{N}_])";
      return `${before}${source}${after}`;
    });
  return new RegExp(sources.join("|"), "giu");
}

/** Offsets of mentions outside what is no prose or linked already, ascending. */
function mentionsIn(document: MarkdownDocument, pattern: RegExp): readonly number[] {
  const { text, hidden, links, frontMatter } = document;
  const isCovered = coverage([
    ...hidden,
    ...links.map(({ range }) => range),
    ...(frontMatter === undefined ? [] : [{ start: 0, end: bodyStart(document) }]),
  ]);
  return Array.from(text.matchAll(pattern), (match) => ({ start: match.index, end: match.index + match[0].length }))
    .filter((range) => !isCovered(range))
    .map(({ start }) => start);
}

/** Where the lines of the front matter end. */
function bodyStart({ text, frontMatter }: MarkdownDocument): number {
  return frontMatter === undefined ? 0 : (lineStarts(text)[frontMatter.endLine] ?? text.length);
}

/** Tells whether a range meets any of these; to be asked in ascending order. */
function coverage(ranges: readonly TextRange[]): (range: TextRange) => boolean {
  const sorted = ranges.toSorted((a, b) => a.start - b.start);
  let next = 0;
  let coveredTo = 0;
  return ({ start, end }) => {
    for (; next < sorted.length && (sorted[next] as TextRange).start < end; next++)
      coveredTo = Math.max(coveredTo, (sorted[next] as TextRange).end);
    return start < coveredTo;
  };
}

function placesOf(document: MarkdownDocument, offsets: readonly number[], pattern: RegExp): ShownPlace[] {
  const { text, sections } = document;
  const starts = lineStarts(text);
  const sticky = new RegExp(pattern.source, "iuy");
  return offsets.map((offset) => {
    const line = lineOf(starts, offset);
    sticky.lastIndex = offset;
    const heading = sections.findLast((section) => section.index > 0 && section.startLine <= line)?.text;
    return {
      path: document.path,
      line,
      column: columnOf(text, starts, offset),
      text: (sticky.exec(text)?.[0] ?? "").replace(/\s+/gu, " "),
      ...(heading === undefined ? {} : { heading }),
      context: contextAt(text, offset),
    };
  });
}
