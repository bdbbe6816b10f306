/** What goes wrong between us and R2, and how a caller hears of it: never by a key or the name of a bucket. */
import { GraphdownError } from "../../base/errors.ts";
import { showPath } from "../../base/show-path.ts";
import type { Retries } from "../remote/retries.ts";

/** Codes of R2 for troubles that pass: of its own, of its network, and too many requests. */
const passing: ReadonlySet<number> = new Set([10001, 10043, 10054, 10058]);

/** A range that begins where the object has ended. */
const unsatisfiableRange = 10039;

/** The number that R2 ends its messages with; `undefined` where there is none, as when the connection was lost. */
export function codeOfR2(cause: unknown): number | undefined {
  const digits = /\((\d+)\)\s*$/.exec(cause instanceof Error ? cause.message : "")?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export function isUnsatisfiableRange(cause: unknown): boolean {
  return codeOfR2(cause) === unsatisfiableRange;
}

/** Whether another attempt may do better. A wrong argument, which is a fault of ours, never does. */
export function mayPass(cause: unknown): boolean {
  if (cause instanceof TypeError) return false;
  const code = codeOfR2(cause);
  return code === undefined || passing.has(code);
}

/** A page of a listing that can't be the one that was asked for. */
export class WrongPage extends Error {
  constructor() {
    super("a page of the listing that came before");
  }
}

/** What is left to say when no attempt helped. */
export function r2Failure(
  cause: unknown,
  about: { readonly operation: string; readonly path: string; readonly retries: Retries; readonly isUnclear: boolean },
): GraphdownError {
  const { operation, path, retries, isUnclear } = about;
  const code = codeOfR2(cause);
  const said = code === undefined ? "no answer" : `R2 code ${code}`;
  const what = path === "" ? "the root" : `"${showPath(path)}"`;
  return new GraphdownError({
    code: "storage_failed",
    message: `The bucket did not let us ${operation} ${what} (${cause instanceof WrongPage ? cause.message : said}).`,
    path,
    details: {
      operation,
      reason: reasonOf(cause),
      ...(retries.count === 0 ? {} : { retries: retries.count, waitedMs: Math.round(retries.waitedMs) }),
      ...(isUnclear ? { outcome: "unknown" } : {}),
      ...(mayPass(cause) ? { retryAfter: retries.secondsUntilRetry } : {}),
    },
    next: isUnclear
      ? "Read the file to see whether it was written, and try again if it was not."
      : "Try again in a while; if it stays so, look at the bucket and its binding.",
    cause,
  });
}

function reasonOf(cause: unknown): string {
  if (cause instanceof WrongPage) return "unordered_listing";
  const code = codeOfR2(cause);
  return code === undefined ? "connection" : `r2-${code}`;
}
