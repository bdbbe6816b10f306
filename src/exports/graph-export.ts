/** What an export answers, and what may be asked of it. */
import type { Cut, Skipped } from "../base/cut.ts";
import type { LogicalPath } from "../base/logical-path.ts";
import type { UnknownName } from "../base/unknown-name.ts";
import type { EdgeKind } from "../graph/knowledge-graph.ts";

/** Formats that a graph can be written in. */
export const exportFormats = [
  "jsonld",
  "turtle",
  "ntriples",
  "nquads",
  "trig",
  "mermaid",
  "dot",
  "svg",
  "json",
  "graphml",
  "gexf",
  "csv",
  "canvas",
] as const;

export type ExportFormat = (typeof exportFormats)[number];

/** How much a diagram shows: documents, their sections too, or every node. */
export type ExportDetail = "documents" | "sections" | "full";

export interface ExportOptions {
  /** Only documents below this folder. */
  readonly directory?: string | undefined;
  /** Only what is within `depth` links of this node, which is named as in every question; a folder stands for the documents below it. */
  readonly focus?: string | undefined;
  /** Default 1. */
  readonly depth?: number | undefined;
  /** Which way `focus` follows links. Default `both`. */
  readonly direction?: "out" | "in" | "both" | undefined;
  readonly kinds?: readonly EdgeKind[] | undefined;
  /** Only documents with one of these tags, nested ones included. */
  readonly tags?: readonly string[] | undefined;
  /** Default: `documents` for diagrams (Mermaid, DOT, SVG, canvas), `full` for all other formats. */
  readonly detail?: ExportDetail | undefined;
  /** Cut the text, between statements, at this many characters (UTF-16 units). `undefined` streams everything. */
  readonly maximumCharacters?: number | undefined;
  /** JSON-LD only. Default `compacted`. */
  readonly form?: "compacted" | "expanded" | "flattened" | undefined;
  /**
   * Mermaid and SVG only: the bound on edges above which the diagram is folded. Default 500 for Mermaid, which is where Mermaid itself
   * stops, and 1,000 for SVG.
   */
  readonly maximumEdges?: number | undefined;
  /** Mermaid only: the bound on characters above which the diagram is folded. Default 50,000, which is where Mermaid itself stops. */
  readonly maximumDiagramCharacters?: number | undefined;
  /** CSV only: an apostrophe before cells that a spreadsheet would run as formulas, which are not exact then. Default `false`. */
  readonly spreadsheet?: boolean | undefined;
  /** Mermaid, DOT and SVG only: make nodes clickable, by this function of their path. */
  readonly linkTo?: ((path: LogicalPath) => string) | undefined;
  /** JSON only: the digest of the snapshot that the graph was made from, written into the text. Default `""`. */
  readonly snapshot?: string | undefined;
}

/** What a folded diagram shows. */
export interface DrawnPart {
  /** Nodes of the selection that have a box of their own. */
  readonly nodeCount: number;
  /** Boxes that stand for all the others. */
  readonly foldedCount: number;
  /** Arrows, of which some stand for several edges. */
  readonly edgeCount: number;
}

/** An exported graph. */
export interface GraphExport {
  readonly snapshot: string;
  readonly format: ExportFormat;
  readonly documentCount: number;
  /** RDF: the triples of the selection. Other formats: the triples about the selected documents, or all when all are selected. */
  readonly tripleCount: number;
  readonly nodeCount: number;
  readonly edgeCount: number;
  /** Tags of the options that no document has. */
  readonly unknownTags?: readonly UnknownName[];
  readonly skipped?: Skipped;
  readonly cut?: Cut;
  /** Of a folded diagram: what is drawn of the selection. */
  readonly drawn?: DrawnPart;
  readonly warnings?: readonly string[];
  readonly content: string;
}

/** What `writeGraph` reports after the text has gone to its sink. */
export type GraphExportSummary = Omit<GraphExport, "content" | "snapshot" | "skipped" | "unknownTags">;
