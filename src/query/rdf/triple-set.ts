/** Statements as numbers of terms, to be looked up from either end. */
import type { GivenQuad } from "../../exports/write-quads.ts";
import type { TermTable } from "./term-table.ts";

/** Numbers of subject, predicate and object. */
export type Triple = readonly [subject: number, predicate: number, object: number];

/** Most subjects have one object of a predicate: a set is made for the second. */
type Few = number | Set<number>;
type Index = Map<number, Map<number, Few>>;

const none: readonly number[] = [];

/** A set of triples. What it gives is in the order in which it was added. Nothing may be added while a result is read. */
export class TripleSet {
  /** Objects by predicate, by subject. */
  readonly #bySubject: Index = new Map();
  /** Subjects by object, by predicate. */
  readonly #byPredicate: Index = new Map();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds the triples of quads, whatever graph they are in. */
  addQuads(quads: Iterable<GivenQuad>, terms: TermTable): this {
    for (const { subject, predicate, object } of quads) {
      this.add(terms.numberOf(subject), terms.numberOf(predicate), terms.numberOf(object));
    }
    return this;
  }

  /** Whether the triple was new. */
  add(subject: number, predicate: number, object: number): boolean {
    if (!put(this.#bySubject, subject, predicate, object)) return false;
    put(this.#byPredicate, predicate, object, subject);
    this.#size += 1;
    return true;
  }

  has(subject: number, predicate: number, object: number): boolean {
    const objects = this.#bySubject.get(subject)?.get(predicate);
    return objects !== undefined && (typeof objects === "number" ? objects === object : objects.has(object));
  }

  objects(subject: number, predicate: number): Iterable<number> {
    return each(this.#bySubject.get(subject)?.get(predicate));
  }

  /** The first of the objects. */
  object(subject: number, predicate: number): number | undefined {
    for (const object of this.objects(subject, predicate)) return object;
    return undefined;
  }

  subjects(predicate: number, object: number): Iterable<number> {
    return each(this.#byPredicate.get(predicate)?.get(object));
  }

  /** All that have the predicate. */
  subjectsOf(predicate: number): ReadonlySet<number> {
    const subjects = new Set<number>();
    for (const [, few] of this.#byPredicate.get(predicate) ?? [])
      for (const subject of each(few)) subjects.add(subject);
    return subjects;
  }

  objectsOf(predicate: number): Iterable<number> {
    return this.#byPredicate.get(predicate)?.keys() ?? none;
  }

  predicatesOf(subject: number): Iterable<number> {
    return this.#bySubject.get(subject)?.keys() ?? none;
  }

  isSubject(node: number): boolean {
    return this.#bySubject.has(node);
  }

  /** The triples that fit; `undefined` fits every term. */
  *match(subject?: number, predicate?: number, object?: number): Generator<Triple, void, undefined> {
    if (subject !== undefined) yield* this.#matchSubject(subject, predicate, object);
    else if (predicate !== undefined) yield* this.#matchPredicate(predicate, object);
    else for (const each of this.#byPredicate.keys()) yield* this.#matchPredicate(each, object);
  }

  *#matchSubject(subject: number, predicate?: number, object?: number): Generator<Triple, void, undefined> {
    if (predicate === undefined) {
      for (const each of this.predicatesOf(subject)) yield* this.#matchSubject(subject, each, object);
    } else if (object === undefined) {
      for (const each of this.objects(subject, predicate)) yield [subject, predicate, each];
    } else if (this.has(subject, predicate, object)) yield [subject, predicate, object];
  }

  *#matchPredicate(predicate: number, object?: number): Generator<Triple, void, undefined> {
    if (object === undefined) {
      for (const each of this.objectsOf(predicate)) yield* this.#matchPredicate(predicate, each);
    } else for (const subject of this.subjects(predicate, object)) yield [subject, predicate, object];
  }
}

function each(few: Few | undefined): Iterable<number> {
  if (few === undefined) return none;
  return typeof few === "number" ? [few] : few;
}

/** Whether it was not there yet. */
function put(index: Index, first: number, second: number, third: number): boolean {
  let inner = index.get(first);
  if (inner === undefined) {
    inner = new Map();
    index.set(first, inner);
  }
  const few = inner.get(second);
  if (few === undefined) inner.set(second, third);
  else if (typeof few === "number") {
    if (few === third) return false;
    inner.set(second, new Set([few, third]));
  } else {
    if (few.has(third)) return false;
    few.add(third);
  }
  return true;
}
