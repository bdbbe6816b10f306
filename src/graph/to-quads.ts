/** A graph as RDF/JS quads. */
import { DocumentDescription } from "./describe-document.ts";
import { type Entity, type EntityTable, entitiesOf } from "./entity-table.ts";
import { numbersOf } from "./graph-numbers.ts";
import { conceptSchemeIri, documentIri, folderIri, tagIri, tagSchemeIri } from "./iri.ts";
import type { KnowledgeGraph } from "./knowledge-graph.ts";
import { noteFactQuads } from "./note-facts.ts";
import type { KeyedNodes } from "./numbered-nodes.ts";
import { iriOf } from "./prefixes.ts";
import { baseNameOf, folderOf } from "./resolve/name-forms.ts";
import { sortTexts } from "./sort-texts.ts";
import { endTerm } from "./statement-terms.ts";
import { parentTagKey } from "./tag-key.ts";
import { type NamedNode, namedNode, type Quad, quad, textLiteral } from "./terms.ts";

/** How quads are made. */
export interface QuadOptions {
  /** Whether each document's triples are in a named graph, whose name is the document's IRI. Default `false`. */
  readonly namedGraphs?: boolean | undefined;
}

const term = (curie: string): NamedNode => namedNode(iriOf(curie));

const type = term("rdf:type");
const name = term("schema:name");
const path = term("md:path");
const isPartOf = term("schema:isPartOf");
const tagTerms = {
  concept: term("skos:Concept"),
  scheme: term("skos:ConceptScheme"),
  prefLabel: term("skos:prefLabel"),
  broader: term("skos:broader"),
  inScheme: term("skos:inScheme"),
};
const folderTypes = [term("md:Folder"), term("schema:Collection")];
const assetTypes = [term("md:Asset"), term("schema:MediaObject")];

/**
 * All triples of a graph, each once, without blank nodes, in a fixed order: document by document, then what documents share (tags,
 * folders, people and other things, assets). Made one document at a time, so that a consumer that streams needs no more memory than the graph.
 */
export function* quadsOf(graph: KnowledgeGraph, options: QuadOptions = {}): Generator<Quad, void, undefined> {
  for (const index of graph.documents.keys()) yield* quadsOfDocument(graph, index, options);
  yield* sharedQuads(graph);
}

/** The triples of one document: those whose subject is the document or a part of it. */
export function quadsOfDocument(graph: KnowledgeGraph, index: number, options: QuadOptions = {}): readonly Quad[] {
  return new DocumentDescription(graph, index, options.namedGraphs ?? false).quads();
}

/** The triples of what several documents can share: tags, folders, people and other things, assets, and what notes say of other notes. Always in the default graph. */
export function* sharedQuads(graph: KnowledgeGraph): Generator<Quad, void, undefined> {
  const { own, linked } = numbersOf(graph);
  const { baseIri } = graph.options;
  yield* tagQuads(own.tags, baseIri);
  for (const folder of own.folders.keys) {
    const subject = namedNode(folderIri(baseIri, folder));
    for (const folderType of folderTypes) yield quad(subject, type, folderType);
    yield quad(subject, name, textLiteral(folder === "" ? "/" : baseNameOf(folder)));
    yield quad(subject, path, textLiteral(folder));
    if (folder !== "") yield quad(subject, isPartOf, namedNode(folderIri(baseIri, folderOf(folder))));
  }
  const things = entitiesOf(graph);
  yield* thingQuads(graph, things);
  for (const asset of linked.assets.keys) {
    const subject = namedNode(documentIri(baseIri, asset));
    for (const assetType of assetTypes) yield quad(subject, type, assetType);
    yield quad(subject, path, textLiteral(asset));
  }
  yield* noteFactQuads(graph, things, (document) => quadsOfDocument(graph, document));
}

function* tagQuads(tags: KeyedNodes<string>, baseIri: string): Generator<Quad, void, undefined> {
  const scheme = namedNode(tagSchemeIri(baseIri));
  if (tags.keys.length > 0) yield quad(scheme, type, tagTerms.scheme);
  for (const [rank, key] of tags.keys.entries()) {
    const subject = namedNode(tagIri(baseIri, key));
    const parent = parentTagKey(key);
    yield quad(subject, type, tagTerms.concept);
    yield quad(subject, tagTerms.prefLabel, textLiteral(tags.valueOf(tags.first + rank)));
    if (parent !== undefined) yield quad(subject, tagTerms.broader, namedNode(tagIri(baseIri, parent)));
    yield quad(subject, tagTerms.inScheme, scheme);
  }
}

/** All that is said of people and other things. */
function* thingQuads(graph: KnowledgeGraph, things: EntityTable): Generator<Quad, void, undefined> {
  const scheme = conceptSchemeIri(graph.options.baseIri);
  let hasConcepts = false;
  for (const iri of sortTexts(things.entities.keys())) {
    const entity = things.entities.get(iri) as Entity;
    const subject = namedNode(iri);
    hasConcepts ||= entity.isConcept;
    for (const { predicate, object } of entity.facts(scheme)) {
      const objectTerm = object.kind === "text" ? textLiteral(object.text) : endTerm(graph, object);
      yield quad(subject, namedNode(predicate), objectTerm);
    }
  }
  if (hasConcepts) yield quad(namedNode(scheme), type, tagTerms.scheme);
}
