/** Headings to nested sections with their lines (rule D7), and custom ids out of headings. */
import type { WrittenAnchor } from "./html-links.ts";
import type { Section } from "./markdown-document.ts";
import type { SyntaxHeading } from "./markdown-engine.ts";
import { type OpaqueRanges, opaque, opaqueEndAt } from "./opaque-ranges.ts";
import { createSlugger } from "./slug.ts";
import type { TextPlaces } from "./text-places.ts";
import type { WrittenWikilink } from "./wikilinks.ts";

/** What sections are made of. */
export interface SectionsInput {
  readonly text: string;
  readonly places: TextPlaces;
  /** Offset and line at which the lead starts. */
  readonly leadStart: number;
  readonly leadLine: number;
  readonly headings: readonly SyntaxHeading[];
  /** What to add to the offsets of the headings. */
  readonly shift: number;
  readonly wikilinks: readonly WrittenWikilink[];
  /** Comments, math and script: headings in them do not count; comments in headings are left out. */
  readonly regions: OpaqueRanges;
}

/** What {@link readSections} gives. */
export interface Sections {
  readonly sections: Section[];
  /** The `{#custom-id}`s of headings, in order. */
  readonly anchors: WrittenAnchor[];
}

type DraftSection = { -readonly [Key in keyof Section]: Section[Key] } & { own: { start: number; end: number } };

/** The lead and a section for each heading. Their own ranges follow each other without gaps up to the end of the text. */
export function readSections(input: SectionsInput): Sections {
  const { text, places, leadStart, leadLine } = input;
  const lineCount = places.starts.length;
  // As long as it will be, since a list that grows keeps room for more, and documents are kept.
  const sections: DraftSection[] = new Array(input.headings.length + 1);
  let previous = lead(leadStart, leadLine);
  sections[0] = previous;
  let count = 1;
  const anchors: WrittenAnchor[] = [];
  const slugOf = createSlugger();
  /** The innermost section that has not ended. */
  let open: DraftSection | undefined;
  let wikilink = 0;
  for (const heading of input.headings) {
    const offset = heading.start + input.shift;
    if (opaqueEndAt(input.regions, offset) !== -1) continue;
    const { wikilinks } = input;
    while (wikilink < wikilinks.length && (wikilinks[wikilink] as WrittenWikilink).start < offset) wikilink++;
    const shown = textOfHeading(input, heading, wikilink);
    const id = customId(shown);
    if (id !== undefined) anchors.push({ name: id.name, kind: "custom", offset });
    const name = id === undefined ? shown : id.before;
    const startLine = places.line(offset);
    const start = places.startOf(startLine);
    previous.ownEndLine = startLine - 1;
    previous.own.end = start;
    while (open !== undefined && open.level >= heading.depth) {
      open.endLine = startLine - 1;
      open = open.parent === -1 ? undefined : sections[open.parent];
    }
    const parent: DraftSection | undefined = open;
    const section: DraftSection = {
      index: count,
      level: heading.depth,
      text: name,
      slug: slugOf(name),
      headingPath: parent === undefined ? [name] : parent.headingPath.concat(name),
      parent: parent === undefined ? -1 : parent.index,
      startLine,
      endLine: lineCount,
      ownEndLine: lineCount,
      own: { start, end: text.length },
    };
    sections[count++] = section;
    previous = section;
    open = section;
  }
  if (count < sections.length) sections.length = count;
  const first = sections[0] as DraftSection;
  if (count === 1) {
    first.own.end = text.length;
    first.ownEndLine = Math.max(lineCount, leadLine - 1);
  }
  first.endLine = first.ownEndLine;
  return { sections, anchors };
}

function lead(start: number, line: number): DraftSection {
  return {
    index: 0,
    level: 0,
    text: "",
    slug: "",
    headingPath: [],
    parent: -1,
    startLine: line,
    endLine: line - 1,
    ownEndLine: line - 1,
    own: { start, end: start },
  };
}

/** The plain text of a heading on one line, wikilinks by what they show, without comments. */
function textOfHeading(input: SectionsInput, heading: SyntaxHeading, firstWikilink: number): string {
  let shown = heading.text;
  if (shown.includes("[[")) shown = withAliases(input, heading, firstWikilink);
  if (shown.includes("%%") && input.regions.count > 0) shown = withoutComments(input, heading, shown);
  if (shown.includes("\n") || shown.includes("\r")) shown = shown.replace(/[ \t]*[\r\n]+[ \t]*/g, " ");
  return shown.trim();
}

const maximumMissed = 8;

function withAliases({ text, wikilinks, shift }: SectionsInput, heading: SyntaxHeading, first: number): string {
  const pieces: string[] = [];
  let from = 0;
  let missed = 0;
  for (let index = first; index < wikilinks.length; index++) {
    const wikilink = wikilinks[index] as WrittenWikilink;
    if (wikilink.start >= heading.end + shift) break;
    const written = text.slice(wikilink.start, wikilink.end);
    const at = heading.text.indexOf(written, from);
    if (at === -1) {
      // Markup in the target hides it from the plain text. Looked for in vain a few times only, so that this stays linear.
      if (++missed > maximumMissed) break;
      continue;
    }
    const alias = wikilink.alias === undefined || wikilink.alias === "" ? wikilink.target : wikilink.alias;
    pieces.push(heading.text.slice(from, at), alias);
    from = at + written.length;
  }
  return from === 0 ? heading.text : pieces.join("") + heading.text.slice(from);
}

function withoutComments(input: SectionsInput, heading: SyntaxHeading, shown: string): string {
  const { text, regions, shift } = input;
  const pieces: string[] = [];
  let from = 0;
  let at = text.indexOf("%%", heading.start + shift);
  while (at !== -1 && at < heading.end + shift) {
    const end = opaqueEndAt(regions, at, opaque.comment);
    if (end !== -1) {
      const found = shown.indexOf(text.slice(at, end), from);
      if (found === -1) break;
      pieces.push(shown.slice(from, found));
      from = found + end - at;
    }
    at = text.indexOf("%%", end === -1 ? at + 2 : end);
  }
  return (pieces.join("") + shown.slice(from)).replace(/[ \t]+/g, " ");
}

/** `{#name}`, also with classes (`{#name .wide}`) or a colon (`{: #name}`), at the end of a heading's text. */
function customId(shown: string): { readonly name: string; readonly before: string } | undefined {
  if (!shown.endsWith("}")) return undefined;
  const open = shown.lastIndexOf("{");
  if (open === -1) return undefined;
  const name = /^:?\s*#([^\s{}]+)(?:\s[^{}]*)?$/.exec(shown.slice(open + 1, -1))?.[1];
  return name === undefined ? undefined : { name, before: shown.slice(0, open).trimEnd() };
}
