/** What documents say of people and other things that have no note, gathered from all of them. */
import type { Person } from "../documents/markdown-document.ts";
import { entityIri, entityKey, externalIri } from "./iri.ts";
import type { KnowledgeGraph } from "./knowledge-graph.ts";
import { peopleWithoutNote } from "./people-without-note.ts";
import { iriOf } from "./prefixes.ts";
import type { ResolvedDocument } from "./resolve/link-state.ts";
import { endKey, type ResolvedStatement, resolveStatements, type StatementEnd } from "./resolved-statement.ts";

const type = iriOf("rdf:type");
const name = iriOf("schema:name");
const alternateName = iriOf("schema:alternateName");
const url = iriOf("schema:url");
const sameAs = iriOf("owl:sameAs");
const person = iriOf("schema:Person");
const skos = {
  concept: iriOf("skos:Concept"),
  prefLabel: iriOf("skos:prefLabel"),
  altLabel: iriOf("skos:altLabel"),
  exactMatch: iriOf("skos:exactMatch"),
  inScheme: iriOf("skos:inScheme"),
};

/** One statement of a thing or a note, said so and so often. */
interface CountedFact {
  /** As it was said last: links in it are of a graph that is there. */
  fact: EntityFact;
  count: number;
}

/** What is said of a subject. */
export interface EntityFact {
  readonly predicate: string;
  readonly object: StatementEnd | { readonly kind: "text"; readonly text: string };
}

/** A thing without a note. */
export class Entity {
  readonly #facts: Map<string, CountedFact> = new Map();
  readonly #labels: Map<string, number> = new Map();
  /** How many links and authors name it. */
  #uses = 0;
  #tripleCount: number | undefined;

  /** Its name: the first that was given; `undefined` where nobody names it. */
  get label(): string | undefined {
    return this.#labels.keys().next().value;
  }

  get isUnused(): boolean {
    return this.#uses === 0;
  }

  get isConcept(): boolean {
    return this.#facts.has(conceptKey);
  }

  /** How many triples {@link facts} makes. */
  get tripleCount(): number {
    this.#tripleCount ??= this.facts("").length;
    return this.#tripleCount;
  }

  use(times: 1 | -1): void {
    this.#uses += times;
  }

  countLabel(label: string, times: 1 | -1): void {
    const known = this.#labels.get(label);
    const count = (known ?? 0) + times;
    if (count === 0) this.#labels.delete(label);
    else this.#labels.set(label, count);
    if (known === undefined || count === 0) this.#tripleCount = undefined;
  }

