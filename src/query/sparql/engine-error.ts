/** What went wrong while a query ran, as our error. */
import { GraphdownError } from "../../base/errors.ts";
import { showPath } from "../../base/show-path.ts";
import { blankInIri, queryError } from "./query-errors.ts";

/** How a run failed. Everything in it can be copied between threads. */
export type RunFailure =
  /** The engine's own words on a query that it does not take. */
  | { readonly kind: "refused"; readonly message: string }
  /** The engine broke: it has to be thrown away. */
  | { readonly kind: "memory" | "depth" }
  /** What it should not do. */
  | { readonly kind: "unexpected"; readonly message: string };

/** How something that Oxigraph threw is to be understood. `isFull` says whether its memory has come near its bound. */
export function failureOf(thrown: unknown, isFull: () => boolean): RunFailure {
  if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError) {
    return { kind: isFull() ? "memory" : "depth" };
  }
  if (thrown instanceof Error) return { kind: "refused", message: thrown.message };
  return { kind: "unexpected", message: typeof thrown };
}

/** Whether the engine can't be used any more. */
export function isBroken({ kind }: RunFailure): boolean {
  return kind !== "refused";
}

/** The failure of a query as the error that its caller gets. `query` is the text as the caller wrote it, `linesBefore` what was put before it. */
export function runError(
  query: string,
  failure: RunFailure,
  { linesBefore = 1, maximumMemoryBytes }: { readonly linesBefore?: number; readonly maximumMemoryBytes?: number } = {},
): GraphdownError {
  switch (failure.kind) {
    case "refused":
      return refusal(query, failure.message, linesBefore);
    case "memory":
      return new GraphdownError({
        code: "limit_exceeded",
        message: "The query took more memory than it may.",
        details: { reason: "memory", limit: "maximumSparqlMemoryBytes", maximum: maximumMemoryBytes },
        next: "Join and sort less at once, or raise maximumSparqlMemoryBytes.",
      });
    case "depth":
      return new GraphdownError({
        code: "limit_exceeded",
        message: "The query is too long or too deeply nested for the engine.",
        details: { reason: "depth" },
        next: "Write it with fewer brackets, operators or alternatives.",
      });
    default:
      return new GraphdownError({
        code: "storage_failed",
        message: `The query failed unexpectedly (${showPath(failure.message)}).`,
        details: { reason: "unexpected" },
        next: "Ask again; if it fails again, report it with the query.",
      });
  }
}

/** Oxigraph tells the furthest place that it understood, and everything that could have come there. */
function refusal(query: string, message: string, linesBefore: number): GraphdownError {
  const parts = /^error at (\d+):(\d+): expected (?:one of )?([\s\S]*)$/.exec(message);
  if (parts === null) return otherRefusal(query, message);
  const line = Number(parts[1]) - linesBefore;
  const start = placeIn(query, line, Number(parts[2]));
  const expected = readable(parts[3] as string);
  const reasons = expected.filter((each) => /^[A-Z]\w*(?: \S+){2}/.test(each));
  const [reason] = reasons;
  // The engine understood up to there: the place is where a word of the IRI ends or the next one begins; behind it where it is sure of an IRI.
  const blank = reason?.startsWith("IRI")
    ? blankInIri(query)
    : (blankInIri(query, start) ?? blankInIri(query, start - 1));
  if (blank !== undefined) return blank;
  if (reason !== undefined) {
    return queryError(query, {
      reason: "syntax",
      message: showPath(reason.replace(/\.$/, "")),
      start,
      next:
        advice.find(([words]) => reason.includes(words))?.[1] ??
        "Correct the query there; docs/sparql.md has examples.",
    });
  }
  const got = /^(?:[\w?$]+|\S)/.exec(query.slice(start).trimStart())?.[0];
  const shown = got === undefined ? "the end of the query" : `"${showPath(got.slice(0, 40))}"`;
  // A long list is what the engine tried further back.
  const wanted = expected.length > maximumExpected ? "" : expected.join(", ");
  return queryError(query, {
    reason: "syntax",
    message: `The query is not understood at or before this place: got ${shown}${wanted === "" ? "" : `, expected ${wanted}`}`,
    start,
    next: "Correct the query there; docs/sparql.md has examples.",
  });
}

const maximumExpected = 4;

/** What to do about queries that are SPARQL, or nearly so, and that the engine does not take. */
const advice: readonly (readonly [words: string, next: string])[] = [
  [
    "an expression with a variable that is unbound",
    "Of groups only their variables and aggregates can be used: write the aggregate again, as in (SUM(?x) + 1 AS ?y), or compute in a query around.",
  ],
  ["contains a variable that is unbound", "Group by the variable too, or take one of its values: (SAMPLE(?x) AS ?y)."],
  ["IRI parsing failed", "Percent-encode what no IRI may hold, such as [ ] and a % that starts no escape."],
  ["Duplicated variable name", "Name each variable once."],
  ["SELECT * is not authorized", "Name the variables that the groups are made by, and the aggregates."],
];

/** Tokens and reasons, without the classes of characters that names are made of. */
function readable(list: string): readonly string[] {
  const items = list.match(/"(?:[^"\\]|\\.)*"|\[[^\]]*\](?:\s*\|\s*\[[^\]]*\])*|[^,\s"[][^,"[]*/g) ?? [];
  return items
    .map((each) => each.trim())
    .filter((each) => each !== "" && !each.startsWith("["))
    .map((each) => (each.startsWith('"') ? each.slice(1, -1).replaceAll('\\"', '"') : each))
    .filter((each) => /^[\x20-\x7e]+$/.test(each) && !/^['.]|\\u/.test(each));
}

/** Lines and columns as the engine counts them, as a place in UTF-16 units. */
function placeIn(query: string, line: number, column: number): number {
  if (line < 1) return 0;
  let start = 0;
  for (let passed = 1; passed < line; passed++) {
    const end = query.indexOf("\n", start);
    if (end === -1) return query.length;
    start = end + 1;
  }
  const rest = [...query.slice(start, start + 4 * column)].slice(0, column - 1).join("");
  return Math.min(query.length, start + rest.length);
}

function otherRefusal(query: string, message: string): GraphdownError {
  const isFunction = /custom function/.test(message);
  return queryError(query, {
    reason: isFunction ? "function" : "syntax",
    message: showPath(message.replace(/\.$/, "")),
    next: isFunction ? "Use the functions of SPARQL 1.1." : "Correct the query; docs/sparql.md has examples.",
  });
}
