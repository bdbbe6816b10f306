/** Settles what an inline property says: typed relations where its value holds links, else a property. */
import { externalIri } from "../base/external-iri.ts";
import { claimFault } from "./front-matter/graph-metadata/claim-fault.ts";
import { IriNames } from "./front-matter/graph-metadata/iri-names.ts";
import { readScalar } from "./front-matter/property-value.ts";
import type { WrittenProperty } from "./inline-properties.ts";
import type { DraftLink, Finding } from "./link-collection.ts";
import type { PropertyValue } from "./markdown-document.ts";

/** A property whose place is an offset yet. */
export interface InlineProperty {
  readonly key: string;
  readonly value: PropertyValue;
  readonly offset: number;
}

/**
 * Gives links in the values their relation, and the properties without links as values. `links` are in order of their place. A relation
 * that no note can state is left out, so that the link is a plain one, and is a finding.
 */
export function readInlineProperties(
  text: string,
  written: readonly WrittenProperty[],
  links: readonly DraftLink[],
  findings: Finding[],
): InlineProperty[] {
  const properties: InlineProperty[] = [];
  for (const { key, offset, start, end } of written) {
    let found = false;
    for (let index = firstLinkAt(links, start); index < links.length; index++) {
      const link = links[index] as DraftLink;
      if (link.range.start >= end) break;
      if (link.range.end > end || link.onlyIfResolved === true) continue;
      found = true;
      link.syntax = "inline";
      const message = faultOf(key, link);
      if (message === undefined) link.relation = key;
      else findings.push({ kind: "graph-metadata", offset, message, text: link.target });
    }
    if (!found) properties.push({ key, value: readScalar(text.slice(start, end)), offset });
  }
  return properties;
}

const names = new IriNames(new Map());

/** Why a link can't have the relation; only addresses can be what a relation must not lead to. */
function faultOf(key: string, { external, target }: DraftLink): string | undefined {
  const predicate = external && key.includes(":") ? names.read(key) : undefined;
  if (predicate === undefined) return undefined;
  const fault = claimFault({ predicate, object: externalIri(target) });
  return fault === undefined ? undefined : `${key}: ${fault}`;
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
