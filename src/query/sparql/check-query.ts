/** Reads a SPARQL query before it is run, and refuses what would write, reach out or exhaust the reader. */
import { GraphdownError } from "../../base/errors.ts";
import { nearestName } from "../../base/nearest-name.ts";
import { showPath } from "../../base/show-path.ts";
import { prefixes } from "../../graph/prefixes.ts";
import { keywords } from "./keywords.ts";
import { blankInIri, queryError } from "./query-errors.ts";
import { isMark, isWord, placeOf, type QueryToken, queryTokens } from "./query-tokens.ts";

/** The four kinds of queries. */
export type QueryForm = "select" | "ask" | "construct" | "describe";

/** Graphs that are the data of a query, by their IRIs. */
export interface QueryDataset<Graph = string> {
  /** `FROM`: what patterns outside `GRAPH` see. */
  readonly defaultGraphs: readonly Graph[];
  /** `FROM NAMED`: what `GRAPH` sees. */
  readonly namedGraphs: readonly Graph[];
}

/** A query that may be run. Whether it is SPARQL to the last letter is for the engine to say. */
export interface CheckedQuery {
  readonly query: string;
  readonly form: QueryForm;
  readonly tokens: readonly QueryToken[];
  /** Places in `tokens`: the keyword of the form, and what comes after the head (variables or template). */
  readonly formAt: number;
  readonly bodyAt: number;
  /** Places in `tokens` of the graphs that it names; `undefined` where it names none. */
  readonly datasetAt: QueryDataset<number> | undefined;
}

/** How deep brackets of all kinds may be nested: beyond what anybody writes, and well within what the engine stands. */
export const maximumNesting = 64;

const updates = ["INSERT", "DELETE", "LOAD", "CLEAR", "DROP", "CREATE", "ADD", "MOVE", "COPY", "WITH"];
const forms: Readonly<Record<string, QueryForm>> = {
  SELECT: "select",
  ASK: "ask",
  CONSTRUCT: "construct",
  DESCRIBE: "describe",
};
const readOnly = "Queries only read: write SELECT, ASK, CONSTRUCT or DESCRIBE, and change the files themselves.";

/**
 * Checks a query. `limit_exceeded` for one of more than `maximumCharacters` UTF-16 units; `invalid_query` for an update, `LOAD`, `SERVICE`
 * anywhere, an undeclared prefix, groups of CONSTRUCT and ASK, triple terms (which are no part of SPARQL 1.1), brackets nested deeper than {@link maximumNesting}, and
 * what is no query at all. Words in strings, IRIs, names and comments mean nothing.
 */
export function checkQuery(query: string, maximumCharacters: number): CheckedQuery {
  if (query.length > maximumCharacters) throw tooLong(query.length, maximumCharacters);
  const tokens = queryTokens(query);
  const { declared, formAt } = readPrologue(query, tokens);
  const keyword = tokens[formAt];
  const form = formOf(query, keyword);
  checkTokens(query, tokens, declared);
  const bodyAt = bodyOf(tokens, formAt, form);
  if (form === "construct" || form === "ask") refuseGroups(query, tokens, { bodyAt, form });
  return { query, form, tokens, formAt, bodyAt, datasetAt: datasetOf(query, tokens, bodyAt) };
}

/** Prefixes that are known or that the query declares, and where its form begins. */
function readPrologue(
  query: string,
  tokens: readonly QueryToken[],
): { readonly declared: ReadonlySet<string>; readonly formAt: number } {
  const declared = new Set(prefixes.keys());
  let at = 0;
  for (;;) {
    const [keyword, first, second] = [tokens[at], tokens[at + 1], tokens[at + 2]];
    if (isWord(keyword, "PREFIX")) {
      if (first?.kind !== "name" || !first.text.endsWith(":") || second?.kind !== "iri") {
        throw syntaxError(
          query,
          (first?.kind === "name" ? second : first) ?? keyword,
          "a declaration PREFIX name: <iri>",
        );
      }
      declared.add(first.text.slice(0, -1));
      at += 3;
    } else if (isWord(keyword, "BASE")) {
      if (first?.kind !== "iri") throw syntaxError(query, first ?? keyword, "a declaration BASE <iri>");
      at += 2;
    } else return { declared, formAt: at };
  }
}

function formOf(query: string, keyword: QueryToken | undefined): QueryForm {
  if (isWord(keyword, ...updates)) throw updateError(query, keyword as QueryToken);
  const form = keyword?.kind === "word" ? forms[keyword.text.toUpperCase()] : undefined;
  if (form === undefined) throw syntaxError(query, keyword, "SELECT, ASK, CONSTRUCT or DESCRIBE");
  return form;
}

