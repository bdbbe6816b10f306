/** The characters of a document that belong to a place: what an edit of it may touch. */
import { lineStarts } from "../../base/lines.ts";
import type { MarkdownDocument, Section } from "../markdown-document.ts";
import type { DocumentPlace } from "./find-place.ts";

/** Offsets in the document's text, each at the start of a line or the end of the text. */
export interface PlaceRange {
  /** Where the place begins: its heading, or the block's first line. */
  readonly start: number;
  /** The content: without the heading, and without the blank lines after it and at the end. Empty where there is none. */
  readonly contentStart: number;
  readonly contentEnd: number;
  /** Where the place ends: at the next heading, or after the block. */
  readonly end: number;
  /** 1-based lines of the place, heading included. */
  readonly startLine: number;
  readonly endLine: number;
}

/** The range of a place. `subsections`: with what is nested below its heading. */
export function rangeOfPlace(document: MarkdownDocument, place: DocumentPlace, subsections: boolean): PlaceRange {
  const starts = lineStarts(document.text);
  const lines = new Lines(document.text, starts);
  return place.kind === "section"
    ? rangeOfSection(lines, place.section, subsections)
    : rangeOfBlock(lines, place.anchor.line, document.sections[place.anchor.section]?.startLine ?? 1);
}

class Lines {
  readonly text: string;
  readonly #starts: readonly number[];

  constructor(text: string, starts: readonly number[]) {
    this.text = text;
    this.#starts = starts;
  }

  /** Offset of a 1-based line; the end of the text for a line after the last. */
  startOf(line: number): number {
    return this.#starts[line - 1] ?? this.text.length;
  }

  /** A line without its terminator. */
  line(number: number): string {
    return this.text.slice(this.startOf(number), this.startOf(number + 1)).replace(/[\r\n]+$/, "");
  }

  isBlank(number: number): boolean {
    return this.line(number).trim() === "";
  }
}

function rangeOfSection(lines: Lines, section: Section, subsections: boolean): PlaceRange {
  const { startLine } = section;
  const endLine = subsections ? section.endLine : section.ownEndLine;
  let first = afterHeading(lines, startLine, endLine);
  while (first <= endLine && lines.isBlank(first)) first++;
  let last = endLine;
  while (last >= first && lines.isBlank(last)) last--;
  const contentStart = lines.startOf(first);
  return {
    start: lines.startOf(startLine),
    contentStart,
    contentEnd: last < first ? contentStart : lines.startOf(last + 1),
    end: lines.startOf(endLine + 1),
    startLine,
    endLine,
  };
}

/** The line after a heading: one with hashes takes one line, an underlined one ends with its line of `=` or `-`. */
function afterHeading(lines: Lines, startLine: number, endLine: number): number {
  if (/^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*#{1,6}(?:\s|$)/.test(lines.line(startLine))) return startLine + 1;
  for (let line = startLine + 1; line <= endLine; line++) {
    if (/^[\s>]*(?:=+|-+)\s*$/.test(lines.line(line))) return line + 1;
  }
  return startLine + 1;
}

const listItem = /^[\s>]*(?:[-*+]|\d{1,9}[.)])\s/;

/** The lines of the paragraph, list item or block that a block id is on, or stands below. */
function rangeOfBlock(lines: Lines, idLine: number, sectionLine: number): PlaceRange {
  const isAlone = /^[\s>]*\^[A-Za-z0-9_-]+\s*$/.test(lines.line(idLine));
  let last = isAlone ? idLine - 1 : idLine;
  while (isAlone && last > 1 && lines.isBlank(last)) last--;
  const opening = openingFence(lines, sectionLine, last);
  let first = opening ?? last;
  while (opening === undefined && first > 1 && !listItem.test(lines.line(first)) && isSameBlock(lines, first - 1))
    first--;
  return {
    start: lines.startOf(first),
    contentStart: lines.startOf(first),
    contentEnd: lines.startOf(last + 1),
    end: lines.startOf(idLine + 1),
    startLine: first,
    endLine: idLine,
  };
}

/** The line that opens the code fence which `last` closes; blank lines within it are part of the block. */
function openingFence(lines: Lines, from: number, last: number): number | undefined {
  const closing = /^[\s>]*(`{3,}|~{3,})\s*$/;
  if (!closing.test(lines.line(last))) return undefined;
  let opening: { readonly line: number; readonly mark: string } | undefined;
  for (let line = from; line <= last; line++) {
    const text = lines.line(line);
    if (opening === undefined) {
      const mark = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}(?=[^`]*$)|~{3,})/.exec(text)?.[1];
      if (mark !== undefined) opening = { line, mark };
    } else if (closing.exec(text)?.[1]?.startsWith(opening.mark)) {
      if (line === last) return opening.line;
      opening = undefined;
    }
  }
  return undefined;
}

function isSameBlock(lines: Lines, line: number): boolean {
  return (
    !lines.isBlank(line) &&
    !/^ {0,3}#{1,6}(?:\s|$)/.test(lines.line(line)) &&
    !/^(?:---|\+\+\+)\s*$/.test(lines.line(line))
  );
}
