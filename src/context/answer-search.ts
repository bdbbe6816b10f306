/** Answers a search from the state of the moment. Apart from the other questions, so that only a search loads what ranks. */
import type { Limits } from "../base/limits.ts";
import { checkFolder, defaultAccess } from "../files/access.ts";
import { buildIndex } from "../search/build-index.ts";
import { resolveSearch, type SearchGraphOptions, searchGraph } from "../search/search-graph.ts";
import type { GraphSearchResult } from "../search/search-result.ts";
import type { SearchOptions } from "./context-options.ts";
import type { KnowledgeState } from "./knowledge.ts";
import { hasMoved, readCursor, type SearchCursor, writeCursor } from "./search-cursor.ts";
import { skippedOf } from "./skipped-of.ts";

/** A search whose arguments have been checked. */
export interface CheckedSearch {
  readonly query: string;
  readonly options: SearchGraphOptions;
  readonly cursor: SearchCursor | undefined;
}

/** Checks what is asked, so that a wrong question is refused before anything is read. */
export function checkSearch(query: string, given: SearchOptions, limits: Limits): CheckedSearch {
  const { signal: _, cursor: text, directory, ...narrowing } = given;
  const cursor = text === undefined ? undefined : readCursor(text);
  const folder = checkFolder(directory ?? "", defaultAccess);
  const options = { ...narrowing, directory: folder, offset: cursor?.offset, limits };
  resolveSearch(query, options);
  return { query, options, cursor };
}

export function answerSearch({ graph, snapshot }: KnowledgeState, search: CheckedSearch): GraphSearchResult {
  const { query, options, cursor } = search;
  // Everything is built for this one question, so the index need only hold the question's own words.
  const index = buildIndex({ documents: graph.documents, options: { terms: "asked" } });
  const { nextOffset, cut, ...answer } = searchGraph({ graph, index, query, options });
  const next = nextOffset === undefined ? undefined : writeCursor(nextOffset, snapshot.digest);
  return {
    snapshot: snapshot.digest,
    ...answer,
    ...skippedOf(snapshot),
    ...(cut === undefined ? {} : { cut: { reason: cut.reason, next } }),
    ...(next === undefined ? {} : { cursor: next }),
    ...(cursor !== undefined && hasMoved(cursor, snapshot.digest) ? { moved: true } : {}),
  };
}
