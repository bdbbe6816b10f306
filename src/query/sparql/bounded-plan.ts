/** Which queries can't run away: what is run where nothing could stop it. */
import { GraphdownError } from "../../base/errors.ts";
import type { CheckedQuery } from "./check-query.ts";
import { isMark, isWord, placeOf, type QueryToken } from "./query-tokens.ts";

/** Patterns of triples in one query, and steps from the object of one to the subject of another on the way. */
const maximumPatterns = 8;
const maximumSteps = 2;

/** What is bounded whatever the graph is; all else is not looked into. */
const takenWords: readonly string[] = [
  ...["SELECT", "DISTINCT", "REDUCED", "AS", "ASK", "WHERE", "PREFIX", "GROUP", "BY", "ORDER", "ASC", "DESC", "LIMIT"],
  ...["OFFSET", "OPTIONAL", "FILTER", "BOUND", "STR", "LANG", "DATATYPE", "STRSTARTS", "STRENDS", "CONTAINS", "LCASE"],
  ...["UCASE", "STRLEN", "COUNT", "SUM", "MIN", "MAX", "AVG", "TRUE", "FALSE", "IN", "NOT", "ISIRI", "ISLITERAL"],
];

interface Pattern {
  readonly subject: QueryToken;
  readonly object: QueryToken;
}

/**
 * Returns when a query is bounded by its form; else `unsupported` with the reason. Bounded are SELECT and ASK over at most eight patterns,
 * each with a predicate that is named, some of them optional, with simple filters. Each pattern after the first begins at what one
 * before it has found, so that nothing is joined with all; and no variable is the object of two, so that a join follows links from
 * one node and never meets in a node that thousands lead to.
 */
export function requireBoundedPlan({ query, tokens, formAt, bodyAt }: CheckedQuery): void {
  const refuse = (token: QueryToken | undefined, what: string): never => {
    throw unbounded(query, token, what);
  };
  for (const token of tokens.slice(formAt)) {
    if (token.kind === "word" && token.text !== "a" && !isWord(token, ...takenWords)) {
      refuse(token, `${token.text.toUpperCase()} is not among what is run there`);
    }
  }
  if (tokens.slice(formAt + 1).some((token) => isWord(token, "SELECT"))) {
    refuse(tokens[formAt], "a query within a query is not run there");
  }
  const patterns = patternsOf(tokens, bodyAt, refuse);
  if (patterns.length > maximumPatterns) refuse(tokens[formAt], `it has more than ${maximumPatterns} patterns`);
  /** How many steps away from where the query begins each variable is. */
  const steps = new Map<string, number>();
  const objects = new Set<string>();
  for (const { subject, object } of patterns) {
    const from = steps.get(keyOf(subject));
    if (from === undefined && steps.size > 0)
      refuse(subject, "a pattern begins at nothing that one before it has found");
    steps.set(keyOf(subject), from ?? 0);
    if (object.kind !== "variable") continue;
    const key = keyOf(object);
    if (objects.has(key) || steps.has(key)) refuse(object, "two patterns meet in one variable");
    objects.add(key);
    steps.set(key, (from ?? 0) + 1);
    if ((from ?? 0) > maximumSteps) refuse(object, `it follows more than ${maximumSteps} links in a row`);
  }
}

/** `?x` and `$x` are one. */
function keyOf({ kind, text }: QueryToken): string {
  return kind === "variable" ? `?${text.slice(1)}` : text;
}

const terms: ReadonlySet<QueryToken["kind"]> = new Set(["iri", "name", "variable", "string", "number"]);

/** The patterns in their order; of filters and of what stands behind the last brace nothing. */
function patternsOf(
  tokens: readonly QueryToken[],
  bodyAt: number,
  refuse: (token: QueryToken | undefined, what: string) => never,
): readonly Pattern[] {
  const patterns: Pattern[] = [];
  let at = isWord(tokens[bodyAt], "WHERE") ? bodyAt + 1 : bodyAt;
  let depth = 0;
  let subject: QueryToken | undefined;
  const simple = (token: QueryToken | undefined): QueryToken => {
    if (token === undefined || !terms.has(token.kind)) refuse(token, "only plain terms can stand in a pattern there");
    return token as QueryToken;
  };
  do {
    const token = tokens[at] as QueryToken | undefined;
    if (token === undefined) return refuse(token, "its pattern has no end");
    if (isMark(token, "{") || isMark(token, "}")) {
      if (isMark(token, "{") && depth > 0 && !isWord(tokens[at - 1], "OPTIONAL"))
        refuse(token, "groups are not run there");
      depth += isMark(token, "{") ? 1 : -1;
      subject = undefined;
      at++;
    } else if (isWord(token, "OPTIONAL")) at++;
    else if (isMark(token, ".")) {
      subject = undefined;
      at++;
    } else if (isMark(token, ";")) at++;
    else if (isWord(token, "FILTER")) {
      at = afterExpression(tokens, at + 1);
      subject = undefined;
    } else {
      if (subject === undefined) subject = simple(tokens[at++]);
      const predicate = tokens[at] as QueryToken | undefined;
      const isNamed = predicate?.kind === "iri" || predicate?.kind === "name" || predicate?.text === "a";
      if (!isNamed) refuse(predicate, "only a predicate that is named is run there");
      patterns.push({ subject, object: simple(tokens[at + 1]) });
      at += 2;
      while (tokens[at]?.kind === "language" || isMark(tokens[at], "^^")) at += tokens[at]?.kind === "language" ? 1 : 2;
      if (isMark(tokens[at], ",")) refuse(tokens[at], "one object a pattern is run there");
    }
  } while (depth > 0);
  return patterns;
}

/** Behind the parentheses of a filter, with the name of a function before them. */
function afterExpression(tokens: readonly QueryToken[], from: number): number {
  let at = from;
  if (tokens[at]?.kind === "word") at++;
  let depth = 0;
  do {
    if (isMark(tokens[at], "(")) depth++;
    else if (isMark(tokens[at], ")")) depth--;
    at++;
  } while (depth > 0 && at < tokens.length);
  return at;
}

function unbounded(query: string, token: QueryToken | undefined, what: string): GraphdownError {
  const { line, column } = placeOf(query, token?.start ?? query.length);
  return new GraphdownError({
    code: "unsupported",
    message: `Nothing could stop this query here, so only queries of a bounded form are run: ${what} (line ${line}, column ${column}).`,
    details: { reason: "unbounded_query", line, column },
    next: "Ask in the form that docs/sparql.md describes for runtimes without threads, or ask a server on Node.",
  });
}