  countFact(fact: EntityFact, times: 1 | -1): void {
    if (countFact(this.#facts, fact, times)) this.#tripleCount = undefined;
  }

  /**
   * All that is said of it, each once. Of several names one is `schema:name`; a concept has it as its label too, and is in the scheme
   * of all concepts.
   */
  facts(conceptScheme: string): readonly EntityFact[] {
    const said = new Map<string, EntityFact>();
    const say = (predicate: string, object: EntityFact["object"]): void => {
      const fact = { predicate, object };
      said.set(factKey(fact), fact);
    };
    const facts = Array.from(this.#facts.values(), ({ fact }) => fact);
    for (const fact of facts) if (fact.predicate === type) say(type, fact.object);
    const { isConcept } = this;
    let isFirst = true;
    for (const text of this.#labels.keys()) {
      say(isFirst ? name : alternateName, { kind: "text", text });
      if (isConcept) say(isFirst ? skos.prefLabel : skos.altLabel, { kind: "text", text });
      isFirst = false;
    }
    if (isConcept) say(skos.inScheme, { kind: "iri", iri: conceptScheme });
    for (const { predicate, object } of facts) {
      say(predicate, object);
      if (isConcept && predicate === sameAs) say(skos.exactMatch, object);
    }
    return [...said.values()];
  }
}

/** Counts a statement; whether it has come or gone. */
function countFact(facts: Map<string, CountedFact>, fact: EntityFact, times: 1 | -1): boolean {
  const key = factKey(fact);
  const known = facts.get(key);
  if (known === undefined) facts.set(key, { fact, count: times });
  else {
    known.count += times;
    if (times === 1) known.fact = fact;
    if (known.count !== 0) return false;
    facts.delete(key);
  }
  return true;
}

function factKey({ predicate, object }: EntityFact): string {
  return `${predicate}\n${object.kind === "text" ? `"${object.text}` : endKey(object)}`;
}

const conceptKey = factKey({ predicate: type, object: { kind: "iri", iri: skos.concept } });

/** Every thing that is named or linked to, by its IRI; and what documents say of other notes. Documents can come and go. */
export class EntityTable {
  readonly #baseIri: string;
  readonly #entities: Map<string, Entity> = new Map();
  /** What is said of notes by others, by {@link endKey}. */
  readonly #notes: Map<string, { end: StatementEnd; readonly facts: Map<string, CountedFact> }> = new Map();

  constructor(baseIri: string) {
    this.#baseIri = baseIri;
  }

  get entities(): ReadonlyMap<string, Entity> {
    return this.#entities;
  }

  /** What is said of notes by other notes, subject by subject. */
  *noteFacts(): Generator<{ readonly subject: StatementEnd; readonly facts: readonly EntityFact[] }> {
    for (const { end, facts } of this.#notes.values()) {
      yield { subject: end, facts: Array.from(facts.values(), ({ fact }) => fact) };
    }
  }

  /** Adds what a document says, or with −1 takes it away again. Calls `changed` with each thing before and after. */
  count(resolved: ResolvedDocument, times: 1 | -1, changed?: (iri: string, isBefore: boolean) => void): void {
    for (const author of peopleWithoutNote(resolved)) this.#countPerson(author, times, changed);
    const { statements } = resolved.document;
    if (statements === undefined) return;
    for (const resolution of resolved.links) {
      if (resolution.status === "entity")
        this.#change(resolution.iri as string, changed, (entity) => entity.use(times));
    }
    for (const statement of resolveStatements(resolved, this.#baseIri)) this.#countStatement(statement, times, changed);
  }

  #countPerson({ name: given, url: address }: Person, times: 1 | -1, changed: Changed): void {
    const label = entityKey(given);
    if (label === "") return;
    this.#change(entityIri(this.#baseIri, label), changed, (entity) => {
      entity.use(times);
      entity.countLabel(label, times);
      entity.countFact({ predicate: type, object: { kind: "iri", iri: person } }, times);
      const iri = address === undefined ? undefined : externalIri(address);
      if (iri !== undefined) entity.countFact({ predicate: url, object: { kind: "iri", iri } }, times);
    });
  }

  #countStatement({ subject, predicate, object }: ResolvedStatement, times: 1 | -1, changed: Changed): void {
    if (subject === undefined) return;
    const fact: EntityFact = {
      predicate,
      object: "termType" in object ? { kind: "text", text: object.value } : object,
    };
    if (subject.kind !== "iri") {
      this.#countNote(subject, fact, times);
      return;
    }
    this.#change(subject.iri, changed, (entity) => {
      if (predicate === name && fact.object.kind === "text") entity.countLabel(entityKey(fact.object.text), times);
      else entity.countFact(fact, times);
    });
  }

  #change(iri: string, changed: Changed, change: (entity: Entity) => void): void {
    changed?.(iri, true);
    let entity = this.#entities.get(iri);
    if (entity === undefined) {
      entity = new Entity();
      this.#entities.set(iri, entity);
    }
    change(entity);
    if (entity.isUnused && entity.tripleCount === 0) this.#entities.delete(iri);
    changed?.(iri, false);
  }

  #countNote(end: StatementEnd, fact: EntityFact, times: 1 | -1): void {
    const key = endKey(end);
    let note = this.#notes.get(key);
    if (note === undefined) {
      note = { end, facts: new Map() };
      this.#notes.set(key, note);
    }
    if (times === 1) note.end = end;
    countFact(note.facts, fact, times);
    if (note.facts.size === 0) this.#notes.delete(key);
  }
}

type Changed = ((iri: string, isBefore: boolean) => void) | undefined;

/** The table of a whole graph. */
export function entitiesOf(graph: Pick<KnowledgeGraph, "documents" | "linksOf" | "options">): EntityTable {
  const table = new EntityTable(graph.options.baseIri);
  for (const [index, document] of graph.documents.entries()) {
    if (document.authors.length === 0 && document.statements === undefined) continue;
    table.count({ document, links: graph.linksOf(index) }, 1);
  }
  return table;
}
