/** The ranges of a document's text that are not prose for search. */
import type { FrontMatter } from "./markdown-document.ts";
import type { TextRange } from "./markdown-engine.ts";
import { appendRange, createRanges, mergeRanges, type OpaqueRanges, opaque, sortRanges } from "./opaque-ranges.ts";

/** What is hidden for which reason; each list sorted. */
export interface HiddenInput {
  readonly frontMatter: FrontMatter | undefined;
  /** Where the body starts: where the front matter's closing fence ends. */
  readonly bodyStart: number;
  /** Of these only the kind `destination` is hidden: an autolink is shown. */
  readonly destinations: OpaqueRanges;
  /** Brackets of wikilinks, and targets of those that show something else. */
  readonly targets: OpaqueRanges;
  /** HTML tags and comments. */
  readonly markup: OpaqueRanges;
  /** Of these only comments and script are hidden: math is shown. */
  readonly regions: OpaqueRanges;
}

/** All hidden ranges, in order and not overlapping. */
export function hiddenRanges(input: HiddenInput): TextRange[] {
  const marks = createRanges();
  if (input.frontMatter !== undefined) {
    appendRange(marks, 0, input.frontMatter.range.start, opaque.comment);
    appendRange(marks, input.frontMatter.range.end, input.bodyStart, opaque.comment);
  }
  const links = mergeRanges(input.destinations, input.targets);
  const rest = mergeRanges(sortRanges(input.markup), input.regions);
  const all = mergeRanges(marks, mergeRanges(links, rest));
  const hidden: TextRange[] = [];
  for (let index = 0; index < all.starts.length; index++) {
    if (((all.kinds[index] as number) & (opaque.address | opaque.math)) !== 0) continue;
    hidden.push({ start: all.starts[index] as number, end: all.ends[index] as number });
  }
  return hidden;
}
