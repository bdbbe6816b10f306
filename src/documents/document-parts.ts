/** Gives everything that was found its line, column, section and surrounding block. */
import { emptyList } from "../base/kept-list.ts";
import { BlockContext } from "./block-context.ts";
import type { BodySyntax } from "./body-syntax.ts";
import type { WrittenAnchor } from "./html-links.ts";
import type { DraftLink, Finding } from "./link-collection.ts";
import type { Anchor, Diagnostic, DocumentTag, Observation, Property, Section, Task } from "./markdown-document.ts";
import type { Prose } from "./prose.ts";
import type { TextPlaces } from "./text-places.ts";

/** The parts of a document's body, in order of their place. */
export interface DocumentParts {
  readonly links: readonly DraftLink[];
  readonly anchors: readonly Anchor[];
  /** Each name once, but for those of front matter. */
  readonly tags: readonly DocumentTag[];
  readonly properties: readonly Property[];
  readonly tasks: readonly Task[];
  readonly observations: readonly Observation[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What {@link placeParts} takes. */
export interface PartsInput {
  readonly places: TextPlaces;
  readonly body: BodySyntax;
  readonly prose: Prose;
  readonly sections: readonly Section[];
  /** In any order. */
  readonly anchors: readonly WrittenAnchor[];
  readonly findings: readonly Finding[];
  /** Tags of front matter. */
  readonly knownTags: readonly DocumentTag[];
}

/** Places all parts. */
export function placeParts(input: PartsInput): DocumentParts {
  const { places, prose } = input;
  const pipes = placeLinks(input);
  return {
    links: prose.links,
    anchors: placeAnchors(input),
    tags: placeTags(input),
    properties: each(
      prose.properties,
      ({ key, value, offset }): Property => ({ key, value, source: "inline", ...placed(input, offset) }),
    ),
    tasks: each(prose.tasks, ({ offset, dueOffset: _, ...task }): Task => ({ ...task, ...placed(input, offset) })),
    observations: each(
      prose.observations,
      ({ offset, ...rest }): Observation => ({ ...rest, ...placed(input, offset) }),
    ),
    diagnostics: placeFindings(places, pipes.length === 0 ? input.findings : [...input.findings, ...pipes]),
  };
}

function each<From, To>(items: readonly From[], make: (item: From) => To): readonly To[] {
  return items.length === 0 ? emptyList : items.map(make);
}

function placed(input: PartsInput, offset: number): { line: number; section: number } {
  return { line: input.places.line(offset), section: sectionAt(input.sections, offset) };
}

/** Fills in the links; gives a finding for each wikilink whose bare pipe breaks a table cell. */
function placeLinks({ places, body, prose, sections }: PartsInput): readonly Finding[] {
  if (prose.links.length === 0) return emptyList;
  const findings: Finding[] = [];
  const context = new BlockContext(body.syntax.containers, body.shift);
  let section = 0;
  let wikilink = 0;
  for (const link of prose.links) {
    const { start } = link.range;
    while (section + 1 < sections.length && (sections[section + 1] as Section).own.start <= start) section++;
    link.line = places.line(start);
    link.column = places.column(start, link.line);
    link.section = section;
    const within = context.at(start);
    if (within === undefined) continue;
    link.within = within;
    if (within !== "table" || link.lookup !== "wikilink") continue;
    while ((prose.wikilinks[wikilink]?.start ?? start) < start) wikilink++;
    if (prose.wikilinks[wikilink]?.start === start && prose.wikilinks[wikilink]?.barePipe === true) {
      findings.push({
        kind: "unescaped-pipe",
        offset: start,
        message:
          "The pipe of this wikilink splits the table cell. It is read as one link; write \\| for other readers.",
        text: places.text.slice(start, link.range.end),
      });
    }
  }
  return findings;
}

function placeAnchors({ places, prose, sections, anchors }: PartsInput): readonly Anchor[] {
  const all = prose.blockIds.length === 0 ? anchors : [...anchors, ...prose.blockIds];
  const sorted = all.length > 1 ? [...all].sort((a, b) => a.offset - b.offset) : all;
  return each(sorted, ({ name, kind, offset }) => ({
    name,
    kind,
    line: places.line(offset),
    section: sectionAt(sections, offset),
  }));
}

function placeTags({ places, prose, sections, knownTags }: PartsInput): readonly DocumentTag[] {
  if (prose.tags.length === 0) return knownTags;
  const tags = [...knownTags];
  const seen = new Set(knownTags.map(({ name }) => comparableTag(name)));
  for (const { name, offset } of prose.tags) {
    const key = comparableTag(name);
    if (seen.has(key)) continue;
    seen.add(key);
    const line = places.line(offset);
    tags.push({
      name,
      source: "body",
      line,
      column: places.column(offset, line),
      section: sectionAt(sections, offset),
    });
  }
  return tags;
}

/** The form in which tags are equal: NFC, lower case. */
function comparableTag(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

function placeFindings(places: TextPlaces, findings: readonly Finding[]): readonly Diagnostic[] {
  if (findings.length === 0) return emptyList;
  const sorted = [...findings].sort((a, b) => a.offset - b.offset);
  return sorted.map(({ offset, ...finding }) => {
    const line = places.line(offset);
    return { ...finding, line, column: places.column(offset, line) };
  });
}

/** Index of the section whose own text holds `offset`. */
function sectionAt(sections: readonly Section[], offset: number): number {
  let low = 0;
  let high = sections.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sections[middle] as Section).own.start <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
