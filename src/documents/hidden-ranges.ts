/** The ranges of a document's text that are not prose for search. */
import { keptList } from "../base/kept-list.ts";
import type { FrontMatter } from "./markdown-document.ts";
import type { TextRange } from "./markdown-engine.ts";
import { MergedWalk, mergeRanges, type OpaqueRanges, opaque, sortRanges } from "./opaque-ranges.ts";

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
export function hiddenRanges(input: HiddenInput): readonly TextRange[] {
  const hidden: TextRange[] = [];
  if (input.frontMatter !== undefined) {
    append(hidden, 0, input.frontMatter.range.start);
    append(hidden, input.frontMatter.range.end, input.bodyStart);
  }
  // All that follows stands in the body.
  const markup = mergeRanges(sortRanges(input.markup), input.regions);
  const body =
    markup.count === 0
      ? new MergedWalk(input.destinations, input.targets)
      : new MergedWalk(mergeRanges(input.destinations, input.targets), markup);
  while (body.next()) {
    if ((body.kind & (opaque.address | opaque.math)) === 0) append(hidden, body.start, body.end);
  }
  return keptList(hidden);
}

function append(hidden: TextRange[], start: number, end: number): void {
  if (end > start) hidden.push({ start, end });
}
