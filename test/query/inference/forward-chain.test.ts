/** Forward chaining against the obvious way: to apply every rule to everything until nothing new comes of it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forwardChain } from "../../../src/query/inference/forward-chain.ts";
import type { Pattern, Rule } from "../../../src/query/inference/rule.ts";
import { TermTable } from "../../../src/query/rdf/term-table.ts";
import { type Triple, TripleSet } from "../../../src/query/rdf/triple-set.ts";
import { freeGuard } from "../guard.ts";

/** Six IRIs and a literal, by their numbers. */
function someTerms(): TermTable {
  const terms = new TermTable();
  for (let index = 0; index < 6; index++) terms.numberOfIri(`urn:x:${index}`);
  terms.numberOf({ termType: "Literal", value: "text" });
  return terms;
}

const iri = fc.nat({ max: 5 });
const object = fc.nat({ max: 6 });
const variable = fc.integer({ min: -3, max: -1 });
const triple: fc.Arbitrary<Triple> = fc.tuple(iri, iri, object);
const pattern: fc.Arbitrary<Pattern> = fc.tuple(
  fc.oneof(variable, iri),
  fc.oneof({ weight: 1, arbitrary: variable }, { weight: 3, arbitrary: iri }),
  fc.oneof(variable, object),
);

/** Variables of conclusions that no premise has are replaced by a term. */
const rule: fc.Arbitrary<Rule> = fc
  .tuple(fc.array(pattern, { maxLength: 3 }), fc.array(pattern, { minLength: 1, maxLength: 2 }))
  .map(([premises, conclusions]) => {
    const bound = new Set(premises.flat().filter((term) => term < 0));
    const safe = conclusions.map(
      (each) => each.map((term) => (term < 0 && !bound.has(term) ? 0 : term)) as unknown as Pattern,
    );
    return { premises, conclusions: safe, variableCount: 3 };
  });

type Bindings = ReadonlyMap<number, number>;

function slowFixpoint(rules: readonly Rule[], given: readonly Triple[]): Set<string> {
  const all = new Map(given.map((each) => [each.join(" "), each]));
  const bindWith = (premise: Pattern, each: Triple, bindings: Bindings): Bindings | undefined => {
    const further = new Map(bindings);
    for (const [place, term] of premise.entries()) {
      const wanted = term < 0 ? further.get(term) : term;
      if (wanted === undefined) further.set(term, each[place] as number);
      else if (wanted !== each[place]) return undefined;
    }
    return further;
  };
  for (let size = -1; size !== all.size; ) {
    size = all.size;
    for (const { premises, conclusions } of rules) {
      let solutions: Bindings[] = [new Map()];
      for (const premise of premises) {
        solutions = solutions.flatMap((bindings) =>
          [...all.values()].flatMap((each) => bindWith(premise, each, bindings) ?? []),
        );
      }
      for (const bindings of solutions) {
        for (const conclusion of conclusions) {
          const made = conclusion.map((term) => (term < 0 ? bindings.get(term) : term)) as unknown as Triple;
          if (made[0] !== 6 && made[1] !== 6) all.set(made.join(" "), made);
        }
      }
    }
  }
  for (const each of given) all.delete(each.join(" "));
  return new Set(all.keys());
}

function chained(rules: readonly Rule[], given: readonly Triple[], maximum = Number.POSITIVE_INFINITY) {
  const triples = new TripleSet();
  for (const each of given) triples.add(...each);
  return forwardChain({ rules, triples, terms: someTerms(), maximum, guard: freeGuard() });
}

describe("forward chaining", () => {
  it("concludes what the slow way concludes, each once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(rule, { maxLength: 4 }), fc.array(triple, { maxLength: 8 }), async (rules, given) => {
        const { triples, isCut } = await chained(rules, given);
        expect(isCut).toBe(false);
        const texts = triples.map((each) => each.join(" "));
        expect(new Set(texts).size).toBe(texts.length);
        expect(new Set(texts)).toEqual(slowFixpoint(rules, given));
      }),
      { numRuns: 150 },
    );
  });

  it("stops at the bound and says so, with the first of what it would conclude", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(rule, { maxLength: 3 }),
        fc.array(triple, { maxLength: 6 }),
        fc.integer({ min: 1, max: 20 }),
        async (rules, given, maximum) => {
          const all = await chained(rules, given);
          const some = await chained(rules, given, maximum);
          expect(some.isCut).toBe(all.triples.length > maximum);
          expect(some.triples).toEqual(all.triples.slice(0, maximum));
        },
      ),
      { numRuns: 100 },
    );
  });
});
