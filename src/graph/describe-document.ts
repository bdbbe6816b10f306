/** The triples of one document: itself, its sections, links, properties, observations, tasks, and what its metadata says of it. */
import { sha256OfText } from "../base/hash.ts";
import { isStatementKey } from "../documents/front-matter/metadata-keys.ts";
import type { MarkdownDocument, MarkdownLink, Observation, Section, Task } from "../documents/markdown-document.ts";
import { fileIri } from "./file-iri.ts";
import { entityIri, entityKey, externalIri, folderIri, partIri, propertyIri, sectionIri, tagIri } from "./iri.ts";
import type { KnowledgeGraph, LinkResolution } from "./knowledge-graph.ts";
import { linkStatement } from "./link-statement.ts";
import { literalLanguage } from "./literal-language.ts";
import { peopleWithoutNote } from "./people-without-note.ts";
import { iriOf } from "./prefixes.ts";
import { dateLiteral, integerLiteral, propertyStatements, valueLiteral } from "./property-literal.ts";
import { relationPredicate } from "./relation-predicate.ts";
import { folderOf } from "./resolve/name-forms.ts";
import { resolveStatements } from "./resolved-statement.ts";
import { endTerm, targetTerm } from "./statement-terms.ts";
import { tagKey } from "./tag-key.ts";
import {
  type DefaultGraph,
  defaultGraph,
  type Literal,
  type NamedNode,
  namedNode,
  type Quad,
  quad,
  textLiteral,
} from "./terms.ts";

const term = (curie: string): NamedNode => namedNode(iriOf(curie));

const type = term("rdf:type");
const name = term("schema:name");
const isPartOf = term("schema:isPartOf");
const about = term("schema:about");
const line = term("md:line");
const documentTypes = [term("schema:Article"), term("md:Document")];
const sectionTypes = [term("md:Section"), term("schema:CreativeWork")];
const terms = {
  action: term("schema:Action"),
  actionStatus: term("schema:actionStatus"),
  active: term("schema:ActiveActionStatus"),
  alternateName: term("schema:alternateName"),
  anchor: term("md:anchor"),
  author: term("schema:author"),
  category: term("md:category"),
  citation: term("schema:citation"),
  completed: term("schema:CompletedActionStatus"),
  context: term("md:context"),
  dateModified: term("schema:dateModified"),
  datePublished: term("schema:datePublished"),
  description: term("schema:description"),
  due: term("md:due"),
  failed: term("schema:FailedActionStatus"),
  embeds: term("md:embeds"),
  encodingFormat: term("schema:encodingFormat"),
  endLine: term("md:endLine"),
  hasPart: term("schema:hasPart"),
  inLanguage: term("schema:inLanguage"),
  keywords: term("schema:keywords"),
  level: term("md:level"),
  linksToAsset: term("md:linksToAsset"),
  observation: term("md:observation"),
  observationType: term("md:Observation"),
  path: term("md:path"),
  position: term("schema:position"),
  prefLabel: term("skos:prefLabel"),
  potential: term("schema:PotentialActionStatus"),
  references: term("dcterms:references"),
  sha256: term("md:sha256"),
  startLine: term("md:startLine"),
  text: term("schema:text"),
  unresolved: term("md:unresolved"),
  url: term("schema:url"),
  wordCount: term("schema:wordCount"),
};
const concept = iriOf("skos:Concept");
const markdownFormat = textLiteral("text/markdown");

/** Makes the triples of one document, each once, in a fixed order. */
export class DocumentDescription {
  readonly #graph: KnowledgeGraph;
  readonly #document: MarkdownDocument;
  readonly #links: readonly LinkResolution[];
  readonly #subject: NamedNode;
  readonly #sections: readonly NamedNode[];
  readonly #name: NamedNode | DefaultGraph;
  readonly #language: string | undefined;
  readonly #quads: Quad[] = [];
  /** Statements that may come twice, so that each is made once. */
  readonly #said: Set<string> = new Set();
  #structureIsSaid = false;

