/** The errors of queries that are not run. */
import { GraphdownError } from "../../base/errors.ts";
import { showPath } from "../../base/show-path.ts";
import { placeOf, queryTokens } from "./query-tokens.ts";

/** What is wrong with a query, and where. */
export interface QueryFault {
  /** A finer word than `invalid_query`. */
  readonly reason:
    | "syntax"
    | "update"
    | "service"
    | "dataset"
    | "prefix"
    | "triple_term"
    | "nesting"
    | "function"
    | "group"
    | "blank";
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

/**
 * The error of a query with what is meant as an IRI but holds blanks, such as `<my notes/a.md>`, around a place (in UTF-16 units), or
 * anywhere. `undefined` where there is none. For queries only that can't be read as they are: `?a < ?b && ?c > ?d` looks much the same.
 */
export function blankInIri(query: string, place?: number): GraphdownError | undefined {
  const meant = /<([^\s<>"{}|^`\\?$=][^<>"{}|^`\\\n\r]*)>/y;
  for (const { kind, text: mark, start } of queryTokens(query)) {
    if (kind !== "mark" || mark !== "<") continue;
    meant.lastIndex = start;
    const text = meant.exec(query)?.[1];
    if (text === undefined || !/\s/.test(text)) continue;
    if (place !== undefined && (place < start || place >= meant.lastIndex)) continue;
    return queryError(query, {
      reason: "blank",
      message: `An IRI holds no blanks: got <${showPath(text)}>`,
      start,
      next: `Write blanks as %20: <${showPath(text.trimEnd().replace(/\s/g, "%20"))}>.`,
    });
  }
  return undefined;
}
