/**
 * Runs rules until nothing new comes of them. Semi-naive: each round looks only for what the triples of the round before make possible, so
 * that what was concluded once is not concluded again and again.
 */
import type { TermTable } from "../rdf/term-table.ts";
import type { Triple, TripleSet } from "../rdf/triple-set.ts";
import type { WorkGuard } from "../rdf/work-guard.ts";
import type { Pattern, Rule, RuleTerm } from "./rule.ts";

export interface ForwardChainOptions {
  readonly rules: readonly Rule[];
  /** What is said; what is concluded is added to it. */
  readonly triples: TripleSet;
  readonly terms: TermTable;
  /** Most triples that may be concluded. */
  readonly maximum: number;
  readonly guard: WorkGuard;
}

/** What came of rules. */
export interface Conclusions {
  /** What was not there before, in the order in which it was concluded. */
  readonly triples: readonly Triple[];
  /** There is more: the bound ended it. */
  readonly isCut: boolean;
}

/** One premise of a rule, as a way in: from a triple that fits it to what the whole rule concludes. */
interface Entry {
  readonly rule: Rule;
  readonly premise: Pattern;
  readonly others: readonly Pattern[];
}

/** Everything that follows. The same triples in the same order give the same conclusions in the same order. */
export async function forwardChain(options: ForwardChainOptions): Promise<Conclusions> {
  const { rules, triples, guard } = options;
  const round = new Round(options);
  for (const rule of rules) if (rule.premises.length === 0) round.conclude(rule, []);
  const all: Triple[] = [];
  let isFirst = true;
  let fresh = round.take();
  while (isFirst || fresh.length > 0) {
    for (const triple of fresh) triples.add(...triple);
    for (const triple of fresh) all.push(triple);
    if (round.isFull) break;
    for (const triple of isFirst ? triples.match() : fresh) {
      round.consider(triple);
      if (round.isFull) break;
      await guard.pause();
    }
    isFirst = false;
    fresh = round.take();
  }
  return { triples: all, isCut: round.isFull };
}

/** Collects what a round concludes. It is added to the triples afterwards: nothing changes while it is looked at. */
class Round {
  readonly #triples: TripleSet;
  readonly #guard: WorkGuard;
  readonly #byPredicate = new Map<number, Entry[]>();
  readonly #anyPredicate: Entry[] = [];
  readonly #canBeSubject: (term: number) => boolean;
  readonly #canBePredicate: (term: number) => boolean;
  readonly #maximum: number;
  #isFull = false;
  #taken = 0;
  #fresh: Triple[] = [];
  #seen = new Map<number, Map<number, Set<number>>>();

  constructor({ rules, triples, terms, maximum, guard }: ForwardChainOptions) {
    this.#triples = triples;
    this.#guard = guard;
    this.#maximum = maximum;
    this.#canBeSubject = (term) => terms.termOf(term).termType !== "Literal";
    this.#canBePredicate = (term) => terms.termOf(term).termType === "NamedNode";
    for (const rule of rules) {
      for (const [index, premise] of rule.premises.entries()) {
        this.#addEntry({ rule, premise, others: rule.premises.filter((_, other) => other !== index) });
      }
    }
  }

  #addEntry(entry: Entry): void {
    const predicate = entry.premise[1];
    if (predicate < 0) this.#anyPredicate.push(entry);
    else {
      const entries = this.#byPredicate.get(predicate);
      if (entries === undefined) this.#byPredicate.set(predicate, [entry]);
      else entries.push(entry);
    }
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  /** What was concluded since it was last asked for. */
  take(): readonly Triple[] {
    const fresh = this.#fresh;
    this.#taken += fresh.length;
    this.#fresh = [];
    this.#seen = new Map();
    return fresh;
  }

  /** Concludes all that a triple makes possible. */
  consider(triple: Triple): void {
    for (const entry of this.#byPredicate.get(triple[1]) ?? []) this.#enter(entry, triple);
    for (const entry of this.#anyPredicate) this.#enter(entry, triple);
  }

  #enter({ rule, premise, others }: Entry, triple: Triple): void {
    this.#guard.step();
    const bindings = bind([], premise, triple);
    if (bindings !== undefined) this.#join(rule, others, bindings);
  }

  #join(rule: Rule, premises: readonly Pattern[], bindings: Bindings): void {
    if (this.#isFull) return;
    if (premises.length === 0) {
      this.conclude(rule, bindings);
      return;
    }
    const [premise, others] = mostBound(premises, bindings);
    const [subject, predicate, object] = premise.map((term) => boundTo(term, bindings));
    for (const triple of this.#triples.match(subject, predicate, object)) {
      this.#guard.step();
      const further = bind(bindings, premise, triple);
      if (further !== undefined) this.#join(rule, others, further);
    }
  }

  /** What can't be a statement, such as one about a literal, is none. */
  conclude({ conclusions }: Rule, bindings: Bindings): void {
    for (const conclusion of conclusions) {
      const [subject, predicate, object] = conclusion.map((term) => boundTo(term, bindings)) as [
        number,
        number,
        number,
      ];
      if (!this.#canBeSubject(subject) || !this.#canBePredicate(predicate)) continue;
      if (this.#triples.has(subject, predicate, object) || !this.#isNew(subject, predicate, object)) continue;
      if (this.#taken + this.#fresh.length >= this.#maximum) {
        this.#isFull = true;
        return;
      }
      this.#fresh.push([subject, predicate, object]);
    }
  }

  #isNew(subject: number, predicate: number, object: number): boolean {
    let byPredicate = this.#seen.get(subject);
    if (byPredicate === undefined) {
      byPredicate = new Map();
      this.#seen.set(subject, byPredicate);
    }
    let objects = byPredicate.get(predicate);
    if (objects === undefined) {
      objects = new Set();
      byPredicate.set(predicate, objects);
    }
    if (objects.has(object)) return false;
    objects.add(object);
    return true;
  }
}

/** Values of variables, the first one's first. */
type Bindings = readonly (number | undefined)[];

function boundTo(term: RuleTerm, bindings: Bindings): number | undefined {
  return term < 0 ? bindings[-1 - term] : term;
}

/** The bindings with those that a triple gives; `undefined` where it does not fit. */
function bind(bindings: Bindings, pattern: Pattern, triple: Triple): Bindings | undefined {
  const further = bindings.slice();
  for (let place = 0; place < 3; place++) {
    const term = pattern[place] as RuleTerm;
    const value = triple[place] as number;
    const present = boundTo(term, further);
    if (present === undefined) further[-1 - term] = value;
    else if (present !== value) return undefined;
  }
  return further;
}

/** The premise that leaves the fewest places open, and the others. */
function mostBound(premises: readonly Pattern[], bindings: Bindings): readonly [Pattern, readonly Pattern[]] {
  let best = 0;
  let bestCount = -1;
  for (const [index, premise] of premises.entries()) {
    // A predicate that is known narrows little by itself.
    const count = premise.reduce(
      (sum, term, place) => sum + (boundTo(term, bindings) === undefined ? 0 : place === 1 ? 1 : 2),
      0,
    );
    if (count > bestCount) [best, bestCount] = [index, count];
  }
  return [premises[best] as Pattern, premises.filter((_, index) => index !== best)];
}
