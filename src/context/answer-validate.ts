/** Answers whether the graph conforms to shapes. Apart from the other questions, so that only this one loads what checks them. */
import { GraphdownError } from "../base/errors.ts";
import type { Limits } from "../base/limits.ts";
import { parseDirectoryPath } from "../base/logical-path.ts";
import { namedIri } from "../graph/named-iri.ts";
import { parseRdf } from "../query/rdf/parse-rdf.ts";
import { WorkGuard } from "../query/rdf/work-guard.ts";
import { defaultShapes } from "../query/shacl/default-shapes.ts";
import { type ShapeReport, validateGraph } from "../query/shacl/validate-graph.ts";
import { requireRulesets } from "./answer-infer.ts";
import type { ValidateOptions } from "./context-options.ts";
import type { KnowledgeState } from "./knowledge-state.ts";
import type { GivenText } from "./read-given-text.ts";

/** Whether the graph conforms, and what does not. */
export interface ValidationReport extends ShapeReport {
  /** Digest of the snapshot that was asked. */
  readonly snapshot: string;
}

/** Results when the caller names no number, and the most it may ask for. */
const defaultCount = 100;
const maximumCount = 1_000;

/** Checks what is asked; gives the answer to it. `check` throws once the call has to end. */
export function checkValidate(
  { directory, count: given, rulesets = [] }: ValidateOptions,
  shapes: GivenText | undefined,
  limits: Limits,
): (state: KnowledgeState, check: () => void) => Promise<ValidationReport> {
  const count = resolveCount(given);
  requireRulesets(rulesets);
  return async ({ graph, snapshot }, check) => {
    const { maximumRulesCharacters, maximumInferredTriples, reasoningTimeoutMs } = limits;
    const { text, name } = shapes ?? { text: defaultShapes, name: "default shapes" };
    const report = await validateGraph({
      graph,
      shapes: parseRdf({
        text,
        name,
        format: "turtle",
        baseIri: graph.options.baseIri,
        named: (iri) => namedIri(graph, iri),
        maximumCharacters: Math.max(maximumRulesCharacters, shapes === undefined ? text.length : 0),
      }),
      name,
      directory: parseDirectoryPath(directory ?? ""),
      names: rulesets,
      maximumInferred: maximumInferredTriples,
      count,
      guard: new WorkGuard({ what: "validation", timeoutMs: reasoningTimeoutMs, check, now: () => performance.now() }),
    });
    return { snapshot: snapshot.digest, ...report };
  };
}

function resolveCount(count: number | undefined): number {
  if (count === undefined) return defaultCount;
  if (Number.isSafeInteger(count) && count >= 1) return Math.min(count, maximumCount);
  throw new GraphdownError({
    code: "invalid_input",
    message: `count must be a whole number of at least 1, but it is ${String(count)}.`,
    details: { parameter: "count", value: String(count) },
    next: `Give a count from 1 to ${maximumCount}, or leave it out for ${defaultCount}.`,
  });
}
