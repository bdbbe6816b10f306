/** What notes say of other notes in their metadata. */
import type { MarkdownDocument, Section } from "../documents/markdown-document.ts";
import type { EntityTable } from "./entity-table.ts";
import type { KnowledgeGraph } from "./knowledge-graph.ts";
import { targetSection } from "./link-statement.ts";
import { literalLanguage } from "./literal-language.ts";
import { iriOf } from "./prefixes.ts";
import type { StatementEnd } from "./resolved-statement.ts";
import { endTerm } from "./statement-terms.ts";
import { type NamedNode, namedNode, type Quad, quad, textLiteral } from "./terms.ts";

const type = iriOf("rdf:type");
const concept = iriOf("skos:Concept");
const mediaObject = iriOf("schema:MediaObject");
const prefLabel = namedNode(iriOf("skos:prefLabel"));

/**
 * The quads of what notes say of other notes, subject by subject, without what those say of themselves already. `ownQuads` gives what a
 * document says.
 */
export function* noteFactQuads(
  graph: KnowledgeGraph,
  table: EntityTable,
  ownQuads: (document: number) => readonly Quad[],
): Generator<Quad> {
  for (const { subject: end, facts } of table.noteFacts()) {
    const subject = endTerm(graph, end);
    const own = ownStatements(graph, end, subject, ownQuads);
    for (const { predicate, object } of facts) {
      const term = object.kind === "text" ? textLiteral(object.text) : endTerm(graph, object);
      const said = quad(subject, namedNode(predicate), term);
      if (!own.some((known) => known.equals(said))) yield said;
      if (predicate === type && term.value === concept && !own.some((known) => known.predicate.equals(prefLabel))) {
        yield quad(subject, prefLabel, labelOf(graph, end));
      }
    }
  }
}

function ownStatements(
  graph: KnowledgeGraph,
  end: StatementEnd,
  subject: NamedNode,
  ownQuads: (document: number) => readonly Quad[],
): readonly Quad[] {
  const document = end.kind === "file" ? graph.targetOf(end.resolution) : undefined;
  if (document === undefined || document >= graph.documents.length) {
    return [quad(subject, namedNode(type), namedNode(mediaObject))];
  }
  return ownQuads(document).filter((known) => known.subject.equals(subject));
}

function labelOf(graph: KnowledgeGraph, end: StatementEnd): Quad["object"] {
  if (end.kind !== "file") return textLiteral(end.kind === "iri" ? end.iri : end.path);
  const document = graph.documents[graph.targetOf(end.resolution) ?? -1] as MarkdownDocument | undefined;
  if (document === undefined || end.resolution.status !== "document") return textLiteral(end.resolution.path as string);
  const section = targetSection(end.resolution);
  return textLiteral(
    section === 0 ? document.title : (document.sections[section] as Section).text,
    literalLanguage(document.language),
  );
}
