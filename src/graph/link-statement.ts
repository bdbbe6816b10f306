/** What a link says in RDF: one decision for the quads and for their count. */
import type { MarkdownLink } from "../documents/markdown-document.ts";
import type { LinkResolution } from "./knowledge-graph.ts";

/** The kinds of statements that links make. */
export type LinkStatement =
  /** A note or section is referred to or shown; also said by the section that holds the link. */
  | "references"
  | "embeds"
  /** Another file is linked to; also said by the section. */
  | "linksToAsset"
  /** An external address, or one that is no IRI as text. */
  | "citation"
  | "citationText"
  /** A typed relation that leads somewhere. */
  | "relation"
  /** The target leads nowhere. */
  | "unresolved"
  | "nothing";

/** The statement of one link. */
export function linkStatement(link: MarkdownLink, resolution: LinkResolution): LinkStatement {
  const { status, iri } = resolution;
  if (status === "missing" || status === "outside") return "unresolved";
  // Metadata says by itself what its links mean.
  if (link.metadata !== undefined) return "nothing";
  if (status === "text" || (resolution.by === "folder" && status === "asset")) return "nothing";
  if (status === "external" && iri === undefined) return /^data:/i.test(link.target) ? "nothing" : "citationText";
  if (link.relation !== undefined) return "relation";
  if (status === "external") return "citation";
  if (link.embed) return "embeds";
  return status === "document" ? "references" : "linksToAsset";
}

/** The section of the target that a link to a document names; 0 where it names the document itself. */
export function targetSection({ fragment }: LinkResolution): number {
  return fragment === undefined || fragment.status === "missing" ? 0 : fragment.section;
}
