/** Answers a SPARQL query from the graph. */
import type { Cut } from "../base/cut.ts";
import { GraphdownError } from "../base/errors.ts";
import type { Limits } from "../base/limits.ts";
import { type QuadFormat, writeQuads } from "../exports/write-quads.ts";
import { boundQuery } from "../query/sparql/bound-query.ts";
import { type CheckedQuery, checkQuery } from "../query/sparql/check-query.ts";
import { orderVariables } from "../query/sparql/order-variables.ts";
import { quadsOfTriples } from "../query/sparql/quads-of-triples.ts";
import { resolveDataset } from "../query/sparql/resolve-dataset.ts";
import type { SparqlResult } from "../query/sparql/sparql-answer.ts";
import type { SparqlEngine } from "../query/sparql/sparql-engine.ts";
import { withNamedIris } from "../query/sparql/with-named-iris.ts";
import type { SparqlOptions } from "./context-options.ts";
import type { SparqlAnswer } from "./file-context.ts";
import type { KnowledgeState } from "./knowledge-state.ts";

/** A query that may be run, with its bounds. */
export interface CheckedSparql {
  readonly checked: CheckedQuery;
  readonly maximumRows: number;
  readonly timeoutMs: number;
  readonly format: Extract<QuadFormat, "turtle" | "ntriples">;
  readonly options: SparqlOptions;
}

type SparqlLimits = Pick<Limits, "maximumSparqlCharacters" | "maximumSparqlRows" | "sparqlTimeoutMs">;

/** Checks a query and its options before anything is read. Bounds larger than the limits are the limits. */
export function checkSparql(query: string, options: SparqlOptions, limits: SparqlLimits): CheckedSparql {
  const { maximumRows = limits.maximumSparqlRows, timeoutMs = limits.sparqlTimeoutMs, format = "turtle" } = options;
  requireCount("maximumRows", maximumRows, limits.maximumSparqlRows);
  requireCount("timeoutMs", timeoutMs, limits.sparqlTimeoutMs);
  if (format !== "turtle" && format !== "ntriples") throw unknownFormat(format);
  return {
    checked: checkQuery(query, limits.maximumSparqlCharacters),
    maximumRows: Math.min(maximumRows, limits.maximumSparqlRows),
    timeoutMs: Math.min(timeoutMs, limits.sparqlTimeoutMs),
    format,
    options,
  };
}

/** Runs a checked query on the graph of a state. */
export async function answerSparql(
  { graph, snapshot }: KnowledgeState,
  { checked, maximumRows, timeoutMs, format, options }: CheckedSparql,
  { engine, signal }: { readonly engine: SparqlEngine; readonly signal: AbortSignal },
): Promise<SparqlAnswer> {
  const named = withNamedIris(checked, graph);
  const result = await engine.run({
    graph,
    checked,
    job: {
      ...boundQuery(named, maximumRows, checked.query),
      form: checked.form,
      maximumRows,
      baseIri: graph.options.baseIri,
      dataset: resolveDataset(named, options, graph),
    },
    timeoutMs,
    signal,
  });
  return { snapshot: snapshot.digest, ...answerOf(result, checked, format) };
}

const cut: { readonly cut: Cut } = { cut: { reason: "count" } };

type WithoutSnapshot<Answer> = Answer extends unknown ? Omit<Answer, "snapshot" | "skipped" | "unread"> : never;

function answerOf(
  result: SparqlResult,
  { tokens }: CheckedQuery,
  format: CheckedSparql["format"],
): WithoutSnapshot<SparqlAnswer> {
  switch (result.form) {
    case "ask":
      return result;
    case "select": {
      const { form, rows, isCut } = result;
      return { form, variables: orderVariables(result.variables, tokens), rows, ...(isCut ? cut : {}) };
    }
    default: {
      const { form, triples, isCut } = result;
      const content = writeQuads(quadsOfTriples(triples), format);
      return { form, tripleCount: triples.length, format, content, ...(isCut ? cut : {}) };
    }
  }
}

function requireCount(name: string, value: number, maximum: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return;
  throw new GraphdownError({
    code: "invalid_input",
    message: `${name} must be a whole number of at least 1, but it is ${String(value)}.`,
    details: { parameter: name, value: String(value) },
    next: `Give ${name} from 1 to ${maximum}, or leave it out for ${maximum}.`,
  });
}

function unknownFormat(format: unknown): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: `format must be "turtle" or "ntriples", but it is ${JSON.stringify(format)}.`,
    details: { parameter: "format" },
    next: "Leave it out for Turtle.",
  });
}
