/** Replaces or adds to the content of a section or block, with every character outside it kept. */
import { endingOf, firstEnding, type LineEnding, uniformEnding, withEndings } from "../../base/line-endings.ts";
import type { MarkdownDocument } from "../markdown-document.ts";
import { comparableHeading } from "../slug.ts";
import { type PlacedLines, placeInBlock } from "./block-content.ts";
import { type DocumentPlace, findPlace, type PlaceName } from "./find-place.ts";
import { needsBlankBetween } from "./line-joints.ts";
import { type PlaceRange, rangeOfPlace } from "./place-range.ts";

/** Where content goes. */
export type SectionEditMode = "replace" | "append" | "prepend";

/** What to do to which section. */
export interface SectionEdit {
  readonly heading: PlaceName;
  /** Lines of Markdown; blank lines around them are dropped, since those around the section's own content stay. */
  readonly content: string;
  /** Default `replace`: the section's content goes. `append` comes after its last line that is not blank, `prepend` before the first. */
  readonly mode?: SectionEditMode | undefined;
  /** The content includes what is nested below the heading. Default `false`. */
  readonly subsections?: boolean | undefined;
}

/** A text after an edit, and the place that it changed. */
export interface EditedSection {
  readonly text: string;
  /** The heading path, or the block id with `^`. */
  readonly heading: string;
}

/**
 * Edits one section. See {@link findPlace} for what a heading may be called, and for the errors. A blank line is put where the content and
 * what stands right before or after it would otherwise become one block. A block keeps its id, and a list item its mark; content that
 * can't stand in the item is an `edit_conflict` with reason `unfit`.
 */
export function editSection(document: MarkdownDocument, edit: SectionEdit): EditedSection {
  const { mode = "replace", subsections = false } = edit;
  const place = findPlace(document, edit.heading);
  const range = rangeOfPlace(document, place, subsections);
  const { text } = document;
  const ending = uniformEnding(text);
  const added = ending ?? firstEnding(text) ?? "\n";
  const given = withoutBlankLines(withoutHeading(withoutBlankLines(edit.content), place));
  const content = withEndings(given, ending);
  const heading = place.kind === "section" ? place.section.headingPath.join(" > ") : `^${place.anchor.name}`;
  if (content === "" && mode !== "replace") return { text, heading };
  const isEmpty = range.contentStart === range.contentEnd;
  if (isEmpty) return { text: content === "" ? text : fillEmpty(text, range, content, added), heading };
  if (place.kind === "block" && content !== "") {
    const placed = placeInBlock({ text, range, id: heading, mode, content, added });
    return { text: splice(text, placed, added), heading };
  }
  const from = mode === "append" ? range.contentEnd : range.contentStart;
  const to = mode === "replace" ? range.contentEnd : from;
  return { text: splice(text, { from, to, content }, added), heading };
}

/** Puts whole lines in the place of whole lines: they are ended where something follows or the text was ended before. */
function splice(text: string, { from, to, content }: PlacedLines, added: LineEnding): string {
  const before = text.slice(0, from);
  const after = text.slice(to);
  const parts = [before, content, after].filter((part) => part !== "");
  const isOpen = endingOf(text) === "";
  return parts.reduce((joined, part, index) => {
    const isLast = index === parts.length - 1;
    const opens = joined !== "" && endingOf(joined) === "" ? added : "";
    const apart = joined !== "" && needsBlankBetween(joined, part) ? added : "";
    const closes = isLast && part === content && endingOf(content) === "" && !isOpen ? added : "";
    return joined + opens + apart + part + closes;
  }, "");
}

/** A section without content gets it after the blank lines below its heading, with a blank line around it where there is none. */
function fillEmpty(text: string, { start, contentStart, end }: PlaceRange, content: string, added: LineEnding): string {
  const head = text.slice(0, contentStart);
  const rest = text.slice(contentStart);
  const opened = endingOf(head) === "" ? head + added : head;
  const hasBlank = /(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)$/.test(text.slice(start, end)) || opened.endsWith(added + added);
  const isClosed = endingOf(content) !== "" || (rest === "" && endingOf(text) === "");
  return `${opened}${hasBlank ? "" : added}${content}${isClosed ? "" : added}${rest === "" ? "" : added}${rest}`;
}

/** Models often repeat the heading of the section that they write. */
function withoutHeading(content: string, place: DocumentPlace): string {
  const [line = "", ...rest] = /^([^\r\n]*)(?:\r\n|\r|\n|$)/.exec(content) ?? [];
  const heading = /^ {0,3}#{1,6}[ \t]+(.*)$/.exec(rest[0] ?? "")?.[1]?.replace(/[ \t]#+[ \t]*$/, "");
  if (place.kind === "block" || heading === undefined) return content;
  const isSame = comparableHeading(heading) === comparableHeading(place.section.text);
  return isSame ? content.slice(line.length) : content;
}

/** Content from its first line that is not blank to the end of its last one. */
function withoutBlankLines(content: string): string {
  const start = content.replace(/^(?:[ \t]*[\r\n])+/, "");
  const { length } = start.trimEnd();
  if (length === 0) return "";
  return start.slice(0, length) + (/^[^\r\n]*(?:\r\n|\r|\n)?/.exec(start.slice(length))?.[0] ?? "");
}
