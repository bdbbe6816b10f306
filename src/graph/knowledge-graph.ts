/** The resolved graph of a knowledge base: documents, sections, tags, entities and what connects them. */
import type { LogicalPath } from "../base/logical-path.ts";
import type { Diagnostic, DiagnosticKind, LinkSyntax, MarkdownDocument } from "../documents/markdown-document.ts";

export type NodeKind = "document" | "section" | "tag" | "entity" | "folder" | "external" | "asset" | "missing";

/**
 * A node. `label` is what people read: a title, a heading, a tag as first written, a URL.
 * Nodes are ordered: documents by path (node `i` is `documents[i]`), then the other kinds in the order of {@link NodeKind}, each by its key.
 */
export interface GraphNode {
  /** Position in `KnowledgeGraph.nodes`. */
  readonly index: number;
  readonly kind: NodeKind;
  /** Unique in the graph; valid as an IRI. A `missing` node has one too, used by diagrams and the JSON export only. */
  readonly iri: string;
  readonly label: string;
  /** The file of a document or asset, the document of a section, the path of a folder (`""` for the root). */
  readonly path?: LogicalPath | "";
  /** For sections: index into the document's `sections`. */
  readonly section?: number;
}

/**
 * Kinds of edges. `relation` is a typed relation and carries its own name in `GraphEdge.relation`.
 * `contains`: document to section, section to sub-section. `partOf`: document to folder, folder to folder.
 * `cites`: to an external address. `mentions`: document to entity (author or front matter entity).
 */
export type EdgeKind = "contains" | "linksTo" | "embeds" | "cites" | "taggedWith" | "partOf" | "mentions" | "relation";

/** A place where an edge was written. */
export interface EdgePlace {
  /** The document that holds it. */
  readonly path: LogicalPath;
  readonly line: number;
  readonly column: number;
  /** Link text, alias or tag as written. */
  readonly text: string;
  /** The target as written. */
  readonly target: string;
  /** Index of the section that holds it. */
  readonly section: number;
  /** Index of the section of the target document that the fragment names. */
  readonly targetSection?: number;
  /** The fragment as written. */
  readonly fragment?: string;
}

/** One edge per source, target, kind, relation and syntax; it keeps every place. Sources of link edges are documents. */
export interface GraphEdge {
  readonly index: number;
  readonly source: number;
  readonly target: number;
  readonly kind: EdgeKind;
  /** The name of a typed relation, as first written. */
  readonly relation?: string;
  /** How it was written, for edges that come from links. */
  readonly syntax?: LinkSyntax;
  /** The target was found by an alias. */
  readonly viaAlias?: true;
  readonly places: readonly EdgePlace[];
}

/** How a wikilink or path found its target: the stage of the resolution. */
export type ResolvedBy =
  | "self"
  | "path"
  | "root"
  | "address"
  | "suffix"
  | "name"
  | "title"
  | "alias"
  | "folder"
  | "loose";

/** What became of one link. `links[d][i]` of the graph is the resolution of `documents[d].links[i]`. */
export interface LinkResolution {
  /**
   * `document` and `asset` were found; `missing` was not found, or has several candidates and none was chosen; `outside` climbs out of the prefix; `external` is not
   * looked up; `entity` is a thing that metadata names and that has no note; `text` is no link after all (written in a lenient form and
   * without a target).
   */
  readonly status: "document" | "asset" | "missing" | "outside" | "external" | "text" | "entity";
  /** The file, or the folder, that was found. */
  readonly path?: LogicalPath | undefined;
  readonly by?: ResolvedBy | undefined;
  /** Found only without regard to case. */
  readonly caseDiffers?: true | undefined;
  /** All candidates, sorted by code point, when there was more than one in the deciding stage. */
  readonly candidates?: readonly LogicalPath[] | undefined;
  /** What became of the fragment of a link to a document. */
  readonly fragment?:
    | { readonly status: "section"; readonly section: number }
    | { readonly status: "anchor"; readonly name: string; readonly section: number; readonly line: number }
    | { readonly status: "missing" }
    | undefined;
  /** An external address as a valid IRI, where it is one; the IRI of an entity. */
  readonly iri?: string | undefined;
  /** The note that a wikilink asks for and that is not there, in the form in which names are compared. */
  readonly name?: string | undefined;
}

/** Something that a docs team should look at, with its place. */
export interface GraphProblem {
  readonly kind: DiagnosticKind | "duplicate-id" | "orphan" | "unused-asset";
  readonly path: LogicalPath;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** The text as written. */
  readonly text?: string;
  readonly candidates?: readonly LogicalPath[];
}

/** Settings of the graph. */
export interface GraphOptions {
  /** IRI that every IRI of ours starts with. Default `urn:graphdown:/`. */
  readonly baseIri: string;
  /**
   * What the IRI of a document is made from: its path, or the `id` of its front matter, so that it stays when the file is moved. A
   * document without an id, or with one that another has too, keeps the IRI of its path. Default `path`.
   */
  readonly iri: "path" | "id";
  /**
   * Folders below the prefix that root-relative links are also tried in, in order. Default `auto`: the folders above the linking file
   * that usually are the root of a site (`docs`, `content`, `src`…), and `static` and `public` beside them.
   */
  readonly contentRoots: readonly string[] | "auto";
  /**
   * What stands first in `[[a|b]]`: the target, as nearly everywhere, or the text, as in Dendron. Default `auto`: the text only where
   * the notes leave no doubt, because names of notes stand behind the pipe and hardly ever before it.
   */
  readonly wikilinkOrder: "auto" | "target-first" | "text-first";
  /** Whether wikilinks find documents by their aliases. Default `true`. */
  readonly resolveAliases: boolean;
  /** Whether `[text](path with blanks.md)` is never a link. Default `false`. */
  readonly strict: boolean;
}

/** A resolved graph. Immutable; made by `buildGraph` from documents alone, so equal documents give an equal graph. */
export interface KnowledgeGraph {
  readonly options: GraphOptions;
  readonly documents: readonly MarkdownDocument[];
  readonly otherPaths: readonly LogicalPath[];
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Per document and link. Made when it is first read; {@link KnowledgeGraph.linksOf} costs nothing. */
  readonly links: readonly (readonly LinkResolution[])[];
  /** Diagnostics of resolution per document, in the order of places (`broken`, `broken-anchor`, `outside`, `ambiguous`, `case`, `unquoted-blank`). */
  readonly diagnostics: readonly (readonly Diagnostic[])[];
  /** What became of the links of one document, in their order: `links[document]`. */
  linksOf(document: number): readonly LinkResolution[];
  /** Index of the node that a link of this graph leads to, where there is one. Fast for documents; what else there is may have to be numbered first. */
  targetOf(resolution: LinkResolution): number | undefined;
  nodeOf(path: LogicalPath | string): GraphNode | undefined;
  nodeByIri(iri: string): GraphNode | undefined;
  /** Node of a section of a document. */
  sectionNode(document: number, section: number): GraphNode | undefined;
  /** Edges that start at, or end at, a node; in the order of `edges`. */
  outgoing(node: number): readonly GraphEdge[];
  incoming(node: number): readonly GraphEdge[];
}
