/** A query to ranked sections. */
import type { Cut } from "../base/cut.ts";
import { GraphdownError } from "../base/errors.ts";
import { compileGlob } from "../base/glob.ts";
import { defaultLimits, type Limits } from "../base/limits.ts";
import { showPath } from "../base/show-path.ts";
import type { KnowledgeGraph } from "../graph/knowledge-graph.ts";
import { countTriples } from "../graph/triple-count.ts";
import { listFiltered } from "./answer/list-filtered.ts";
import { pageOfMatches } from "./answer/page-of-matches.ts";
import type { GraphMatch, SearchMode } from "./answer/search-result.ts";
import { documentsWithout } from "./query/documents-without.ts";
import { filterDocuments, type SearchFilters } from "./query/filter-documents.ts";
import { type ParsedQuery, parseQuery } from "./query/parse-query.ts";
import { rankByNames } from "./ranking/rank-by-names.ts";
import { rankByWords } from "./ranking/rank-by-words.ts";
import type { RankedSections } from "./ranking/ranked-sections.ts";
import type { SearchIndex } from "./search-index.ts";

/** What a search may be narrowed to, and which part of its answer is wanted. */
export interface SearchGraphOptions extends SearchFilters {
  /** `auto` ranks by words and adds what links say; `lexical` by words alone; `graph` by names alone. Default `auto`. */
  readonly mode?: SearchMode | undefined;
  /** How many matches; default `defaultGraphResults`, cut to `maximumGraphResults`. */
  readonly count?: number | undefined;
  /** How many matches of the same search came before. Default 0. */
  readonly offset?: number | undefined;
  readonly limits?:
    | Pick<Limits, "defaultGraphResults" | "maximumGraphResults" | "maximumQueryCharacters" | "maximumGlobCharacters">
    | undefined;
}

const modes: readonly SearchMode[] = ["auto", "lexical", "graph"];

/** An answer without what only the caller knows: its snapshot, and what the snapshot left out. */
export interface SearchAnswer {
  readonly documentCount: number;
  readonly tripleCount: number;
  readonly matches: readonly GraphMatch[];
  /** Matches on all pages; absent where every found section would have to be read to tell. */
  readonly matchCount?: number;
  readonly cut?: Cut<number>;
  /** The `offset` of the next page; absent on the last. */
  readonly nextOffset?: number;
}

/**
 * Answers a query. Pure: the same graph, index and query give the same answer, whichever kind of index it is. The index is that of the
 * graph's documents.
 *
 * A blank query without filters is `invalid_input`, one that is too long `limit_exceeded`, a glob outside the dialect `invalid_pattern`,
 * the mode `semantic` `unsupported`. No other query fails: one that finds nothing, or has no word, gives no matches.
 */
export function searchGraph({
  graph,
  index,
  query,
  options = {},
}: {
  readonly graph: KnowledgeGraph;
  readonly index: SearchIndex;
  readonly query: string;
  readonly options?: SearchGraphOptions;
}): SearchAnswer {
  const { count, mode, offset, tags, query: parsed } = resolveSearch(query, options);
  const allowed = filterDocuments({ graph, documents: index.documents, filters: parsed.filters, options });
  const ranked = rank({ graph, index, query: parsed, allowed, mode, tags });
  const page =
    ranked === undefined
      ? { matches: [], next: undefined, total: 0 }
      : pageOfMatches({ ranked, table: index, graph, offset, count });
  return {
    documentCount: graph.documents.length,
    tripleCount: triplesOf(graph),
    matches: page.matches,
    ...(page.total === undefined ? {} : { matchCount: page.total }),
    ...(page.next === undefined ? {} : { cut: { reason: "count", next: page.next }, nextOffset: page.next }),
  };
}

/** What a search was asked for, checked, with every default filled in. */
export interface ResolvedSearch {
  readonly query: ParsedQuery;
  readonly mode: Exclude<SearchMode, "semantic">;
  readonly count: number;
  readonly offset: number;
  readonly tags: readonly string[];
}

/** Checks a question without a graph: throws every error that {@link searchGraph} can end in. */
export function resolveSearch(query: string, options: SearchGraphOptions = {}): ResolvedSearch {
  const { limits = defaultLimits, offset = 0, tags = [], glob } = options;
  checkOffset(offset);
  if (glob !== undefined) compileGlob(glob, { maximumCharacters: limits.maximumGlobCharacters });
  const narrowed = tags.length > 0 || glob !== undefined || (options.directory ?? "") !== "";
  return {
    query: parseQuery({ query, maximumCharacters: limits.maximumQueryCharacters, allowBlank: narrowed }),
    mode: resolveMode(options.mode ?? "auto"),
    count: resolveCount(options.count, limits),
    offset,
    tags,
  };
}

function rank({
  graph,
  index,
  query,
  allowed,
  mode,
  tags,
}: {
  readonly graph: KnowledgeGraph;
  readonly index: SearchIndex;
  readonly query: ParsedQuery;
  readonly allowed: Uint8Array | undefined;
  readonly mode: Exclude<SearchMode, "semantic">;
  readonly tags: readonly string[];
}): RankedSections | undefined {
  if (query.text === "") {
    const listed = documentsWithout({ query, index, allowed });
    return listed === undefined
      ? undefined
      : listFiltered({ table: index, allowed: listed, filters: query.filters, tags });
  }
  if (mode === "graph") return rankByNames({ query, index, graph, allowed });
  return rankByWords({ query, index, graph: mode === "auto" ? graph : undefined, allowed });
}

function resolveCount(
  given: number | undefined,
  limits: Pick<Limits, "defaultGraphResults" | "maximumGraphResults">,
): number {
  const count = given ?? limits.defaultGraphResults;
  if (Number.isSafeInteger(count) && count >= 1) return Math.min(count, limits.maximumGraphResults);
  throw new GraphdownError({
    code: "invalid_input",
    message: `count must be a whole number of at least 1, but it is ${String(count)}.`,
    details: { parameter: "count", value: String(count) },
    next: `Give a count from 1 to ${limits.maximumGraphResults}, or leave it out for ${limits.defaultGraphResults}.`,
  });
}

function resolveMode(mode: SearchMode): ResolvedSearch["mode"] {
  if (mode === "semantic") throw semanticIsUnsupported();
  if (modes.includes(mode)) return mode;
  throw new GraphdownError({
    code: "invalid_input",
    message: `There is no mode "${showPath(String(mode))}"; known are ${modes.join(", ")}.`,
    details: { parameter: "mode", value: showPath(String(mode)), known: modes },
    next: "Leave the mode out for auto.",
  });
}

function checkOffset(offset: number): void {
  if (Number.isSafeInteger(offset) && offset >= 0) return;
  throw new GraphdownError({
    code: "invalid_input",
    message: `offset must be a whole number of at least 0, but it is ${String(offset)}.`,
    details: { parameter: "offset", value: String(offset) },
    next: "Use the nextOffset of an earlier answer.",
  });
}

/** The number of triples of each graph that was searched: counting them takes longer than most searches. */
const tripleCounts: WeakMap<KnowledgeGraph, number> = new WeakMap();

function triplesOf(graph: KnowledgeGraph): number {
  const known = tripleCounts.get(graph);
  if (known !== undefined) return known;
  const count = countTriples(graph);
  tripleCounts.set(graph, count);
  return count;
}

function semanticIsUnsupported(): GraphdownError {
  return new GraphdownError({
    code: "unsupported",
    message: "Semantic search needs an embed function, and none was given.",
    details: { parameter: "mode", value: "semantic", reason: "no_embed_function" },
    next: "Use the mode auto, lexical or graph.",
  });
}
