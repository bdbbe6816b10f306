/** The number of a graph's triples, without making them. */
import type { MarkdownDocument, MarkdownLink, Property, PropertyValue } from "../documents/markdown-document.ts";
import { ownUrls } from "./describe-document.ts";
import { type GraphNumbers, numbersOf } from "./graph-numbers.ts";
import { entityKey, propertyIri } from "./iri.ts";
import type { KnowledgeGraph, LinkResolution } from "./knowledge-graph.ts";
import { linkStatement, targetSection } from "./link-statement.ts";
import { propertyStatements } from "./property-literal.ts";
import { relationKey, relationPredicate } from "./relation-predicate.ts";
import { tagKey } from "./tag-key.ts";
import { personUrls, quadsOfDocument } from "./to-quads.ts";

const kept: WeakMap<KnowledgeGraph, Uint32Array> = new WeakMap();

/** How many distinct triples the graph has: what `quadsOf` yields, and what each RDF export parses back to. */
export function countTriples(graph: KnowledgeGraph): number {
  let count = countSharedTriples(numbersOf(graph));
  for (const ofDocument of documentCounts(graph)) count += ofDocument;
  return count;
}

/** How many triples are about one document and its parts. */
export function countDocumentTriples(graph: KnowledgeGraph, index: number): number {
  return documentCounts(graph)[index] ?? 0;
}

/** The count of each document; made once a graph. */
function documentCounts(graph: KnowledgeGraph): Uint32Array {
  let counts = kept.get(graph);
  if (counts === undefined) {
    const counter = new LinkCounter(graph);
    counts = Uint32Array.from(graph.documents, (document, index) => {
      const links = counter.count(document, index);
      return links === undefined ? quadsOfDocument(graph, index).length : links + countOwnTriples(document);
    });
    kept.set(graph, counts);
  }
  return counts;
}

/** Everything but what links say. */
function countOwnTriples(document: MarkdownDocument): number {
  return (
    countFields(document) +
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

function countFields({ description, language, published, modified }: MarkdownDocument): number {
  let count = triplesOfDocument;
  if (description !== undefined) count++;
  if (language !== undefined) count++;
  if (published !== undefined) count++;
  return modified === undefined ? count : count + 1;
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
  if (hasRepeatedKey(properties)) return countStatements(properties);
  if (properties.some(({ key }) => beyondAscii.test(key))) return countStatements(properties);
  let count = 0;
  for (const property of properties) {
    const { value } = property;
    if (value.type === "map") count += countStatements([property]);
    else if (value.type === "list") count += countItems(value.items) ?? countStatements([property]);
    else if (value.type !== "null") count++;
  }
  return count;
}

/** How many items differ, for lists of text; `undefined` for others. */
function countItems(items: readonly PropertyValue[]): number | undefined {
  if (items.some(({ type }) => type !== "text")) return undefined;
  const texts = items.map((item) => (item as Extract<PropertyValue, { type: "text" }>).value);
  if (texts.length > compared) return new Set(texts).size;
  return texts.filter((text, index) => texts.indexOf(text) === index).length;
}

/** Up to this length items are compared in pairs, which makes no set. */
const compared = 12;

function hasRepeatedKey(properties: readonly Property[]): boolean {
  if (properties.length > compared) return new Set(properties.map(({ key }) => key)).size < properties.length;
  for (let index = 1; index < properties.length; index++) {
    const { key } = properties[index] as Property;
    for (let other = 0; other < index; other++) if ((properties[other] as Property).key === key) return true;
  }
  return false;
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

/** Kinds of statements whose objects are nodes, as numbers. */
const statementNumbers = { linksToAsset: 0, embeds: 1, references: 2, citation: 3 } as const;
const statementKinds = 4;

/**
 * Counts the distinct statements of links by numbers instead of IRIs. What was said last of each object is remembered by a stamp, which
 * needs no set: the links of a document follow each other, and so do those of a section.
 */
class LinkCounter {
  readonly #graph: KnowledgeGraph;
  readonly #sectionStart: Int32Array;
  /** By object and statement: the last document that said it, plus one. */
  readonly #saidByDocument: Int32Array;
  /** By object and statement: the node of the last section that said it. */
  readonly #saidBySection: Int32Array;
  readonly #texts: Set<string> = new Set();

  constructor(graph: KnowledgeGraph) {
    const { own, linked } = numbersOf(graph);
    this.#graph = graph;
    this.#sectionStart = own.sectionStart;
    this.#saidByDocument = new Int32Array(linked.missing.end * statementKinds);
    this.#saidBySection = new Int32Array(linked.missing.end * statementKinds);
  }

  /** Triples of a document's links; `undefined` where they may repeat each other or the structure, so that only making them tells. */
  count(document: MarkdownDocument, index: number): number | undefined {
    const { links } = document;
    const resolutions = this.#graph.links[index] as readonly LinkResolution[];
    if (this.#texts.size > 0) this.#texts.clear();
    let count = 0;
    let lastSection = 0;
    for (let place = 0; place < links.length; place++) {
      const link = links[place] as MarkdownLink;
      if (link.section < lastSection) return undefined;
      lastSection = link.section;
      const added = this.#add(link, resolutions[place] as LinkResolution, index);
      if (added === undefined) return undefined;
      count += added;
    }
    return count;
  }

  /** How many triples a link adds; `undefined` if that can't be told. */
  #add(link: MarkdownLink, resolution: LinkResolution, document: number): number | undefined {
    const statement = linkStatement(link, resolution);
    switch (statement) {
      case "nothing":
        return 0;
      case "unresolved":
      case "citationText":
        return this.#addText(`${statement} ${link.target}`);
      case "relation": {
        const relation = link.relation as string;
        if (resolution.status === "external" || !isPlainRelation(relation)) return undefined;
        // Mapped names may share a predicate (`up` and `parent`).
        return this.#addText(`relation ${relationPredicate("", relation)} ${this.#targetOf(resolution)}`);
      }
      default: {
        const said = this.#targetOf(resolution) * statementKinds + statementNumbers[statement];
        const section = (this.#sectionStart[document] as number) + link.section - 1;
        let added = 0;
        if (this.#saidByDocument[said] !== document + 1) added++;
        this.#saidByDocument[said] = document + 1;
        if (statement === "citation" || link.section === 0) return added;
        if (this.#saidBySection[said] !== section) added++;
        this.#saidBySection[said] = section;
        return added;
      }
    }
  }

  /** The number of the node that the statement's object stands for. */
  #targetOf(resolution: LinkResolution): number {
    const target = resolution.target as number;
    const section = resolution.status === "document" ? targetSection(resolution) : 0;
    return section === 0 ? target : (this.#sectionStart[target] as number) + section - 1;
  }

  #addText(statement: string): number {
    if (this.#texts.has(statement)) return 0;
    this.#texts.add(statement);
    return 1;
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
