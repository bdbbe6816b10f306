/** Settles what an inline property says: typed relations where its value holds links, else a property. */
import { readScalar } from "./front-matter/property-value.ts";
import type { WrittenProperty } from "./inline-properties.ts";
import type { DraftLink } from "./link-collection.ts";
import type { PropertyValue } from "./markdown-document.ts";

/** A property whose place is an offset yet. */
export interface InlineProperty {
  readonly key: string;
  readonly value: PropertyValue;
  readonly offset: number;
}

/** Gives links in the values their relation, and the properties without links as values. `links` are in order of their place. */
export function readInlineProperties(
  text: string,
  written: readonly WrittenProperty[],
  links: readonly DraftLink[],
): InlineProperty[] {
  const properties: InlineProperty[] = [];
  for (const { key, offset, start, end } of written) {
    let found = false;
    for (let index = firstLinkAt(links, start); index < links.length; index++) {
      const link = links[index] as DraftLink;
      if (link.range.start >= end) break;
      if (link.range.end > end || link.onlyIfResolved === true) continue;
      link.relation = key;
      link.syntax = "inline";
      found = true;
    }
    if (!found) properties.push({ key, value: readScalar(text.slice(start, end)), offset });
  }
  return properties;
}

/** Index of the first link that starts at or after `offset`. */
function firstLinkAt(links: readonly DraftLink[], offset: number): number {
  let low = 0;
  let high = links.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((links[middle] as DraftLink).range.start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
