/** A query that gives no more than was asked for: the bound is part of it, so that the engine stops by itself. */
import { afterBlock, type CheckedQuery } from "./check-query.ts";
import { knownPrefixes } from "./known-prefixes.ts";
import { isMark, isWord, type QueryToken } from "./query-tokens.ts";

/** What is run. */
export interface BoundQuery {
  /** With the known prefixes on a line before the first. */
  readonly text: string;
  /** The same without the bound, to say what is wrong with it. */
  readonly unboundText: string;
  /** Solutions that the engine gives at most; one more than the bound where the bound was put in. `undefined` for ASK. */
  readonly maximumSolutions: number | undefined;
  /** For CONSTRUCT and DESCRIBE: a SELECT whose rows are the solutions of the query, to find out whether the bound was reached. */
  readonly solutionsText?: string | undefined;
}

/** A solution can give the same triples as another, so graphs may take more solutions than the triples that they may have. */
const solutionsPerTriple = 10;

/** Bounds a query to `maximumRows` rows or triples. `asked` is the query as its caller wrote it, by which places are told. */
export function boundQuery(checked: CheckedQuery, maximumRows: number, asked: string = checked.query): BoundQuery {
  const { query, form, tokens, formAt, bodyAt } = checked;
  const unboundText = withPrefixes(asked);
  if (form === "ask") return { text: withPrefixes(query), unboundText, maximumSolutions: undefined };
  const isGraph = form !== "select";
  const wanted = isGraph ? maximumRows * solutionsPerTriple : maximumRows;
  const { written, before } = findLimit(tokens, bodyAt);
  const isEnough = written !== undefined && isAtMost(written.text, wanted);
  const at = written?.start ?? before?.start ?? query.length;
  const behind = written === undefined ? at : at + written.text.length;
  const limit = written === undefined ? `\nLIMIT ${wanted + 1}\n` : String(wanted + 1);
  const head = query.slice(0, at);
  const tail = isEnough ? query.slice(at) : `${limit}${query.slice(behind)}`;
  const text = withPrefixes(head + tail);
  const maximumSolutions = isEnough ? Number(written.text) : wanted + 1;
  if (!isGraph || isEnough || !hasPattern(tokens, bodyAt)) return { text, unboundText, maximumSolutions };
  const body = (tokens[bodyAt] as QueryToken).start;
  const start = (tokens[formAt] as QueryToken).start;
  const select = `${query.slice(0, start)}SELECT (1 AS ?${freshVariable(tokens)}) ${query.slice(body, at)}${tail}`;
  return { text, unboundText, maximumSolutions, solutionsText: withPrefixes(select) };
}

/** DESCRIBE may come without one, and describes what it names then. */
function hasPattern(tokens: readonly QueryToken[], bodyAt: number): boolean {
  let at = bodyAt;
  while (isWord(tokens[at], "FROM")) at += isWord(tokens[at + 1], "NAMED") ? 3 : 2;
  return isWord(tokens[at], "WHERE") || isMark(tokens[at], "{");
}

/** A name that no variable of the query has. */
function freshVariable(tokens: readonly QueryToken[]): string {
  const taken = new Set(tokens.filter(({ kind }) => kind === "variable").map(({ text }) => text.slice(1)));
  let name = "solution";
  for (let number = 2; taken.has(name); number++) name = `solution${number}`;
  return name;
}

function withPrefixes(query: string): string {
  return `${knownPrefixes}\n${query}`;
}

/** The number of the outermost LIMIT, and else what a LIMIT has to stand before: VALUES behind the pattern. */
function findLimit(
  tokens: readonly QueryToken[],
  from: number,
): { readonly written?: QueryToken; readonly before?: QueryToken } {
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at] as QueryToken;
    if (isMark(token, "{") || isMark(token, "(") || isMark(token, "[")) at = afterBlock(tokens, at) - 1;
    else if (isWord(token, "LIMIT") && tokens[at + 1]?.kind === "number")
      return { written: tokens[at + 1] as QueryToken };
    else if (isWord(token, "VALUES")) return { before: token };
  }
  return {};
}

/** Numbers of any length are compared; one that is no whole number is left for the engine to refuse. */
function isAtMost(digits: string, bound: number): boolean {
  return !/^\d+$/.test(digits) || BigInt(digits) <= BigInt(bound);
}
