/** Answers a search from the state of the moment. Apart from the other questions, so that only a search loads what ranks. */
import type { Limits } from "../base/limits.ts";
import { parseDirectoryPath } from "../base/logical-path.ts";
import type { KnowledgeGraph } from "../graph/knowledge-graph.ts";
import { unknownTags } from "../graph/questions/unknown-tags.ts";
import type { GraphSearchResult } from "../search/answer/search-result.ts";
import { filterDocuments } from "../search/query/filter-documents.ts";
import type { ParsedQuery } from "../search/query/parse-query.ts";
import { unknownWords } from "../search/query/unknown-words.ts";
import { resolveSearch, type SearchGraphOptions, searchGraph } from "../search/search-graph.ts";
import type { SearchIndex } from "../search/search-index.ts";
import type { SearchOptions } from "./context-options.ts";
import { indexMaker } from "./index-maker.ts";
import type { KnowledgeState } from "./knowledge-state.ts";
import { hasMoved, type PagedQuestion, readCursor, type SearchCursor, writeCursor } from "./search-cursor.ts";

/** A search whose arguments have been checked. */
export interface CheckedSearch {
  readonly query: string;
  readonly options: SearchGraphOptions;
  /** What a cursor of the answer goes on with. */
  readonly question: PagedQuestion;
  readonly cursor: SearchCursor | undefined;
}

/** Checks what is asked, so that a wrong question is refused before anything is read. */
export function checkSearch(query: string, given: SearchOptions, limits: Limits): CheckedSearch {
  const { signal: _, cursor: text, directory, ...narrowing } = given;
  const options = { ...narrowing, directory: parseDirectoryPath(directory ?? ""), limits };
  resolveSearch(query, options);
  const { glob, tags, mode = "auto" } = narrowing;
  const question = { asked: "search", query, directory: options.directory, glob, tags, mode } as const;
  const cursor = text === undefined ? undefined : readCursor(text, question);
  return { query, options: { ...options, offset: cursor?.offset }, question, cursor };
}

export function answerSearch(
  { graph, snapshot, index: kept }: KnowledgeState,
  search: CheckedSearch,
): GraphSearchResult {
  const { query, options, question, cursor } = search;
  const index = kept.of(graph.documents, indexMaker);
  const { nextOffset, cut, ...answer } = searchGraph({ graph, index, query, options });
  const { query: parsed } = resolveSearch(query, options);
  const without = writtenExclusions(parsed);
  const unknown = unknownTags(graph, options.tags);
  const { digest } = snapshot;
  const next = nextOffset === undefined ? undefined : writeCursor({ offset: nextOffset, digest, question });
  return {
    snapshot: snapshot.digest,
    ...answer,
    ...(answer.matches.length > 0 || options.offset !== undefined ? {} : whyNothing({ graph, index, parsed, options })),
    ...(without.length === 0 ? {} : { without }),
    ...(unknown.length === 0 ? {} : { unknownTags: unknown }),
    ...(cut === undefined ? {} : { cut: { reason: cut.reason, next } }),
    ...(next === undefined ? {} : { cursor: next }),
    ...(cursor !== undefined && hasMoved(cursor, snapshot.digest) ? { moved: true } : {}),
  };
}

/** What a search that found nothing looked through, and which of its words stand nowhere. */
function whyNothing({
  graph,
  index,
  parsed,
  options,
}: {
  readonly graph: KnowledgeGraph;
  readonly index: SearchIndex;
  readonly parsed: ParsedQuery;
  readonly options: SearchGraphOptions;
}): Pick<GraphSearchResult, "searchedCount" | "unknownWords"> {
  const { documents } = index;
  const allowed = filterDocuments({ graph, documents, filters: parsed.filters, options });
  const unknown = unknownWords(parsed, index);
  return {
    searchedCount: allowed === undefined ? documents.length : allowed.reduce((sum, flag) => sum + flag, 0),
    ...(unknown.length === 0 ? {} : { unknownWords: unknown }),
  };
}

/** What a query excludes, as it can be written again. */
function writtenExclusions({ excluded, filters }: ParsedQuery): readonly string[] {
  const negated = filters.filter((filter) => filter.negated);
  return [...excluded, ...negated.map(({ kind, value }) => `${kind === "property" ? "prop" : kind}:${value}`)];
}
