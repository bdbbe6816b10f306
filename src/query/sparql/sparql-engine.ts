/** What runs SPARQL queries over a graph: a thread on Node, or the isolate itself where the caller brings an engine. */
import type { Limits } from "../../base/limits.ts";
import type { KnowledgeGraph } from "../../graph/knowledge-graph.ts";
import type { CheckedQuery } from "./check-query.ts";
import type { QueryJob } from "./query-job.ts";
import type { SparqlResult } from "./sparql-answer.ts";

/** One query to one graph. */
export interface SparqlRun {
  readonly graph: KnowledgeGraph;
  /** The query as it was read. */
  readonly checked: CheckedQuery;
  readonly job: QueryJob;
  /** How long it may run together with its wait for other queries; bringing the store up to date counts for nobody. */
  readonly timeoutMs: number;
  /** Ends it: the reason is thrown. */
  readonly signal: AbortSignal;
}

/** Runs queries one after the other, over a store that follows the graphs that it is given. */
export interface SparqlEngine {
  /**
   * Throws `invalid_query` for what is no SPARQL, `limit_exceeded` for a query that takes too long or too much memory, `unsupported` for
   * one that can't be run safely here.
   */
  run(run: SparqlRun): Promise<SparqlResult>;
  close(): Promise<void>;
}

/** Makes an engine for one context, when the first query comes. */
export type SparqlEngineSource = (limits: Limits) => Promise<SparqlEngine>;
