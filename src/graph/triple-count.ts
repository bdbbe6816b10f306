/** The number of a graph's triples, without making them. */
import { isEqualJson } from "../documents/edits/is-equal-json.ts";
import type { MarkdownDocument, MarkdownLink, Property, PropertyValue } from "../documents/markdown-document.ts";
import { ChunkedList, type NumberedList } from "./chunked-list.ts";
import { ownUrls } from "./describe-document.ts";
import { type GraphStep, type GraphTable, keepsLinks, orderOf, presetTable, tableOf } from "./graph-tables.ts";
import { entityKey, propertyIri } from "./iri.ts";
import type { KnowledgeGraph, LinkResolution } from "./knowledge-graph.ts";
import { linkStatement, targetSection } from "./link-statement.ts";
import { noteFactQuads } from "./note-facts.ts";
import { peopleWithoutNote } from "./people-without-note.ts";
import { propertyStatements } from "./property-literal.ts";
import { relationKey, relationPredicate } from "./relation-predicate.ts";
import type { ResolvedDocument } from "./resolve/link-state.ts";
import { Resolution } from "./resolve/resolution.ts";
import { SharedTriples, sharedTagsOf } from "./shared-triples.ts";
import { tagKey } from "./tag-key.ts";
import { quadsOfDocument } from "./to-quads.ts";

interface TripleCounts {
  /** Of each document, by its number in the table of files. */
  readonly byFile: NumberedList<number>;
  /** In all, without what documents share. */
  readonly ofDocuments: number;
  readonly total: number;
  /** Whether notes say something of other notes. */
  readonly hasNoteFacts: boolean;
  readonly links: LinkCounter;
  /** Goes on with the next graph; absent where only the counts are known. */
  shared: SharedTriples | undefined;
}

const counts: GraphTable<TripleCounts> = {
  build(graph) {
    const links = new LinkCounter();
    const shared = new SharedTriples(graph.options.baseIri);
    const byFile = new ChunkedList(0);
    const { files } = orderOf(graph);
    let ofDocuments = 0;
    for (const [index, document] of graph.documents.entries()) {
      shared.add({ document, links: graph.linksOf(index) });
      const count = countOf(graph, index, links);
      byFile.set(files[index] as number, count);
      ofDocuments += count;
    }
    return { byFile, ofDocuments, ...countShared(graph, { ofDocuments, shared }), links, shared };
  },
  move(before, graph, step) {
    const { links, shared } = before;
    const { touched } = step;
    if (!(before.byFile instanceof ChunkedList)) return moveCounts(before, graph, step);
    if (shared === undefined) return undefined;
    before.shared = undefined;
    for (const { after } of touched) if (after !== undefined) shared.add(after);
    for (const { before: old } of touched) if (old !== undefined) shared.remove(old);
    const byFile: ChunkedList<number> = before.byFile.fork();
    const { positions } = orderOf(graph);
    let { ofDocuments } = before;
    for (const { file, after } of touched) {
      const count = after === undefined ? 0 : countOf(graph, positions[file] as number, links);
      ofDocuments += count - byFile.get(file);
      byFile.set(file, count);
    }
    return { byFile, ofDocuments, ...countShared(graph, { ofDocuments, shared }), links, shared };
  },
};

/** Moves mere counts, over documents that say the same of all that they share with others. */
function moveCounts(before: TripleCounts, graph: KnowledgeGraph, step: GraphStep): TripleCounts | undefined {
  const { touched } = step;
  // What notes say of a note counts unless that says it too.
  if (before.hasNoteFacts || !keepsLinks(step)) return undefined;
  const isAlike = touched.every(
    ({ before: old, after }) => old !== undefined && after !== undefined && sharesSame(old.document, after.document),
  );
  if (!isAlike) return undefined;
  const { positions } = orderOf(graph);
  const byFile = new EditedCounts(before.byFile);
  let { total } = before;
  for (const { file } of touched) {
    const count = countOf(graph, positions[file] as number, before.links);
    total += count - byFile.get(file);
    byFile.set(file, count);
  }
  return { ...before, byFile, total };
}

/** Counts of which a few are others. Made of others of this kind it rests on what those rest on, however many edits there were. */
class EditedCounts implements NumberedList<number> {
  readonly #base: NumberedList<number>;
  readonly #edited: Map<number, number>;

  constructor(before: NumberedList<number>) {
    this.#base = before instanceof EditedCounts ? before.#base : before;
    this.#edited = new Map(before instanceof EditedCounts ? before.#edited : []);
  }

