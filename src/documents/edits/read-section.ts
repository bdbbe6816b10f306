/** Reads one section or block out of a document. */

import type { Cut } from "../../base/cut.ts";
import { GraphdownError } from "../../base/errors.ts";
import { isPairAt } from "../../base/lines.ts";
import { utf8Length } from "../../base/utf8-length.ts";
import type { MarkdownDocument } from "../markdown-document.ts";
import { findPlace, type PlaceName } from "./find-place.ts";
import { rangeOfPlace } from "./place-range.ts";

/** A part of a document, heading included. */
export interface SectionContent {
  /** The heading path, or the block id with `^`. */
  readonly heading: string;
  /** 1-based lines of the part: a range read of them gives exactly `content`. */
  readonly startLine: number;
  readonly endLine: number;
  /** The headings nested below that the content is without, with their lines. */
  readonly subsections?: readonly { readonly heading: string; readonly line: number }[];
  readonly content: string;
  /** The content was longer than the bound; `next` is the line and column at which a range read goes on. */
  readonly cut?: Cut<{ readonly line: number; readonly column: number }>;
}

/** Which section, and how much of it. */
export interface SectionRequest {
  readonly heading: PlaceName;
  /** With what is nested below the heading. Default `false`. */
  readonly subsections?: boolean | undefined;
  /** Most bytes of content. */
  readonly maximumBytes: number;
}

/** Subsections that an answer lists. */
const listedSubsections = 100;

/** Reads a section as {@link findPlace} finds it; one that is not there is `not_found` with the headings there are. */
export function readSection(document: MarkdownDocument, request: SectionRequest): SectionContent {
  const { subsections = false, maximumBytes } = request;
  const place = findForReading(document, request.heading);
  const { start, end, startLine, endLine } = rangeOfPlace(document, place, subsections);
  const below =
    subsections || place.kind === "block"
      ? []
      : document.sections.filter((section) => section.parent === place.section.index && section.level > 0);
  return {
    heading: place.kind === "section" ? place.section.headingPath.join(" > ") : `^${place.anchor.name}`,
    startLine,
    endLine,
    ...(below.length === 0
      ? {}
      : {
          subsections: below.slice(0, listedSubsections).map(({ text, startLine: line }) => ({ heading: text, line })),
        }),
    ...cutToBytes(document.text.slice(start, end), startLine, maximumBytes),
  };
}

function findForReading(document: MarkdownDocument, heading: PlaceName): ReturnType<typeof findPlace> {
  try {
    return findPlace(document, heading);
  } catch (cause) {
    if (!GraphdownError.isInstance(cause) || cause.details?.["reason"] !== "section_not_found") throw cause;
    const { message, details, next } = cause;
    throw new GraphdownError({ code: "not_found", message, path: document.path, details, next, cause });
  }
}

/** As much as the bound allows: whole lines, or of a first line that is too long whole characters. */
function cutToBytes(content: string, startLine: number, maximumBytes: number): Pick<SectionContent, "content" | "cut"> {
  if (utf8Length(content) <= maximumBytes) return { content };
  let bytes = 0;
  let line = startLine;
  let column = 1;
  /** The last place at which a line began. */
  let whole = 0;
  let at = 0;
  while (at < content.length) {
    const units = isPairAt(content, at) ? 2 : 1;
    bytes += utf8Length(content.slice(at, at + units));
    if (bytes > maximumBytes) break;
    const unit = content[at];
    at += units;
    column++;
    if (unit === "\n" || (unit === "\r" && content[at] !== "\n")) {
      line++;
      column = 1;
      whole = at;
    }
  }
  const end = whole === 0 ? at : whole;
  return { content: content.slice(0, end), cut: { reason: "bytes", next: { line, column: whole === 0 ? column : 1 } } };
}
