/** What a reader of one format gives for the source of a front matter block. */
import type { PropertyValue } from "../markdown-document.ts";

/** Something odd that does not spoil the block. */
export interface BlockRemark {
  readonly kind: "yaml-tag";
  readonly message: string;
  /** Offset into the source. */
  readonly offset: number;
  readonly text: string;
}

/** The source is a mapping: its values, and where each key of the top level stands (offsets into the source). */
export interface MappingReading {
  readonly kind: "mapping";
  readonly values: ReadonlyMap<string, PropertyValue>;
  readonly keyOffsets: Map<string, number>;
  readonly remarks: readonly BlockRemark[];
}

/** The source does not parse, or goes over a bound. */
export interface InvalidReading {
  readonly kind: "invalid";
  readonly message: string;
  /** Offset into the source. */
  readonly offset: number;
}

/** A mapping, a fault, or something that is no metadata at all (`other`), such as prose between two rules. */
export type BlockReading = MappingReading | InvalidReading | { readonly kind: "other" };

/** Collections within each other, the block itself counted. */
export const maximumDepth = 64;

/** An empty block, or one of comments only. */
export function emptyReading(): MappingReading {
  return { kind: "mapping", values: new Map(), keyOffsets: new Map(), remarks: [] };
}

/** What is said of a block that is nested too deeply. */
export function tooDeep(offset: number): InvalidReading {
  return { kind: "invalid", message: `Values are nested more than ${maximumDepth} levels deep.`, offset };
}

/** What is said of a key that occurs twice in one mapping. */
export function duplicateKey(key: string, offset: number): InvalidReading {
  return { kind: "invalid", message: `The key ${JSON.stringify(key.slice(0, 100))} occurs twice.`, offset };
}

/** A text in which halves of surrogate pairs, which no file can hold, are replaced. */
export function withoutHalfPairs(text: string): string {
  return surrogate.test(text) ? text.replace(/\p{Cs}/gu, "\ufffd") : text;
}

const surrogate = /[\ud800-\udfff]/;