  get(file: number): number {
    return this.#edited.get(file) ?? this.#base.get(file);
  }

  set(file: number, count: number): void {
    this.#edited.set(file, count);
  }
}

/** Whether two versions of a document with the same links say the same of tags, people and other things, and nothing of other notes. */
function sharesSame(a: MarkdownDocument, b: MarkdownDocument): boolean {
  return (
    a.statements === undefined &&
    b.statements === undefined &&
    isEqualJson(a.authors, b.authors) &&
    isEqualJson([...sharedTagsOf(a)], [...sharedTagsOf(b)])
  );
}

/** How many distinct triples the graph has: what `quadsOf` yields, and what each RDF export parses back to. */
export function countTriples(graph: KnowledgeGraph): number {
  return tableOf(counts, graph).total;
}

/** How many triples are about one document and its parts. */
export function countDocumentTriples(graph: KnowledgeGraph, index: number): number {
  return tableOf(counts, graph).byFile.get(orderOf(graph).files[index] ?? -1);
}

/** What is counted of a graph. */
export interface AllTripleCounts {
  /** Of each document. */
  readonly documents: Uint32Array;
  readonly total: number;
  /** Whether notes say something of other notes. */
  readonly hasNoteFacts: boolean;
}

/** The counts of all documents, and the number in all. */
export function countAllTriples(graph: KnowledgeGraph): AllTripleCounts {
  const { byFile, total, hasNoteFacts } = tableOf(counts, graph);
  return { documents: Uint32Array.from(orderOf(graph).files, (file) => byFile.get(file)), total, hasNoteFacts };
}

/** Gives a graph whose documents are numbered by their places the counts of an equal one. */
export function presetTriples(graph: KnowledgeGraph, { documents, total, hasNoteFacts }: AllTripleCounts): void {
  const byFile = { get: (place: number): number => documents[place] ?? 0 };
  const links = new LinkCounter();
  presetTable(counts, graph, { byFile, ofDocuments: 0, total, hasNoteFacts, links, shared: undefined });
}

/** What notes say of other notes depends on what those say themselves, so it is made to be counted; it is little. */
function countShared(
  graph: KnowledgeGraph,
  { ofDocuments, shared }: { readonly ofDocuments: number; readonly shared: SharedTriples },
): Pick<TripleCounts, "total" | "hasNoteFacts"> {
  let total = ofDocuments + shared.count;
  for (const _ of noteFactQuads(graph, shared.things, (document) => quadsOfDocument(graph, document))) total++;
  return { total, hasNoteFacts: shared.things.noteFacts().next().done !== true };
}

function countOf(graph: KnowledgeGraph, index: number, counter: LinkCounter): number {
  const document = graph.documents[index] as MarkdownDocument;
  if (document.statements !== undefined) return quadsOfDocument(graph, index).length;
  const links = counter.count(document, graph.linksOf(index));
  return links === undefined
    ? quadsOfDocument(graph, index).length
    : links + countOwnTriples({ document, links: graph.linksOf(index) });
}

