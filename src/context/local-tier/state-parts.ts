/** The names of the sections of a pack. */
import type { PackedGraph } from "../../graph/packed/pack-graph.ts";
import type { IndexBase } from "../../search/index/index-base.ts";
import type { PackedSnapshot } from "../../snapshot/packed-snapshot.ts";

export const snapshotParts: readonly (keyof PackedSnapshot)[] = ["files", "numbers", "places", "sums"];
/** Is read bit by bit. */
export const documentsPart = "snapshot.documents";
/**
 * The proof of the listing that the snapshot was made from; empty where the store gives none though nothing is too young, so that it need
 * not be tried again.
 */
export const proofPart = "snapshot.proof";
/** JSON: the rules by which that listing was made. */
export const rulesPart = "snapshot.rules";
export const graphParts: readonly (keyof PackedGraph)[] = [
  "links",
  "linkPlaces",
  "incomingStarts",
  "incomingSources",
  "incomingLinks",
  "ranks",
  "triples",
];

export type IndexPart = Exclude<keyof IndexBase, "format">;

/** The columns of an index, with the kind of their numbers. */
export const indexParts: Readonly<Record<IndexPart, typeof Uint8Array | typeof Uint32Array>> = {
  firstSections: Uint32Array,
  mainSections: Uint8Array,
  stemmers: Uint8Array,
  titleLengths: Uint32Array,
  headingLengths: Uint32Array,
  bodyLengths: Uint32Array,
  terms: Uint8Array,
  termStarts: Uint32Array,
  postings: Uint8Array,
  postingStarts: Uint32Array,
};

export const indexPartNames: readonly IndexPart[] = Object.keys(indexParts) as IndexPart[];
