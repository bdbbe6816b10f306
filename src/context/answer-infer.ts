/** Answers what follows from the graph by rules. Apart from the other questions, so that only this one loads what runs them. */
import { GraphdownError } from "../base/errors.ts";
import type { Limits } from "../base/limits.ts";
import { nearestName } from "../base/nearest-name.ts";
import { showPath } from "../base/show-path.ts";
import { namedIri } from "../graph/named-iri.ts";
import { type InferredGraph, inferGraph } from "../query/inference/infer-graph.ts";
import { type RulesetName, rulesetNames } from "../query/inference/ruleset-names.ts";
import { parseRdf } from "../query/rdf/parse-rdf.ts";
import { WorkGuard } from "../query/rdf/work-guard.ts";
import type { InferOptions } from "./context-options.ts";
import type { KnowledgeState } from "./knowledge-state.ts";
import type { GivenText } from "./read-given-text.ts";

/** What follows from the graph. */
export interface InferenceResult extends InferredGraph {
  /** Digest of the snapshot that was asked. */
  readonly snapshot: string;
  /** The rulesets that were run, besides the caller's rules. */
  readonly rulesets: readonly RulesetName[];
}

const formats = ["nquads", "ntriples", "trig", "turtle"];

/** Checks what is asked; gives the answer to it. `check` throws once the call has to end. */
export function checkInfer(
  options: InferOptions,
  rules: GivenText | undefined,
  limits: Limits,
): (state: KnowledgeState, check: () => void) => Promise<InferenceResult> {
  const { format = "nquads", maximumCharacters = limits.maximumGraphExportCharacters } = options;
  // Rules of one's own are run by themselves, unless a ruleset is asked for too.
  const names = options.rulesets ?? (rules === undefined ? rulesetNames : []);
  requireRulesets(names);
  requireOneOf("format", format, formats);
  requireCharacters(maximumCharacters);
  return async ({ graph, snapshot }, check) => {
    const { maximumRulesCharacters, maximumInferredTriples, reasoningTimeoutMs } = limits;
    const { baseIri } = graph.options;
    const named = (iri: string): string => namedIri(graph, iri);
    const given =
      rules && parseRdf({ ...rules, format: "n3", baseIri, named, maximumCharacters: maximumRulesCharacters });
    const inferred = await inferGraph({
      graph,
      names,
      rules: given ?? [],
      format,
      maximumTriples: maximumInferredTriples,
      maximumCharacters,
      guard: new WorkGuard({ what: "inference", timeoutMs: reasoningTimeoutMs, check, now: () => performance.now() }),
    });
    return { snapshot: snapshot.digest, rulesets: names, ...inferred };
  };
}

/** `invalid_input` for a ruleset that there is not. */
export function requireRulesets(names: readonly string[]): void {
  for (const name of names) requireOneOf("rulesets", name, rulesetNames);
}

function requireOneOf(parameter: string, name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  const nearest = nearestName(name, known);
  throw new GraphdownError({
    code: "invalid_input",
    message: `${parameter} can't be "${showPath(name)}".`,
    details: { parameter, known },
    next: nearest === undefined ? `Give one of: ${known.join(", ")}.` : `Did you mean ${nearest}?`,
  });
}

function requireCharacters(count: number): void {
  if (Number.isSafeInteger(count) && count >= 1) return;
  throw new GraphdownError({
    code: "invalid_input",
    message: `maximumCharacters must be a whole number of at least 1, but it is ${String(count)}.`,
    details: { parameter: "maximumCharacters", value: String(count) },
    next: "Give a number such as 10000, or leave it out.",
  });
}
