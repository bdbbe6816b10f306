/** What goes wrong between us and a server, and how a caller hears of it: never by a key, an address or a credential. */
import { GraphdownError } from "../../base/errors.ts";
import type { DirectoryPath } from "../../base/logical-path.ts";
import { showPath } from "../../base/show-path.ts";
import type { Retries } from "../remote/retries.ts";

/** One attempt that failed. */
export interface S3Failure {
  /** A word: `timeout`, `connection`, `malformed_answer`, or what the server says, such as `SlowDown`. */
  readonly reason: string;
  readonly status?: number | undefined;
  /** The system's code of a connection that failed, such as `ECONNRESET`. */
  readonly systemCode?: string | undefined;
  /** Whether another attempt may do better. */
  readonly mayPass: boolean;
  /** Whether the server may have done what it was asked. */
  readonly mayBeApplied: boolean;
  readonly retryAfterMs?: number | undefined;
  /** The region of the bucket, where the server tells that it is another one. */
  readonly region?: string | undefined;
}

/** What was being done, and to what. */
export interface S3Operation {
  /** A verb: `read`, `write`, `list`, `delete`, `open`. */
  readonly operation: string;
  /** The logical path; `""` for the root. */
  readonly path: DirectoryPath;
}

const advice: Readonly<Record<string, string>> = {
  NoSuchBucket: "Name a bucket that exists.",
  AccessDenied: "Give the credentials the right to do this in the bucket.",
  AllAccessDisabled: "Give the credentials the right to do this in the bucket.",
  InvalidAccessKeyId: "Use credentials that this server knows.",
  SignatureDoesNotMatch: "Check the secret key, and the region.",
  ExpiredToken: "Get new credentials.",
  RequestTimeTooSkewed: "Set the clock of this machine.",
  InvalidArgument: "See whether this server knows what it was asked for: encryption and tags can be switched off.",
  NotImplemented: "See whether this server knows what it was asked for: encryption and tags can be switched off.",
  redirect: "Give the endpoint and the region of the bucket.",
  certificate: "See that the endpoint's certificate is one that this machine trusts.",
};

const unclear: Readonly<Record<string, string>> = {
  write: "It may have been done all the same: read the file, and repeat the change if it is not in it.",
  delete:
    "It may have been done all the same, and the file been made anew: read it, and delete it again if it is still to go.",
};
const passing = "Try again later; the storage did not answer as it should.";
const lasting = "See what the storage says of the bucket and the credentials.";

/** An operation that was given up, with what to do and, where it may pass, when to try again. */
export function s3Error({ operation, path }: S3Operation, failure: S3Failure, retries: Retries): GraphdownError {
  const { reason, status, systemCode, mayPass, mayBeApplied, retryAfterMs, region } = failure;
  const what = path === "" ? "the bucket" : `"${showPath(path)}"`;
  const said = [status, systemCode ?? reason].filter((part) => part !== undefined).join(" ");
  const again = retries.count === 0 ? "" : ` The request was repeated ${retries.count} times.`;
  const ifUnclear = mayBeApplied ? unclear[operation] : undefined;
  const retryAfter =
    retryAfterMs === undefined ? retries.secondsUntilRetry : Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return new GraphdownError({
    code: "storage_failed",
    message: `The storage did not let us ${operation} ${what} (${said}).${again}`,
    path,
    details: {
      operation,
      reason,
      ...(status === undefined ? {} : { status }),
      // An object that its credentials may not read is as a file that its user may not.
      ...(reason === "AccessDenied" ? { systemCode: "EACCES" } : systemCode === undefined ? {} : { systemCode }),
      ...(retries.count === 0 ? {} : { retries: retries.count, waitedMs: Math.round(retries.waitedMs) }),
      ...(ifUnclear === undefined ? {} : { outcome: "unknown" }),
      ...(mayPass ? { retryAfter } : {}),
      ...(region === undefined ? {} : { region }),
    },
    next:
      region === undefined
        ? (advice[reason] ?? ifUnclear ?? (mayPass ? passing : lasting))
        : `Give the region ${region}.`,
  });
}

/** A server that was reached and said no. */
export function failureOfStatus(
  status: number,
  reason: string,
  headers: Headers,
  retryAfterMs: number | undefined,
): S3Failure {
  const isBusy = status === 429 || (status === 409 && isMomentary(reason));
  const region = headers.get("x-amz-bucket-region") ?? undefined;
  const isRedirect = status >= 300 && status < 400;
  return {
    reason: isRedirect ? "redirect" : reason,
    status,
    mayPass: isBusy || status === 408 || (status >= 500 && status !== 501) || reason === "RequestTimeout",
    mayBeApplied: status >= 500 && status !== 501,
    retryAfterMs,
    region:
      (isRedirect || reason === "AuthorizationHeaderMalformed") &&
      region !== undefined &&
      /^[a-z0-9-]{1,63}$/.test(region)
        ? region
        : undefined,
  };
}

/** Conflicts with another request that runs at the same moment: this one was not done. */
function isMomentary(reason: string): boolean {
  return (
    reason === "ConditionalRequestConflict" ||
    reason === "OperationAborted" ||
    reason === "ConcurrentModification" ||
    reason === "http_409"
  );
}

/** A connection that did not come about or broke. */
export function failureOfConnection(cause: unknown): S3Failure {
  const systemCode = codeOf(cause);
  const isCertificate = systemCode !== undefined && /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/.test(systemCode);
  if (isCertificate) return { reason: "certificate", systemCode, mayPass: false, mayBeApplied: false };
  return {
    reason: "connection",
    systemCode,
    mayPass: true,
    mayBeApplied: systemCode !== "ECONNREFUSED" && systemCode !== "ENOTFOUND",
  };
}

/** The code that a runtime gives a failed connection, wherever it hides it. */
function codeOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && /^[A-Z][A-Z0-9_]+$/.test(cause.code)) return cause.code;
  }
  return undefined;
}