function checkTokens(query: string, tokens: readonly QueryToken[], declared: ReadonlySet<string>): void {
  const open: QueryToken[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "unknown") throw syntaxError(query, token, "a part of a query");
    if (token.kind === "mark") {
      if (Object.hasOwn(closing, token.text)) open.push(token);
      else if (closers.has(token.text)) {
        const opener = open.pop();
        if (opener === undefined || closing[opener.text] !== token.text) throw unopened(query, token, opener);
      }
      if (open.length > maximumNesting) throw tooDeep(query, token);
      if (token.text === ";" && open.length === 0) throw afterSemicolon(query, token, tokens[at + 1]);
      if (token.text === "<<") throw tripleTerm(query, token);
    } else if (token.kind === "word") {
      if (isWord(token, "SERVICE")) throw serviceError(query, token);
      if (isWord(token, "TRIPLE") && isMark(tokens[at + 1], "(")) throw tripleTerm(query, token);
      if (token.text !== "a" && !keywords.has(token.text.toUpperCase())) throw unknownWord(query, token);
    } else if (token.kind === "name") {
      const prefix = token.text.slice(0, token.text.indexOf(":"));
      if (!declared.has(prefix) && !isWord(tokens[at - 1], "PREFIX")) throw unknownPrefix(query, token, prefix);
    }
  }
  const left = open.pop();
  if (left !== undefined) throw unclosed(query, left);
}

const closing: Readonly<Record<string, string>> = { "{": "}", "(": ")", "[": "]" };
const closers: ReadonlySet<string> = new Set(Object.values(closing));

const nesting: Readonly<Record<string, number>> = { "{": 1, "(": 1, "[": 1, "}": -1, ")": -1, "]": -1 };

/** Where the data clauses or the pattern begin: behind the variables or the template. */
function bodyOf(tokens: readonly QueryToken[], formAt: number, form: QueryForm): number {
  let at = formAt + 1;
  if (form === "construct" && isMark(tokens[at], "{")) return afterBlock(tokens, at);
  // Expressions of a SELECT are in parentheses, and hold a pattern at most within them.
  for (; at < tokens.length; at++) {
    if (isMark(tokens[at], "(")) at = afterBlock(tokens, at) - 1;
    else if (isMark(tokens[at], "{") || isWord(tokens[at], "FROM", "WHERE")) return at;
    // DESCRIBE may come without a pattern.
    else if (isWord(tokens[at], "LIMIT", "OFFSET", "ORDER", "GROUP", "HAVING", "VALUES")) return at;
  }
  return at;
}

/** The place behind the block that begins here; the end where it is not closed. */
export function afterBlock(tokens: readonly QueryToken[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at] as QueryToken;
    if (token.kind === "mark") depth += nesting[token.text] ?? 0;
    if (depth <= 0) return at + 1;
  }
  return tokens.length;
}

/** Groups are SPARQL here too, but the engine takes them in SELECT and DESCRIBE only. */
function refuseGroups(
  query: string,
  tokens: readonly QueryToken[],
  { bodyAt, form }: { readonly bodyAt: number; readonly form: QueryForm },
): void {
  for (let at = bodyAt; at < tokens.length; at++) {
    const token = tokens[at] as QueryToken;
    if (token.kind === "mark" && Object.hasOwn(closing, token.text)) at = afterBlock(tokens, at) - 1;
    else if (isWord(token, "GROUP", "HAVING")) throw groupedGraph(query, token, form);
  }
}

function datasetOf(query: string, tokens: readonly QueryToken[], bodyAt: number): QueryDataset<number> | undefined {
  const defaultGraphs: number[] = [];
  const namedGraphs: number[] = [];
  let at = bodyAt;
  while (isWord(tokens[at], "FROM")) {
    const isNamed = isWord(tokens[at + 1], "NAMED");
    at += isNamed ? 2 : 1;
    const graph = tokens[at];
    if (graph?.kind !== "iri" && graph?.kind !== "name") {
      throw syntaxError(query, graph, "the IRI of a graph after FROM");
    }
    (isNamed ? namedGraphs : defaultGraphs).push(at);
    at++;
  }
  return at === bodyAt ? undefined : { defaultGraphs, namedGraphs };
}

