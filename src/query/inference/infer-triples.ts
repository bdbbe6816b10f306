/** What follows from a graph by rulesets and rules of the caller. */
import type { GivenQuad } from "../../exports/write-quads.ts";
import { loadTriples } from "../rdf/load-triples.ts";
import { ontologyFacts } from "../rdf/ontology-facts.ts";
import { parseRdf } from "../rdf/parse-rdf.ts";
import type { TermTable } from "../rdf/term-table.ts";
import { TripleSet } from "../rdf/triple-set.ts";
import type { WorkGuard } from "../rdf/work-guard.ts";
import { type Conclusions, forwardChain } from "./forward-chain.ts";
import { readRules } from "./read-rules.ts";
import type { RulesetName } from "./ruleset-names.ts";
import { rulesets } from "./rulesets.ts";

export interface InferTriplesOptions {
  readonly names: readonly RulesetName[];
  /** Quads of the caller's N3 text. */
  readonly rules: readonly GivenQuad[];
  /** What the graph says. The vocabulary, what else the rules' text states, and all that follows is added to it. */
  readonly triples: TripleSet;
  readonly terms: TermTable;
  readonly maximum: number;
  readonly guard: WorkGuard;
}

/**
 * What follows, without what is said, and without what the vocabulary says or implies by itself, which is the same for every graph. The
 * vocabulary counts with the ruleset `rdfs`.
 */
export async function inferTriples(options: InferTriplesOptions): Promise<Conclusions> {
  const { names, triples, terms, maximum, guard } = options;
  const given = readRules(options.rules, terms);
  const named = names.map((name) => readRules(namedRules(name), terms));
  const rules = [...named, given].flatMap((text) => text.rules);
  if (names.includes("rdfs")) await addOntology(options);
  await loadTriples({ quads: given.facts, into: triples, terms, guard });
  return forwardChain({ rules, triples, terms, maximum, guard });
}

/** The vocabulary with all that follows from it alone. */
async function addOntology({ triples, terms, guard }: InferTriplesOptions): Promise<void> {
  const ontology = new TripleSet().addQuads(ontologyFacts(), terms);
  const { rules } = readRules(namedRules("rdfs"), terms);
  await forwardChain({ rules, triples: ontology, terms, maximum: Number.POSITIVE_INFINITY, guard });
  for (const triple of ontology.match()) triples.add(...triple);
}

function namedRules(name: RulesetName): readonly GivenQuad[] {
  const text = rulesets[name];
  return parseRdf({ text, format: "n3", baseIri: "urn:graphdown:/", name: "rules", maximumCharacters: text.length });
}
