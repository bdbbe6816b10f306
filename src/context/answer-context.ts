/** Answers what to read about a question: a search, packed into a budget of tokens. */
import type { Limits } from "../base/limits.ts";
import { requireWhole } from "../graph/questions/edge-words.ts";
import type { GraphSearchResult } from "../search/answer/search-result.ts";
import { type ContextPack, packContext } from "../search/context-pack.ts";
import { answerSearch, checkSearch } from "./answer-search.ts";
import type { ContextPackOptions } from "./context-options.ts";
import type { KnowledgeState } from "./knowledge-state.ts";

/** The text that an agent should read, and what it was chosen from. */
export interface ContextPackResult
  extends ContextPack,
    Pick<GraphSearchResult, "snapshot" | "documentCount" | "searchedCount" | "unknownWords" | "unknownTags"> {
  readonly tokenBudget: number;
}

const defaultBudget = 4_000;
const maximumBudget = 200_000;
/** So many sections are thought of. */
const consideredMatches = 100;

/** Checks what is asked, so that a wrong question is refused before anything is read; gives the answer to it. */
export function checkContext(
  query: string,
  options: ContextPackOptions,
  limits: Limits,
): (state: KnowledgeState) => ContextPackResult {
  const { tokenBudget: given, ...narrowing } = options;
  const tokenBudget = requireWhole("tokenBudget", given ?? defaultBudget, maximumBudget);
  const count = Math.min(consideredMatches, limits.maximumGraphResults);
  const search = checkSearch(query, { ...narrowing, count }, limits);
  return (state) => {
    const { snapshot, documentCount, matches, searchedCount, unknownWords, unknownTags } = answerSearch(state, search);
    return {
      snapshot,
      documentCount,
      tokenBudget,
      ...packContext({ graph: state.graph, matches, tokenBudget }),
      ...(searchedCount === undefined ? {} : { searchedCount }),
      ...(unknownWords === undefined ? {} : { unknownWords }),
      ...(unknownTags === undefined ? {} : { unknownTags }),
    };
  };
}