function tooLong(actual: number, maximum: number): GraphdownError {
  return new GraphdownError({
    code: "limit_exceeded",
    message: `The query has ${actual} characters, more than ${maximum}.`,
    details: { limit: "maximumSparqlCharacters", maximum, actual },
    next: "Shorten the query, or raise maximumSparqlCharacters.",
  });
}

function tooDeep(query: string, { start }: QueryToken): GraphdownError {
  return queryError(query, {
    reason: "nesting",
    message: `The query nests brackets deeper than ${maximumNesting}`,
    start,
    next: "Write it with fewer brackets within brackets.",
  });
}

function updateError(query: string, { text, start }: QueryToken): GraphdownError {
  return queryError(query, {
    reason: "update",
    message: `${text.toUpperCase()} is an update, and the graph is only read`,
    start,
    next: readOnly,
  });
}

function afterSemicolon(query: string, semicolon: QueryToken, following: QueryToken | undefined): GraphdownError {
  if (isWord(following, ...updates)) return updateError(query, following as QueryToken);
  return queryError(query, {
    reason: "syntax",
    message: 'One query at a time: got ";" after its end',
    start: semicolon.start,
    next: "Leave out the semicolon and what follows it.",
  });
}

function serviceError(query: string, { start }: QueryToken): GraphdownError {
  return queryError(query, {
    reason: "service",
    message: "SERVICE would ask another server, and queries never leave this graph",
    start,
    next: "Ask about this knowledge base alone, without SERVICE.",
  });
}

function tripleTerm(query: string, { start }: QueryToken): GraphdownError {
  return queryError(query, {
    reason: "triple_term",
    message: "Triples within triples are no part of SPARQL 1.1",
    start,
    next: "Write the query without << >> and TRIPLE().",
  });
}

function groupedGraph(query: string, { text, start }: QueryToken, form: QueryForm): GraphdownError {
  const outer = form === "ask" ? "ASK" : "CONSTRUCT { … } WHERE";
  return queryError(query, {
    reason: "group",
    message: `${text.toUpperCase()} is not taken behind the pattern of ${form.toUpperCase()}`,
    start,
    next: `Group in a query within: ${outer} { SELECT ?x (COUNT(?y) AS ?n) WHERE { … } GROUP BY ?x HAVING (COUNT(?y) > 1) }.`,
  });
}

function unopened(query: string, { text, start }: QueryToken, opener: QueryToken | undefined): GraphdownError {
  const { line } = placeOf(query, opener?.start ?? 0);
  const wanted = opener === undefined ? "" : `, since "${opener.text}" of line ${line} is still open`;
  return queryError(query, {
    reason: "syntax",
    message: `Nothing is open that "${text}" could close${wanted}`,
    start,
    next: opener === undefined ? "Leave it out." : `Close with "${closing[opener.text]}" first.`,
  });
}

function unclosed(query: string, { text, start }: QueryToken): GraphdownError {
  return queryError(query, {
    reason: "syntax",
    message: `"${text}" is never closed`,
    start,
    next: `Add "${closing[text]}" where it ends.`,
  });
}

function unknownWord(query: string, { text, start }: QueryToken): GraphdownError {
  const blank = blankInIri(query, start);
  if (blank !== undefined) return blank;
  const nearest = nearestName(text.toUpperCase(), [...keywords]);
  return queryError(query, {
    reason: "syntax",
    message: `SPARQL 1.1 has no word "${showPath(text)}"`,
    start,
    next:
      nearest === undefined
        ? "Write variables as ?name, IRIs as <iri> or prefix:name, and text in quotes."
        : `Did you mean ${nearest}?`,
    details: nearest === undefined ? {} : { nearest },
  });
}

function unknownPrefix(query: string, { start }: QueryToken, prefix: string): GraphdownError {
  return queryError(query, {
    reason: "prefix",
    message: `The prefix "${showPath(prefix)}:" is not declared`,
    start,
    next: `Declare it (PREFIX ${showPath(prefix)}: <…>), or use one that is known: ${[...prefixes.keys()].join(", ")}.`,
    details: { prefix, known: [...prefixes.keys()] },
  });
}

function syntaxError(query: string, token: QueryToken | undefined, wanted: string): GraphdownError {
  const blank = token && blankInIri(query, token.start);
  if (blank !== undefined) return blank;
  const got = token === undefined ? "the end of the query" : `"${showPath(token.text.slice(0, 40))}"`;
  return queryError(query, {
    reason: "syntax",
    message: `Expected ${wanted}, but got ${got}`,
    start: token?.start ?? query.length,
    next: "Correct the query there; docs/sparql.md has examples.",
  });
}