/** Everything but what links say. */
function countOwnTriples(resolved: ResolvedDocument): number {
  const { document } = resolved;
  return (
    countFields(document) +
    countNames(resolved) +
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

function countNames(resolved: ResolvedDocument): number {
  const { document } = resolved;
  const { aliases, tags, authors, addresses } = document;
  const tagCount = countDistinct(tags, ({ name }) => tagKey(name));
  return (
    countDistinct(aliases, (alias) => `=${alias}`) +
    2 * tagCount +
    (authors.length === 0 ? 0 : countDistinct(peopleWithoutNote(resolved), ({ name }) => entityKey(name))) +
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
  const keys = properties.map(({ key }) => key.toLowerCase());
  if (keys.length > compared) return new Set(keys).size < keys.length;
  return keys.some((key, index) => keys.indexOf(key) < index);
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

/** Kinds of statements whose objects are files or sections of them, as numbers. */
const statementNumbers = { linksToAsset: 0, embeds: 1, references: 2 } as const;
const statementKinds = 4;

/** The statements of links to a section are told apart by one number of this many for each file. */
const perFile = 2 ** 22;

/**
 * Counts the distinct statements of links by numbers instead of IRIs. What was said last of each file is remembered by a stamp, which
 * needs no set: the links of a document follow each other, and so do those of a section.
 */
class LinkCounter {
  /** By file and statement: the stamp of the last document and the last section that said it. */
  #saidByDocument: Int32Array = new Int32Array(0);
  #saidBySection: Int32Array = new Int32Array(0);
  #stamp = 0;
  readonly #texts: Set<string> = new Set();
  /** Statements of sections of other documents, as few links make: by the document, and by its section at the moment. */
  readonly #ofSections: Set<number> = new Set();
  readonly #ofSectionsHere: Set<number> = new Set();

  /** Triples of a document's links; `undefined` where they may repeat each other or the structure, so that only making them tells. */
  count({ links }: MarkdownDocument, resolutions: readonly LinkResolution[]): number | undefined {
    if (this.#texts.size > 0) this.#texts.clear();
    if (this.#ofSections.size > 0) this.#ofSections.clear();
    const documentStamp = this.#nextStamp();
    let sectionStamp = documentStamp;
    let count = 0;
    let lastSection = 0;
    for (let place = 0; place < links.length; place++) {
      const link = links[place] as MarkdownLink;
      if (link.section < lastSection) return undefined;
      if (link.section > lastSection) {
        sectionStamp = this.#nextStamp();
        this.#ofSectionsHere.clear();
      }
      lastSection = link.section;
      const added = this.#add(link, resolutions[place] as LinkResolution, { documentStamp, sectionStamp });
      if (added === undefined) return undefined;
      count += added;
    }
    return count;
  }

  /** How many triples a link adds; `undefined` if that can't be told. */
  #add(
    link: MarkdownLink,
    resolution: LinkResolution,
    stamps: { readonly documentStamp: number; readonly sectionStamp: number },
  ): number | undefined {
    const statement = linkStatement(link, resolution);
    switch (statement) {
      case "nothing":
        return 0;
      case "unresolved":
      case "citationText":
        return this.#addText(`${statement} ${link.target}`);
      case "citation":
        return this.#addText(`${statement} ${resolution.iri}`);
      case "relation": {
        const relation = link.relation as string;
        if (resolution.status === "external" || !isPlainRelation(relation)) return undefined;
        // Mapped names may share a predicate (`up` and `parent`).
        const object = `${Resolution.fileOf(resolution)} ${sectionOf(resolution)}`;
        return this.#addText(`relation ${relationPredicate("", relation)} ${object}`);
      }
      default: {
        const file = Resolution.fileOf(resolution) as number;
        const section = sectionOf(resolution);
        const isInSection = link.section > 0;
        if (section > 0) {
          const said = (file * perFile + section) * statementKinds + statementNumbers[statement];
          return addTo(this.#ofSections, said) + (isInSection ? addTo(this.#ofSectionsHere, said) : 0);
        }
        return this.#addFile(file * statementKinds + statementNumbers[statement], isInSection, stamps);
      }
    }
  }

  #addFile(
    said: number,
    isInSection: boolean,
    { documentStamp, sectionStamp }: { readonly documentStamp: number; readonly sectionStamp: number },
  ): number {
    if (said >= this.#saidByDocument.length) this.#grow(said);
    let added = 0;
    if (this.#saidByDocument[said] !== documentStamp) added++;
    this.#saidByDocument[said] = documentStamp;
    if (!isInSection) return added;
    if (this.#saidBySection[said] !== sectionStamp) added++;
    this.#saidBySection[said] = sectionStamp;
    return added;
  }

  #addText(statement: string): number {
    if (this.#texts.has(statement)) return 0;
    this.#texts.add(statement);
    return 1;
  }

  #nextStamp(): number {
    if (this.#stamp === 2 ** 31 - 1) {
      this.#stamp = 0;
      this.#saidByDocument.fill(0);
      this.#saidBySection.fill(0);
    }
    this.#stamp++;
    return this.#stamp;
  }

  #grow(said: number): void {
    const length = Math.max(1_024, 2 * (said + 1));
    const [byDocument, bySection] = [this.#saidByDocument, this.#saidBySection];
    this.#saidByDocument = new Int32Array(length);
    this.#saidByDocument.set(byDocument);
    this.#saidBySection = new Int32Array(length);
    this.#saidBySection.set(bySection);
  }
}

function sectionOf(resolution: LinkResolution): number {
  return resolution.status === "document" ? targetSection(resolution) : 0;
}

function addTo(set: Set<number>, value: number): number {
  if (set.has(value)) return 0;
  set.add(value);
  return 1;
}

/** How many keys differ; `""` is no key. */
function countDistinct<Item>(items: readonly Item[], keyOf: (item: Item) => string): number {
  if (items.length === 0) return 0;
  if (items.length === 1) return keyOf(items[0] as Item) === "" ? 0 : 1;
  return new Set(items.map(keyOf).filter((key) => key !== "")).size;
}
