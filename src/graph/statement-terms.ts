/** The ends of statements as RDF terms. */
import type { MarkdownDocument, Section } from "../documents/markdown-document.ts";
import { fileIri } from "./file-iri.ts";
import { folderIri, sectionIri } from "./iri.ts";
import type { KnowledgeGraph, LinkResolution } from "./knowledge-graph.ts";
import { targetSection } from "./link-statement.ts";
import type { StatementEnd } from "./resolved-statement.ts";
import { type NamedNode, namedNode } from "./terms.ts";

/** What a link leads to, which is a file or an address: a document, one of its sections, another file. */
export function targetTerm(graph: KnowledgeGraph, resolution: LinkResolution): NamedNode {
  if (resolution.status === "external") return namedNode(resolution.iri as string);
  const iri = fileIri(graph, resolution.path as string);
  const section = resolution.status === "document" ? targetSection(resolution) : 0;
  if (section === 0) return namedNode(iri);
  const target = graph.documents[graph.targetOf(resolution) as number] as MarkdownDocument;
  return namedNode(sectionIri(iri, target.sections[section] as Section));
}

/** The end of a statement. */
export function endTerm(graph: KnowledgeGraph, end: StatementEnd): NamedNode {
  if (end.kind === "iri") return namedNode(end.iri);
  return end.kind === "folder"
    ? namedNode(folderIri(graph.options.baseIri, end.path))
    : targetTerm(graph, end.resolution);
}
