/** The number of a graph's triples, without making them. */
import type { MarkdownDocument, MarkdownLink, Property } from "../documents/markdown-document.ts";
import { ownUrls } from "./describe-document.ts";
import { type GraphNumbers, numbersOf } from "./graph-numbers.ts";
import { entityKey, propertyIri } from "./iri.ts";
import type { KnowledgeGraph, LinkResolution } from "./knowledge-graph.ts";
import { linkStatement, targetSection } from "./link-statement.ts";
import { propertyStatements } from "./property-literal.ts";
import { relationKey, relationPredicate } from "./relation-predicate.ts";
import { tagKey } from "./tag-key.ts";
import { personUrls, quadsOfDocument } from "./to-quads.ts";

/** How many distinct triples the graph has: what `quadsOf` yields, and what each RDF export parses back to. */
export function countTriples(graph: KnowledgeGraph): number {
  let count = countSharedTriples(numbersOf(graph));
  for (const index of graph.documents.keys()) count += countDocumentTriples(graph, index);
  return count;
}

/** How many triples are about one document and its parts. */
export function countDocumentTriples(graph: KnowledgeGraph, index: number): number {
  const document = graph.documents[index] as MarkdownDocument;
  const links = countLinkTriples(graph, document, graph.links[index] as readonly LinkResolution[]);
  if (links === undefined) return quadsOfDocument(graph, index).length;
  return (
    links +
    countDocumentFields(document) +
    countNames(document) +
    triplesOfSection * Math.max(0, document.sections.length - 1) +
    countDistinct(document.anchors, ({ section, name }) => `${section} ${name}`) +
    countProperties(document.properties) +
    countParts(document)
  );
}

/** Two types, name, isPartOf, hasPart of the parent, position, level, first and last line. */
const triplesOfSection = 9;

/** Two types, name, folder, format, path, hash, word count. */
const triplesOfDocument = 8;

function countDocumentFields({ description, language, published, modified }: MarkdownDocument): number {
  const optional = [description, language, published, modified];
  return triplesOfDocument + optional.filter((value) => value !== undefined).length;
}

function countNames(document: MarkdownDocument): number {
  const { aliases, tags, authors, addresses } = document;
  const tagCount = countDistinct(tags, ({ name }) => tagKey(name));
  return (
    countDistinct(aliases, (alias) => `=${alias}`) +
    2 * tagCount +
    countDistinct(authors, ({ name }) => entityKey(name)) +
    (addresses.length === 0 ? 0 : ownUrls(document).size)
  );
}

function countProperties(properties: readonly Property[]): number {
  if (properties.length === 0) return 0;
  if (properties.length > 1 && new Set(properties.map(({ key }) => key)).size < properties.length) {
    return countStatements(properties);
  }
  let count = 0;
  for (const property of properties) {
    const { type } = property.value;
    if (type === "list" || type === "map" || beyondAscii.test(property.key)) return countStatements(properties);
    if (type !== "null") count++;
  }
  return count;
}

/** Keys that are written differently may be one in NFC. */
const beyondAscii = /[^\0-\x7f]/;

/** Where keys repeat, or a property says several things: counts what differs. */
function countStatements(properties: readonly Property[]): number {
  const said = new Set<string>();
  for (const { key, value } of properties) {
    for (const { keys, value: literal } of propertyStatements(key, value)) {
      said.add(`${propertyIri("", ...keys)}\n${literal.datatype.value}\n${literal.value}`);
    }
  }
  return said.size;
}

/** Observations: node, type, category, text, line, isPartOf. Tasks: type, status, name, line, isPartOf. */
function countParts({ observations, tasks }: MarkdownDocument): number {
  let count = 6 * observations.length + 5 * tasks.length;
  for (const { context, tags } of observations) count += (context === undefined ? 0 : 1) + countDistinct(tags, tagKey);
  for (const { due } of tasks) if (due !== undefined) count++;
  return count;
}

