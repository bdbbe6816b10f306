/** Failures as RFC 9457 problem documents. */
import { type ErrorInfo, GraphdownError } from "../../base/errors.ts";
import { HttpRefusal } from "./http-refusal.ts";
import { statusOf } from "./status-of.ts";

/** Seconds after which a call that met a rate limit may be tried again, where nothing better is known. */
const retryAfterSeconds = 1;

const titles: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  408: "Request Timeout",
  409: "Conflict",
  412: "Precondition Failed",
  413: "Content Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  416: "Range Not Satisfiable",
  422: "Unprocessable Content",
  428: "Precondition Required",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  499: "Client Closed Request",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
  507: "Insufficient Storage",
};

/** A problem document as data. */
export interface Problem extends Omit<ErrorInfo, "message"> {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
}

/** An error as a problem document: our code, path, details and `next` beside the members of RFC 9457. */
export function toProblem({ message, ...error }: ErrorInfo, status: number = statusOf(error)): Problem {
  return {
    type: `/docs#${error.code}`,
    title: titles[status] ?? "Error",
    status,
    detail: message,
    ...error,
  };
}

/** The response to an error as data. */
export function respondWithError(error: ErrorInfo, given: { status?: number; headers?: HeadersInit } = {}): Response {
  const problem = toProblem(error, given.status);
  const headers = new Headers(given.headers);
  headers.set("Content-Type", "application/problem+json");
  headers.set("Cache-Control", "no-store");
  const after = problem.details?.["retryAfter"] ?? (problem.status === 429 ? retryAfterSeconds : undefined);
  if (after !== undefined && !headers.has("Retry-After")) headers.set("Retry-After", String(after));
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}

/** The response to anything thrown. Of what is not our error only its kind is told: its text may show paths of the host. */
export function respondWithFailure(cause: unknown): Response {
  if (cause instanceof HttpRefusal) {
    return respondWithError(cause.toInfo(), { status: cause.status, headers: cause.headers });
  }
  if (GraphdownError.isInstance(cause)) return respondWithError(cause.toInfo());
  const kind = cause instanceof Error ? cause.name : typeof cause;
  if (kind === "AbortError") return respondWithError({ code: "cancelled", message: "The caller ended the request." });
  return respondWithError(
    {
      code: "storage_failed",
      message: `The request failed unexpectedly (${kind}).`,
      details: { reason: "unexpected", kind },
      next: "Try again; if it fails again, report it with the request.",
    },
    { status: 500 },
  );
}
