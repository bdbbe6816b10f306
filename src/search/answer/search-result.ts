/** What a search answers. */
import type { Cut, Skipped } from "../../base/cut.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import type { UnknownName } from "../../base/unknown-name.ts";

export type SearchMode = "auto" | "lexical" | "graph" | "semantic";

export type SearchField = "title" | "aliases" | "headings" | "tags" | "description" | "body" | "properties";

/** Why a section was found. */
export interface MatchReason {
  /** Fields with the terms of the query that matched in them. */
  readonly fields: readonly { readonly field: SearchField; readonly terms: readonly string[] }[];
  /** For graph hits: the edge that led here. */
  readonly edge?: { readonly from: LogicalPath; readonly kind: string; readonly text: string };
}

/** One ranked section. */
export interface GraphMatch {
  /** IRI of the section's node, or of the document's for its lead. */
  readonly nodeId: string;
  /** Heading, or the document's title for its lead. */
  readonly label: string;
  readonly description?: string;
  /** The ranking that found it. */
  readonly source: "lexical" | "graph" | "semantic" | "merged";
  /** Greater is better; comparable within one answer only. */
  readonly score: number;
  readonly path: LogicalPath;
  readonly heading: string;
  readonly headingPath: readonly string[];
  /** Lines of the section's own text: what to give to a range read. */
  readonly startLine: number;
  readonly endLine: number;
  /**
   * First line of the section that holds a matched term. Where only the front matter does, that line of it, for the section that stands
   * for its document; `startLine` when none does.
   */
  readonly line: number;
  /** Some text around the first matched term below the heading (in the heading where there is none), on one line, at most 240 characters. */
  readonly snippet: string;
  readonly why: MatchReason;
  /** On the last of three sections of one document: how many further ones of it matched. */
  readonly more?: number;
}

export interface GraphSearchResult {
  /** Digest of the snapshot that was searched. */
  readonly snapshot: string;
  readonly documentCount: number;
  readonly tripleCount: number;
  /** By score, ties by path and line; at most 3 of one document. */
  readonly matches: readonly GraphMatch[];
  /** Matches on all pages; absent where a phrase asks for every found section to be read. */
  readonly matchCount?: number;
  /** Words and filters of the query after a dash: what they fit is left out. */
  readonly without?: readonly string[];
  /** Where nothing matches: how many documents directory, glob, tags and filters let through. */
  readonly searchedCount?: number;
  /** Where nothing matches: words of the query that stand in no document. */
  readonly unknownWords?: readonly UnknownName[];
  /** Tags of the options that no document has. */
  readonly unknownTags?: readonly UnknownName[];
  readonly skipped?: Skipped;
  readonly cut?: Cut;
  /** Goes on after these matches. */
  readonly cursor?: string;
  /** The cursor's snapshot is gone and this page comes from the present one. */
  readonly moved?: true;
}