  constructor(graph: KnowledgeGraph, index: number, namedGraphs: boolean) {
    this.#graph = graph;
    this.#document = graph.documents[index] as MarkdownDocument;
    this.#links = graph.linksOf(index);
    this.#subject = namedNode(fileIri(graph, this.#document.path));
    this.#sections = this.#document.sections.map((section) =>
      section.index === 0 ? this.#subject : namedNode(sectionIri(this.#subject.value, section)),
    );
    this.#name = namedGraphs ? this.#subject : defaultGraph;
    this.#language = literalLanguage(this.#document.language);
  }

  quads(): readonly Quad[] {
    this.#describeDocument();
    this.#describeNames();
    for (const section of this.#document.sections) if (section.index > 0) this.#describeSection(section);
    for (const { section, name: anchor } of this.#document.anchors) {
      this.#sayOnce(this.#section(section), terms.anchor, textLiteral(anchor));
    }
    for (const [index, link] of this.#document.links.entries()) {
      this.#describeLink(link, this.#links[index] as LinkResolution);
    }
    this.#describeProperties();
    this.#describeObservations();
    this.#describeTasks();
    this.#describeStatements();
    return this.#quads;
  }

  #say(subject: NamedNode, predicate: NamedNode, object: NamedNode | Literal): void {
    this.#quads.push(quad(subject, predicate, object, this.#name));
  }

  #sayOnce(subject: NamedNode, predicate: NamedNode, object: NamedNode | Literal): void {
    const key = keyOf(subject, predicate, object);
    if (this.#said.has(key)) return;
    this.#said.add(key);
    this.#say(subject, predicate, object);
  }

  #section(index: number): NamedNode {
    return this.#sections[index] ?? this.#subject;
  }

  #describeDocument(): void {
    const { path, title, description, language, published, modified, sha256, wordCount } = this.#document;
    const subject = this.#subject;
    for (const documentType of documentTypes) this.#say(subject, type, documentType);
    this.#say(subject, name, textLiteral(title, this.#language));
    if (description !== undefined) this.#say(subject, terms.description, textLiteral(description, this.#language));
    if (language !== undefined) this.#say(subject, terms.inLanguage, textLiteral(language));
    if (published !== undefined) this.#say(subject, terms.datePublished, valueLiteral(published) as Literal);
    if (modified !== undefined) this.#say(subject, terms.dateModified, valueLiteral(modified) as Literal);
    this.#say(subject, isPartOf, namedNode(folderIri(this.#graph.options.baseIri, folderOf(path))));
    this.#say(subject, terms.encodingFormat, markdownFormat);
    this.#say(subject, terms.path, textLiteral(path));
    this.#say(subject, terms.sha256, textLiteral(sha256));
    this.#say(subject, terms.wordCount, integerLiteral(wordCount));
  }

  #describeNames(): void {
    const { aliases, tags } = this.#document;
    const { baseIri } = this.#graph.options;
    const subject = this.#subject;
    for (const alias of aliases) this.#sayOnce(subject, terms.alternateName, textLiteral(alias, this.#language));
    const tagged = new Set<string>();
    for (const tag of tags) {
      const key = tagKey(tag.name);
      if (key === "" || tagged.has(key)) continue;
      tagged.add(key);
      this.#say(subject, terms.keywords, textLiteral(tag.name));
      this.#sayOnce(subject, about, namedNode(tagIri(baseIri, key)));
    }
    for (const { name: person } of peopleWithoutNote({ document: this.#document, links: this.#links })) {
      if (entityKey(person) !== "") this.#sayOnce(subject, terms.author, namedNode(entityIri(baseIri, person)));
    }
    for (const iri of ownUrls(this.#document)) this.#sayOnce(subject, terms.url, namedNode(iri));
  }

  #describeSection(section: Section): void {
    const subject = this.#section(section.index);
    const parent = this.#section(Math.max(0, section.parent));
    for (const sectionType of sectionTypes) this.#say(subject, type, sectionType);
    this.#say(subject, name, textLiteral(section.text, this.#language));
    this.#say(subject, isPartOf, parent);
    this.#say(parent, terms.hasPart, subject);
    this.#say(subject, terms.position, integerLiteral(section.index));
    this.#say(subject, terms.level, integerLiteral(section.level));
    this.#say(subject, terms.startLine, integerLiteral(section.startLine));
    this.#say(subject, terms.endLine, integerLiteral(section.endLine));
  }

  #describeLink(link: MarkdownLink, resolution: LinkResolution): void {
    const statement = linkStatement(link, resolution);
    switch (statement) {
      case "nothing":
        break;
      case "unresolved":
      case "citationText":
        this.#sayOnce(
          this.#subject,
          statement === "unresolved" ? terms.unresolved : terms.citation,
          textLiteral(link.target),
        );
        break;
      case "citation":
        this.#sayOnce(this.#subject, terms.citation, targetTerm(this.#graph, resolution));
        break;
      case "relation":
        this.#describeRelation(link.relation as string, resolution);
        break;
      default: {
        const object = targetTerm(this.#graph, resolution);
        this.#sayOnce(this.#subject, terms[statement], object);
        if (link.section > 0) this.#sayOnce(this.#section(link.section), terms[statement], object);
      }
    }
  }

  /** A relation may say what the structure says already (`part_of` the own folder, `schema:hasPart` an own section). */
  #describeRelation(relation: string, resolution: LinkResolution): void {
    if (!this.#structureIsSaid) {
      this.#structureIsSaid = true;
      for (const { subject, predicate, object } of this.#quads) {
        if (predicate === isPartOf || predicate === terms.hasPart) this.#said.add(keyOf(subject, predicate, object));
      }
    }
    const predicate = namedNode(relationPredicate(this.#graph.options.baseIri, relation));
    this.#sayOnce(this.#subject, predicate, targetTerm(this.#graph, resolution));
  }

  /** What metadata says of this document may be said by another part of it. */
  #describeStatements(): void {
    if (this.#document.statements === undefined) return;
    for (const { subject, predicate, object } of this.#quads) this.#said.add(keyOf(subject, predicate, object));
    const resolved = { document: this.#document, links: this.#links };
    for (const statement of resolveStatements(resolved, this.#graph.options.baseIri)) {
      if (statement.subject !== undefined) continue;
      const { object } = statement;
      const term = "termType" in object ? object : endTerm(this.#graph, object);
      this.#sayOnce(this.#section(statement.ownSection), namedNode(statement.predicate), term);
      if (statement.predicate === type.value && term.value === concept) this.#nameConcept(statement.ownSection);
    }
  }

  /** Every concept has a label. */
  #nameConcept(section: number): void {
    const { title, sections } = this.#document;
    const label = section === 0 ? title : (sections[section] as Section).text;
    this.#sayOnce(this.#section(section), terms.prefLabel, textLiteral(label, this.#language));
  }

  #describeProperties(): void {
    for (const { key, value, source } of this.#document.properties) {
      if (source === "frontmatter" && isStatementKey(key)) continue;
      for (const statement of propertyStatements(key, value)) {
        const predicate = propertyIri(this.#graph.options.baseIri, ...statement.keys);
        this.#sayOnce(this.#subject, namedNode(predicate), statement.value);
      }
    }
  }

  #describeObservations(): void {
    const nodes = new PartNames(this.#subject.value, "observation");
    for (const observation of this.#document.observations) this.#describeObservation(observation, nodes);
  }

  #describeObservation(observation: Observation, nodes: PartNames): void {
    const { category, text, context, tags } = observation;
    const node = nodes.next(`${category}\n${text}\n${context ?? ""}`);
    this.#say(this.#subject, terms.observation, node);
    this.#say(node, type, terms.observationType);
    this.#say(node, terms.category, textLiteral(category));
    this.#say(node, terms.text, textLiteral(text));
    if (context !== undefined) this.#say(node, terms.context, textLiteral(context));
    for (const tag of tags) {
      const key = tagKey(tag);
      if (key !== "") this.#sayOnce(node, about, namedNode(tagIri(this.#graph.options.baseIri, key)));
    }
    this.#say(node, line, integerLiteral(observation.line));
    this.#say(node, isPartOf, this.#section(observation.section));
  }

  #describeTasks(): void {
    const nodes = new PartNames(this.#subject.value, "task");
    for (const task of this.#document.tasks) this.#describeTask(task, nodes);
  }

  #describeTask(task: Task, nodes: PartNames): void {
    const node = nodes.next(task.text);
    this.#say(node, type, terms.action);
    this.#say(node, terms.actionStatus, statusOf(task));
    this.#say(node, name, textLiteral(task.text));
    if (task.due !== undefined) this.#say(node, terms.due, dateLiteral(task.due));
    this.#say(node, line, integerLiteral(task.line));
    this.#say(node, isPartOf, this.#section(task.section));
  }
}

/**
 * IRIs for parts without an address: made from what they say, so that a new one renames no other; the second with the same words gets a
 * number.
 */
class PartNames {
  readonly #document: string;
  readonly #kind: string;
  readonly #used: Map<string, number> = new Map();

  constructor(document: string, kind: string) {
    this.#document = document;
    this.#kind = kind;
  }

  next(content: string): NamedNode {
    const base = `${this.#kind}-${sha256OfText(content).slice(0, 16)}`;
    const number = (this.#used.get(base) ?? 0) + 1;
    this.#used.set(base, number);
    return namedNode(partIri(this.#document, number === 1 ? base : `${base}-${number}`));
  }
}

function statusOf({ done, state }: Task): NamedNode {
  if (state === "cancelled") return terms.failed;
  if (state === "in-progress") return terms.active;
  return done ? terms.completed : terms.potential;
}

/** The full web addresses that a document gives for itself, as IRIs, each once. */
export function ownUrls({ addresses }: MarkdownDocument): ReadonlySet<string> {
  const urls = new Set<string>();
  for (const address of addresses) {
    const iri = /^https?:\/\//i.test(address) ? externalIri(address) : undefined;
    if (iri !== undefined) urls.add(iri);
  }
  return urls;
}

function keyOf(subject: NamedNode, predicate: NamedNode, object: NamedNode | Literal): string {
  const statement = `${subject.value}\n${predicate.value}\n`;
  if (object.termType === "NamedNode") return `${statement}<${object.value}`;
  return `${statement}"${object.value}\n${object.language}\n${object.datatype.value}`;
}
