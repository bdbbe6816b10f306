/** The errors of queries that are not run. */
import { GraphdownError } from "../../base/errors.ts";
import { placeOf } from "./query-tokens.ts";

/** What is wrong with a query, and where. */
export interface QueryFault {
  /** A finer word than `invalid_query`. */
  readonly reason: "syntax" | "update" | "service" | "dataset" | "prefix" | "triple_term" | "nesting" | "function";
  /** Without a full stop. */
  readonly message: string;
  /** Where it is, in UTF-16 units of the query. */
  readonly start?: number | undefined;
  readonly next: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The error of a query that is refused before it is run: `invalid_query`, with line and column where there is a place. */
export function queryError(query: string, { reason, message, start, next, details }: QueryFault): GraphdownError {
  const place = start === undefined ? undefined : placeOf(query, start);
  return new GraphdownError({
    code: "invalid_query",
    message: `${message}${place === undefined ? "" : ` (line ${place.line}, column ${place.column})`}.`,
    details: { reason, ...place, ...details },
    next,
  });
}