/** Mapped names and our own properties can't say what another part of a document says; `part_of` and compact IRIs can. */
function isPlainRelation(relation: string): boolean {
  return !relation.includes(":") && relationKey(relation) !== "part_of";
}

/** Triples of links; `undefined` where relations may repeat each other or the structure, so that only making them tells. */
function countLinkTriples(
  graph: KnowledgeGraph,
  document: MarkdownDocument,
  resolutions: readonly LinkResolution[],
): number | undefined {
  const { links, sections } = document;
  if (links.length === 0) return 0;
  const counter = new LinkCounter(numbersOf(graph).own.sectionStart, sections.length);
  for (const [index, link] of links.entries()) {
    if (!counter.add(link, resolutions[index] as LinkResolution)) return undefined;
  }
  return counter.count;
}

/** Counts the distinct statements of one document's links by numbers instead of IRIs. */
class LinkCounter {
  count = 0;
  readonly #sectionStart: Int32Array;
  readonly #sectionCount: number;
  readonly #numbers: Set<number> = new Set();
  readonly #texts: Set<string> = new Set();

  constructor(sectionStart: Int32Array, sectionCount: number) {
    this.#sectionStart = sectionStart;
    this.#sectionCount = sectionCount;
  }

  /** Whether the link could be counted. */
  add(link: MarkdownLink, resolution: LinkResolution): boolean {
    const statement = linkStatement(link, resolution);
    switch (statement) {
      case "nothing":
        break;
      case "unresolved":
      case "citationText":
        this.#addText(`${statement} ${link.target}`);
        break;
      case "relation": {
        const relation = link.relation as string;
        if (resolution.status === "external" || !isPlainRelation(relation)) return false;
        // Mapped names may share a predicate (`up` and `parent`).
        this.#addText(`relation ${relationPredicate("", relation)} ${this.#targetOf(resolution)}`);
        break;
      }
      default: {
        const statementNumber =
          statement === "embeds" ? 1 : statement === "references" ? 2 : statement === "citation" ? 3 : 0;
        const object = this.#targetOf(resolution) * 4 + statementNumber;
        this.#addNumber(object * this.#sectionCount);
        if (statement !== "citation" && link.section > 0) this.#addNumber(object * this.#sectionCount + link.section);
      }
    }
    return true;
  }

  /** The number of the node that the statement's object stands for. */
  #targetOf(resolution: LinkResolution): number {
    const target = resolution.target as number;
    const section = resolution.status === "document" ? targetSection(resolution) : 0;
    return section === 0 ? target : (this.#sectionStart[target] as number) + section - 1;
  }

  #addNumber(statement: number): void {
    if (this.#numbers.has(statement)) return;
    this.#numbers.add(statement);
    this.count++;
  }

  #addText(statement: string): void {
    if (this.#texts.has(statement)) return;
    this.#texts.add(statement);
    this.count++;
  }
}

/** Tags, folders, people and assets. */
function countSharedTriples({ own, linked }: GraphNumbers): number {
  const nested = own.tags.keys.filter((key) => key.includes("/")).length;
  const tags = own.tags.keys.length === 0 ? 0 : 1 + 3 * own.tags.keys.length + nested;
  const folders = own.folders.keys.length === 0 ? 0 : 5 * own.folders.keys.length - 1;
  let people = 0;
  for (let person = own.entities.first; person < own.entities.end; person++) {
    people += 2 + personUrls(own.entities.valueOf(person)).size;
  }
  return tags + folders + people + 3 * linked.assets.keys.length;
}

/** How many keys differ; `""` is no key. */
function countDistinct<Item>(items: readonly Item[], keyOf: (item: Item) => string): number {
  if (items.length === 0) return 0;
  if (items.length === 1) return keyOf(items[0] as Item) === "" ? 0 : 1;
  return new Set(items.map(keyOf).filter((key) => key !== "")).size;
}
