/** What the engine and the scanners say of a document's body. */
import { findComments } from "./comments.ts";
import { type MarkupFindings, readHtml } from "./html-links.ts";
import { findDestinations } from "./link-destinations.ts";
import type { MarkdownEngine, MarkdownSyntax } from "./markdown-engine.ts";
import { findMath } from "./math.ts";
import { parseMdx } from "./mdx.ts";
import {
  appendRange,
  createRanges,
  mergeRanges,
  noRanges,
  type OpaqueRanges,
  opaque,
  sortRanges,
} from "./opaque-ranges.ts";

/** The body of one document, taken apart. */
export interface BodySyntax {
  readonly syntax: MarkdownSyntax;
  /** What to add to the offsets of `syntax` for offsets into the whole text, as all others here are. */
  readonly shift: number;
  /** Everything in which our own syntax is not looked for. */
  readonly mask: OpaqueRanges;
  /** Comments, math and script: what the engine saw in them does not count. */
  readonly regions: OpaqueRanges;
  /** Link destinations, labels and definitions, and autolinks. */
  readonly destinations: OpaqueRanges;
}

/** What {@link readBodySyntax} takes. */
export interface BodySyntaxInput {
  readonly text: string;
  /** Where the body starts in the text. */
  readonly from: number;
  readonly engine: MarkdownEngine;
  readonly mdx: boolean;
  readonly comments: "skip" | "include";
  /** Where links and anchors of markup go. */
  readonly findings: MarkupFindings;
}

/** Parses the body and finds what is masked in it. */
export function readBodySyntax({ text, from, engine, mdx, comments, findings }: BodySyntaxInput): BodySyntax {
  const reading = mdx ? parseMdx(text, from, engine, findings) : undefined;
  const syntax = reading?.syntax ?? engine.parse(from === 0 ? text : text.slice(from));
  const shift = reading === undefined ? from : 0;
  const destinations = findDestinations(text, syntax, shift);
  let mask = mergeRanges(maskOf(syntax, shift), destinations);
  let regions = noRanges;
  if (reading !== undefined) {
    mask = mergeRanges(mask, reading.passedOver);
    regions = withoutTags(reading.passedOver);
  }
  const remarks = comments === "skip" ? findComments(text, from, mask) : noRanges;
  mask = mergeRanges(mask, remarks);
  const math = findMath(text, from, mask);
  regions = mergeRanges(mergeRanges(regions, remarks), math);
  readHtml({ text, nodes: syntax.opaque, shift, regions }, findings);
  return { syntax, shift, mask: mergeRanges(mask, math), regions, destinations };
}

function maskOf(syntax: MarkdownSyntax, shift: number): OpaqueRanges {
  if (syntax.opaque.length === 0) return noRanges;
  const ranges = createRanges(syntax.opaque.length);
  for (const { start, end, kind } of syntax.opaque) {
    appendRange(ranges, start + shift, end + shift, kind === "html" ? opaque.html : opaque.code);
  }
  return sortRanges(ranges);
}

function withoutTags(passedOver: OpaqueRanges): OpaqueRanges {
  const rest = createRanges();
  for (let index = 0; index < passedOver.count; index++) {
    const kind = passedOver.kinds[index] as number;
    if (kind !== opaque.html) {
      appendRange(rest, passedOver.starts[index] as number, passedOver.ends[index] as number, kind);
    }
  }
  return rest;
}
