/** The variables of an answer in the order in which a reader of the query meets them. */
import type { QueryToken } from "./query-tokens.ts";

/** What `SELECT *` gives has no order of its own; all others stand in the order of the query already. */
export function orderVariables(variables: readonly string[], tokens: readonly QueryToken[]): readonly string[] {
  const places = new Map<string, number>();
  for (const [place, { kind, text }] of tokens.entries()) {
    if (kind === "variable" && !places.has(text.slice(1))) places.set(text.slice(1), place);
  }
  return [...variables].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
}
